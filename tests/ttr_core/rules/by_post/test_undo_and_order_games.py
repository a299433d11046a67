"""What holds for every game in which people take back and leave orders: the same as for all others."""

from functools import cache

import pytest

from tests.support.audit.game_records import GAME, entries_of
from tests.support.boards.every_board import MOSTLY_SOAKED, Case, player_numbers
from tests.support.checks.invariants import check_invariants
from tests.support.checks.score_recount import compare
from tests.support.positions.redrawn_secrets import redrawn
from tests.support.positions.state_snapshots import snapshot
from tests.support.whole_games.effective_events import EffectiveEvents, effective_events
from tests.support.whole_games.event_logs import decode_log, encode_log
from tests.support.whole_games.played_games import Plan, Record
from tests.support.whole_games.undo_and_order_games import RESTLESS, restless
from ttr_core import Witness, advance, evolve, replay
from ttr_core.audit import Step as Retraced
from ttr_core.audit import retrace, verify
from ttr_core.bots.policy import Dice
from ttr_core.engine.shared_slices import TicketChoices
from ttr_core.engine.views import view
from ttr_core.history.record import envelopes_of, partial_record, write_down
from ttr_core.history.statistics import statistics
from ttr_core.model.events import Draw, Event, Shuffle, TurnStarted
from ttr_core.model.ids import Viewer
from ttr_core.model.state import State
from ttr_core.notation import read_game, write_game
from ttr_core.rules.by_post.motions import MotionLapsed
from ttr_core.rules.by_post.standing_orders.orders import OrdersChanged, OrdersFollowed
from ttr_core.rules.by_post.undo import Checkpoint, Checkpoints, ChoiceTakenBack, TurnTakenBack

on_every_board = pytest.mark.parametrize("board", MOSTLY_SOAKED)
SAMPLES = 12


@cache
def played(board: str, seed: int = 0) -> Record:
    numbers = player_numbers(board)
    return restless(Plan(Case(board, numbers[seed % len(numbers)]), seed, RESTLESS))


@on_every_board
def test_it_really_happens(board: str) -> None:
    """Undo and orders happen in these games; otherwise the tests below would check ordinary games."""
    kinds = {type(event) for event in played(board).events}
    assert kinds >= {TurnTakenBack, ChoiceTakenBack, MotionLapsed, OrdersChanged, OrdersFollowed}


@on_every_board
@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_and_the_score_is_right(board: str, seed: int) -> None:
    record = played(board, seed)
    check_invariants(record)
    compare(record.ruleset, record.events)


@on_every_board
def test_replay_equals_play_also_from_text(board: str) -> None:
    record = played(board)
    events = decode_log(encode_log(record.events))
    assert replay(record.ruleset, events) == record.final
    state = record.ruleset.new_state()
    for step in record.steps:
        state = replay(record.ruleset, step.events, state)
        assert state == step.after


@on_every_board
def test_a_turn_taken_back_is_as_if_it_had_never_been(board: str) -> None:
    """The table is that of the events that still count, apart from what is agreed and ordered at the table."""
    record = played(board)
    ruleset, state, so_far = record.ruleset, record.ruleset.new_state(), list[Event]()
    for event in record.events:
        state = evolve(ruleset, state, event)
        so_far.append(event)
        if isinstance(event, TurnTakenBack):
            plain = replay(ruleset, effective_events(so_far))
            assert view(ruleset, plain, Witness.AUDITOR).seats == view(ruleset, state, Witness.AUDITOR).seats
            assert table(plain) == table(state)


def table(state: State) -> tuple[object, ...]:
    aside = state.slice(TicketChoices).aside
    cards = (state.deck, state.drawn, state.discard, state.market, state.ticket_decks, aside)
    return (state.phase, *cards, state.claimed, state.closed, state.passes, state.last_seat, state.shuffles)


@on_every_board
def test_the_beginning_of_a_turn_is_a_table_at_rest(board: str) -> None:
    """Nothing follows by itself from a turn begun again: a player who takes back decides anew."""
    for step in played(board).steps:
        if any(isinstance(event, TurnTakenBack) for event in step.events):
            assert isinstance(step.events[-1], TurnTakenBack)
        if step.events and isinstance(step.events[-1], TurnStarted):
            kept = step.after.slice(Checkpoints).kept[-1]
            assert isinstance(kept, Checkpoint)
            assert table(kept.state) == table(step.after)


@on_every_board
def test_nobody_takes_a_card_back(board: str) -> None:
    """Checked independently of the rule: no event that was taken back had drawn from a deck."""
    so_far = EffectiveEvents()
    for event in played(board).events:
        before = [kept for kept, _ in so_far.kept]
        if so_far.add(event):
            undone = before[len(so_far.kept) :]
            assert undone
            assert not any(isinstance(one, Draw) for one in undone)
            assert not any(isinstance(one, Shuffle) for one in undone), "nothing was shuffled"


@on_every_board
def test_states_are_never_changed_in_place(board: str) -> None:
    record = played(board)
    for step in record.steps[:: max(1, len(record.steps) // SAMPLES)]:
        before = snapshot(step.before)
        events, after = advance(record.ruleset, step.before, step.command, record.rng)
        assert (events, after) == (step.events, step.after)
        assert snapshot(step.before) == before


# ---------------------------------------------------------------------------------------------- audit


@on_every_board
def test_the_record_verifies_and_every_command_is_found_again(board: str) -> None:
    record = played(board, 1)
    written = write_down(record.ruleset, record.rng.seed, GAME, entries_of(record))
    report = verify(written)
    assert report.findings == ()
    assert report.verified
    steps = list(retrace(record.ruleset, record.events, record.rng.seed))
    assert [step.events for step in steps if isinstance(step, Retraced)] == [s.events for s in record.steps]


@on_every_board
@pytest.mark.parametrize("viewer", [0, 1, Witness.SPECTATOR])
def test_what_one_viewer_has_seen_verifies_as_far_as_it_goes(board: str, viewer: Viewer) -> None:
    record = played(board)
    written = write_down(record.ruleset, record.rng.seed, GAME, entries_of(record))
    seen = partial_record(record.ruleset, record.rng.seed, GAME, envelopes_of(written)[:300], viewer)
    report = verify(seen)
    assert report.findings == ()
    assert report.verified


@on_every_board
def test_it_is_read_back_from_notation(board: str) -> None:
    events = played(board).events
    assert read_game(write_game(events)).events == events


@on_every_board
def test_its_course_ends_with_the_score(board: str) -> None:
    record = played(board)
    figures = statistics(record.ruleset, record.events)
    assert [line.points[-1] for line in figures.seats] == [seat.points for seat in record.final.seats]


# -------------------------------------------------------------------------------------------- secrets


@on_every_board
def test_nobody_sees_what_others_have_ordered(board: str) -> None:
    record, dice = played(board), Dice(5)
    positions = [step.before for step in record.steps if step.before.phase.waiting]
    for state in positions[:: max(1, len(positions) // SAMPLES)]:
        for viewer in (*range(record.ruleset.players), Witness.SPECTATOR):
            other = redrawn(record.ruleset, state, viewer, dice)
            assert view(record.ruleset, other, viewer) == view(record.ruleset, state, viewer)
