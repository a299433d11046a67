"""Clocks: commands bring the time into the core, which keeps to the agreement and refuses what cannot be."""

import pytest

from tests.support.whole_games.by_post_games import ANN, BOB, CLEO
from ttr_core import Code, RuleViolation, load_ruleset, replay
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.engine.views import view
from ttr_core.game import Game
from ttr_core.model.commands import (
    Command,
    CreateGame,
    DrawCard,
    KeepTickets,
    StartGame,
    TakeSeat,
)
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import Witness
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.by_post.clock.clock import AgreeOnClock, Remind, RunOutOfTime, StartClock, StopClock
from ttr_core.rules.by_post.clock.outages import MoveDeadlines
from ttr_core.rules.by_post.clock.terms import (
    Clock,
    ClockAgreed,
    ClockCode,
    ClockSettings,
    ClockStopped,
    DeadlineSet,
    DeadlinesMoved,
    MovedDeadline,
    NextInLineWarned,
    ReminderDue,
    StopReason,
    TimeOut,
    TimeRanOut,
    Vacation,
    VacationTaken,
)
from ttr_core.rules.by_post.clock.vacations import (
    EndVacation,
    ReturnVacationDays,
    StartVacation,
    TakeVacation,
    VacationCode,
)
from ttr_core.rules.by_post.motions import Agree, Motion, Propose
from ttr_core.rules.by_post.seat_holders import SeatHandedOver, TurnSkipped

NOON, ONE, TWO, THREE = (f"2026-01-31T{hour}:00:00.000Z" for hour in (12, 13, 14, 15))


def timed(action: TimeOut = TimeOut.BOT_PLAYS, warn_next: bool = False) -> Game:
    """Three people; it is Ann's turn, and no clock runs yet."""
    ruleset = load_ruleset("usa", 3)
    game = Game(ruleset, SeededRandomness(bytes(32), [""] * 3), ruleset.new_state(), [])
    settings = ClockSettings(kind="per_move", on_timeout=action, vacation_days=5, warn_next=warn_next)
    game.do(CreateGame())
    assert game.do(AgreeOnClock(clock=settings)) == (ClockAgreed(clock=settings),)
    for seat in (ANN, BOB, CLEO):
        game.do(TakeSeat(seat=seat))
    game.do(StartGame(first=ANN))
    for seat in (ANN, BOB, CLEO):
        game.do(KeepTickets(seat=seat, tickets=ticket_choice(game.state, seat).offer))
    return game


def start(seat: int = ANN, reminders: tuple[str, ...] = (ONE,)) -> StartClock:
    return StartClock(seat=seat, since=NOON, deadline=TWO, allowed_ms=7_200_000, reminders=reminders)


def refused(game: Game, command: Command) -> str:
    before = game.state
    with pytest.raises(RuleViolation) as caught:
        game.do(command)
    assert game.state is before
    return caught.value.code


def test_a_clock_is_agreed_on_before_the_game_and_once() -> None:
    game = timed()
    assert refused(game, AgreeOnClock(clock=ClockSettings(kind="per_move"))) == Code.NOT_NOW


def test_a_deadline_is_set_for_the_seat_that_is_waited_for() -> None:
    game = timed()
    assert refused(game, start(BOB)) == ClockCode.CLOCK_NOT_RUNNING
    assert refused(game, start(7)) == Code.UNKNOWN_SEAT
    (event,) = game.do(start())
    assert event == DeadlineSet(seat=ANN, since=NOON, deadline=TWO, allowed_ms=7_200_000, reminders=(ONE,))
    assert game.state.slice(Clock).deadlines == {ANN: TWO}
    assert refused(game, start()) == ClockCode.CLOCK_NOT_RUNNING


def test_what_is_due_next_is_a_reminder_and_then_the_deadline() -> None:
    game = timed()
    game.do(start())
    assert game.state.slice(Clock).next_due == ONE
    assert game.do(Remind(seat=ANN, nth=1)) == (ReminderDue(seat=ANN, deadline=TWO, nth=1),)
    assert game.state.slice(Clock).next_due == TWO
    for nth in (0, 1, 2):
        assert refused(game, Remind(seat=ANN, nth=nth)) == ClockCode.CLOCK_NOT_RUNNING


@pytest.mark.parametrize(
    ("action", "follows"),
    [
        (TimeOut.BOT_PLAYS, ()),
        (TimeOut.SKIP, (TurnSkipped(seat=ANN, reason="timeout"), TurnStarted(seat=BOB))),
        (TimeOut.BOT_TAKES_OVER, (SeatHandedOver(seat=ANN, kind="bot:greedy", holder=2, reason="timeout"),)),
    ],
)
def test_when_time_has_run_out(action: TimeOut, follows: tuple[object, ...]) -> None:
    game = timed(action)
    game.do(start())
    assert refused(game, RunOutOfTime(seat=ANN, deadline=ONE)) == ClockCode.CLOCK_NOT_RUNNING
    events = game.do(RunOutOfTime(seat=ANN, deadline=TWO))
    assert events == (TimeRanOut(seat=ANN, deadline=TWO, action=action), *follows)
    assert refused(game, RunOutOfTime(seat=ANN, deadline=TWO)) == ClockCode.CLOCK_NOT_RUNNING


