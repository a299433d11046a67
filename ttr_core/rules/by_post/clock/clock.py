"""Clocks: a seat that the game waits for has a deadline, and what was agreed happens when it passes.

The core reads no clock: the system calculates deadlines, and commands bring them and their passing into the game.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.actor import Role
from ttr_core.model.commands import Command, TableCommand
from ttr_core.model.events import GameEnded
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.phases import Lobby, PlayingTurn
from ttr_core.model.remarks import silent
from ttr_core.model.state import State
from ttr_core.model.violations import Code, RuleViolation
from ttr_core.rules.by_post.clock.terms import (
    Clock,
    ClockAgreed,
    ClockCode,
    ClockSettings,
    ClockStopped,
    DeadlineSet,
    NextInLineWarned,
    ReminderDue,
    Running,
    StopReason,
    TimeOut,
    TimeRanOut,
    with_clock,
    without,
)
from ttr_core.rules.by_post.seat_holders import (
    HandoverReason,
    SkipReason,
    check_present,
    hand_over,
    may_skip,
    next_person,
    skip_turn,
)


class AgreeOnClock(Command, frozen=True, kw_only=True):
    """Before the game starts, once."""

    clock: ClockSettings


class StartClock(TableCommand, frozen=True, kw_only=True):
    by = (Role.SYSTEM,)

    since: str
    deadline: str
    allowed_ms: int
    reminders: tuple[str, ...] = ()


class StopClock(TableCommand, frozen=True, kw_only=True):
    by = (Role.SYSTEM,)

    reason: StopReason
    left_ms: int | None = None
    rest_ms: int | None = None


class Remind(TableCommand, frozen=True, kw_only=True):
    by = (Role.SYSTEM,)

    nth: int


class RunOutOfTime(TableCommand, frozen=True, kw_only=True):
    by = (Role.SYSTEM,)

    deadline: str


def _agree(decision: Decision, command: AgreeOnClock) -> None:
    if decision.state.slice(Clock).settings is not None:
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)
    decision.emit(ClockAgreed(clock=command.clock))


def _start(decision: Decision, command: StartClock) -> None:
    check_present(decision, command.seat)
    settings, clock = _settings(decision), decision.state.slice(Clock)
    if command.seat in clock.running or command.seat not in decision.state.phase.waiting:
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, seat=command.seat)
    decision.emit(
        DeadlineSet(
            seat=command.seat,
            since=command.since,
            deadline=command.deadline,
            allowed_ms=command.allowed_ms,
            reminders=command.reminders,
        )
    )
    if settings.warn_next:
        _warn_next(decision, command.seat)


def _warn_next(decision: Decision, seat: SeatId) -> None:
    """Only during a turn is there one that comes next."""
    state = decision.state
    following = next_person(state, seat) if state.phase == PlayingTurn(seat) else None
    if following not in (None, state.slice(Clock).warned):
        decision.emit(NextInLineWarned(seat=following))


def _stop(decision: Decision, command: StopClock) -> None:
    clock = decision.state.slice(Clock)
    if command.seat not in clock.running and command.seat not in clock.left:
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, seat=command.seat)
    decision.emit(
        ClockStopped(
            seat=command.seat, reason=command.reason, left_ms=command.left_ms, rest_ms=command.rest_ms
        )
    )


def _remind(decision: Decision, command: Remind) -> None:
    running = _running(decision, command.seat)
    if not running.reminded < command.nth <= len(running.reminders):
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, seat=command.seat)
    decision.emit(ReminderDue(seat=command.seat, deadline=running.deadline, nth=command.nth))


def _run_out(decision: Decision, command: RunOutOfTime) -> None:
    """A turn that has begun is not left out: its player may have seen cards."""
    seat, settings, state = command.seat, _settings(decision), decision.state
    if _running(decision, seat).deadline != command.deadline or seat in state.slice(Clock).out:
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, seat=seat)
    skipped = settings.on_timeout is TimeOut.SKIP
    action = TimeOut.BOT_PLAYS if skipped and not may_skip(state, seat) else settings.on_timeout
    decision.emit(TimeRanOut(seat=seat, deadline=command.deadline, action=action))
    if action is TimeOut.SKIP:
        skip_turn(decision, seat, SkipReason.TIMEOUT)
    elif action is TimeOut.BOT_TAKES_OVER:
        hand_over(decision, seat, f"bot:{settings.bot}", HandoverReason.TIMEOUT)


def _settings(decision: Decision) -> ClockSettings:
    settings = decision.state.slice(Clock).settings
    if settings is None:
        raise RuleViolation(ClockCode.NO_CLOCK)
    return settings


def _running(decision: Decision, seat: SeatId) -> Running:
    running = decision.state.slice(Clock).running.get(seat)
    if running is None:
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, seat=seat)
    return running


def _end(decision: Decision, event: GameEnded) -> None:
    for seat in decision.state.slice(Clock).running:
        decision.emit(ClockStopped(seat=seat, reason=StopReason.OVER))


def _agreed(ruleset: Ruleset, state: State, event: ClockAgreed) -> State:
    return with_clock(state, settings=event.clock)


def _set(ruleset: Ruleset, state: State, event: DeadlineSet) -> State:
    clock = state.slice(Clock)
    started = Running(event.since, event.deadline, event.allowed_ms, event.reminders)
    return with_clock(
        state,
        running=dict(sorted({**clock.running, event.seat: started}.items())),
        rests=without(clock.rests, event.seat),
        warned=None if clock.warned == event.seat else clock.warned,
    )


def _stopped(ruleset: Ruleset, state: State, event: ClockStopped) -> State:
    clock = state.slice(Clock)
    left, rests = without(clock.left, event.seat), without(clock.rests, event.seat)
    return with_clock(
        state,
        running=without(clock.running, event.seat),
        left=left if event.left_ms is None else {**left, event.seat: event.left_ms},
        rests=rests if event.rest_ms is None else {**rests, event.seat: event.rest_ms},
        taken_back=tuple(seat for seat in clock.taken_back if seat != event.seat),
        out=tuple(seat for seat in clock.out if seat != event.seat),
    )


def _reminded(ruleset: Ruleset, state: State, event: ReminderDue) -> State:
    running = state.slice(Clock).running
    return with_clock(
        state, running={**running, event.seat: replace(running[event.seat], reminded=event.nth)}
    )


def _warned(ruleset: Ruleset, state: State, event: NextInLineWarned) -> State:
    return with_clock(state, warned=event.seat)


def _ran_out(ruleset: Ruleset, state: State, event: TimeRanOut) -> State:
    return with_clock(state, out=(*state.slice(Clock).out, event.seat))


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Any:
    """Everything about clocks lies open."""
    clock = state.slice(Clock)
    if clock.settings is None:
        return None
    seats = [_seat_view(clock, seat) for seat in range(ruleset.players)]
    return {"settings": to_builtins(clock.settings), "seats": seats}


def _seat_view(clock: Clock, seat: SeatId) -> Mapping[str, Any]:
    running, vacation = clock.running.get(seat), clock.vacations.get(seat)
    return {
        "deadline": running.deadline if running else None,
        "left_ms": clock.left.get(seat),
        "vacation_until": vacation.until if vacation else None,
        "vacation_spent": clock.spent.get(seat, 0),
    }


clock = RuleModule(
    name="clock",
    always=True,
    codes=ClockCode,
    slice=lambda ruleset: Clock(),
    commands={
        AgreeOnClock: Action(_agree, (Lobby,)),
        StartClock: Action(_start),
        StopClock: Action(_stop),
        Remind: Action(_remind),
        RunOutOfTime: Action(_run_out),
    },
    events={
        ClockAgreed: _agreed,
        DeadlineSet: _set,
        ClockStopped: _stopped,
        ReminderDue: _reminded,
        NextInLineWarned: _warned,
        TimeRanOut: _ran_out,
    },
    reacts={GameEnded: _end},
    view=_view,
    looks=silent,
    examples=(NextInLineWarned(seat=1),),
)
