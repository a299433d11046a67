"""Which events of a game still count: those of turns that were taken back do not."""

from collections.abc import Iterable
from typing import TypeVar

from ttr_core.model.events import Event, TicketsOffered, TurnStarted, TurnTakenBack

T = TypeVar("T")


class Standing:
    """Takes events one by one, each with whatever belongs to it."""

    def __init__(self) -> None:
        self.kept: list[tuple[Event, object]] = []
        self._moments: list[int] = []  # how many events stood when a turn or choice began; the last two

    def add(self, event: Event, about: object = None) -> bool:
        """Whether earlier events stopped counting by it."""
        if isinstance(event, TurnTakenBack):
            del self._moments[len(self._moments) - event.back + 1 :]
            del self.kept[self._moments[-1] :]
            return True
        self.kept.append((event, about))
        if isinstance(event, TurnStarted) or (isinstance(event, TicketsOffered) and not event.at_once):
            self._moments = [*self._moments[-1:], len(self.kept)]
        return False


def standing(events: Iterable[Event]) -> list[Event]:
    found = Standing()
    for event in events:
        found.add(event)
    return [event for event, _ in found.kept]
