"""What is stored of ratings: for each board a ledger of games, and the rating of everybody in it.

All of it lies in the slot of its board, and could be made anew from the games. `test_ledger_store.py` holds both kinds
of store to the same promises.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

import msgspec

from service.ratings.ledger import Entry, Rewritten
from service.ratings.skill import Rating
from service.store import Store
from service.store.redis_store import SCANNED, RedisStore, key_of_any, reply_of
from service.store.script import key_of

_encode = msgspec.json.Encoder().encode
_decode_entry = msgspec.json.Decoder(Entry).decode
_decode_rating = msgspec.json.Decoder(Rating).decode


class LedgerStore(Protocol):
    def revision(self, board: str) -> int:
        """Raised by every change of the board's ledger. Read it before anything that a change is computed from."""
        ...

    def entries(self, board: str, since: str = "") -> Sequence[Entry]:
        """The games from a place on, in order."""
        ...

    def entry(self, board: str, game: str) -> Entry | None: ...

    def ratings(self, board: str, names: Sequence[str]) -> Mapping[str, Rating]:
        """Of those who have one."""
        ...

    def everywhere(self, boards: Sequence[str], name: str) -> Mapping[str, Rating]:
        """Somebody's ratings by board, where they have one."""
        ...

    def listed(self, board: str, start: int = 0, limit: int | None = None) -> Sequence[tuple[str, Rating]]:
        """Everybody with a rating, the best first, from one position on."""
        ...

    def write(self, board: str, revision: int, changes: Rewritten) -> bool:
        """All of it or, if the ledger has another revision by now, nothing."""
        ...

    def boards(self) -> Iterator[str]:
        """All boards that have a ledger, some of them twice."""
        ...


def ledger_store_of(store: Store) -> LedgerStore:
    """The part about ratings of the store that holds the games."""
    return RedisLedgerStore(store.client) if isinstance(store, RedisStore) else MemoryLedgerStore()


class _Ledger:
    """One board."""

    def __init__(self) -> None:
        self.revision = 0
        self.entries: dict[str, Entry] = {}  # by place
        self.ratings: dict[str, Rating] = {}


class MemoryLedgerStore:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._ledgers: dict[str, _Ledger] = {}

    def _of(self, board: str) -> _Ledger:
        with self._lock:
            return self._ledgers.setdefault(board, _Ledger())

    def revision(self, board: str) -> int:
        return self._of(board).revision

    def entries(self, board: str, since: str = "") -> Sequence[Entry]:
        places = sorted(self._of(board).entries)
        return [self._of(board).entries[place] for place in places[bisect_left(places, since) :]]

    def entry(self, board: str, game: str) -> Entry | None:
        return next((entry for entry in self._of(board).entries.values() if entry.game == game), None)

    def ratings(self, board: str, names: Sequence[str]) -> Mapping[str, Rating]:
        ratings = self._of(board).ratings
        return {name: ratings[name] for name in names if name in ratings}

    def everywhere(self, boards: Sequence[str], name: str) -> Mapping[str, Rating]:
        ratings = {board: self._of(board).ratings.get(name) for board in boards}
        return {board: rating for board, rating in ratings.items() if rating}

    def listed(self, board: str, start: int = 0, limit: int | None = None) -> Sequence[tuple[str, Rating]]:
        pairs = sorted(
            self._of(board).ratings.items(), key=lambda pair: (pair[1].order, pair[0]), reverse=True
        )
        return pairs[start:] if limit is None else pairs[start : start + limit]

    def write(self, board: str, revision: int, changes: Rewritten) -> bool:
        ledger = self._of(board)
        with self._lock:
            if ledger.revision != revision:
                return False
            ledger.revision += 1
            for place, entry in changes.entries.items():
                _put(ledger.entries, place, entry)
            for name, rating in changes.ratings.items():
                _put(ledger.ratings, name, rating)
            return True

    def boards(self) -> Iterator[str]:
        yield from [board for board, ledger in list(self._ledgers.items()) if ledger.revision]


def _put(kept: dict[str, Any], key: str, value: object) -> None:  # entries or ratings
    if value is None:
        kept.pop(key, None)
    else:
        kept[key] = value


# how keys end: games by place, places by game, ratings by name, names by rating, and the number of changes
GAMES, PLACES, RATINGS, NAMES, REVISION = "rated", "rated_at", "ratings", "ranking", "ratings_revision"
ORDERED = "rated_order"  # places, sorted

