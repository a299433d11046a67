"""Outages: nobody loses time while the service was not there; the deadlines are set anew from when it was back."""

from ttr_core.clocking import Clock, DeadlinesMoved, MovedDeadline, Running, with_clock
from ttr_core.commands import Command
from ttr_core.hooks import Action, RuleModule
from ttr_core.ruleset import Ruleset
from ttr_core.state import State
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation


class MoveDeadlines(Command, frozen=True, kw_only=True):
    """By the system, for time in which it was not there."""

    reason: str
    since: str
    until: str
    deadlines: tuple[MovedDeadline, ...]


def _move(table: Table, command: MoveDeadlines) -> None:
    """No time is made good twice."""
    clock = table.state.slice(Clock)
    if clock.settings is None:
        raise RuleViolation(Code.NO_CLOCK)
    seats = [moved.seat for moved in command.deadlines]
    if not clock.covered <= command.since < command.until or not set(seats) <= set(clock.running):
        raise RuleViolation(Code.CLOCK_NOT_RUNNING, covered=clock.covered)
    table.emit(
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
