"""The longest path by plain search over all trails: the yardstick of the benchmark."""

from collections import defaultdict
from collections.abc import Sequence
from time import process_time

LOOK_AT_CLOCK = 1 << 12  # steps


class OutOfTime(Exception):  # noqa: N818 - an expected end of the search
    """The search was stopped."""


def plain_length(edges: Sequence[tuple[int, int, int]], patience: float) -> tuple[int | None, float]:
    """The length of the longest trail, or None if it was not found in time; and the CPU seconds it took."""
    begun = process_time()
    try:
        length: int | None = _Search(edges, begun + patience).longest()
    except OutOfTime:
        length = None
    return length, process_time() - begun


class _Search:
    """Depth first from every city over every route that is not used yet."""

    def __init__(self, edges: Sequence[tuple[int, int, int]], deadline: float) -> None:
        self._links: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for index, (a, b, length) in enumerate(edges):
            self._links[a].append((b, length, 1 << index))
            self._links[b].append((a, length, 1 << index))
        self._deadline, self._steps = deadline, 0

    def longest(self) -> int:
        return max((self._from(city, 0) for city in list(self._links)), default=0)

    def _from(self, city: int, used: int) -> int:
        self._steps += 1
        if self._steps % LOOK_AT_CLOCK == 0 and process_time() > self._deadline:
            raise OutOfTime
        best = 0
        for other, length, route in self._links[city]:
            if not used & route:
                best = max(best, length + self._from(other, used | route))
        return best
