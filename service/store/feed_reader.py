"""Reads the feeds of all partitions from where it stopped, for a process that follows games without workers."""

import logging
from collections.abc import Callable, Iterator

from service.errors import StoreUnavailable, TryLater
from service.store.interface import GAME_FEED, PARTITIONS, EventStreams, FeedEntry

BATCH = 1000  # entries at a time

log = logging.getLogger("ttr.games")


class FeedReader:
    def __init__(self, store: EventStreams, feed: str = GAME_FEED) -> None:
        self._store, self._feed, self._cursors = store, feed, [""] * PARTITIONS

    def follow(self, look: Callable[[str], object]) -> None:
        """Looks at every game that has moved since the last time, once; one that cannot be read is logged and passed
        over until it moves again."""
        for game in dict.fromkeys(entry.game for number in range(PARTITIONS) for entry in self._news(number)):
            try:
                look(game)
            except (StoreUnavailable, TryLater):
                raise
            except Exception:  # one game that cannot be read must not stop all others
                log.exception("game %s cannot be read", game)

    def _news(self, partition: int) -> Iterator[FeedEntry]:
        while entries := self._store.feed(partition, self._cursors[partition], BATCH, self._feed):
            self._cursors[partition] = entries[-1].id
            yield from entries
