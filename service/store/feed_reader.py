"""Reads the feeds of all partitions from where it stopped, for a process that follows games without workers."""

from collections.abc import Iterator

from service.store.interface import PARTITIONS, EventStreams, FeedEntry

BATCH = 1000  # entries at a time


class FeedReader:
    def __init__(self, store: EventStreams) -> None:
        self._store, self._cursors = store, [""] * PARTITIONS

    def moved(self) -> list[str]:
        """The games that have moved since the last look, each once."""
        return list(dict.fromkeys(entry.game for number in range(PARTITIONS) for entry in self._news(number)))

    def _news(self, partition: int) -> Iterator[FeedEntry]:
        while entries := self._store.feed(partition, self._cursors[partition], BATCH):
            self._cursors[partition] = entries[-1].id
            yield from entries
