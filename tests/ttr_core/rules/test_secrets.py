"""Viewers learn nothing that they may not see: redraw what is hidden, and they are shown the same."""

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.boards.every_board import CASES, PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.positions.near_legal_commands import mutants
from tests.support.positions.redrawn_secrets import own_kinds, rechosen, redrawn, reordered
from tests.support.rules.stamps import CITIES, Albums, StampId, registered_stamps, stamp_ruleset, stamps
from tests.support.whole_games.event_logs import encode, encode_log
from tests.support.whole_games.played_games import GAMES, Plan, Record, drawn_game, play
from ttr_core import (
    Event,
    Ruleset,
    RuleViolation,
    SeatId,
    Viewer,
    Witness,
    advance,
    legal_commands,
    redact,
    start_game,
)
from ttr_core.bots.policy import Dice
from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import view
from ttr_core.history.codec import event_types
from ttr_core.model.commands import Command, DrawCard, DrawTickets, KeepTickets
from ttr_core.model.events import GameEnded, TicketsOffered
from ttr_core.model.ids import LOCOMOTIVE
from ttr_core.model.message import Audience, audiences, type_name
from ttr_core.model.state import State, with_slice
from ttr_core.rules.variants.drafts import DraftStarted

SAMPLES = 10
CITY_STAMPS = tuple(StampId(f"stamp_{city}") for city in CITIES)

on_every_board = pytest.mark.parametrize("board", PLAYABLE)
for_every_event_type = pytest.mark.parametrize("kind", dict.fromkeys(event_types()), ids=type_name)


def viewers(ruleset: Ruleset) -> tuple[Viewer, ...]:
    return (*range(ruleset.players), Witness.SPECTATOR)


def shown(ruleset: Ruleset, state: State, viewer: Viewer) -> bytes:
    return msgspec.json.encode(view(ruleset, state, viewer))


def sampled(record: Record, dice: Dice) -> list[State]:
    """Some positions, and all of those in which choices are made at the same time."""
    positions = record.positions
    simultaneous = [state for state in positions if len(state.phase.waiting) > 1]
    return simultaneous + [positions[dice.below(len(positions))] for _ in range(SAMPLES)]


# ----------------------------------------------------------------------------------------------- views


@on_every_board
@GAMES
@given(st.data())
def test_a_view_does_not_depend_on_what_its_viewer_cannot_see(board: str, data: st.DataObject) -> None:
    record, dice = drawn_game(data, board)
    ruleset = record.ruleset
    for state in sampled(record, dice):
        for viewer in viewers(ruleset):
            other = rechosen(reordered(redrawn(ruleset, state, viewer, dice), dice), viewer, dice)
            assert shown(ruleset, other, viewer) == shown(ruleset, state, viewer)


@on_every_board
@GAMES
@given(st.data())
def test_legal_commands_and_refusals_tell_nothing_about_others(board: str, data: st.DataObject) -> None:
    record, dice = drawn_game(data, board)
    ruleset = record.ruleset
    for state in sampled(record, dice):
        for seat in range(ruleset.players):
            other = rechosen(redrawn(ruleset, state, seat, dice), seat, dice)
            assert legal_commands(ruleset, other, seat) == legal_commands(ruleset, state, seat)
            for command in tried(ruleset, state, seat, dice):
                assert outcome(record, other, command) == outcome(record, state, command), command


def tried(ruleset: Ruleset, state: State, seat: SeatId, dice: Dice) -> list[Command]:
    """Commands of the seat, few of them legal: also those by which it might ask for what is another's."""
    pools = [legal_commands(ruleset, state, waiting) for waiting in state.phase.waiting]
    attempts = [pool[dice.below(len(pool))] for pool in pools]
    other_tickets = tuple(
        t for n, s in enumerate(state.seats) for t in (*ticket_choice(state, n).offer, *s.tickets)
    )[:4]
    attempts.append(KeepTickets(seat=seat, tickets=other_tickets))
    mine = [msgspec.structs.replace(command, seat=seat) for command in attempts]
    changed = [mutant for command in mine for mutant in mutants(ruleset, command, dice)]
    return mine + [command for command in changed if getattr(command, "seat", None) == seat]


def outcome(record: Record, state: State, command: Command) -> bytes:
    """The refusal of a command, as its sender sees it."""
    try:
        advance(record.ruleset, state, command, record.rng)
    except RuleViolation as refusal:
        return msgspec.json.encode((refusal.code, refusal.facts))
    return b"accepted"


