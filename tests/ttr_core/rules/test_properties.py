"""What holds for every game on every board: replay equals play, nothing is lost, legal is what is listed."""

import copy
from collections.abc import Mapping, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.boards.every_board import CASES, PLAYABLE, Case, player_numbers
from tests.support.checks.invariants import check_invariants
from tests.support.checks.score_recount import compare
from tests.support.positions.near_legal_commands import Teleport, attempts, mutants, normalised
from tests.support.positions.state_snapshots import snapshot
from tests.support.whole_games.play_styles import HABITS
from tests.support.whole_games.played_games import GAMES, Plan, Record, drawn_game, play
from ttr_core import (
    Randomness,
    Ruleset,
    RuleViolation,
    advance,
    board_names,
    decide,
    evolve,
    legal_commands,
    refusal_codes,
    replay,
)
from ttr_core.bots.policy import Dice
from ttr_core.model.commands import (
    Command,
    CreateGame,
    DrawTickets,
    ScoreGame,
    SeatCommand,
    StartGame,
    TakeCard,
    TakeSeat,
)
from ttr_core.model.events import TicketsOffered
from ttr_core.model.ids import LOCOMOTIVE, Card, SeatId
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.state import State

SAMPLES = 12  # positions of a game that are looked at closely, or commands of a position

on_every_board = pytest.mark.parametrize("board", PLAYABLE)


def some(dice: Dice, items: tuple[Command, ...]) -> list[Command]:
    """A sample of the commands, in their order."""
    if len(items) <= SAMPLES:
        return list(items)
    return [items[i] for i in sorted({dice.below(len(items)) for _ in range(SAMPLES)})]


def sampled_positions(record: Record, dice: Dice) -> list[State]:
    """Some positions of the whole game, and the last round, where trains are short."""
    positions = record.positions
    return [positions[dice.below(len(positions))] for _ in range(SAMPLES)] + list(positions[-6:])


def refusal_of(ruleset: Ruleset, state: State, command: Command, rng: Randomness) -> RuleViolation | None:
    try:
        advance(ruleset, state, command, rng)
    except RuleViolation as refusal:
        return refusal
    return None


def is_accepted(ruleset: Ruleset, state: State, command: Command, rng: Randomness) -> bool:
    """Whether the command is carried out; a refusal has a known code and facts that can be sent."""
    refusal = refusal_of(ruleset, state, command, rng)
    if refusal:
        assert refusal.code in refusal_codes()
        assert msgspec.json.encode(refusal.facts)
    return refusal is None


def test_playable_boards_are_boards() -> None:
    assert set(PLAYABLE) <= set(board_names())
    assert len(set(PLAYABLE)) == len(PLAYABLE)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_game_of_every_kind_is_played_to_its_end_and_scored(case: Case) -> None:
    """Every board, number of players and option: the books are right and so is the score.

    Habits take turns, so that every board sees some of them; the soak run plays all of them with every number.
    """
    by_habit = not case.options and case.players % 2 == 0
    record = play(Plan(case, int(by_habit), tuple(HABITS) if by_habit else ("any",)))
    check_invariants(record)
    compare(record.ruleset, record.events)


