"""The events of a game that still count: those of turns that were taken back do not."""

from collections.abc import Iterable
from typing import TypeVar

from ttr_core.model.events import Event, TicketsOffered, TurnStarted
from ttr_core.rules.by_post.undo import TurnTakenBack

T = TypeVar("T")


class EffectiveEvents:
    """Collects events one by one, each with an object that belongs to it."""

    def __init__(self) -> None:
        self.kept: list[tuple[Event, object]] = []
        self._checkpoints: list[int] = []  # how many events counted when the last two turns or choices began

    def add(self, event: Event, about: object = None) -> bool:
        """Add an event, and say whether it takes earlier ones back."""
        if isinstance(event, TurnTakenBack):
            del self._checkpoints[len(self._checkpoints) - event.back + 1 :]
            del self.kept[self._checkpoints[-1] :]
            return True
        self.kept.append((event, about))
        if isinstance(event, TurnStarted) or (isinstance(event, TicketsOffered) and not event.at_once):
            self._checkpoints = [*self._checkpoints[-1:], len(self.kept)]
        return False


def effective_events(events: Iterable[Event]) -> list[Event]:
    effective = EffectiveEvents()
    for event in events:
        effective.add(event)
    return [event for event, _ in effective.kept]