@on_every_board
def test_redrawing_is_noticed_by_a_viewer_who_sees_everything(board: str) -> None:
    """Otherwise the tests above would compare a table with itself."""
    record = play(Plan(Case(board, player_numbers(board)[0]), 4))
    ruleset, state = record.ruleset, record.positions[len(record.positions) // 2]
    for viewer in viewers(ruleset):
        other = redrawn(ruleset, state, viewer, Dice(1))
        assert other.deck != state.deck
        assert [seat.hand for seat in other.seats] != [seat.hand for seat in state.seats]
        assert other.ticket_decks != state.ticket_decks
        assert shown(ruleset, other, Witness.AUDITOR) != shown(ruleset, state, Witness.AUDITOR)


def test_every_slice_of_the_state_is_redrawn_or_open() -> None:
    """What a rule hides is redrawn, so that a leak shows; a rule that hides something has an `imagine`."""
    missing = {
        module.name
        for ruleset in map(ruleset_of, CASES)
        for module in hiding(ruleset)
        if module.imagine is None and own_kinds(ruleset, module)
    }
    assert missing == set()


def hiding(ruleset: Ruleset) -> list[RuleModule]:
    """Rules with a part of the state that is not open to all."""
    return [
        module for module in ruleset.modules if any(map(hides, module.events)) and ruleset.slices_of(module)
    ]


@on_every_board
def test_what_a_rule_imagines_is_something_else(board: str) -> None:
    record = play(Plan(Case(board, player_numbers(board)[0]), 4))
    assert hiding(record.ruleset)
    assert never_redrawn(record.ruleset, record.positions) == []


def never_redrawn(ruleset: Ruleset, positions: Sequence[State]) -> list[str]:
    """Rules that imagine for one who sees nothing just what they have, whenever they have anything."""
    return [
        module.name
        for module in hiding(ruleset)
        for kind in own_kinds(ruleset, module)[:1]
        if (filled := [state for state in positions if state.slice(kind) != positions[0].slice(kind)])
        and not any(differs(ruleset, module, state) for state in filled)
    ]


def differs(ruleset: Ruleset, module: RuleModule, state: State) -> bool:
    other = redrawn(ruleset, state, Witness.SPECTATOR, Dice(1))
    return any(other.slice(kind) != state.slice(kind) for kind in own_kinds(ruleset, module))


def test_a_rule_that_no_test_knows_is_redrawn_as_it_imagines_itself() -> None:
    with registered_stamps():
        ruleset = stamp_ruleset()
        state = with_albums(ruleset)
        other = redrawn(ruleset, state, 0, Dice(3))
        assert shown(ruleset, other, 0) == shown(ruleset, state, 0)
        assert shown(ruleset, other, Witness.AUDITOR) != shown(ruleset, state, Witness.AUDITOR)
        assert other.slice(Albums).pages[1] != state.slice(Albums).pages[1]


def test_a_rule_that_no_test_knows_and_that_shows_too_much_is_found() -> None:
    def tell(ruleset: Ruleset, state: State, viewer: Viewer) -> object:
        return {"albums": [list(pages) for pages in state.slice(Albums).pages]}

    with registered_stamps(dataclasses.replace(stamps, view=tell, shows=None, marks=None, looks=None)):
        ruleset = stamp_ruleset()
        state = with_albums(ruleset)
        assert shown(ruleset, redrawn(ruleset, state, 0, Dice(3)), 0) != shown(ruleset, state, 0)


def test_a_rule_that_imagines_what_there_is_would_be_found() -> None:
    idle = dataclasses.replace(stamps, imagine=lambda ruleset, state, seen, chance: state)
    for module, expected in ((stamps, []), (idle, ["stamps"])):
        with registered_stamps(module):
            ruleset = stamp_ruleset()
            assert never_redrawn(ruleset, [ruleset.new_state(), with_albums(ruleset)]) == expected


def with_albums(ruleset: Ruleset) -> State:
    """A game that has begun, with a stamp in one album and two in the other."""
    albums = Albums(pages=(CITY_STAMPS[:1], CITY_STAMPS[1:3]))
    state = start_game(ruleset, bytes(32)).state
    return msgspec.structs.replace(state, slices=with_slice(state, albums))


def hides(event: type[Event]) -> bool:
    return any(audience is not Audience.PUBLIC for audience in audiences(event).values())


# ---------------------------------------------------------------------------------------------- events


def hidden_moves(
    ruleset: Ruleset, state: State, other: State, seat: SeatId
) -> Iterator[tuple[Command, Command]]:
    """Hidden moves of a seat at one table, and the same moves at the other."""
    offers = [dict(zip(ticket_choice(s, seat).offer, range(99), strict=False)) for s in (state, other)]
    for command in legal_commands(ruleset, state, seat):
        if isinstance(command, DrawCard | DrawTickets):
            yield command, command
        if isinstance(command, KeepTickets) and set(command.tickets) <= set(offers[0]):
            places = [offers[0][ticket] for ticket in command.tickets]
            tickets = tuple(ticket_choice(other, seat).offer[place] for place in places)
            yield command, KeepTickets(seat=seat, tickets=tickets)


@on_every_board
@GAMES
@given(st.data())
def test_hidden_moves_of_others_look_the_same_whatever_they_are(board: str, data: st.DataObject) -> None:
    """Two games that differ only in what a viewer cannot see go on in the same way for them."""
    record, dice = drawn_game(data, board)
    ruleset, rng = record.ruleset, record.rng
    for state in sampled(record, dice):
        if state.market.count(LOCOMOTIVE) > 2:
            continue  # whether such a market is swept depends on the hidden cards: this one lies by the rules
        for viewer in viewers(ruleset):
            other = redrawn(ruleset, state, viewer, dice)
            for seat in (seat for seat in state.phase.waiting if seat != viewer):
                for here, there in hidden_moves(ruleset, state, other, seat):
                    events, after = advance(ruleset, state, here, rng)
                    if any(isinstance(event, DraftStarted) for event in events):
                        continue  # the viewer's own packet comes from the hidden deck
                    if any(isinstance(event, TicketsOffered) and event.at_once for event in events):
                        continue  # the last choice of decks opens those of all, and the viewer is dealt tickets
                    same_events, same_after = advance(ruleset, other, there, rng)
                    assert log_for(viewer, events) == log_for(viewer, same_events)
                    assert shown(ruleset, after, viewer) == shown(ruleset, same_after, viewer)


def log_for(viewer: Viewer, events: tuple[Event, ...]) -> bytes:
    return encode_log(redact(event, viewer) for event in events)


def is_hidden(event: Event, field: str, viewer: Viewer) -> bool:
    audience = audiences(type(event))[field]
    mine = getattr(event, "seat", None) == viewer
    return audience is Audience.SECRET or (audience is Audience.PRIVATE and not mine)


def with_other_secrets(event: Event, viewer: Viewer) -> Event:
    """The event with other cards and tickets wherever the viewer cannot look."""
    changed: dict[str, Any] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if is_hidden(event, field, viewer):
            changed[field] = (*value, "another") if isinstance(value, tuple) else "another"
    return msgspec.structs.replace(event, **changed)


@on_every_board
@GAMES
@given(st.data())
def test_redacted_logs_are_equal_where_only_secrets_differ(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    events = record.events
    for viewer in viewers(record.ruleset):
        others = tuple(with_other_secrets(event, viewer) for event in events)
        assert others != events
        assert log_for(viewer, others) == log_for(viewer, events)


@on_every_board
@GAMES
@given(st.data())
def test_redaction_hides_what_it_must_and_nothing_else(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    for event in record.events:
        for viewer in viewers(record.ruleset):
            seen = redact(event, viewer)
            assert redact(seen, viewer) == seen
            for field in event.__struct_fields__:
                expected = None if is_hidden(event, field, viewer) else getattr(event, field)
                assert getattr(seen, field) == expected
        assert redact(event, Witness.AUDITOR) == event


@on_every_board
def test_no_ticket_of_another_is_named_before_the_end(board: str) -> None:
    """Search everything that viewers get for the names, including fields that are meant to be public."""
    record = play(Plan(Case(board, player_numbers(board)[-1]), 6, ("collects", "any")))
    ends = [isinstance(event, GameEnded) for event in record.events].index(True)
    names = set(record.ruleset.tickets) - set(map(str, record.ruleset.route_index))
    for viewer in viewers(record.ruleset):
        for event in record.events[:ends]:
            if getattr(event, "seat", None) != viewer:
                text = encode(redact(event, viewer)).decode()
                assert [name for name in sorted(names) if f'"{name}"' in text] == []


@for_every_event_type
def test_every_field_names_its_audience(kind: type[Event]) -> None:
    assert set(audiences(kind)) == set(kind.__struct_fields__)


@for_every_event_type
def test_private_fields_belong_to_the_seat_of_the_event(kind: type[Event]) -> None:
    audience_of = audiences(kind)
    if Audience.PRIVATE in audience_of.values():
        assert audience_of.get("seat") is Audience.PUBLIC


@for_every_event_type
def test_what_may_be_hidden_may_be_absent(kind: type[Event]) -> None:
    """A redacted event is still an event: `None` fits wherever something is hidden."""
    for field in msgspec.structs.fields(kind):
        if audiences(kind)[field.name] is not Audience.PUBLIC:
            assert msgspec.convert(None, field.type) is None
