"""An independent count of the time that runs by the clock of the three weeks."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tests.support.three_weeks.game import ZONE

PARIS, MINUTE = ZoneInfo(ZONE), timedelta(minutes=1)
WEEK = 5  # days of it that count
AWAKE = range(7, 22)  # hours that count


def counted(start: datetime, end: datetime) -> int:
    """Milliseconds that run between two moments, minute by minute, as the agreement reads."""
    minutes, now = 0, start
    while now < end:
        there = now.astimezone(PARIS)
        minutes += there.weekday() < WEEK and there.hour in AWAKE
        now += MINUTE
    return minutes * 60_000
