"""Triggers: what an event gives occasion to send, judged only by what lies open on the table.

A seat's turn is announced when it begins and not again at its steps; a choice that all players make at once, when the
game begins to wait for the seat. Nothing here depends on what is hidden: the time of a message reveals no more than its
text.
"""

from collections.abc import Iterator, Sequence

import msgspec

from service.webhooks.subscriptions import (
    GAME_EVENT,
    GAME_SCORED,
    REQUEST_OPENED,
    TURN_NEXT,
    TURN_REMINDER,
    TURN_STARTED,
)
from ttr_core import Event, State
from ttr_core.by_post import (
    Clock,
    GameResumed,
    Motions,
    NextInLineWarned,
    ReminderDue,
    TurnTakenBack,
    next_person,
)
from ttr_core.model.events import TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.message import type_name
from ttr_core.model.phases import Scored, SeatPhase
from ttr_core.model.state import HUMAN

ANEW = (GameResumed, TurnTakenBack)  # the table is back in the middle of something


class Trigger(msgspec.Struct, frozen=True):
    """Something to send a message about."""

    kind: str
    seat: SeatId | None = None  # the seat that it is about
    event_type: str = ""  # if it is about an event itself
    motion: str = ""  # that the seat is asked to agree to


class Change(msgspec.Struct, frozen=True):
    """An event, and the table before and after it."""

    before: State
    event: Event
    after: State


def triggers_of_commit(changes: Sequence[Change]) -> list[list[Trigger]]:
    """The triggers of each event of one commit; a turn is announced once, if the seat is still awaited at the end."""
    waiting = set(changes[-1].after.phase.waiting)
    of_events: list[list[Trigger]] = []
    for change in reversed(changes):
        triggers = list(triggers_of_event(change.before, change.event, change.after))
        of_events.append([one for one in triggers if one.kind != TURN_STARTED or one.seat in waiting])
        waiting -= {one.seat for one in triggers if one.kind == TURN_STARTED and one.seat is not None}
    return of_events[::-1]


def triggers_of_event(before: State, event: Event, after: State) -> Iterator[Trigger]:
    """What the event means, and last the event itself."""
    if isinstance(after.phase, Scored) and not isinstance(before.phase, Scored):
        yield Trigger(GAME_SCORED)
    if isinstance(event, ReminderDue):
        yield Trigger(TURN_REMINDER, event.seat)
    yield from (Trigger(TURN_STARTED, seat) for seat in _begun(before, event, after))
    yield from _requests(before, after)
    following = _following(event, after)
    if following is not None:
        yield Trigger(TURN_NEXT, following)
    yield Trigger(GAME_EVENT, getattr(event, "seat", None), type_name(type(event)))


def _requests(before: State, after: State) -> Iterator[Trigger]:
    """For each motion that is opened here, the people whose answer it needs."""
    known, motions = before.slice(Motions).agreed, after.slice(Motions).agreed
    for motion in (motion for motion in motions if motion not in known):
        for number, seat in enumerate(after.seats):
            if seat.kind == HUMAN and number not in motions[motion]:
                yield Trigger(REQUEST_OPENED, number, motion=motion)


def _begun(before: State, event: Event, after: State) -> list[SeatId]:
    """The people for whom a turn or a choice begins here."""
    if isinstance(event, TurnStarted):
        new: tuple[SeatId, ...] = (event.seat,)
    elif isinstance(after.phase, SeatPhase) and not isinstance(event, ANEW):
        new = ()  # a step of a turn
    else:
        new = tuple(seat for seat in after.phase.waiting if seat not in before.phase.waiting)
    return [seat for seat in new if after.seats[seat].kind == HUMAN]


def _following(event: Event, after: State) -> SeatId | None:
    """The person who comes next: as the clock warns, or, without such a clock, after the turn that begins."""
    if isinstance(event, NextInLineWarned):
        return event.seat
    settings = after.slice(Clock).settings
    if not isinstance(event, TurnStarted) or (settings is not None and settings.warn_next):
        return None
    return next_person(after, event.seat)
