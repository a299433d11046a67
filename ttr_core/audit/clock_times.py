"""The clocks of a record: no deadline is shorter than agreed, and nothing happened before its time.

Time zones change by decree, so the audit believes which hours did not count; it checks that they shortened nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ttr_core.audit.integrity import MOMENT
from ttr_core.audit.reconstruction import Step
from ttr_core.audit.report import Notebook
from ttr_core.engine.ruleset import Ruleset
from ttr_core.history.chain import Shown
from ttr_core.model.actor import SYSTEM
from ttr_core.model.events import Event
from ttr_core.model.message import type_name
from ttr_core.rules.by_post.clock.terms import (
    DAY,
    INTERRUPTED,
    Clock,
    ClockSettings,
    ClockStopped,
    DeadlineSet,
    DeadlinesMoved,
    ReminderDue,
    Running,
    StopReason,
    TimeRanOut,
    VacationEnded,
    VacationTaken,
)
from ttr_core.rules.by_post.standing_orders.orders import OrdersFollowed

SHIFT_MS = 3 * 3_600_000  # by which a change of the local time may shorten days of vacation

Complaint = str | None
Judge = Callable[[Clock, Any, Shown], Complaint]  # each judges events of its own type


class MalformedTime(ValueError):
    """A text that is no time in UTC to the millisecond."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:40]!r} is no time in UTC to the millisecond")


def check_clocks(ruleset: Ruleset, lines: Sequence[Shown], step: Step, notebook: Notebook) -> None:
    judges = _JUDGES if ruleset.ruled_since("2") else _JUDGES_OF_VERSION_1
    for line, event in zip(lines, step.events, strict=True):
        judge = judges.get(type(event))
        if judge is None:
            continue
        notebook.look("clocks")
        complaint = _complaint(judge, step.before.slice(Clock), event, line)
        if complaint:
            notebook.find(line.version, "clocks", "clock_wrong", f"{type_name(type(event))}: {complaint}")


def _complaint(judge: Judge, clock: Clock, event: Event, line: Shown) -> Complaint:
    """The rules accept any text as a time; here it must be one."""
    try:
        for text in _times(event):
            milliseconds(text)
        return judge(clock, event, line)
    except MalformedTime as malformed:  # in this event, or in an earlier one that has its own finding
        return str(malformed)


def _times(event: Event) -> tuple[str, ...]:
    """All times that the event names."""
    match event:
        case DeadlineSet():
            return (event.since, event.deadline, *event.reminders)
        case ReminderDue() | TimeRanOut():
            return (event.deadline,)
        case VacationTaken():
            return (event.since, event.until)
        case DeadlinesMoved():
            moved = (time for new in event.deadlines for time in (new.deadline, *new.reminders))
            return (event.since, event.until, *moved)
        case OrdersFollowed():
            return (event.now,)
        case _:
            return ()


def milliseconds(text: str) -> int:
    """A time in UTC as milliseconds since the first of March of the year 0; only differences mean anything."""
    if not MOMENT.fullmatch(text):
        raise MalformedTime(text)
    year, month, day, *clock, thousandths = (
        int(part)
        for part in (text[:4], text[5:7], text[8:10], text[11:13], text[14:16], text[17:19], text[20:23])
    )
    year, month = (year, month - 3) if month > 2 else (year - 1, month + 9)
    days = 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day
    seconds = days * DAY + clock[0] * 3600 + clock[1] * 60 + clock[2]
    return seconds * 1000 + thousandths


def _between(start: str, end: str) -> int:
    return milliseconds(end) - milliseconds(start)


def _set(clock: Clock, event: DeadlineSet, line: Shown) -> Complaint:
    """What was left of an interrupted turn is left; only a new turn by the day is rounded up to its hour."""
    return _allowed(clock, event, line, rounded=event.seat not in clock.left)


def _set_in_version_1(clock: Clock, event: DeadlineSet, line: Shown) -> Complaint:
    """Up to rules version 1, an interrupted turn by the day was rounded up to the next daily hour, too."""
    return _allowed(clock, event, line, rounded=True)


def _allowed(clock: Clock, event: DeadlineSet, line: Shown, *, rounded: bool) -> Complaint:
    settings = clock.settings
    assert settings is not None  # without a clock no command leads to a deadline
    due = clock.left.get(event.seat, settings.seconds * 1000)
    if event.since != line.at:
        return f"its time runs since {event.since}, but it was set at {line.at}"
    if event.allowed_ms < due or (event.allowed_ms > due and not (rounded and settings.kind == "daily")):
        return f"{event.allowed_ms} ms are allowed where {due} are due"
    return _spanned(settings, event.allowed_ms, _between(event.since, event.deadline))


