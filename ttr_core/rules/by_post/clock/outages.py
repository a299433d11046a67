"""Outages: no seat loses time while the service is away; deadlines are set anew when it is back."""

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import Command
from ttr_core.model.state import State
from ttr_core.model.violations import RuleViolation
from ttr_core.rules.by_post.clock.terms import (
    Clock,
    ClockCode,
    DeadlinesMoved,
    MovedDeadline,
    Running,
    with_clock,
)


class MoveDeadlines(Command, frozen=True, kw_only=True):
    """By the system, for a time in which it was away."""

    reason: str
    since: str
    until: str
    deadlines: tuple[MovedDeadline, ...]


def _move(decision: Decision, command: MoveDeadlines) -> None:
    """No time is compensated twice."""
    clock = decision.state.slice(Clock)
    if clock.settings is None:
        raise RuleViolation(ClockCode.NO_CLOCK)
    seats = [moved.seat for moved in command.deadlines]
    if not clock.covered <= command.since < command.until or not set(seats) <= set(clock.running):
        raise RuleViolation(ClockCode.CLOCK_NOT_RUNNING, covered=clock.covered)
    decision.emit(
        DeadlinesMoved(
            reason=command.reason, since=command.since, until=command.until, deadlines=command.deadlines
        )
    )


def _moved(ruleset: Ruleset, state: State, event: DeadlinesMoved) -> State:
    moved = {
        new.seat: Running(event.until, new.deadline, new.allowed_ms, new.reminders) for new in event.deadlines
    }
    return with_clock(state, running={**state.slice(Clock).running, **moved}, covered=event.until)


outages = RuleModule(
    name="outages",
    always=True,
    commands={MoveDeadlines: Action(_move)},
    events={DeadlinesMoved: _moved},
)
