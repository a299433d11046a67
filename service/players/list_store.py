"""What is stored about the lists of players' games: rows, what has become of them, and marks of unfinished games.

A row for each game of a player, and the advances: which of their games went from which version to which, in one order,
so that one stream can follow all of them. Rows could be made anew from the games; of advances the latest are kept.
Both lie with their player, in the slot of their stream; a mark lies with its game. `test_list_store.py` holds both
kinds of store to the same promises.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from threading import Lock
from typing import Protocol

import msgspec

from service.games.facts import is_game, player_of, player_stream, talk_stream
from service.store import Store
from service.store.interface import partition_of
from service.store.redis_store import SCANNED, RedisStore, key_of_any, reply_of
from service.store.script import key_of, news_channel, tag_of

KEPT_ADVANCES = 1000  # of each player, or a few more

_VERSION = re.compile(r'"version":(\d+)')


def version_of(row: str | None) -> int:
    """The version in the text of a row; 0 without one."""
    match = _VERSION.search(row) if row else None
    return int(match[1]) if match else 0


class Advance(msgspec.Struct, frozen=True):
    """A game of a player went from one version to another; back, if the server has lost what was there."""

    number: int  # 1, 2, 3 ... for each player
    game: str  # or the stream of the talk at its table
    after: int  # 0: the game is new to the player
    until: int


class ListStore(Protocol):
    def put(self, player: str, game: str, row: str) -> bool:
        """Sets the row of a game; False, and nothing is set, if there is no such player any more.

        A row of another version than before is an advance, which wakes those who follow the player's stream.
        """
        ...

    def put_talk(self, player: str, game: str, number: int) -> None:
        """So much was said at a table of the player's: an advance of the stream of that talk."""
        ...

    def advances(self, player: str, after: int, limit: int) -> Sequence[Advance]:
        """Those after a number, in their order, as far as they are kept."""
        ...

    def last_advance(self, player: str) -> int:
        """The number of the latest; 0 if there was none."""
        ...

    def rows(self, player: str) -> Mapping[str, str]:
        """By game."""
        ...

    def look(self, player: str, games: Sequence[str]) -> tuple[str, Sequence[str]]:
        """The revision of a player's rows, which every change of them raises, and where each of these games ends.

        Read the revision before the rows. It is "" if the rows must be read; games are as in `Store.ends`.
        """
        ...

    def remove(self, player: str, games: Sequence[str]) -> None: ...

    def forget(self, player: str) -> None:
        """Removes all rows and advances of a player."""
        ...

    def players(self) -> Iterator[str]:
        """All who have rows, some of them twice."""
        ...

    def mark(self, game: str, version: int) -> None:
        """The rows of the game are being brought to this version, or were."""
        ...

    def unmark(self, game: str) -> None:
        """The rows of the game are complete and will stay as they are."""
        ...

    def marks(self, partition: int) -> Mapping[str, int]:
        """The marked games of a partition, with the versions that their rows have, or will have in a moment."""
        ...


def list_store_of(store: Store) -> ListStore:
    """The part about lists of the store that holds the games."""
    return RedisListStore(store) if isinstance(store, RedisStore) else MemoryListStore(store)


