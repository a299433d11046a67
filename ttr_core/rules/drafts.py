"""Drafts: tickets are picked from packets that go round, at the start and again when the draft card comes up."""

from msgspec.structs import replace

from ttr_core.audience import Public
from ttr_core.commands import Command, DrawTickets
from ttr_core.drafting import (
    DraftTable,
    PacketDealt,
    PacketPassed,
    PickingTicket,
    PicksTakenUp,
    PickTicket,
    TicketPicked,
    all_picks,
    dealt,
    no_picks,
    passed,
    picked,
    taken_up,
)
from ttr_core.events import Event, TicketsKept, TicketsReturned, TicketsShuffled
from ttr_core.hooks import Action, RuleModule, Settings
from ttr_core.phases import ChoosingTickets, SettingUp, TurnOver
from ttr_core.ruleset import Ruleset
from ttr_core.state import State, with_slice
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation
from ttr_core.words import Card, DeckName, SeatId, Viewer, Witness

DRAFT_CARD = Card("draft")
FIRST, SECOND = 1, 2


class Drafts(Settings, frozen=True, kw_only=True):
    deck: DeckName = DeckName("tickets")
    deal: int = 6
    keep: int = 4
    card_at: tuple[int, int]  # how far down the deck the draft card lies: a fraction


class DraftCardInserted(Event, frozen=True, kw_only=True):
    position: Public[int]  # so many cards lie above it


class DraftCardTurnedUp(Event, frozen=True, kw_only=True):
    """It is set aside for good; the draft follows when the turn is over."""


class DraftStarted(Event, frozen=True, kw_only=True):
    draft: Public[int]
    after: Public[SeatId | None] = None  # whose turn was played last


class DraftEnded(Event, frozen=True, kw_only=True):
    draft: Public[int]


# the draft card