@on_every_board
@GAMES
@given(st.data())
def test_nothing_is_lost_and_somebody_can_always_play(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    check_invariants(record)


@on_every_board
@GAMES
@given(st.data())
def test_replay_equals_play_whole_and_from_any_prefix(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    ruleset, events = record.ruleset, record.events
    assert replay(ruleset, events) == record.final
    cut = data.draw(st.integers(0, len(events)))
    assert replay(ruleset, events[cut:], replay(ruleset, events[:cut])) == record.final
    state = ruleset.new_state()
    for step in record.steps:
        state = replay(ruleset, step.events, state)
        assert state == step.after


@on_every_board
@GAMES
@given(st.data())
def test_deciding_and_folding_change_nothing_that_they_are_given(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    for step in record.steps[:: max(1, len(record.steps) // SAMPLES)]:
        kept = copy.deepcopy((step.before, step.command, step.events))
        before = snapshot(step.before)
        assert decide(record.ruleset, step.before, step.command, record.rng) == step.events
        state = step.before
        for event in step.events:
            folded, text = state, snapshot(state)
            state = evolve(record.ruleset, folded, event)
            assert snapshot(folded) == text
        assert snapshot(state) == snapshot(step.after)
        assert snapshot(step.before) == before
        assert (step.before, step.command, step.events) == kept


@on_every_board
@GAMES
@given(st.data())
def test_every_listed_command_is_accepted(board: str, data: st.DataObject) -> None:
    record, dice = drawn_game(data, board)
    for state in sampled_positions(record, dice):
        for seat in state.phase.waiting:
            for command in some(dice, legal_commands(record.ruleset, state, seat)):
                assert is_accepted(record.ruleset, state, command, record.rng), command


@on_every_board
@GAMES
@given(st.data())
def test_the_list_of_legal_commands_is_canonical(board: str, data: st.DataObject) -> None:
    """No command twice, the same list for the same position however it came about, none for other seats."""
    record, _ = drawn_game(data, board)
    cut = data.draw(st.integers(1, len(record.steps)))
    state = record.steps[cut - 1].after
    events = [event for step in record.steps[:cut] for event in step.events]
    again = replay(record.ruleset, events)
    for seat in range(-1, record.ruleset.players + 1):
        legal = legal_commands(record.ruleset, state, seat)
        assert len({normalised(command) for command in legal}) == len(legal)
        assert legal_commands(record.ruleset, again, seat) == legal
        assert bool(legal) == (seat in state.phase.waiting)
        assert all(isinstance(command, SeatCommand) and command.seat == seat for command in legal)


def named_draws(
    ruleset: Ruleset, state: State, legal: Mapping[SeatId, Sequence[Command]], rng: Randomness
) -> set[bytes]:
    """Where there is only one way to draw tickets no deck is named in the list, but it may be in the command."""
    draws = [c for mine in legal.values() for c in mine if isinstance(c, DrawTickets) and not c.decks]
    return {
        normalised(replace(draw, decks=event.decks))
        for draw in draws
        for event in decide(ruleset, state, draw, rng)
        if isinstance(event, TicketsOffered)
    }


@on_every_board
@GAMES
@given(st.data())
def test_a_command_is_accepted_exactly_when_it_is_listed(board: str, data: st.DataObject) -> None:
    """Nearly legal commands, and those that were legal in other moments of the game."""
    record, dice = drawn_game(data, board)
    ruleset = record.ruleset
    played = tuple(step.command for step in record.steps if isinstance(step.command, SeatCommand))
    for state in sampled_positions(record, dice):
        before = snapshot(state)
        legal = {seat: legal_commands(ruleset, state, seat) for seat in range(ruleset.players)}
        listed = {normalised(command) for commands in legal.values() for command in commands}
        listed |= named_draws(ruleset, state, legal, record.rng)
        tried = some(dice, played)
        for seat in state.phase.waiting:
            tried += attempts(ruleset, state, seat)
            tried += [m for command in some(dice, legal[seat])[:5] for m in mutants(ruleset, command, dice)]
        for command in tried:
            accepted = is_accepted(ruleset, state, command, record.rng)
            assert accepted == (normalised(command) in listed), command
        assert snapshot(state) == before


@on_every_board
def test_commands_of_the_table_are_refused_in_other_moments(board: str) -> None:
    record = play(Plan(Case(board, player_numbers(board)[0]), 5))
    ruleset, rng = record.ruleset, record.rng
    table: tuple[Command, ...] = (CreateGame(), TakeSeat(seat=0), StartGame(), ScoreGame())
    for state in (*record.positions[::20], record.final):
        assert not any(is_accepted(ruleset, state, command, rng) for command in table)
        assert not is_accepted(ruleset, state, Teleport(seat=0, to="paris"), rng)
    played = [step.command for step in record.steps if isinstance(step.command, SeatCommand)]
    for state in (ruleset.new_state(), record.steps[0].after, record.final):
        assert not any(is_accepted(ruleset, state, command, rng) for command in played[::10])


@on_every_board
def test_the_habits_lead_into_rare_positions(board: str) -> None:
    """Otherwise the other properties would say nothing about them."""
    case = Case(board, player_numbers(board)[0])
    hoarding = play(Plan(case, 1, ("hoards",)))
    assert any(not state.cards_left for state in hoarding.positions)
    assert any(None in state.market for state in hoarding.positions)
    collecting = play(Plan(case, 1, ("collects",)))
    assert any(not deck for state in collecting.positions for deck in state.ticket_decks.values())


def test_deck_and_market_do_not_change_places_for_ever() -> None:
    """Ten cards in two packs of five, both with three locomotives: sweeping would only swap them."""
    record = play(Plan(Case("usa", 2), 3))
    pack: tuple[Card, ...] = (LOCOMOTIVE, LOCOMOTIVE, LOCOMOTIVE, Card("pink"), Card("yellow"))
    position = next(state for state in record.positions if isinstance(state.phase, PlayingTurn))
    state = replace(
        position,
        market=(Card("red"), *pack[1:]),
        deck=(LOCOMOTIVE, *pack),
        drawn=0,
        discard=(0,) * len(record.ruleset.train_kinds),
    )
    after = advance(
        record.ruleset, state, TakeCard(seat=state.phase.waiting[0], card=Card("red")), record.rng
    )[1]
    assert after.market == pack
    assert after.deck[after.drawn :] == pack


@on_every_board
@GAMES
@given(st.data())
def test_the_score_equals_an_independent_recount(board: str, data: st.DataObject) -> None:
    record, _ = drawn_game(data, board)
    compare(record.ruleset, record.events)


@pytest.mark.parametrize("board", ["usa", "lyon"])
def test_the_recount_understands_every_line_of_the_base_game(board: str) -> None:
    record = play(Plan(Case(board, 3), 2))
    assert compare(record.ruleset, record.events) == set()
