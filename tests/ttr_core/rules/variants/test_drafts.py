"""[004] Draft de Destinations: packets go to the left at the start, to the right when the draft card comes up."""

from collections import Counter
from collections.abc import Sequence

import msgspec
import pytest

from tests.support.boards.every_board import Case
from tests.support.boards.italy_iberia import Json, changed, iberia, play, position, refused, started
from tests.support.whole_games.event_logs import decode_log, encode_log
from tests.support.whole_games.played_games import Plan
from tests.support.whole_games.played_games import play as play_plan
from ttr_core import RULES_VERSION, Code, Event, Ruleset, State, legal_commands, redact, replay, start_game
from ttr_core.engine.shared_slices import TicketChoices, ticket_choice
from ttr_core.engine.views import view
from ttr_core.model.commands import DrawTickets
from ttr_core.model.events import TicketsKept, TicketsReturned, TicketsRevealed, TicketsShuffled, TurnStarted
from ttr_core.model.ids import TicketId, Viewer, Witness
from ttr_core.model.phases import ChoosingTickets, Ended
from ttr_core.rules.variants.drafts import (
    DRAFT_CARD,
    DraftCardInserted,
    DraftCardMixedIn,
    DraftCardTurnedUp,
    DraftCode,
    DraftEnded,
    Drafts,
    DraftStarted,
    DraftTable,
    PacketDealt,
    PacketPassed,
    PicksTakenUp,
    TicketPicked,
)
from ttr_core.rules.variants.festivals import FestivalsMixedIn

DRAW: Json = {"type": "draw_card", "seat": 0}
TICKETS = tuple(iberia().tickets)  # as they lie when no shuffle moves them


def offers(state: State) -> list[tuple[TicketId, ...]]:
    return [choice.offer for choice in state.slice(TicketChoices).by_seat]


def bounds(state: State) -> list[tuple[int, int, int]]:
    """How many tickets each seat looks at, and how many of them it is to keep."""
    choices = state.slice(TicketChoices).by_seat
    return [(len(choice.offer), choice.at_least, choice.at_most) for choice in choices]


def pick(seat: int, ticket: str) -> Json:
    return {"type": "pick_ticket", "seat": seat, "ticket": ticket}


def keep(seat: int, tickets: Sequence[str]) -> Json:
    return {"type": "keep_tickets", "seat": seat, "tickets": list(tickets)}


def pick_first(ruleset: Ruleset, state: State, rounds: int) -> tuple[tuple[Event, ...], State]:
    """Everybody picks the first ticket of the packet, so many times."""
    happened: tuple[Event, ...] = ()
    for _ in range(rounds):
        picks = [
            pick(seat, choice.offer[0]) for seat, choice in enumerate(state.slice(TicketChoices).by_seat)
        ]
        events, state = play(ruleset, state, *picks)
        happened += events
    return happened, state


def keep_first(ruleset: Ruleset, state: State, count: int = 4) -> tuple[tuple[Event, ...], State]:
    choices = state.slice(TicketChoices).by_seat
    return play(ruleset, state, *(keep(seat, choice.offer[:count]) for seat, choice in enumerate(choices)))


def second_draft(
    players: int = 3,
    deck: Sequence[str] = (DRAFT_CARD, "red"),
    rules_version: str = RULES_VERSION,
    **given: object,
) -> State:
    """The draft card is drawn as seat 0 takes its second card."""
    ruleset = iberia(players, rules_version)
    state = position(
        ruleset, phase={"type": "drawing_second", "seat": 0}, deck=list(deck), **given, rules=AFTER_FIRST
    )
    return play(ruleset, state, DRAW)[1]


AFTER_FIRST = {"drafts": {"begun": 1, "held": 1}}


# the draft card


