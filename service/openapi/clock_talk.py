"""A scripted part of the talk at the table: everything that the clock says, once."""

from collections.abc import Iterator

from ttr_core import Command
from ttr_core.clocking import ClockSettings, MovedDeadline, Stop
from ttr_core.rules.clock import AgreeOnClock, Remind, RunOutOfTime, StartClock, StopClock
from ttr_core.rules.outages import MoveDeadlines
from ttr_core.rules.vacations import EndVacation, ReturnVacationDays, StartVacation, TakeVacation

NOW, NOON, REMINDER, DEADLINE, MOVED = (
    f"2026-{moment}:00.000Z"
    for moment in ("01-31T18:00", "02-01T12:00", "02-01T06:00", "02-01T18:00", "02-01T18:05")
)
DAY_MS = 86_400_000

AGREED = AgreeOnClock(
    clock=ClockSettings(
        kind="per_move",
        seconds=86_400,
        zone="Europe/Paris",
        vacation_days=14,
        reminders=(43_200,),
        warn_next=True,
    )
)


def clock_talk() -> Iterator[Command]:
    yield StartClock(seat=0, since=NOW, deadline=DEADLINE, allowed_ms=DAY_MS, reminders=(REMINDER,))
    yield Remind(seat=0, nth=1)
    moved = MovedDeadline(seat=0, deadline=MOVED, allowed_ms=21_600_000)
    yield MoveDeadlines(reason="outage", since="2026-02-01T11:55:00.000Z", until=NOON, deadlines=(moved,))
    yield TakeVacation(seat=1, days=3)
    yield StartVacation(seat=1, since=NOW, until="2026-02-03T18:00:00.000Z")
    yield EndVacation(seat=1)
    yield ReturnVacationDays(seat=1, days=2)
    yield RunOutOfTime(seat=0, deadline=MOVED)
    yield StopClock(seat=0, reason=Stop.DONE)
