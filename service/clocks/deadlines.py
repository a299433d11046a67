"""Deadlines: what a move means for the clocks of a game, decided in the same commit as the move."""

from collections.abc import Iterator, Sequence, Set
from datetime import UTC, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from service.clocks.running_time import ONE_DAY, after, between, day_of, hour, is_off, local
from service.errors import FieldError, UnplayableClock
from ttr_core import Command, Event, SeatId, State
from ttr_core.bots import POLICIES
from ttr_core.by_post import (
    INTERRUPTED,
    Clock,
    ClockSettings,
    MovedDeadline,
    MoveDeadlines,
    ReturnVacationDays,
    Running,
    StartClock,
    StartVacation,
    StopClock,
    StopReason,
    VacationEnded,
)
from ttr_core.model.events import TurnStarted
from ttr_core.model.phases import Ended, Lobby, Paused, Scored
from ttr_core.model.state import HUMAN

SHORTEST_DAY = timedelta(hours=4)  # of running time, so that players in other zones have a chance
OUTAGE = "outage"


# times as events carry them: UTC to the millisecond, as text


def moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def written(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def milliseconds(at: str) -> int:
    """A moment in milliseconds since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


# settings


def check_clock(settings: ClockSettings) -> None:
    """Raises `UnplayableClock` with the first fault of the settings."""
    for fault in _faults(settings):
        raise UnplayableClock(errors=[fault])


def _faults(settings: ClockSettings) -> Iterator[FieldError]:
    if settings.zone not in _zones():
        yield FieldError("/clock/zone", "unknown_zone")
    if settings.bot not in POLICIES:
        yield FieldError("/clock/bot", "one_of", {"choices": sorted(POLICIES)})
    if (settings.kind == "daily") != bool(settings.hour):
        yield FieldError("/clock/hour", "only_daily")
    if settings.increment and settings.kind != "bank":
        yield FieldError("/clock/increment", "only_bank")
    if bool(settings.quiet_from) != bool(settings.quiet_until) or _quiet(settings) > ONE_DAY - SHORTEST_DAY:
        yield FieldError("/clock/quiet_until", "quiet_hours")
    if settings.hour and _in_quiet_hours(settings):
        yield FieldError("/clock/hour", "within_quiet_hours")


@cache
def _zones() -> Set[str]:
    return available_timezones()


def _quiet(settings: ClockSettings) -> timedelta:
    """How long it is quiet on an ordinary day."""
    if not settings.quiet_from or not settings.quiet_until:
        return timedelta()
    begin, end = (hour(text) for text in (settings.quiet_from, settings.quiet_until))
    minutes = (end.hour - begin.hour) * 60 + end.minute - begin.minute
    return timedelta(minutes=minutes % (24 * 60) or 24 * 60)


def _in_quiet_hours(settings: ClockSettings) -> bool:
    begin, end, at = settings.quiet_from, settings.quiet_until, settings.hour
    return begin < at < end if begin <= end else at > begin or at < end


# what follows from a move


# what follows a move


def follow_up(before: State, events: Sequence[Event], state: State, at: str) -> Sequence[Command]:
    """The system's commands about time after these events; none where there is no clock."""
    clock = state.slice(Clock)
    if clock.settings is None or isinstance(state.phase, Lobby | Ended | Scored):
        return ()
    return tuple(_follow_up(before, clock, clock.settings, events, state, moment(at)))


def _follow_up(
    before: State, clock: Clock, settings: ClockSettings, events: Sequence[Event], state: State, now: datetime
) -> Iterator[Command]:
    yield from _vacations(before.slice(Clock), clock, settings, events, now)
    away = {*clock.booked, *clock.vacations}
    begun = {event.seat for event in events if isinstance(event, TurnStarted)}
    for seat in range(len(state.seats)):
        wanted = seat in state.phase.waiting and state.seats[seat].kind == HUMAN and seat not in away
        running, left = clock.running.get(seat), clock.left.get(seat)
        if running and (not wanted or seat in begun):
            reason, rest = _why(state, seat, away), _rest(settings, running, now)
            left = _left(settings, reason, rest)
            noted = rest if reason is StopReason.DONE else None
            yield StopClock(seat=seat, reason=reason, left_ms=left, rest_ms=noted)
        elif left is not None and _is_past(state, seat, begun):
            if settings.kind != "bank":
                left = None
                yield StopClock(seat=seat, reason=StopReason.DONE)
            elif before.has_chosen_unseen(seat):  # it cannot be taken back any more
                left += settings.increment * 1000
                yield StopClock(seat=seat, reason=StopReason.DONE, left_ms=left)
        if wanted and (not running or seat in begun):
            yield _started(settings, seat, left, now)


def _vacations(
    before: Clock, clock: Clock, settings: ClockSettings, events: Sequence[Event], now: datetime
) -> Iterator[Command]:
    zone = ZoneInfo(settings.zone)
    for seat, days in clock.booked.items():
        there = now.astimezone(zone)  # adding days keeps what the wall clock shows
        until = written(local(settings, there.date() + days * ONE_DAY, there.time()))
        yield StartVacation(seat=seat, since=written(now), until=until)
    for event in events:
        if isinstance(event, VacationEnded):
            vacation = before.vacations[event.seat]
            unused = min((moment(vacation.until) - now) // ONE_DAY, vacation.days)
            if unused > 0:
                yield ReturnVacationDays(seat=event.seat, days=unused)


def _is_past(state: State, seat: SeatId, begun: set[SeatId]) -> bool:
    """Whether the turn of which some time was left is over."""
    if seat in state.phase.waiting or isinstance(state.phase, Paused):
        return seat in begun
    return not state.has_chosen_unseen(seat)


def _why(state: State, seat: SeatId, away: set[SeatId]) -> StopReason:
    if state.seats[seat].kind != HUMAN:
        return StopReason.LEFT
    if isinstance(state.phase, Paused):
        return StopReason.PAUSED
    if state.has_chosen_unseen(seat):
        return StopReason.CHOSEN
    if seat in state.slice(Clock).taken_back:
        return StopReason.TAKEN_BACK
    return StopReason.VACATION if seat in state.phase.waiting and seat in away else StopReason.DONE


def _left(settings: ClockSettings, reason: StopReason, rest: int) -> int | None:
    """What stays on the clock: the rest of an interrupted turn, or the bank with the increment of a finished one."""
    if reason in INTERRUPTED:
        return rest
    if settings.kind != "bank":
        return None
    return rest if reason is StopReason.TAKEN_BACK else rest + settings.increment * 1000


def _rest(settings: ClockSettings, running: Running, now: datetime) -> int:
    return max(0, running.allowed_ms - between(settings, moment(running.since), now))


def _started(settings: ClockSettings, seat: SeatId, left: int | None, now: datetime) -> Command:
    deadline = _with_reminders(settings, seat, now, due(settings, now, left))
    return StartClock(
        seat=seat,
        since=written(now),
        deadline=deadline.deadline,
        allowed_ms=deadline.allowed_ms,
        reminders=deadline.reminders,
    )


def due(settings: ClockSettings, start: datetime, left_ms: int | None = None) -> datetime:
    """When a turn is due that starts at this moment, with its full time or with what is left of it.

    What is left is left, for a daily hour too: if it were rounded up to the next one, a seat that interrupts its turn
    for a moment (an undo, a pause, a vacation) would gain a day each time.
    """
    if left_ms is not None:
        return after(settings, start, left_ms)
    earliest = after(settings, start, settings.seconds * 1000)
    return _daily(settings, earliest) if settings.kind == "daily" else earliest


def _daily(settings: ClockSettings, earliest: datetime) -> datetime:
    """The first occurrence of the daily hour that is not earlier."""
    day = day_of(settings, earliest) - ONE_DAY
    while is_off(settings, day) or local(settings, day, hour(settings.hour), fold=1) < earliest:
        day += ONE_DAY
    return local(settings, day, hour(settings.hour), fold=1)


def _with_reminders(
    settings: ClockSettings, seat: SeatId, start: datetime, deadline: datetime
) -> MovedDeadline:
    """A deadline with its reminders, which come while time runs."""
    allowed = between(settings, start, deadline)
    points = [allowed - before * 1000 for before in sorted(settings.reminders, reverse=True)]
    reminders = tuple(written(after(settings, start, point)) for point in points if point > 0)
    return MovedDeadline(seat=seat, deadline=written(deadline), allowed_ms=allowed, reminders=reminders)


# outages


def restore_lost_time(clock: Clock, since: str, until: str) -> MoveDeadlines | None:
    """Gives everybody back the time of an outage, unless that has been done."""
    settings, since = clock.settings, max(since, clock.covered)
    if settings is None or since >= until:
        return None
    moved = [
        _restored(settings, seat, running, moment(since), moment(until))
        for seat, running in clock.running.items()
        if running.since < until
    ]
    return MoveDeadlines(reason=OUTAGE, since=since, until=until, deadlines=tuple(moved)) if moved else None


def _restored(
    settings: ClockSettings, seat: SeatId, running: Running, since: datetime, until: datetime
) -> MovedDeadline:
    """The rest of the turn starts at the end of the outage, for a daily hour too: a restart must not cost a day."""
    rest = _rest(settings, running, max(since, moment(running.since)))
    return _with_reminders(settings, seat, until, after(settings, until, rest))