def test_a_turn_that_has_begun_is_played_and_not_left_out() -> None:
    game = timed(TimeOut.SKIP)
    game.do(start())
    game.do(DrawCard(seat=ANN))
    (event,) = game.do(RunOutOfTime(seat=ANN, deadline=TWO))
    assert event == TimeRanOut(seat=ANN, deadline=TWO, action=TimeOut.BOT_PLAYS)


def test_a_clock_that_stops_keeps_the_time_that_is_left() -> None:
    game = timed()
    assert refused(game, StopClock(seat=ANN, reason=StopReason.DONE)) == ClockCode.CLOCK_NOT_RUNNING
    game.do(start())
    game.do(StopClock(seat=ANN, reason=StopReason.PAUSED, left_ms=5))
    assert (game.state.slice(Clock).deadlines, game.state.slice(Clock).left) == ({}, {ANN: 5})
    game.do(StopClock(seat=ANN, reason=StopReason.DONE))
    assert game.state.slice(Clock).left == {}


def test_the_next_person_is_warned_once() -> None:
    game = timed(warn_next=True)
    assert game.do(start())[1:] == (NextInLineWarned(seat=BOB),)
    game.do(StopClock(seat=ANN, reason=StopReason.PAUSED, left_ms=1))
    assert game.do(start())[1:] == ()


def test_clocks_end_with_the_game() -> None:
    game = timed()
    game.do(start())
    game.do(Propose(seat=ANN, motion=Motion.END))
    game.do(Agree(seat=BOB, motion="end"))
    events = game.do(Agree(seat=CLEO, motion="end"))
    assert events[-1] == ClockStopped(seat=ANN, reason=StopReason.OVER)
    assert game.state.slice(Clock).next_due is None


def moved(since: str, until: str, seat: int = ANN) -> MoveDeadlines:
    deadline = MovedDeadline(seat=seat, deadline=THREE, allowed_ms=3_600_000)
    return MoveDeadlines(reason="outage", since=since, until=until, deadlines=(deadline,))


def test_time_is_made_good_once() -> None:
    game = timed()
    game.do(start())
    (event,) = game.do(moved(ONE, TWO))
    assert isinstance(event, DeadlinesMoved)
    assert game.state.slice(Clock).deadlines == {ANN: THREE}
    for command in (moved(ONE, TWO), moved(NOON, THREE), moved(THREE, THREE), moved(TWO, THREE, BOB)):
        assert refused(game, command) == ClockCode.CLOCK_NOT_RUNNING
    game.do(moved(TWO, THREE))


def test_vacations_come_from_a_budget() -> None:
    game = timed()
    assert refused(game, TakeVacation(seat=BOB, days=6)) == VacationCode.VACATION_SPENT
    assert refused(game, StartVacation(seat=BOB, since=ONE, until=TWO)) == VacationCode.NOT_ON_VACATION
    game.do(TakeVacation(seat=BOB, days=3))
    assert refused(game, TakeVacation(seat=BOB, days=1)) == VacationCode.ON_VACATION
    (event,) = game.do(StartVacation(seat=BOB, since=ONE, until=TWO))
    assert event == VacationTaken(seat=BOB, since=ONE, until=TWO, days=3)
    assert game.state.slice(Clock).vacations == {BOB: Vacation(ONE, TWO, 3)}
    game.do(EndVacation(seat=BOB))
    assert refused(game, EndVacation(seat=BOB)) == VacationCode.NOT_ON_VACATION
    assert refused(game, ReturnVacationDays(seat=BOB, days=4)) == VacationCode.NOT_ON_VACATION
    game.do(ReturnVacationDays(seat=BOB, days=2))
    assert game.state.slice(Clock).spent == {BOB: 1}
    assert refused(game, TakeVacation(seat=BOB, days=5)) == VacationCode.VACATION_SPENT


def test_without_a_clock_there_is_nothing_to_set() -> None:
    ruleset = load_ruleset("usa", 2)
    game = Game(ruleset, SeededRandomness(bytes(32), ["", ""]), ruleset.new_state(), [])
    for command in (CreateGame(), TakeSeat(seat=0), TakeSeat(seat=1), StartGame(first=0)):
        game.do(command)
    for late in (start(), TakeVacation(seat=0, days=1), moved(ONE, TWO)):
        assert refused(game, late) == ClockCode.NO_CLOCK
    assert refused(game, RunOutOfTime(seat=0, deadline=TWO)) in {
        ClockCode.NO_CLOCK,
        ClockCode.CLOCK_NOT_RUNNING,
    }
    assert "clock" not in view(ruleset, game.state, Witness.SPECTATOR).rules


def test_everybody_sees_the_same_of_clocks_and_replay_equals_play() -> None:
    game = timed()
    game.do(start())
    game.do(TakeVacation(seat=BOB, days=3))
    game.do(StartVacation(seat=BOB, since=ONE, until=TWO))
    views = [
        view(game.ruleset, game.state, viewer).rules["clock"] for viewer in (ANN, BOB, Witness.SPECTATOR)
    ]
    assert views[0] == views[1] == views[2]
    assert [seat["deadline"] for seat in views[0]["seats"]] == [TWO, None, None]
    assert views[0]["seats"][BOB]["vacation_until"] == TWO
    assert replay(game.ruleset, game.events) == game.state
    assert game.state.phase == PlayingTurn(ANN)
