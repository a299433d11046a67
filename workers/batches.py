"""Which clocks one job looks after: few that are due have a job each, many are taken together."""

from collections.abc import Iterator, Sequence
from math import ceil

from workers.needs import CLOCK, CLOCKS, Batch, Need

JOBS = 8  # before a job gets a second game: all workers shall have something to do
LARGEST = 50  # games of one job, a tenth of a second: whoever is more urgent waits for no longer

Due = tuple[str, int]  # a game and its version


class Batches:
    """A game stays in its batch until it has moved, so that a job that is queued already is recognised."""

    def __init__(self) -> None:
        self._batches: dict[str, Batch] = {}

    def note(self, game: str, version: int) -> None:
        if (batch := self._batches.get(game)) and (game, version) not in batch.games:
            del self._batches[game]

    def of(self, due: Sequence[Due]) -> Iterator[Need | Batch]:
        """The jobs for what is due, each once."""
        new = [one for one in due if not self._is_known(one)]
        yield from dict.fromkeys(self._batches[one[0]] for one in due if self._is_known(one))
        size = min(LARGEST, ceil(len(new) / JOBS))
        for start in range(0, len(new), size or 1):
            yield self._together(new[start : start + size])

    def _is_known(self, one: Due) -> bool:
        batch = self._batches.get(one[0])
        return batch is not None and one in batch.games

    def _together(self, some: Sequence[Due]) -> Need | Batch:
        if len(some) == 1:
            return Need(CLOCK, *some[0], urgent=True)
        batch = Batch(CLOCKS, tuple(some), urgent=True)
        self._batches.update((game, batch) for game, _ in some)
        return batch
