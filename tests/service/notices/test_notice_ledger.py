"""The ledger of a player after a server has lost events: what takes their place has their versions."""

from service.notices.channels import Channel
from service.notices.formats.mail_notices import planned_mail
from service.notices.notice_ledger import Entry, Ledger
from service.notices.notice_occasions import Occasion, Occurrence, Since
from service.notices.senders import notice_id
from service.store.deliveries import MemoryDeliveryStore

LOST, NEW = Since(40, "2026-11-16T12:00:00.000Z"), Since(40, "2026-11-16T13:00:00.000Z")
PHONE = Channel(id="ch_1", kind="push", added_at=LOST.at)
NAME = "game/your_turn/0"


def turn(since: Since) -> Occurrence:
    return Occurrence(Occasion.YOUR_TURN, 0, since)


def entry(ledger: Ledger) -> Entry:
    return ledger.of("ann")[NAME]


def ledger_with(since: Since) -> Ledger:
    ledger = Ledger(MemoryDeliveryStore())
    ledger.update("ann", "game", [turn(since)])
    ledger.note_sent("ann", NAME, since.version, PHONE.id)
    return ledger


def test_a_turn_in_the_place_of_a_lost_one_is_announced() -> None:
    ledger = ledger_with(LOST)
    ledger.update("ann", "game", [turn(NEW)])
    assert not entry(ledger).was_sent(PHONE.id)


def test_a_turn_that_is_looked_at_again_is_not() -> None:
    ledger = ledger_with(LOST)
    for occurrences in ([turn(LOST)], [], [turn(LOST)]):
        ledger.update("ann", "game", occurrences)
    assert entry(ledger).was_sent(PHONE.id)


def test_its_notices_and_mails_have_names_of_their_own() -> None:
    """Receivers skip a name that they know."""
    lost, new = (Entry(game="game", occasion=Occasion.YOUR_TURN, seat=0, since=one) for one in (LOST, NEW))
    assert notice_id(PHONE, lost) != notice_id(PHONE, new)
    assert planned_mail("ann", {NAME: lost}).key != planned_mail("ann", {NAME: new}).key
