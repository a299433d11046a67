"""Vacations: a person stops the clock of their seat for some days, from a budget of days."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, Range, RuleModule, Template
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.actor import Role
from ttr_core.model.commands import TableCommand
from ttr_core.model.ids import SeatId
from ttr_core.model.state import State
from ttr_core.model.violations import MOMENTARY, RefusalCode, RuleViolation
from ttr_core.rules.by_post.clock.terms import (
    Clock,
    ClockCode,
    Vacation,
    VacationBooked,
    VacationDaysReturned,
    VacationEnded,
    VacationTaken,
    with_clock,
    without,
)
from ttr_core.rules.by_post.seat_holders import check_present, check_seat

MOST_DAYS = 90  # at once


class VacationCode(RefusalCode):
    NOT_ON_VACATION = "not_on_vacation"
    ON_VACATION = "on_vacation", MOMENTARY
    VACATION_SPENT = "vacation_spent"  # too few days are left


class TakeVacation(TableCommand, frozen=True, kw_only=True):
    """From now on, for so many days."""

    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)]


class StartVacation(TableCommand, frozen=True, kw_only=True):
    """The vacation that was booked, with its times by the system's calendar."""

    by = (Role.SYSTEM,)

    since: str
    until: str


class EndVacation(TableCommand, frozen=True, kw_only=True):
    """The person is back early, or the days are over."""

    by = (Role.SEAT, Role.SYSTEM)


class ReturnVacationDays(TableCommand, frozen=True, kw_only=True):
    by = (Role.SYSTEM,)

    days: int


def _take(decision: Decision, command: TakeVacation) -> None:
    check_present(decision, command.seat)
    clock, seat = decision.state.slice(Clock), command.seat
    if clock.settings is None:
        raise RuleViolation(ClockCode.NO_CLOCK)
    if seat in clock.vacations or seat in clock.booked:
        raise RuleViolation(VacationCode.ON_VACATION, seat=seat)
    left = _days_left(clock, seat)
    if not 1 <= command.days <= left:
        raise RuleViolation(VacationCode.VACATION_SPENT, seat=seat, days_left=left)
    decision.emit(VacationBooked(seat=seat, days=command.days))


def _days_left(clock: Clock, seat: SeatId) -> int:
    return (clock.settings.vacation_days if clock.settings else 0) - clock.spent.get(seat, 0)


def _vacation_to_take(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Template]:
    days = Range(1, min(_days_left(state.slice(Clock), seat), MOST_DAYS))
    yield Template(command=TakeVacation(seat=seat, days=1), free={"days": days})


def _start(decision: Decision, command: StartVacation) -> None:
    check_seat(decision, command.seat)
    days = decision.state.slice(Clock).booked.get(command.seat)
    if days is None:
        raise RuleViolation(VacationCode.NOT_ON_VACATION, seat=command.seat)
    decision.emit(VacationTaken(seat=command.seat, since=command.since, until=command.until, days=days))


def _end(decision: Decision, command: EndVacation) -> None:
    check_seat(decision, command.seat)
    if command.seat not in decision.state.slice(Clock).vacations:
        raise RuleViolation(VacationCode.NOT_ON_VACATION, seat=command.seat)
    decision.emit(VacationEnded(seat=command.seat))


def _return(decision: Decision, command: ReturnVacationDays) -> None:
    check_seat(decision, command.seat)
    if not 1 <= command.days <= decision.state.slice(Clock).spent.get(command.seat, 0):
        raise RuleViolation(VacationCode.NOT_ON_VACATION, seat=command.seat)
    decision.emit(VacationDaysReturned(seat=command.seat, days=command.days))


def _booked(ruleset: Ruleset, state: State, event: VacationBooked) -> State:
    clock = state.slice(Clock)
    return with_clock(
        state,
        booked={**clock.booked, event.seat: event.days},
        spent=_more(clock.spent, event.seat, event.days),
    )


def _taken(ruleset: Ruleset, state: State, event: VacationTaken) -> State:
    clock = state.slice(Clock)
    return with_clock(
        state,
        booked=without(clock.booked, event.seat),
        vacations={**clock.vacations, event.seat: Vacation(event.since, event.until, event.days)},
    )


def _ended(ruleset: Ruleset, state: State, event: VacationEnded) -> State:
    return with_clock(state, vacations=without(state.slice(Clock).vacations, event.seat))


def _returned(ruleset: Ruleset, state: State, event: VacationDaysReturned) -> State:
    return with_clock(state, spent=_more(state.slice(Clock).spent, event.seat, -event.days))


def _more(spent: Mapping[SeatId, int], seat: SeatId, days: int) -> Mapping[SeatId, int]:
    return {**spent, seat: spent.get(seat, 0) + days}


vacations = RuleModule(
    name="vacations",
    always=True,
    codes=VacationCode,
    commands={
        TakeVacation: Action(_take, candidates=_vacation_to_take),
        StartVacation: Action(_start),
        EndVacation: Action(_end),
        ReturnVacationDays: Action(_return),
    },
    events={
        VacationBooked: _booked,
        VacationTaken: _taken,
        VacationEnded: _ended,
        VacationDaysReturned: _returned,
    },
)