class MemoryListStore:
    """Keeps everything until the process ends."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._rows: dict[str, dict[str, str]] = {}
        self._talks: dict[str, dict[str, str]] = {}
        self._advances: dict[str, deque[Advance]] = {}
        self._marks: dict[str, int] = {}

    def put(self, player: str, game: str, row: str) -> bool:
        return self._put(self._rows, player, game, row)

    def put_talk(self, player: str, game: str, number: int) -> None:
        self._put(self._talks, player, talk_stream(game), _talk_row(number))

    def _put(self, table: dict[str, dict[str, str]], player: str, game: str, row: str) -> bool:
        with self._lock:
            if not self._store.facts(player_stream(player)):
                return False
            rows = table.setdefault(player, {})
            after, until = version_of(rows.get(game)), version_of(row)
            rows[game] = row
            if after != until:
                number = self.last_advance(player) + 1
                kept = self._advances.setdefault(player, deque(maxlen=KEPT_ADVANCES))
                kept.append(Advance(number, game, after, until))
            return True

    def advances(self, player: str, after: int, limit: int) -> Sequence[Advance]:
        later = (advance for advance in list(self._advances.get(player, ())) if advance.number > after)
        return list(islice(later, limit))

    def last_advance(self, player: str) -> int:
        kept = self._advances.get(player)
        return kept[-1].number if kept else 0

    def rows(self, player: str) -> Mapping[str, str]:
        with self._lock:
            return dict(self._rows.get(player, {}))

    def look(self, player: str, games: Sequence[str]) -> tuple[str, Sequence[str]]:
        return "", self._store.ends(games)

    def remove(self, player: str, games: Sequence[str]) -> None:
        with self._lock:
            left = {game: row for game, row in self._rows.pop(player, {}).items() if game not in games}
            if left:
                self._rows[player] = left

    def forget(self, player: str) -> None:
        with self._lock:
            self._rows.pop(player, None)
            self._talks.pop(player, None)
            self._advances.pop(player, None)

    def players(self) -> Iterator[str]:
        yield from list(self._rows)

    def mark(self, game: str, version: int) -> None:
        self._marks[game] = version

    def unmark(self, game: str) -> None:
        self._marks.pop(game, None)

    def marks(self, partition: int) -> Mapping[str, int]:
        return {game: at for game, at in list(self._marks.items()) if partition_of(game) == partition}


ROWS, TALKS, ADVANCES, MARKS = "games", "talks", "advances", "unfinished"  # how keys end
REVISION = "games_revision"

# KEYS: rows, facts, advances and revision of a player. ARGV: game, row, its version, how many advances to keep, channel
PUT = """
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
local before = redis.call('HGET', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if before ~= ARGV[2] then redis.call('INCR', KEYS[4]) end
local after = before and string.match(before, '"version":(%d+)') or '0'
if after ~= ARGV[3] then
  local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
  local number = (last and tonumber(string.match(last[1], '^%d+')) or 0) + 1
  redis.call('XADD', KEYS[3], 'MAXLEN', '~', ARGV[4], number .. '-1', 'g', ARGV[1], 'a', after, 'u', ARGV[3])
  redis.call('PUBLISH', ARGV[5], number)
end
return 1
"""


class RedisListStore:
    def __init__(self, store: RedisStore) -> None:
        self._store, self._client = store, store.client
        self._put = self._client.register_script(PUT)

    def put(self, player: str, game: str, row: str) -> bool:
        return self._put_in(_rows_of(player), player, game, row)

    def put_talk(self, player: str, game: str, number: int) -> None:
        self._put_in(_talks_of(player), player, talk_stream(game), _talk_row(number))

    def _put_in(self, table: str, player: str, game: str, row: str) -> bool:
        stream = player_stream(player)
        keys = [table, key_of(stream, "facts"), _advances_of(player), _revision_of(player)]
        arguments = [game, row, version_of(row), KEPT_ADVANCES, news_channel(stream)]
        return bool(reply_of(lambda: self._put(keys=keys, args=arguments)))

    def advances(self, player: str, after: int, limit: int) -> Sequence[Advance]:
        first = f"{after + 1}-0"
        rows = reply_of(lambda: self._client.xrange(_advances_of(player), first, "+", count=limit))
        return [_advance(*row) for row in rows]

    def last_advance(self, player: str) -> int:
        rows = reply_of(lambda: self._client.xrevrange(_advances_of(player), "+", "-", count=1))
        return _advance(*rows[0]).number if rows else 0

    def rows(self, player: str) -> Mapping[str, str]:
        rows = reply_of(lambda: self._client.hgetall(_rows_of(player)))
        return {game.decode(): row.decode() for game, row in rows.items()}

    def look(self, player: str, games: Sequence[str]) -> tuple[str, Sequence[str]]:
        keys = [_revision_of(player), *(key_of(game, "head") for game in games)]
        revision, *ends = self._store.texts(keys)
        return revision, ends

    def remove(self, player: str, games: Sequence[str]) -> None:
        if games:
            reply_of(lambda: self._client.hdel(_rows_of(player), *games))
            reply_of(lambda: self._client.incr(_revision_of(player)))

    def forget(self, player: str) -> None:
        keys = _rows_of(player), _talks_of(player), _advances_of(player), _revision_of(player)
        reply_of(lambda: self._client.delete(*keys))

    def players(self) -> Iterator[str]:
        for key in reply_of(lambda: list(self._client.scan_iter(match=key_of_any(ROWS), count=SCANNED))):
            stream = key.decode().partition("}:")[2].removesuffix(f":{ROWS}")
            if not is_game(stream):
                yield player_of(stream)

    def mark(self, game: str, version: int) -> None:
        reply_of(lambda: self._client.hset(f"{tag_of(game)}:{MARKS}", game, version))

    def unmark(self, game: str) -> None:
        reply_of(lambda: self._client.hdel(f"{tag_of(game)}:{MARKS}", game))

    def marks(self, partition: int) -> Mapping[str, int]:
        marks = reply_of(lambda: self._client.hgetall(f"ttr:{{p{partition:02}}}:{MARKS}"))
        return {game.decode(): int(version) for game, version in marks.items()}


def _rows_of(player: str) -> str:
    return key_of(player_stream(player), ROWS)


def _talks_of(player: str) -> str:
    return key_of(player_stream(player), TALKS)


def _talk_row(number: int) -> str:
    return f'{{"version":{number}}}'


def _revision_of(player: str) -> str:
    return key_of(player_stream(player), REVISION)


def _advances_of(player: str) -> str:
    return key_of(player_stream(player), ADVANCES)


def _advance(entry: bytes, row: Mapping[bytes, bytes]) -> Advance:
    number = int(entry.partition(b"-")[0])
    return Advance(number, row[b"g"].decode(), int(row[b"a"]), int(row[b"u"]))