def _spanned(settings: ClockSettings, allowed: int, span: int) -> Complaint:
    steady = not settings.quiet_from and not settings.weekends_off
    if span < allowed or (steady and span != allowed):
        return f"the deadline comes after {span} ms, of which {allowed} should run"
    return None


def _stopped(clock: Clock, event: ClockStopped, line: Shown) -> Complaint:
    """A turn that was taken back brings no increment, and what is left of a finished one is noted for its undo."""
    finished = event.reason is StopReason.DONE
    if finished and event.seat in clock.taken_back:
        return "the turn was taken back, not finished"
    if finished and event.seat in clock.running and event.rest_ms is None:
        return "what was left of the turn is not noted"
    return _kept(clock, event, line)


def _kept(clock: Clock, event: ClockStopped, line: Shown) -> Complaint:
    running, settings = clock.running.get(event.seat), clock.settings
    assert settings is not None  # as above
    bonus = 0 if event.reason in (*INTERRUPTED, StopReason.TAKEN_BACK) else settings.increment * 1000
    if running is None and settings.kind == "bank" and event.seat in clock.left:
        kept = clock.left[event.seat] + bonus
        return None if event.left_ms == kept else f"{event.left_ms} ms are kept where {kept} are due"
    if event.rest_ms is not None and (running is None or event.reason is not StopReason.DONE):
        return "no turn was finished here"
    if running is None or not _keeps(settings, event.reason):
        return "nothing is kept here" if event.left_ms is not None else _rested(running, event, line)
    least = max(0, running.allowed_ms - _between(running.since, line.at))
    if event.left_ms is None or not least + bonus <= event.left_ms <= running.allowed_ms + bonus:
        return f"{event.left_ms} ms are kept of {running.allowed_ms}"
    if event.rest_ms not in (None, event.left_ms - bonus):
        return f"{event.left_ms} ms are kept where {event.rest_ms} were left"
    return None


def _rested(running: Running | None, event: ClockStopped, line: Shown) -> Complaint:
    if running is None or event.rest_ms is None:
        return None
    least = max(0, running.allowed_ms - _between(running.since, line.at))
    if not least <= event.rest_ms <= running.allowed_ms:
        return f"{event.rest_ms} ms were left of {running.allowed_ms}"
    return None


def _keeps(settings: ClockSettings, reason: StopReason) -> bool:
    return reason in INTERRUPTED or (settings.kind == "bank" and reason is not StopReason.OVER)


def _reminded(clock: Clock, event: ReminderDue, line: Shown) -> Complaint:
    return _not_before(clock.running[event.seat].reminders[event.nth - 1], line)


def _ran_out(clock: Clock, event: TimeRanOut, line: Shown) -> Complaint:
    return _not_before(event.deadline, line)


def _not_before(due: str, line: Shown) -> Complaint:
    return f"it was due at {due}, and came at {line.at}" if line.at < due else None


def _vacation(clock: Clock, event: VacationTaken, line: Shown) -> Complaint:
    if event.since != line.at or _between(event.since, event.until) < event.days * DAY * 1000 - SHIFT_MS:
        return f"{event.days} days do not last from {event.since} to {event.until}"
    return None


def _back(clock: Clock, event: VacationEnded, line: Shown) -> Complaint:
    """A person may come back from a vacation at any time; the system waits until it is over."""
    return _not_before(clock.vacations[event.seat].until, line) if line.actor == str(SYSTEM) else None


def _moved(clock: Clock, event: DeadlinesMoved, line: Shown) -> Complaint:
    if event.until > line.at:
        return f"time until {event.until} is given back at {line.at}"
    for new in event.deadlines:
        old: Running = clock.running[new.seat]
        if new.deadline < old.deadline:
            return f"the deadline of seat {new.seat} comes earlier than {old.deadline}"
    return None


def _followed(clock: Clock, event: OrdersFollowed, line: Shown) -> Complaint:
    """Orders expire by the time in the event, which only has to be one."""
    return None


_JUDGES: Mapping[type, Judge] = {
    DeadlineSet: _set,
    ClockStopped: _stopped,
    ReminderDue: _reminded,
    TimeRanOut: _ran_out,
    VacationTaken: _vacation,
    VacationEnded: _back,
    DeadlinesMoved: _moved,
    OrdersFollowed: _followed,
}
_JUDGES_OF_VERSION_1: Mapping[type, Judge] = {
    **_JUDGES,
    DeadlineSet: _set_in_version_1,
    ClockStopped: _kept,  # what was left of a turn was not noted
}
