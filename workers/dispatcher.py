"""The dispatcher: reads the partition feeds and queues what games need; a sweep finds whatever got lost.

The feeds are read with a consumer group, so that several dispatchers share them, and acknowledged after queueing: at
least once. What a game needs is derived from its state and not from the feed, so that the sweep, which looks at every
active game, can replace any message that anybody lost.
"""

import logging
import os
import socket
import time
from collections.abc import Sequence
from typing import Any

import redis
from rq import Queue

from service.games import Games
from service.problems import Problem
from service.store.base import PARTITIONS, FeedEntry, StoreUnavailable
from service.store.redis_store import RedisStore, connect, feed_entry, feed_key
from workers.needs import STANDINGS, Need, needs
from workers.queue import enqueue, enqueue_again

log = logging.getLogger("ttr.dispatcher")

GROUP = "dispatch"
BATCH = 100
BLOCK_MS = 1000  # shorter than the socket's own patience
ABANDONED_MS = 30_000  # what another dispatcher has read and not acknowledged for so long is ours
SWEEP_SECONDS = 20.0


class Dispatcher:
    def __init__(self, games: Games, queue: Queue, pace: float = 0) -> None:
        self._games, self._queue, self._pace = games, queue, pace
        assert isinstance(games.store, RedisStore)
        self._store = games.store
        self._client = connect(self._store.url)
        self._name = f"{socket.gethostname()}:{os.getpid()}"
        self._swept = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until it is told to stop."""
        while not self.stopping:
            try:
                self.prepare()
                while not self.stopping:
                    self.step()
            except (redis.RedisError, StoreUnavailable) as error:
                log.warning("the store does not answer: %s", error)
                time.sleep(1.0)

    def prepare(self) -> None:
        for partition in range(PARTITIONS):
            try:
                self._client.xgroup_create(feed_key(partition), GROUP, id="0", mkstream=True)
            except redis.ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise

    def step(self) -> None:
        """Handles what is new, then what is overdue."""
        batch = self._new_entries()
        self._handle([entry for _, entry in batch])
        for key, entry in batch:
            self._client.xack(key, GROUP, entry.id)
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._adopt()
            self.sweep()
            self._swept = time.monotonic()

    def sweep(self) -> int:
        """Queues the needs of every active game; how many were missing."""
        found = 0
        for partition in range(PARTITIONS):
            for game in self._store.active(partition):
                for need in self._needs(game):
                    found += enqueue_again(self._queue, need, self._pace)
        return found

    def _handle(self, entries: Sequence[FeedEntry]) -> None:
        """Each game is looked at once, however often it moved."""
        latest = {entry.game: entry for entry in entries}
        claimed = {entry.game for entry in entries if "route_claimed" in entry.types}
        for game, entry in latest.items():
            for need in self._needs(game):
                enqueue(self._queue, need, self._pace)
            if game in claimed:
                enqueue(self._queue, Need(STANDINGS, game, entry.version))

    def _needs(self, game: str) -> tuple[Need, ...]:
        try:
            return needs(self._games.shelf.current(game))
        except Problem:
            log.exception("game %s cannot be read", game)
            return ()

    def _new_entries(self) -> list[tuple[str, FeedEntry]]:
        feeds: dict[Any, Any] = {feed_key(partition): ">" for partition in range(PARTITIONS)}
        if isinstance(self._client, redis.RedisCluster):  # a cluster reads one slot at a time
            found = [row for key in feeds for row in self._read({key: ">"}, None)]
            if not found:
                time.sleep(0.1)
        else:
            found = self._read(feeds, BLOCK_MS)
        return [(key, feed_entry(*row)) for key, rows in found for row in rows]

    def _read(self, feeds: dict[Any, Any], block: int | None) -> list[tuple[Any, Any]]:
        found = self._client.xreadgroup(GROUP, self._name, feeds, count=BATCH, block=block)
        if isinstance(found, dict):  # RESP3
            return [(key, rows[0] if rows else []) for key, rows in found.items()]
        return list(found or [])

    def _adopt(self) -> None:
        """Takes over what a dispatcher that died has left unacknowledged."""
        for partition in range(PARTITIONS):
            key = feed_key(partition)
            _, rows, *_ = self._client.xautoclaim(key, GROUP, self._name, ABANDONED_MS, "0-0", count=BATCH)
            self._handle([feed_entry(*row) for row in rows])
            for row in rows:
                self._client.xack(key, GROUP, row[0])
