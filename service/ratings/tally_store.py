"""Counts of games, summed up for each owner: a player, or a board.

What a game adds is kept as a row, and a new row replaces what the old one had added. So totals are always the sum of
the rows, however often and in which order a game was counted. All of an owner lies in one slot; everything could be
made anew from the games. `test_tally_store.py` holds both kinds of store to the same promises.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Any, Protocol

import msgspec

from service.games.facts import player_stream
from service.store import Store
from service.store.interface import partition_of
from service.store.redis_store import SCANNED, RedisStore, key_of_any, reply_of
from service.store.script import key_of, tag_of

Counts = Mapping[str, int]

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, int]).decode


class TallyStore(Protocol):
    def put(self, owner: str, game: str, counts: Counts) -> bool:
        """What a game adds; False, and nothing is set, if the owner is a player who was erased."""
        ...

    def totals(self, owner: str) -> Counts: ...

    def rows(self, owner: str) -> Mapping[str, Counts]:
        """By game."""
        ...

    def remove(self, owner: str) -> None: ...

    def mend(self, owner: str) -> None:
        """Makes the totals the sum of the rows."""
        ...

    def owners(self) -> Iterator[str]:
        """All who have rows, some of them twice."""
        ...

    def mark(self, game: str) -> None:
        """The game has to be counted when it is over."""
        ...

    def unmark(self, game: str) -> None: ...

    def marks(self, partition: int) -> frozenset[str]:
        """The marked games of a partition."""
        ...


def tally_store_of(store: Store) -> TallyStore:
    """The part about counts of the store that holds the games."""
    return RedisTallyStore(store.client) if isinstance(store, RedisStore) else MemoryTallyStore(store)


class MemoryTallyStore:
    """Keeps everything until the process ends."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._rows: dict[str, dict[str, Counts]] = {}
        self._marks: set[str] = set()

    def put(self, owner: str, game: str, counts: Counts) -> bool:
        with self._lock:
            if _is_player(owner) and not self._store.facts(owner):
                return False
            rows = self._rows.setdefault(owner, {})
            if counts:
                rows[game] = dict(counts)
            else:
                rows.pop(game, None)
            return True

    def totals(self, owner: str) -> Counts:
        return _sum(self.rows(owner))

    def rows(self, owner: str) -> Mapping[str, Counts]:
        with self._lock:
            return dict(self._rows.get(owner, {}))

    def remove(self, owner: str) -> None:
        with self._lock:
            self._rows.pop(owner, None)

    def mend(self, owner: str) -> None:
        return

    def owners(self) -> Iterator[str]:
        yield from [owner for owner, rows in list(self._rows.items()) if rows]

    def mark(self, game: str) -> None:
        self._marks.add(game)

    def unmark(self, game: str) -> None:
        self._marks.discard(game)

    def marks(self, partition: int) -> frozenset[str]:
        return frozenset(game for game in list(self._marks) if partition_of(game) == partition)


ROWS, TOTALS, REVISION, MARKS = "counted", "totals", "counted_revision", "uncounted"  # how keys end

# KEYS: rows, totals, revision, facts. ARGV: game, its row ("" removes it), whether the owner must have facts
PUT = """
local rows, totals, revision, facts = unpack(KEYS)
local game, row = ARGV[1], ARGV[2]
if ARGV[3] == '1' and redis.call('EXISTS', facts) == 0 then return 0 end
local old = redis.call('HGET', rows, game) or ''
if old == row then return 1 end
local changes = {}
if old ~= '' then
  for key, number in pairs(cjson.decode(old)) do changes[key] = -number end
end
if row ~= '' then
  for key, number in pairs(cjson.decode(row)) do changes[key] = (changes[key] or 0) + number end
end
for key, number in pairs(changes) do
  if number ~= 0 and redis.call('HINCRBY', totals, key, string.format('%d', number)) == 0 then
    redis.call('HDEL', totals, key)
  end
end
if row == '' then redis.call('HDEL', rows, game) else redis.call('HSET', rows, game, row) end
redis.call('INCR', revision)
return 1
"""

# KEYS: totals, revision. ARGV: the revision that the totals are of; then names and numbers
REPLACE = """
if tonumber(redis.call('GET', KEYS[2]) or 0) ~= tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
for at = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
return 1
"""


class RedisTallyStore:
    def __init__(self, client: Any) -> None:  # redis-py's clients for one server and a cluster share no type
        self._client = client
        self._put, self._replace = client.register_script(PUT), client.register_script(REPLACE)

    def put(self, owner: str, game: str, counts: Counts) -> bool:
        keys = [key_of(owner, what) for what in (ROWS, TOTALS, REVISION, "facts")]
        row = _encode(dict(sorted(counts.items()))) if counts else ""
        return bool(reply_of(lambda: self._put(keys=keys, args=[game, row, int(_is_player(owner))])))

    def totals(self, owner: str) -> Counts:
        totals = reply_of(lambda: self._client.hgetall(key_of(owner, TOTALS)))
        return {name.decode(): int(number) for name, number in totals.items()}

    def rows(self, owner: str) -> Mapping[str, Counts]:
        rows = reply_of(lambda: self._client.hgetall(key_of(owner, ROWS)))
        return {game.decode(): _decode(row) for game, row in rows.items()}

    def remove(self, owner: str) -> None:
        keys = [key_of(owner, what) for what in (ROWS, TOTALS, REVISION)]
        reply_of(lambda: self._client.delete(*keys))

    def mend(self, owner: str) -> None:
        is_done = False
        while not is_done:
            revision = int(reply_of(lambda: self._client.get(key_of(owner, REVISION))) or 0)
            totals = _sum(self.rows(owner))
            is_done = totals == self.totals(owner) or self._replaced(owner, revision, totals)

    def _replaced(self, owner: str, revision: int, totals: Counts) -> bool:
        arguments = [part for pair in totals.items() for part in pair]
        keys = [key_of(owner, what) for what in (TOTALS, REVISION)]
        return bool(reply_of(lambda: self._replace(keys=keys, args=[revision, *arguments])))

    def owners(self) -> Iterator[str]:
        for key in reply_of(lambda: list(self._client.scan_iter(match=key_of_any(ROWS), count=SCANNED))):
            yield key.decode().partition("}:")[2].removesuffix(f":{ROWS}")

    def mark(self, game: str) -> None:
        reply_of(lambda: self._client.sadd(f"{tag_of(game)}:{MARKS}", game))

    def unmark(self, game: str) -> None:
        reply_of(lambda: self._client.srem(f"{tag_of(game)}:{MARKS}", game))

    def marks(self, partition: int) -> frozenset[str]:
        games = reply_of(lambda: self._client.smembers(f"ttr:{{p{partition:02}}}:{MARKS}"))
        return frozenset(game.decode() for game in games)


def _is_player(owner: str) -> bool:
    return owner.startswith(player_stream(""))


BOARD = "board:"  # how the names of boards begin among owners


def board_owner(board: str) -> str:
    return f"{BOARD}{board}"


def _sum(rows: Mapping[str, Counts]) -> Counts:
    totals: Counter[str] = Counter()
    for counts in rows.values():
        totals.update(counts)
    return {key: number for key, number in totals.items() if number}
