"""A store in memory, for tests and for programs that need no server."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from threading import Lock
from time import monotonic, time

import msgspec

from service.store.interface import (
    GAME_FEED,
    KEPT_FAILURES,
    Appended,
    Commit,
    Conflict,
    FeedEntry,
    Order,
    Outcome,
    Place,
    Repeated,
    partition_of,
)


def _continues(commit: Commit, stream: Sequence[bytes]) -> bool:
    """Whether the stream ends with the event that the commit continues."""
    return not (commit.prev and stream) or _hash(stream[-1]) == commit.prev


def _hash(entry: bytes) -> str:
    envelope: dict[str, str] = msgspec.json.decode(entry)
    return envelope["hash"]


class MemoryStore:
    """Keeps everything until the process ends."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock  # by which keys expire
        self._lock = Lock()
        self._streams: dict[str, list[bytes]] = {}
        self._places: dict[str, list[int]] = {}
        self._facts: dict[str, dict[str, str]] = {}
        self._records: dict[tuple[str, str], str] = {}
        self._listed: dict[Order, dict[str, int]] = {order: {} for order in Order}
        self._feeds: dict[str, list[FeedEntry]] = {}  # by name, each of all partitions
        self._documents: dict[str, bytes] = {}
        self._active: set[str] = set()
        self._notes: dict[tuple[str, str], str] = {}
        self._properties: dict[str, dict[str, str]] = {}
        self._expiring: dict[str, tuple[str, float]] = {}
        self._failures: deque[str] = deque(maxlen=KEPT_FAILURES)

    def append(self, commit: Commit) -> Outcome:
        with self._lock:
            record = self._records.get((commit.game, commit.key)) if commit.key else None
            if record is not None:
                return Repeated(record)
            stream = self._streams.get(commit.game, [])
            if len(stream) != commit.expected or not _continues(commit, stream):
                return Conflict(len(stream))
            self._write(commit, [*stream, *commit.entries])
            return Appended(commit.expected + len(commit.entries))

    def append_all(self, commits: Sequence[Commit]) -> Sequence[Outcome]:
        return [self.append(commit) for commit in commits]

    def _write(self, commit: Commit, stream: list[bytes]) -> None:
        game, count = commit.game, len(commit.entries)
        places = range(1, count + 1) if commit.together else [0] * count
        self._places.setdefault(game, []).extend(places)
        self._streams[game] = stream
        if commit.facts:
            facts = {**self._facts.get(game, {}), **commit.facts}
            self._facts[game] = {name: value for name, value in facts.items() if value}
        if commit.key:
            self._records[game, commit.key] = commit.record
        for order, listed in ((Order.CREATED, commit.listed), (Order.MOVED, commit.moved)):
            if listed:
                self._listed[order][game] = listed
        if commit.active is not None:
            (self._active.add if commit.active else self._active.discard)(game)
        if commit.entries:
            feed = self._feeds.setdefault(commit.feed, [])
            feed.append(FeedEntry(f"{len(feed) + 1}-0", game, len(stream), commit.types))

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        stop = None if limit is None else after + limit
        return self._streams.get(game, [])[after:stop]

    def read_places(self, game: str, after: int = 0, limit: int | None = None) -> list[tuple[int, bytes]]:
        return list(zip(self._places.get(game, [])[after:], self.read(game, after, limit), strict=False))

    def ends_with(self, game: str, version: int, head: str) -> bool:
        stream = self._streams.get(game, [])
        return len(stream) == version > 0 and _hash(stream[-1]) == head

    def ends(self, games: Sequence[str]) -> Sequence[str]:
        streams = [self._streams.get(game) for game in games]
        return [f"{len(stream)} {_hash(stream[-1])}" if stream else "" for stream in streams]

    def versions(self, games: Sequence[str]) -> Sequence[int]:
        return [len(self._streams.get(game, ())) for game in games]

    def facts(self, game: str) -> Mapping[str, str]:
        return self._facts.get(game, {})

    def forget(self, game: str, names: Sequence[str]) -> None:
        with self._lock:
            facts = self._facts.get(game, {})
            self._facts[game] = {name: value for name, value in facts.items() if name not in names}

    def record(self, game: str, key: str) -> str | None:
        return self._records.get((game, key))

    def listed(
        self, before: Place, limit: int, *, by: Order = Order.CREATED, active: bool = False
    ) -> Sequence[Place]:
        places = [Place(time, game) for game, time in self._listed[by].items()]
        earlier = [place for place in places if place < before and (place.game in self._active or not active)]
        return sorted(earlier, reverse=True)[:limit]

    def unlist(self, game: str) -> None:
        for listing in self._listed.values():
            listing.pop(game, None)

    def active(self, partition: int) -> Sequence[str]:
        return sorted(game for game in self._active if partition_of(game) == partition)

    def streams(self) -> Iterator[str]:
        yield from list(self._streams)

    def feed(self, partition: int, after: str, limit: int, name: str = GAME_FEED) -> list[FeedEntry]:
        start, feed = int(after.partition("-")[0] or 0), self._feeds.get(name, [])
        later = (entry for entry in feed[start:] if partition_of(entry.game) == partition)
        return list(islice(later, limit))

    def keep_document(self, name: str, document: bytes) -> None:
        self._documents.setdefault(name, document)

    def document(self, name: str) -> bytes | None:
        return self._documents.get(name)

    def keep_note(self, game: str, name: str, text: str) -> None:
        self._notes[game, name] = text

    def note(self, game: str, name: str) -> str | None:
        return self._notes.get((game, name))

    def properties(self, owner: str) -> Mapping[str, str]:
        with self._lock:
            return dict(self._properties.get(owner, {}))

    def set_properties(self, owner: str, texts: Mapping[str, str]) -> None:
        with self._lock:
            changed = {**self._properties.get(owner, {}), **texts}
            self._properties[owner] = {name: text for name, text in changed.items() if text}

    def set_property_once(self, owner: str, name: str, text: str) -> bool:
        with self._lock:
            properties = self._properties.setdefault(owner, {})
            is_new = name not in properties
            properties.setdefault(name, text)
            return is_new

    def set_once(self, name: str, text: str, seconds: float) -> bool:
        with self._lock:
            if name in self._alive():
                return False
            self._expiring[name] = text, self._clock() + seconds
            return True

    def set_expiring(self, name: str, text: str, seconds: float) -> None:
        with self._lock:
            self._alive()[name] = text, self._clock() + seconds

    def expiring(self, name: str) -> str | None:
        with self._lock:
            return self._alive().get(name, (None, 0.0))[0]

    def remove_expiring(self, name: str) -> None:
        with self._lock:
            self._expiring.pop(name, None)

    def swap_expiring(self, name: str, old: str, new: str, seconds: float = 0) -> bool:
        with self._lock:
            if self._alive().get(name, (None, 0.0))[0] != old:
                return False
            if new:
                self._expiring[name] = new, self._clock() + seconds
            else:
                del self._expiring[name]
            return True

    def _alive(self) -> dict[str, tuple[str, float]]:
        """The keys that have not expired; the others go."""
        now = self._clock()
        self._expiring = {name: kept for name, kept in self._expiring.items() if kept[1] > now}
        return self._expiring

    def report_failure(self, text: str) -> None:
        self._failures.appendleft(text)

    def failures(self, limit: int) -> Sequence[str]:
        return list(self._failures)[:limit]

    def check(self) -> None:
        return

    def time(self) -> float:
        return time()

    def close(self) -> None:
        return
