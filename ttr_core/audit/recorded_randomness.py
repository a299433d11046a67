"""Chance as a record tells it: the recorded shuffles happen again, and each is compared with what the seed gives."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ttr_core.engine.randomness import SeededRandomness
from ttr_core.model.events import Event

T = TypeVar("T")

OUTCOMES = ("cards", "tickets")  # the field of a numbered event that holds what the shuffle came to
NO_SEED = bytes(32)


class Shuffled(NamedTuple):
    """A shuffle that the record tells of."""

    version: int
    outcome: tuple[Any, ...] | None  # cards or tickets


def shuffles_from(events: Sequence[Event], version: int) -> Iterator[Shuffled]:
    """The recorded shuffles from a version on."""
    for place in range(version - 1, len(events)):
        event = events[place]
        if hasattr(event, "number"):
            yield Shuffled(place + 1, next(getattr(event, name) for name in OUTCOMES if hasattr(event, name)))


class WitnessedRandomness:
    """For one command: where the record has shuffled the right cards, its order is taken over and judged apart."""

    def __init__(self, recorded: Iterator[Shuffled], fair: SeededRandomness | None) -> None:
        self._recorded, self._fair = recorded, fair
        self.seed = fair.seed if fair else NO_SEED
        self.judged: list[int] = []  # versions of shuffles that could be compared
        self.unfair: list[tuple[int, str]] = []  # version and label of those that do not follow from the seed

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        fair = self._fair.shuffle(label, items) if self._fair else None
        told = next(self._recorded, None) if label.rpartition("/")[2].isdecimal() else None
        if told is None or told.outcome is None or Counter(told.outcome) != Counter(items):
            return tuple(items) if fair is None else fair
        if fair is not None:
            self.judged.append(told.version)
            if fair != told.outcome:
                self.unfair.append((told.version, label))
        return told.outcome