def _insert(table: Table) -> None:
    """The deck is complete by now: about so far down it lies, and the same for every game."""
    share, whole = table.ruleset.setting(Drafts).card_at
    table.emit(DraftCardInserted(position=table.state.cards_left * share // whole))


def _inserted(ruleset: Ruleset, state: State, event: DraftCardInserted) -> State:
    cards, above = state.deck[state.drawn :], event.position
    return replace(state, deck=(*cards[:above], DRAFT_CARD, *cards[above:]), drawn=0)


def _turn_up(table: Table, card: Card) -> bool:
    if card != DRAFT_CARD:
        return False
    table.emit(DraftCardTurnedUp())
    return True


def _turned_up(ruleset: Ruleset, state: State, event: DraftCardTurnedUp) -> State:
    mine = replace(state.slice(DraftTable), due=True)
    return replace(state, drawn=state.drawn + 1, slices=with_slice(state, mine))


def _tickets_closed(ruleset: Ruleset, state: State, command: type[Command]) -> str | None:
    """Nobody draws tickets before the second draft."""
    early = command is DrawTickets and state.slice(DraftTable).held < SECOND
    return Code.TICKETS_CLOSED if early else None


# dealing


def _begin_first(table: Table) -> bool:
    """When everything else is laid out: before the first turn, and only then."""
    if table.state.slice(DraftTable).begun:
        return False
    _insert(table)
    _start(table, FIRST, None)
    return True


def _begin_second(table: Table) -> bool:
    """The player who turned the draft card up has finished the turn; nothing goes on before the draft."""
    phase = table.state.phase
    assert isinstance(phase, TurnOver)
    if not table.state.slice(DraftTable).due:
        return False
    _start(table, SECOND, phase.seat)
    return True


def _start(table: Table, draft: int, after: SeatId | None) -> None:
    """The same number for everybody, fewer where the deck cannot give so many."""
    settings, players = table.ruleset.setting(Drafts), table.ruleset.players
    table.emit(DraftStarted(draft=draft, after=after))
    each = min(settings.deal, len(table.state.ticket_decks[settings.deck]) // players)
    for seat in range(players if each else 0):
        packet = table.state.ticket_decks[settings.deck][:each]
        table.emit(PacketDealt(seat=seat, deck=settings.deck, count=each, tickets=packet))


def _started(ruleset: Ruleset, state: State, event: DraftStarted) -> State:
    mine = replace(state.slice(DraftTable), begun=event.draft, after=event.after, due=False)
    return replace(state, phase=PickingTicket(), slices=with_slice(state, mine))


# picking


def _pick_offers(ruleset: Ruleset, state: State, seat: SeatId) -> list[Command]:
    return [PickTicket(seat=seat, ticket=ticket) for ticket in state.seats[seat].offer]


def _pick(table: Table, command: PickTicket) -> None:
    if command.ticket not in table.state.seats[command.seat].offer:
        raise RuleViolation(Code.TICKET_NOT_OFFERED, ticket=command.ticket)
    table.emit(TicketPicked(seat=command.seat, ticket=command.ticket))


def _settle_picking(table: Table) -> bool:
    """When all have picked the packets move on; the last ticket of a packet is no choice."""
    seats, waiting = table.state.seats, table.state.phase.waiting
    last = all(len(seat.offer) <= 1 for seat in seats)
    if waiting and not last:
        return False
    for seat in waiting:
        table.emit(TicketPicked(seat=seat, ticket=seats[seat].offer[0]))
    if last:
        each = len(table.state.slice(DraftTable).picked[0]) + len(seats[0].offer)
        table.emit(PicksTakenUp(keep=min(table.ruleset.setting(Drafts).keep, each)))
    else:
        _pass_packets(table)
    return True


def _pass_packets(table: Table) -> None:
    """To the left, which is the next seat, in the first draft; to the right in the second."""
    players, step = table.ruleset.players, 1 if table.state.slice(DraftTable).begun == FIRST else -1
    packets = [
        tuple(ticket for ticket in seat.offer if ticket not in (seat.chosen or ()))
        for seat in table.state.seats
    ]
    for seat in range(players):
        origin = (seat - step) % players
        packet = packets[origin]
        table.emit(PacketPassed(seat=seat, origin=origin, count=len(packet), tickets=packet))


# keeping


def _settle_keeping(table: Table) -> bool:
    """When all have chosen, what they refused goes back: into the deck at first, later under it."""
    state, draft = table.state, table.state.slice(DraftTable).begun
    if state.phase.waiting:
        return False
    for number, seat in enumerate(state.seats):
        kept = seat.chosen or ()
        back = tuple(ticket for ticket in seat.offer if ticket not in kept)
        table.emit(TicketsKept(seat=number, count=len(kept), tickets=kept, returned=back, rejects="shuffled"))
    _put_back(table, draft)
    table.emit(DraftEnded(draft=draft))
    return True


def _put_back(table: Table, draft: int) -> None:
    state, deck = table.state, table.ruleset.setting(Drafts).deck
    back = state.aside + (state.ticket_decks[deck] if draft == FIRST else ())
    if not back:
        return
    number = state.shuffles + 1
    # what they are shuffled from must not depend on who refused them
    shuffled = table.rng.shuffle(f"tickets/{number}", sorted(back))
    kind = TicketsShuffled if draft == FIRST else TicketsReturned
    table.emit(kind(number=number, deck=deck, count=len(back), tickets=shuffled))


def _ended(ruleset: Ruleset, state: State, event: DraftEnded) -> State:
    mine = state.slice(DraftTable)
    phase = SettingUp() if mine.after is None else TurnOver(mine.after)
    return replace(state, aside=(), phase=phase, slices=with_slice(state, replace(mine, held=event.draft)))


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> dict[str, object]:
    """Nobody sees what another has picked."""
    mine = state.slice(DraftTable)
    picks = all_picks(state) if isinstance(state.phase, PickingTicket) else mine.picked
    return {
        "held": mine.held,
        "due": mine.due,
        "picked": [
            list(tickets) if viewer in {seat, Witness.AUDITOR} else None for seat, tickets in enumerate(picks)
        ],
    }


drafts = RuleModule(
    name="drafts",
    settings=Drafts,
    slice=no_picks,
    commands={PickTicket: Action(_pick, (PickingTicket,))},
    events={
        DraftCardInserted: _inserted,
        DraftCardTurnedUp: _turned_up,
        DraftStarted: _started,
        PacketDealt: dealt,
        TicketPicked: picked,
        PacketPassed: passed,
        PicksTakenUp: taken_up,
        DraftEnded: _ended,
    },
    offers={PickingTicket: _pick_offers},
    bars=_tickets_closed,
    turned_up=_turn_up,
    settle={
        SettingUp: _begin_first,
        TurnOver: _begin_second,
        PickingTicket: _settle_picking,
        ChoosingTickets: _settle_keeping,
    },
    view=_view,
)
