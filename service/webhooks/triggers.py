"""Which of the things that one can subscribe to an event means, by what lies open on the table alone.

A seat's turn is announced when it begins and not again at its steps; a choice of all players at once, when the seat is
first waited for. Nothing here depends on what is hidden: nobody learns more from when he is told than from what.
"""

from collections.abc import Iterator, Sequence

import msgspec

from service.webhooks.subscription import GAME_OVER, ON_DECK, REMINDER, YOUR_TURN
from ttr_core import Event, State
from ttr_core.by_post import Clock, GameResumed, NextInLineWarned, ReminderDue, next_person
from ttr_core.history.codec import type_name
from ttr_core.model.events import TurnStarted, TurnTakenBack
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import Scored, SeatPhase
from ttr_core.model.state import HUMAN

ANEW = (GameResumed, TurnTakenBack)  # the table is back in the middle of something


class Signal(msgspec.Struct, frozen=True):
    kind: str
    seat: SeatId | None = None  # whom it is about


class Change(msgspec.Struct, frozen=True):
    """An event, and the table before and after it."""

    before: State
    event: Event
    after: State


def told_together(changes: Sequence[Change]) -> list[list[Signal]]:
    """For each of several events of one move what it means; a turn is announced once, if it is still on at the end."""
    waiting = set(changes[-1].after.phase.waiting)
    found: list[list[Signal]] = []
    for change in reversed(changes):
        meant = list(signals(change.before, change.event, change.after))
        found.append([signal for signal in meant if signal.kind != YOUR_TURN or signal.seat in waiting])
        waiting -= {signal.seat for signal in meant if signal.kind == YOUR_TURN and signal.seat is not None}
    return found[::-1]


def signals(before: State, event: Event, after: State) -> Iterator[Signal]:
    """What the event means, and last the event itself."""
    if isinstance(after.phase, Scored) and not isinstance(before.phase, Scored):
        yield Signal(GAME_OVER)
    if isinstance(event, ReminderDue):
        yield Signal(REMINDER, event.seat)
    yield from (Signal(YOUR_TURN, seat) for seat in _begun(before, event, after))
    following = _following(event, after)
    if following is not None:
        yield Signal(ON_DECK, following)
    yield Signal(type_name(type(event)), getattr(event, "seat", None))


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
    """The person who comes next: as the clock says, or, where no clock does, after the turn that begins."""
    if isinstance(event, NextInLineWarned):
        return event.seat
    settings = after.slice(Clock).settings
    if not isinstance(event, TurnStarted) or (settings is not None and settings.warn_next):
        return None
    return next_person(after, event.seat)
