"""The chance of a recorded game: its shuffles happen again as recorded, and each is compared with the seed's."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ttr_core.engine.randomness import SeededRandomness
from ttr_core.model.events import Event, Shuffle

T = TypeVar("T")

NO_SEED = bytes(32)


class RecordedShuffle(NamedTuple):
    version: int
    outcome: tuple[Any, ...] | None  # cards or tickets


def shuffles_from(events: Sequence[Event], version: int) -> Iterator[RecordedShuffle]:
    """The recorded shuffles from a version on."""
    for place in range(version - 1, len(events)):
        event = events[place]
        if isinstance(event, Shuffle):
            yield RecordedShuffle(place + 1, event.outcome)


class RecordedRandomness:
    """For one command: where the record has shuffled the right cards, its order is used and judged separately."""

    def __init__(self, recorded: Iterator[RecordedShuffle], fair: SeededRandomness | None) -> None:
        self._recorded, self._fair = recorded, fair
        self.seed = fair.seed if fair else NO_SEED
        self.judged: list[int] = []  # versions of shuffles that could be compared
        self.unfair: list[tuple[int, str]] = []  # version and label of those that do not follow from the seed

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        fair = self._fair.shuffle(label, items) if self._fair else None
        recorded = next(self._recorded, None) if label.rpartition("/")[2].isdecimal() else None
        if recorded is None or recorded.outcome is None or Counter(recorded.outcome) != Counter(items):
            return tuple(items) if fair is None else fair
        if fair is not None:
            self.judged.append(recorded.version)
            if fair != recorded.outcome:
                self.unfair.append((recorded.version, label))
        return recorded.outcome
