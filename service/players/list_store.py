"""What is stored about the lists of players' games: a row for each game of a player, and marks of unfinished games.

All of it could be made anew from the games. A row lies with its player, in the slot of their stream; a mark lies with
its game. `test_list_store.py` holds both kinds of store to the same promises.
"""

from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from service.games.facts import is_game, player_of, player_stream
from service.store import Store
from service.store.interface import partition_of
from service.store.redis_store import SCANNED, RedisStore, key_of_any, reply_of
from service.store.script import key_of, tag_of


class ListStore(Protocol):
    def put(self, player: str, game: str, row: str) -> bool:
        """Sets the row of a game; False, and nothing is set, if there is no such player any more."""
        ...

    def rows(self, player: str) -> Mapping[str, str]:
        """By game."""
        ...

    def remove(self, player: str, games: Sequence[str]) -> None: ...

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
    return RedisListStore(store.client) if isinstance(store, RedisStore) else MemoryListStore(store)


class MemoryListStore:
    """Keeps everything until the process ends."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._rows: dict[str, dict[str, str]] = {}
        self._marks: dict[str, int] = {}

    def put(self, player: str, game: str, row: str) -> bool:
        with self._lock:
            if not self._store.facts(player_stream(player)):
                return False
            self._rows.setdefault(player, {})[game] = row
            return True

    def rows(self, player: str) -> Mapping[str, str]:
        with self._lock:
            return dict(self._rows.get(player, {}))

    def remove(self, player: str, games: Sequence[str]) -> None:
        with self._lock:
            left = {game: row for game, row in self._rows.pop(player, {}).items() if game not in games}
            if left:
                self._rows[player] = left

    def players(self) -> Iterator[str]:
        yield from list(self._rows)

    def mark(self, game: str, version: int) -> None:
        self._marks[game] = version

    def unmark(self, game: str) -> None:
        self._marks.pop(game, None)

    def marks(self, partition: int) -> Mapping[str, int]:
        return {game: at for game, at in list(self._marks.items()) if partition_of(game) == partition}


ROWS, MARKS = "games", "unfinished"  # how keys end

# KEYS: rows and facts of a player. ARGV: game, row
PUT = """
if redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""


class RedisListStore:
    def __init__(self, client: Any) -> None:  # redis-py's clients for one server and a cluster share no type
        self._client = client
        self._put = client.register_script(PUT)

    def put(self, player: str, game: str, row: str) -> bool:
        keys = [_rows_of(player), key_of(player_stream(player), "facts")]
        return bool(reply_of(lambda: self._put(keys=keys, args=[game, row])))

    def rows(self, player: str) -> Mapping[str, str]:
        rows = reply_of(lambda: self._client.hgetall(_rows_of(player)))
        return {game.decode(): row.decode() for game, row in rows.items()}

    def remove(self, player: str, games: Sequence[str]) -> None:
        if games:
            reply_of(lambda: self._client.hdel(_rows_of(player), *games))

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
