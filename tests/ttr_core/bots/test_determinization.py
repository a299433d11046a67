"""Determinization: a whole game that fits all that one seat knows, in every phase of every board."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from tests.support.boards.every_board import PLAYABLE, Case, cases_of, player_numbers, ruleset_of
from tests.support.checks.invariants import cards_on_the_table, tickets_on_the_table
from tests.support.positions.redrawn_secrets import redrawn
from tests.support.rules.stamps import StampPressed, registered_stamps, stamp_ruleset
from tests.support.whole_games.played_games import Plan, Record, play
from tests.support.whole_games.undo_and_order_games import RESTLESS, restless
from ttr_core import (
    Event,
    Ruleset,
    SeatId,
    State,
    advance,
    determinize,
    legal_commands,
    play_game,
    redact,
    replay,
    view,
)
from ttr_core.bots.policy import Dice
from ttr_core.bots.random_bot import choose_random
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.model.commands import SeatCommand
from ttr_core.model.message import hidden_fields
from ttr_core.rules.registry import SHIPPED

OF_A_PHASE = 1  # position at the beginning of a game that is looked at, and at its end
LATER = 8  # that the cards are dealt
UNTIL_THE_END = 3000  # commands at most

FEWEST = [Case(board, player_numbers(board)[0]) for board in PLAYABLE]
MORE = [Case(board, players) for board in PLAYABLE for players in player_numbers(board)[1:]]
OPTIONS = [
    case for few in FEWEST for case in cases_of(few.board) if case.options and case.players == few.players
]

with_every_number_and_option = pytest.mark.parametrize("case", [*FEWEST, *MORE, *OPTIONS], ids=str)
on_every_board = pytest.mark.parametrize("case", FEWEST, ids=str)


@cache
def played(case: Case) -> Record:
    return play(Plan(case, 5), ruleset_of(case))


def positions(record: Record) -> Iterator[tuple[State, tuple[Event, ...]]]:
    """Some of each phase, the first and the last among them, with the events that led there."""
    steps = record.steps
    by_phase: dict[str, list[int]] = {}
    for number, step in enumerate(steps):
        by_phase.setdefault(step.after.phase.name, []).append(number)
    looked_at = {n for numbers in by_phase.values() for n in (*numbers[:OF_A_PHASE], *numbers[-OF_A_PHASE:])}
    events = list[Event]()
    for number, step in enumerate(steps):
        events += step.events
        if number in looked_at:
            yield step.after, tuple(events)


def imagined(ruleset: Ruleset, state: State, events: Sequence[Event], seat: SeatId) -> State:
    redacted = [redact(event, seat) for event in events]
    return determinize(ruleset, view(ruleset, state, seat), Dice(1), redacted)


@with_every_number_and_option
def test_it_looks_the_same_to_the_seat_and_nothing_is_lost(case: Case) -> None:
    check(played(case))


@pytest.mark.parametrize("board", PLAYABLE)
def test_it_fits_also_after_undo_and_standing_orders(board: str) -> None:
    check(restless(Plan(Case(board, player_numbers(board)[0]), 0, RESTLESS)))


def check(record: Record) -> None:
    ruleset = record.ruleset
    for state, events in positions(record):
        for seat in range(ruleset.players):
            other = imagined(ruleset, state, events, seat)
            assert view(ruleset, other, seat) == view(ruleset, state, seat)
            assert legal_commands(ruleset, other, seat) == legal_commands(ruleset, state, seat)
            assert cards_on_the_table(ruleset, other) == cards_on_the_table(ruleset, state)
            tickets = Counter(tickets_on_the_table(ruleset, other))
            assert set(tickets.values()) <= {1}
            assert tickets.total() == len(tickets_on_the_table(ruleset, state))


def test_every_phase_that_asks_a_seat_is_looked_at() -> None:
    asking = {
        phase
        for rule in SHIPPED.values()
        for command, action in rule.commands.items()
        if issubclass(command, SeatCommand)
        for phase in action.phases
    }
    assert asking <= {
        type(state.phase) for case in (*FEWEST, *OPTIONS) for state, _ in positions(played(case))
    }


@on_every_board
def test_what_is_hidden_is_dealt_by_chance_alone(case: Case) -> None:
    """The same game twice by the same dice, whatever the table really hides, and another one by other dice."""
    ruleset = ruleset_of(case)
    state, events = list(positions(played(case)))[LATER]
    redacted = [redact(event, 0) for event in events]
    hidden = redrawn(ruleset, state, 0, Dice(4))
    first, again, another = (
        determinize(ruleset, view(ruleset, table, 0), Dice(number), redacted)
        for table, number in ((state, 1), (hidden, 1), (state, 2))
    )
    assert first == again
    assert first.deck != another.deck


@on_every_board
def test_it_can_be_played_to_the_end(case: Case) -> None:
    ruleset, dice = ruleset_of(case), Dice(3)
    middle = played(case).steps[: len(played(case).steps) // 2]
    state = imagined(ruleset, middle[-1].after, [event for step in middle for event in step.events], 0)
    for _ in range(UNTIL_THE_END):
        if not state.phase.waiting:
            break
        legal = legal_commands(ruleset, state, state.phase.waiting[0])
        state = advance(ruleset, state, legal[dice.below(len(legal))], SeededRandomness(bytes(32)))[1]
    assert state.phase.name == "ended"


def test_a_registered_rule_is_imagined_too() -> None:
    with registered_stamps():
        ruleset = stamp_ruleset()
        game = play_game(ruleset, bytes(32), [choose_random] * ruleset.players, Dice(7))
        assert any(isinstance(event, StampPressed) for event in game.events)
        for length in range(60, len(game.events), 20):
            events = game.events[:length]
            state = replay(ruleset, events)
            for seat in range(ruleset.players):
                seen = view(ruleset, state, seat)
                assert view(ruleset, imagined(ruleset, state, events, seat), seat) == seen


def test_every_rule_guesses_what_its_events_hide() -> None:
    """Without it a game with such an event cannot be imagined."""
    hiding = {kind for rule in SHIPPED.values() for kind in rule.events if hidden_fields(kind)}
    assert hiding == {kind for rule in SHIPPED.values() for kind in rule.guesses}
