"""The terms of clocks: what is agreed at the start, the events of deadlines and vacations, and the clock itself.

Times are text as in envelopes (UTC, milliseconds, "Z"): they compare in order, and the core reads no clock.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from ttr_core.model.events import Event
from ttr_core.model.ids import Moment, SeatId
from ttr_core.model.message import Public
from ttr_core.model.state import State, TableSlice, with_table_slice
from ttr_core.model.violations import MOMENTARY, RefusalCode

T = TypeVar("T")

DAY = 86_400
LONGEST = 60 * DAY  # seconds for one turn, or in a bank
HOUR = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"

Seconds = Annotated[int, Meta(ge=1, le=LONGEST)]
HourOrNone = Annotated[str, Meta(pattern=f"^$|{HOUR}")]


class ClockCode(RefusalCode):
    NO_CLOCK = "no_clock"  # this game has none
    CLOCK_NOT_RUNNING = "clock_not_running", MOMENTARY  # or not the one that the command names


class TimeOut(StrEnum):
    """What happens when the time of a seat runs out."""

    BOT_PLAYS = "bot_plays"  # this turn
    BOT_TAKES_OVER = "bot_takes_over"  # the seat
    SKIP = "skip"  # where nothing of the turn has been played; else a bot plays the rest of it


class StopReason(StrEnum):
    """Why a clock no longer runs."""

    DONE = "done"  # the seat is no longer waited for
    CHOSEN = "chosen"  # unseen, while others still choose: taking it back gives the seat the rest of its time
    PAUSED = "paused"
    VACATION = "vacation"
    LEFT = "left"  # no person has the seat any more
    TAKEN_BACK = "taken_back"  # with the turn before it, after which this one had begun
    OVER = "over"


INTERRUPTED = (StopReason.CHOSEN, StopReason.PAUSED, StopReason.VACATION)  # the rest of the turn is kept


class ClockSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much time there is, when it runs, and what follows when it has run out."""

    kind: Literal["per_move", "bank", "daily"]
    seconds: Seconds = DAY  # for a turn; in a bank at the start; or the least before the daily hour
    increment: Annotated[int, Meta(ge=0, le=LONGEST)] = 0  # seconds into the bank after every turn
    hour: HourOrNone = ""  # of the day at which turns are due, in the zone
    zone: Annotated[str, Meta(min_length=1, max_length=60)] = "UTC"
    quiet_from: HourOrNone = ""  # no time runs from here ...
    quiet_until: HourOrNone = ""  # ... until there, in the zone
    weekends_off: bool = False
    vacation_days: Annotated[int, Meta(ge=0, le=90)] = 0  # for each seat
    reminders: Annotated[tuple[Seconds, ...], Meta(max_length=5)] = ()  # seconds before the deadline
    warn_next: bool = False
    on_timeout: TimeOut = TimeOut.BOT_PLAYS
    bot: Annotated[str, Meta(min_length=1, max_length=40)] = "greedy"  # the policy that steps in


class MovedDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """The new deadline of one seat."""

    seat: SeatId
    deadline: str
    allowed_ms: int
    reminders: tuple[str, ...] = ()


class ClockAgreed(Event, frozen=True, kw_only=True):
    clock: Public[ClockSettings]


class DeadlineSet(Event, frozen=True, kw_only=True):
    """The seat is waited for, and its time runs."""

    states_time: ClassVar[bool] = True

    seat: Public[SeatId]
    since: Public[Moment]
    deadline: Public[Moment]
    allowed_ms: Public[int]  # of running time between the two
    reminders: Public[tuple[str, ...]] = ()


class ClockStopped(Event, frozen=True, kw_only=True):
    quiet: ClassVar[bool] = True

    seat: Public[SeatId]
    reason: Public[StopReason]
    left_ms: Public[int | None] = None  # of running time for later; null: nothing is kept
    rest_ms: Public[int | None] = None  # of a finished turn: it is left again if the turn is taken back