# KEYS: games, places, order, ratings, ranking, revision. ARGV: the revision, number of games, number of ratings; then
# place, game and entry of each game ("" removes it), then name, order and rating of each rating
WRITE = """
local games, places, order, ratings, ranking, revision = unpack(KEYS)
if tonumber(redis.call('GET', revision) or 0) ~= tonumber(ARGV[1]) then return 0 end
local at = 4
for _ = 1, tonumber(ARGV[2]) do
  local place, game, entry = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if entry == '' then
    redis.call('HDEL', games, place)
    redis.call('ZREM', order, place)
    if redis.call('HGET', places, game) == place then redis.call('HDEL', places, game) end
  else
    redis.call('HSET', games, place, entry)
    redis.call('ZADD', order, 0, place)
    redis.call('HSET', places, game, place)
  end
  at = at + 3
end
for _ = 1, tonumber(ARGV[3]) do
  local name, score, rating = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  if rating == '' then
    redis.call('HDEL', ratings, name)
    redis.call('ZREM', ranking, name)
  else
    redis.call('HSET', ratings, name, rating)
    redis.call('ZADD', ranking, score, name)
  end
  at = at + 3
end
redis.call('INCR', revision)
return 1
"""


class RedisLedgerStore:
    def __init__(self, client: Any) -> None:  # redis-py's clients for one server and a cluster share no type
        self._client = client
        self._write = client.register_script(WRITE)

    def revision(self, board: str) -> int:
        return int(reply_of(lambda: self._client.get(_key(board, REVISION))) or 0)

    def entries(self, board: str, since: str = "") -> Sequence[Entry]:
        low = f"[{since}" if since else "-"
        places = reply_of(lambda: self._client.zrangebylex(_key(board, ORDERED), low, "+"))
        texts = reply_of(lambda: self._client.hmget(_key(board, GAMES), places)) if places else []
        return [_decode_entry(text) for text in texts if text is not None]

    def entry(self, board: str, game: str) -> Entry | None:
        place = reply_of(lambda: self._client.hget(_key(board, PLACES), game))
        text = reply_of(lambda: self._client.hget(_key(board, GAMES), place)) if place else None
        return _decode_entry(text) if text else None

    def ratings(self, board: str, names: Sequence[str]) -> Mapping[str, Rating]:
        texts = reply_of(lambda: self._client.hmget(_key(board, RATINGS), names)) if names else []
        return {name: _decode_rating(text) for name, text in zip(names, texts, strict=True) if text}

    def everywhere(self, boards: Sequence[str], name: str) -> Mapping[str, Rating]:
        pipe = self._client.pipeline(transaction=False)
        for board in boards:
            pipe.hget(_key(board, RATINGS), name)
        texts = reply_of(pipe.execute)
        return {board: _decode_rating(text) for board, text in zip(boards, texts, strict=True) if text}

    def listed(self, board: str, start: int = 0, limit: int | None = None) -> Sequence[tuple[str, Rating]]:
        last = -1 if limit is None else start + limit - 1
        names = reply_of(lambda: self._client.zrevrange(_key(board, NAMES), start, last))
        ratings = self.ratings(board, [name.decode() for name in names])
        return list(ratings.items())

    def write(self, board: str, revision: int, changes: Rewritten) -> bool:
        keys = [_key(board, what) for what in (GAMES, PLACES, ORDERED, RATINGS, NAMES, REVISION)]
        arguments: list[str | bytes | int | float] = [revision, len(changes.entries), len(changes.ratings)]
        for place, entry in changes.entries.items():
            arguments += [place, place.partition(" ")[2], _encode(entry) if entry else ""]
        for name, rating in changes.ratings.items():
            arguments += [name, rating.order if rating else 0, _encode(rating) if rating else ""]
        return bool(reply_of(lambda: self._write(keys=keys, args=arguments)))

    def boards(self) -> Iterator[str]:
        pattern = key_of_any(REVISION)
        for key in reply_of(lambda: list(self._client.scan_iter(match=pattern, count=SCANNED))):
            yield key.decode().partition("}:")[2].removesuffix(f":{REVISION}").removeprefix(BOARD)


BOARD = "board:"  # how the names of boards begin among those of games and players


def _key(board: str, what: str) -> str:
    return key_of(f"{BOARD}{board}", what)
