"""The feeds of all partitions, read by a group: every commit goes to one member of it, and to another if that one dies.

An entry is acknowledged after it was dealt with, so it is dealt with at least once. What all groups have acknowledged
is trimmed: feeds do not grow with the number of moves ever made.
"""

import time
from collections.abc import Sequence
from typing import Any

import redis

from service.background.jobs import DISPATCHERS
from service.store.interface import GAME_FEED, PARTITIONS, FeedEntry
from service.store.redis_store import feed_entry, feed_key

BATCH = 100
GRAIN = 0.1  # seconds: servers check only so often whether a blocked read has waited long enough
NAP = 0.01  # seconds between reads that do not block
ABANDONED_MS = 30_000  # entries that another member read and did not acknowledge for so long are ours
GONE_MS = 600_000  # a member that has read nothing for so long will not come back

Entries = list[tuple[str, FeedEntry]]  # each with the key of its feed


class Feeds:
    """All feeds, for one member of a group."""

    def __init__(
        self, client: Any, member: str, group: str = DISPATCHERS, feed: str = GAME_FEED
    ) -> None:  # of one server or of a cluster
        self._client = client
        self._member, self._group, self._feed = member, group, feed

    def prepare(self) -> None:
        for partition in range(PARTITIONS):
            try:
                self._client.xgroup_create(self._key(partition), self._group, id="0", mkstream=True)
            except redis.ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise

    def read(self, patience: float) -> Entries:
        """New entries; waits for them at most so many seconds."""
        keys = [self._key(partition) for partition in range(PARTITIONS)]
        if isinstance(self._client, redis.RedisCluster):  # reads one slot at a time
            time.sleep(min(patience, GRAIN))
            return [entry for key in keys for entry in self._read([key], None)]
        if patience >= GRAIN:
            return self._read(keys, int(patience * 1000))
        time.sleep(min(patience, NAP))
        return self._read(keys, None)

    def _read(self, keys: Sequence[str], block: int | None) -> Entries:
        feeds: dict[Any, Any] = dict.fromkeys(keys, ">")
        reply = self._client.xreadgroup(self._group, self._member, feeds, count=BATCH, block=block)
        if isinstance(reply, dict):  # RESP3
            reply = [(key, rows[0] if rows else []) for key, rows in reply.items()]
        return [(_text(key), feed_entry(*row)) for key, rows in reply or [] for row in rows]

    def _key(self, partition: int) -> str:
        return feed_key(partition, self._feed)

    def acknowledge(self, entries: Entries) -> None:
        pipe = self._client.pipeline(transaction=False)
        for key, entry in entries:
            pipe.xack(key, self._group, entry.id)
        pipe.execute()

    def adopt(self, partition: int) -> Entries:
        """Takes over the entries that a dead member has not acknowledged."""
        key = self._key(partition)
        _, rows, *_ = self._client.xautoclaim(
            key, self._group, self._member, ABANDONED_MS, "0-0", count=BATCH
        )
        return [(key, feed_entry(*row)) for row in rows]

    def tidy(self, partition: int) -> None:
        """Trims what every group has dealt with, and removes members that are gone and hold no entries."""
        key = self._key(partition)
        oldest = [self._oldest_needed(key, group) for group in self._client.xinfo_groups(key)]
        self._client.xtrim(key, minid=min(oldest, key=_moment), approximate=False)
        for member in self._client.xinfo_consumers(key, self._group):
            if member["idle"] > GONE_MS and not member["pending"]:
                self._client.xgroup_delconsumer(key, self._group, member["name"])

    def _oldest_needed(self, key: str, group: dict[str, Any]) -> str:
        """The first entry that the group may still need: all before it were acknowledged."""
        pending = self._client.xpending(key, group["name"]) if group["pending"] else {}
        return _text(pending.get("min") or group["last-delivered-id"])


def _moment(entry: str) -> tuple[int, ...]:
    return tuple(int(part) for part in entry.split("-"))


def _text(name: str | bytes) -> str:
    return name.decode() if isinstance(name, bytes) else name
