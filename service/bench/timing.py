"""Measures: CPU time of this process, the least of several rounds: other processes can only add to it."""

from collections.abc import Callable, Sequence
from time import process_time

import msgspec


class Measure(msgspec.Struct, frozen=True):
    """One line of the benchmark."""

    name: str
    value: float
    unit: str
    note: str = ""  # its meaning, or what it is compared with


class Effort(msgspec.Struct, frozen=True):
    """How much to measure."""

    rounds: int
    games: int
    patience: float  # seconds that the plain search may take for one network

    @property
    def is_quick(self) -> bool:
        return self.games < FULL.games


QUICK = Effort(rounds=3, games=6, patience=1.0)
FULL = Effort(rounds=5, games=40, patience=20.0)


def seconds(work: Callable[[], object], rounds: int) -> float:
    """The least CPU time of the work."""
    return seconds_of_each([work], rounds)[0]


def seconds_of_each(works: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """The least CPU time of each work, for ratios: they take turns, so that a busy machine slows all of them alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for work, times in zip(works, taken, strict=True):
            begun = process_time()
            work()
            times.append(process_time() - begun)
    return [max(min(times), 1e-9) for times in taken]


def rounded(value: float, digits: int = 4) -> float:
    """The value to so many significant digits: more would only look exact."""
    return float(f"{value:.{digits}g}")