@pytest.mark.parametrize(
    ("players", "above"),
    [(2, (110 - 8 - 5 + 54) // 2), (3, 147 * 2 // 3), (4, 143 * 3 // 4), (5, 139 * 3 // 4)],
)
def test_how_deep_the_draft_card_lies(players: int, above: int) -> None:
    """Half way down for two players, two thirds for three, three quarters for more: about, or exactly at first."""
    events, state = started(iberia(players, rules_version="1"))
    (inserted,) = [event for event in events if isinstance(event, DraftCardInserted)]
    assert inserted.position == above
    assert state.deck[above] == DRAFT_CARD
    assert {_from_there(iberia(players), seed) for seed in range(150)} == set(range(-6, 7))


def _from_there(ruleset: Ruleset, seed: int) -> int:
    """How far from the place named by the board the card lies in one game; a renewed market makes the deck smaller."""
    game = start_game(ruleset, seed.to_bytes(32, "big"))
    (mixed_in,) = [event for event in game.events if isinstance(event, DraftCardMixedIn)]
    assert all(redact(mixed_in, viewer).cards is None for viewer in (0, 1, Witness.SPECTATOR))
    assert mixed_in.cards is not None
    place = mixed_in.above + mixed_in.cards.index(DRAFT_CARD)
    assert game.state.deck.index(DRAFT_CARD) == place
    assert game.state.deck.count(DRAFT_CARD) == 1
    share, whole = ruleset.setting(Drafts).card_at
    return place - (len(game.state.deck) - 1) * share // whole


def test_the_cards_around_the_draft_card_stay_where_they_were() -> None:
    """Only the twelve cards about its place change theirs."""
    events, state = started(iberia())
    (mixed,) = [event for event in events if isinstance(event, FestivalsMixedIn)]
    assert mixed.cards is not None
    assert [card for card in state.deck if card != DRAFT_CARD][:69] == list(mixed.cards[:69])
    assert [card for card in state.deck if card != DRAFT_CARD][81:] == list(mixed.cards[81:])
    assert Counter(state.deck) == Counter([*mixed.cards, DRAFT_CARD])


@pytest.mark.parametrize("command", [DRAW, {"type": "take_card", "seat": 0, "card": "white"}])
def test_the_player_who_turns_it_up_finishes_the_turn_first(command: Json) -> None:
    """The draft card comes up as the first of two cards, drawn blind or turned up in the market."""
    ruleset = iberia(3)
    state = position(ruleset, deck=[DRAFT_CARD, "red", "blue"], rules=AFTER_FIRST)
    events, state = play(ruleset, state, command)
    assert DraftCardTurnedUp() in events
    assert state.phase.waiting == (0,)
    assert state.slice(DraftTable).due
    events, state = play(ruleset, state, DRAW)
    assert DraftStarted(draft=2, after=0) in events
    assert state.phase.waiting == (0, 1, 2)


def test_the_draft_card_is_gone_for_good() -> None:
    state = second_draft()
    assert DRAFT_CARD not in state.deck[state.drawn :]
    assert len(state.discard) == 9
    assert not state.slice(DraftTable).due


# the first draft


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_tickets_each_and_all_pick_at_once(players: int) -> None:
    events, state = started(iberia(players))
    packets = [event.tickets for event in events if isinstance(event, PacketDealt)]
    assert packets == [TICKETS[6 * seat : 6 * seat + 6] for seat in range(players)]
    assert state.phase.waiting == tuple(range(players))
    assert [len(legal_commands(iberia(players), state, seat)) for seat in range(players)] == [6] * players
    assert not any(isinstance(event, TurnStarted) for event in events)


def test_packets_go_to_the_left_and_the_last_ticket_is_no_choice() -> None:
    ruleset = iberia(3)
    _, state = started(ruleset)
    before = offers(state)
    events, state = pick_first(ruleset, state, 1)
    passed = [event for event in events if isinstance(event, PacketPassed)]
    assert [(event.seat, event.origin) for event in passed] == [(0, 2), (1, 0), (2, 1)]
    assert offers(state) == [before[2][1:], before[0][1:], before[1][1:]]
    events, state = pick_first(ruleset, state, 4)
    assert len([event for event in events if isinstance(event, TicketPicked)]) == 3 * 5
    assert isinstance(state.phase, ChoosingTickets)
    assert [len(offer) for offer in offers(state)] == [6, 6, 6]
    assert sorted(ticket for offer in offers(state) for ticket in offer) == sorted(TICKETS[:18])


def test_a_pick_is_final() -> None:
    ruleset = iberia(3)
    _, state = started(ruleset)
    first, other = ticket_choice(state, 1).offer[:2]
    _, state = play(ruleset, state, pick(1, first))
    assert state.phase.waiting == (0, 2)
    refused(ruleset, state, pick(1, other), Code.ALREADY_CHOSEN, seat=1)
    assert legal_commands(ruleset, state, 1) == ()


def test_only_a_ticket_of_the_own_packet_can_be_picked() -> None:
    ruleset = iberia(3)
    _, state = started(ruleset)
    strange = ticket_choice(state, 1).offer[0]
    refused(ruleset, state, pick(0, strange), Code.TICKET_NOT_OFFERED, ticket=strange)


@pytest.mark.parametrize("count", [0, 3, 5, 6])
def test_exactly_four_of_the_six_are_kept(count: int) -> None:
    ruleset = iberia(2)
    _, state = pick_first(ruleset, started(ruleset)[1], 5)
    offer = ticket_choice(state, 0).offer
    refused(ruleset, state, keep(0, offer[:count]), Code.WRONG_NUMBER_OF_TICKETS, at_least=4, at_most=4)
    assert len(legal_commands(ruleset, state, 0)) == 15


def test_after_the_first_draft_the_deck_is_shuffled_whole_and_the_first_turn_begins() -> None:
    ruleset = iberia(2)
    _, state = pick_first(ruleset, started(ruleset)[1], 5)
    back = {ticket for offer in offers(state) for ticket in offer[4:]}
    events, state = keep_first(ruleset, state)
    (shuffled,) = [event for event in events if isinstance(event, TicketsShuffled)]
    assert shuffled.tickets == tuple(sorted({*TICKETS[12:], *back}))
    assert events[-2:] == (DraftEnded(draft=1), TurnStarted(seat=0))
    assert state.phase.waiting == (0,)
    assert [len(seat.tickets) for seat in state.seats] == [4, 4]
    assert state.slice(TicketChoices).aside == ()
    assert state.slice(DraftTable) == DraftTable(begun=1, held=1, picked=((), ()))


# the second draft


def test_the_second_draft_passes_to_the_right() -> None:
    ruleset, state = iberia(3), second_draft()
    before = offers(state)
    events, state = pick_first(ruleset, state, 1)
    passed = [event for event in events if isinstance(event, PacketPassed)]
    assert [(event.seat, event.origin) for event in passed] == [(0, 1), (1, 2), (2, 0)]
    assert offers(state) == [before[1][1:], before[2][1:], before[0][1:]]


def test_tickets_kept_earlier_are_no_part_of_it_and_the_refused_go_under_the_deck() -> None:
    ruleset = iberia(3)
    seats = [{"tickets": list(TICKETS[4 * seat : 4 * seat + 4])} for seat in range(3)]
    state = second_draft(seats=seats)
    assert [seat.tickets for seat in state.seats] == [TICKETS[0:4], TICKETS[4:8], TICKETS[8:12]]
    _, state = pick_first(ruleset, state, 5)
    back = sorted(ticket for offer in offers(state) for ticket in offer[4:])
    events, state = keep_first(ruleset, state)
    (returned,) = [event for event in events if isinstance(event, TicketsReturned)]
    assert returned.tickets == tuple(back)
    assert state.ticket_decks == {"tickets": (*TICKETS[30:], *back)}
    assert all(seat.tickets[:4] == TICKETS[4 * n : 4 * n + 4] for n, seat in enumerate(state.seats))
    assert [len(seat.tickets) for seat in state.seats] == [8, 8, 8]
    assert state.phase.waiting == (1,)
    assert state.slice(TicketChoices).aside == ()


def test_the_game_goes_on_after_the_seat_whose_turn_it_was() -> None:
    ruleset = iberia(3)
    state = position(
        ruleset, phase={"type": "drawing_second", "seat": 1}, deck=[DRAFT_CARD, "red"], rules=AFTER_FIRST
    )
    _, state = play(ruleset, state, {"type": "draw_card", "seat": 1})
    _, state = keep_first(ruleset, pick_first(ruleset, state, 5)[1])
    assert state.phase.waiting == (2,)


def test_drawing_tickets_is_closed_before_the_second_draft_and_open_after_it() -> None:
    ruleset = iberia(3)
    state = position(ruleset, rules=AFTER_FIRST)
    refused(ruleset, state, {"type": "draw_tickets", "seat": 0}, DraftCode.TICKETS_CLOSED)
    assert DrawTickets(seat=0) not in legal_commands(ruleset, state, 0)
    _, state = keep_first(ruleset, pick_first(ruleset, second_draft(), 5)[1])
    assert DrawTickets(seat=1) in legal_commands(ruleset, state, 1)
    _, state = play(ruleset, state, {"type": "draw_tickets", "seat": 1})
    assert bounds(state)[1] == (3, 1, 3)


@pytest.mark.parametrize(("last_seat", "rules_version"), [(1, RULES_VERSION), (2, "1"), (0, "1")])
def test_it_is_held_in_the_last_round_too(last_seat: int, rules_version: str) -> None:
    """Under the first rules even after the very last turn, and then the game was over."""
    ruleset = iberia(3, rules_version)
    state = second_draft(last_round=last_seat, rules_version=rules_version)
    assert state.phase.waiting == (0, 1, 2)
    _, state = keep_first(ruleset, pick_first(ruleset, state, 5)[1])
    assert state.phase.waiting == (() if last_seat == 0 else (1,))


def test_it_is_not_held_when_no_turn_follows() -> None:
    state = second_draft(last_round=0)
    assert isinstance(state.phase, Ended)
    assert (state.slice(DraftTable).begun, state.slice(DraftTable).due) == (1, True)


def test_the_last_round_begins_after_the_draft_if_the_turn_called_for_it() -> None:
    ruleset, state = iberia(3), second_draft(seats=[{"trains": 2}])
    assert state.last_seat is None
    _, state = keep_first(ruleset, pick_first(ruleset, state, 5)[1])
    assert state.last_seat == 0


@pytest.mark.parametrize(("left", "each", "kept"), [(17, 5, 4), (12, 4, 4), (10, 3, 3), (3, 1, 1)])
def test_too_few_tickets_are_dealt_equally(left: int, each: int, kept: int) -> None:
    ruleset, state = iberia(3), second_draft(ticket_decks={"tickets": list(TICKETS[:left])})
    if each > 1:
        assert [len(offer) for offer in offers(state)] == [each] * 3
    _, state = pick_first(ruleset, state, each - 1)
    assert [len(offer) for offer in offers(state)] == [each] * 3
    _, state = keep_first(ruleset, state, kept)
    assert [len(seat.tickets) for seat in state.seats] == [kept] * 3
    assert len(state.ticket_decks[ruleset.deck_of[TICKETS[0]]]) == left - 3 * kept


def test_with_no_ticket_for_everybody_the_draft_is_over_at_once() -> None:
    state = second_draft(ticket_decks={"tickets": list(TICKETS[:2])})
    assert state.slice(DraftTable).held == 2
    assert state.phase.waiting == (1,)
    assert state.ticket_decks == {"tickets": TICKETS[:2]}
    assert DrawTickets(seat=1) in legal_commands(iberia(3), state, 1)


def test_other_numbers_are_a_matter_of_the_map_file() -> None:
    ruleset = changed("iberia", 2, {"rules": {"drafts": {"deal": 3, "keep": 1}}})
    _, state = pick_first(ruleset, started(ruleset)[1], 2)
    assert bounds(state) == [(3, 1, 1)] * 2


# secrets


def test_others_learn_of_a_pick_only_that_it_was_made() -> None:
    ruleset = iberia(3)
    _, state = started(ruleset)
    outcomes = [play(ruleset, state, pick(1, ticket)) for ticket in ticket_choice(state, 1).offer]
    for viewer in (0, 2, Witness.SPECTATOR):
        assert len({_shown(ruleset, after, viewer) for _, after in outcomes}) == 1
        assert len({encode_log(redact(event, viewer) for event in events) for events, _ in outcomes}) == 1
        assert all(
            legal_commands(ruleset, after, 0) == legal_commands(ruleset, state, 0) for _, after in outcomes
        )
    assert len({_shown(ruleset, after, 1) for _, after in outcomes}) == 6


def _shown(ruleset: Ruleset, state: State, viewer: Viewer) -> bytes:
    return msgspec.json.encode(view(ruleset, state, viewer))


def test_players_see_the_packet_they_hold_and_their_own_picks() -> None:
    ruleset = iberia(3)
    _, state = pick_first(ruleset, started(ruleset)[1], 2)
    for seat in range(3):
        shown = view(ruleset, state, seat)
        mine = [number == seat for number in range(3)]
        assert [other.offer is not None for other in shown.seats] == mine
        assert [picked is not None for picked in shown.rules["drafts"]["picked"]] == mine
        assert shown.rules["drafts"]["picked"][seat] == list(state.slice(DraftTable).picked[seat])
        assert len(shown.rules["drafts"]["picked"][seat]) == 2
    assert view(ruleset, state, Witness.SPECTATOR).rules["drafts"]["picked"] == [None] * 3


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("viewer", [0, 1, Witness.SPECTATOR], ids=str)
def test_tickets_that_a_viewer_never_saw_may_be_any_others(players: int, viewer: Viewer) -> None:
    """Renamed throughout the complete log, they leave the viewer's log and every view as they were."""
    record = play_plan(Plan(Case("iberia", players), seed=players))
    ruleset = record.ruleset
    events = [event for event in record.events if not isinstance(event, TicketsRevealed)][:-2]
    seen = encode_log(redact(event, viewer) for event in events)
    unseen = [ticket for ticket in TICKETS if f'"{ticket}"'.encode() not in seen]
    assert len(unseen) > 1
    log = encode_log(events)
    other = _renamed(log, dict(zip(unseen, (*unseen[1:], unseen[0]), strict=True)))
    assert log != encode_log(other)
    assert encode_log(redact(event, viewer) for event in other) == seen
    for cut in range(0, len(events), 7):
        shown = [_shown(ruleset, replay(ruleset, log[:cut]), viewer) for log in (events, other)]
        assert shown[0] == shown[1]


def _renamed(log: bytes, names: dict[TicketId, TicketId]) -> tuple[Event, ...]:
    """The log with other tickets in the place of these, each for one of them."""
    for number, old in enumerate(names):
        log = log.replace(f'"{old}"'.encode(), f'"#{number}"'.encode())
    for number, new in enumerate(names.values()):
        log = log.replace(f'"#{number}"'.encode(), f'"{new}"'.encode())
    return decode_log(log)


@pytest.mark.parametrize("kind", [PacketDealt, TicketPicked, PacketPassed, TicketsKept])
def test_what_is_dealt_picked_and_passed_is_for_one_seat(kind: type[Event]) -> None:
    record = play_plan(Plan(Case("iberia", 3), seed=1))
    matching = [event for event in record.events if isinstance(event, kind)]
    assert matching
    for event in matching:
        for viewer in (0, 1, 2, Witness.SPECTATOR):
            plain = msgspec.to_builtins(redact(event, viewer))
            hidden = plain.get("tickets", plain.get("ticket")) is None
            assert hidden == (viewer != plain["seat"])


def test_the_end_of_the_picking_tells_nothing() -> None:
    assert PicksTakenUp.__struct_fields__ == ("keep",)
