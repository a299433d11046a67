"""Running time: the hours that count for a clock. Quiet hours, weekends and daylight saving do not shorten it.

An hour of the day means the wall clock of the zone. Where that is set forward, an hour that does not exist is the
moment of the change; where it is set back, quiet hours begin at the first and end at the second of two equal hours.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from ttr_core.by_post import ClockSettings

SATURDAY = 5
MILLISECOND, ONE_SECOND, ONE_DAY = timedelta(milliseconds=1), timedelta(seconds=1), timedelta(days=1)
LATER = 1  # the second of two equal hours


@lru_cache(maxsize=64)
def hour(text: str) -> time:
    return time.fromisoformat(text)


def local(settings: ClockSettings, day: date, at: time, fold: int = 0) -> datetime:
    """The moment at which the clocks of the zone show this."""
    zone = ZoneInfo(settings.zone)
    shown = datetime.combine(day, at, zone).replace(fold=fold)
    instant = shown.astimezone(UTC)
    if instant.astimezone(zone).time() == at:
        return instant
    return _change(zone, *sorted(shown.replace(fold=either).astimezone(UTC) for either in (0, LATER)))


def _change(zone: ZoneInfo, before: datetime, later: datetime) -> datetime:
    """The moment between two others at which the clocks of the zone are set."""
    low, high = before.replace(microsecond=0), later.replace(microsecond=0) + ONE_SECOND
    while high - low > ONE_SECOND:
        middle = low + (high - low) // ONE_SECOND // 2 * ONE_SECOND
        same = middle.astimezone(zone).utcoffset() == before.astimezone(zone).utcoffset()
        low, high = (middle, high) if same else (low, middle)
    return high


def day_of(settings: ClockSettings, at: datetime) -> date:
    return at.astimezone(ZoneInfo(settings.zone)).date()


def is_off(settings: ClockSettings, day: date) -> bool:
    return settings.weekends_off and day.weekday() >= SATURDAY


def after(settings: ClockSettings, start: datetime, running_ms: int) -> datetime:
    """The moment at which so much time will have run."""
    left = running_ms * MILLISECOND
    if _always(settings):
        return start + left
    for begin, end in _spans(settings, start):
        if left <= end - begin:
            return begin + left
        left -= end - begin
    raise AssertionError("days never end")


def between(settings: ClockSettings, start: datetime, end: datetime) -> int:
    """How many milliseconds run from one moment to another."""
    if end <= start:
        return 0
    if _always(settings):
        return (end - start) // MILLISECOND
    total = timedelta()
    for begin, finish in _spans(settings, start):
        if begin >= end:
            break
        total += min(finish, end) - begin
    return total // MILLISECOND


def _always(settings: ClockSettings) -> bool:
    return not settings.quiet_from and not settings.weekends_off


def _spans(settings: ClockSettings, start: datetime) -> Iterator[tuple[datetime, datetime]]:
    """The spans of running time from a moment on; none is empty."""
    day = day_of(settings, start) - ONE_DAY  # where midnight comes twice, a day begins before it is over
    while True:
        for begin, end in _of_day(settings, day):
            if max(begin, start) < end:
                yield max(begin, start), end
        day += ONE_DAY


def _of_day(settings: ClockSettings, day: date) -> tuple[tuple[datetime, datetime], ...]:
    if is_off(settings, day):
        return ()
    begin, end = local(settings, day, time()), local(settings, day + ONE_DAY, time())
    if not settings.quiet_from:
        return ((begin, end),)
    quiet = local(settings, day, hour(settings.quiet_from))
    loud = local(settings, day, hour(settings.quiet_until), LATER)
    if settings.quiet_until < settings.quiet_from:  # over midnight
        return ((max(begin, loud), min(end, quiet)),)
    return ((begin, quiet), (max(begin, loud), end))