class ReminderDue(Event, frozen=True, kw_only=True):
    states_time: ClassVar[bool] = True

    seat: Public[SeatId]
    deadline: Public[Moment]
    nth: Public[int]


class NextInLineWarned(Event, frozen=True, kw_only=True):
    """The turn of this seat comes after the one that is being played."""

    seat: Public[SeatId]


class TimeRanOut(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    deadline: Public[Moment]
    action: Public[TimeOut]


class VacationBooked(Event, frozen=True, kw_only=True):
    """Days of the seat's budget are spent."""

    seat: Public[SeatId]
    days: Public[int]


class VacationTaken(Event, frozen=True, kw_only=True):
    """The seat's time does not run until then."""

    seat: Public[SeatId]
    since: Public[Moment]
    until: Public[Moment]
    days: Public[int]


class VacationEnded(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class VacationDaysReturned(Event, frozen=True, kw_only=True):
    """A seat was back early: whole days that it did not use can be taken again."""

    seat: Public[SeatId]
    days: Public[int]


class DeadlinesMoved(Event, frozen=True, kw_only=True):
    """A time that did not count for any seat, and the deadlines after it."""

    reason: Public[str]
    since: Public[Moment]
    until: Public[Moment]
    deadlines: Public[tuple[MovedDeadline, ...]]


class Running(msgspec.Struct, frozen=True):
    """A clock that runs: from when, until when, and how much running time that is."""

    since: str
    deadline: str
    allowed_ms: int
    reminders: tuple[str, ...] = ()
    reminded: int = 0  # how many of them are past

    @property
    def next_due(self) -> str:
        return self.reminders[self.reminded] if self.reminded < len(self.reminders) else self.deadline


class Vacation(msgspec.Struct, frozen=True):
    since: str
    until: str
    days: int


class Clock(TableSlice, frozen=True, kw_only=True):
    settings: ClockSettings | None = None  # none: there is no clock
    running: Mapping[SeatId, Running] = {}
    left: Mapping[SeatId, int] = {}  # milliseconds in the bank, or of a turn that was interrupted
    rests: Mapping[SeatId, int] = {}  # milliseconds that were left when the seat finished its latest turn
    taken_back: tuple[SeatId, ...] = ()  # whose clocks still run, although their turns were taken back
    out: tuple[SeatId, ...] = ()  # whose time has run out, so that a bot plays the turn
    warned: SeatId | None = None  # who has been warned that their turn is next
    booked: Mapping[SeatId, int] = {}  # days of vacations that the system has not dated yet
    vacations: Mapping[SeatId, Vacation] = {}
    spent: Mapping[SeatId, int] = {}  # days of vacation
    covered: str = ""  # outages until then have been compensated

    @property
    def deadlines(self) -> Mapping[SeatId, str]:
        return {seat: clock.deadline for seat, clock in self.running.items()}

    @property
    def next_due(self) -> str | None:
        """The next time at which something happens without a player."""
        times = [clock.next_due for clock in self.running.values()]
        times += [vacation.until for vacation in self.vacations.values()]
        return min(times, default=None)


def with_clock(state: State, **changes: Any) -> State:  # fields of the slice
    return replace(state, table=with_table_slice(state, replace(state.slice(Clock), **changes)))


def with_turn_taken_back(state: State, seat: SeatId) -> State:
    """The state, in which the seat plays its turn again, with the time that was left of it and not a new one."""
    clock = state.slice(Clock)
    return with_clock(
        state,
        left={**clock.left, seat: clock.rests[seat]} if seat in clock.rests else clock.left,
        rests=without(clock.rests, seat),
        taken_back=tuple(other for other in clock.running if other not in state.phase.waiting),
    )


def without(items: Mapping[SeatId, T], seat: SeatId) -> Mapping[SeatId, T]:
    return {other: item for other, item in items.items() if other != seat}
