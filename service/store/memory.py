"""A store in memory: for tests, and for library users who need no server."""

from collections.abc import Mapping, Sequence
from threading import Lock

from service.store.base import Appended, Commit, Conflict, FeedEntry, Outcome, Repeated, partition_of


class MemoryStore:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._streams: dict[str, list[bytes]] = {}
        self._facts: dict[str, dict[str, str]] = {}
        self._records: dict[tuple[str, str], str] = {}
        self._listed: dict[str, int] = {}
        self._feeds: dict[int, list[FeedEntry]] = {}
        self._documents: dict[str, bytes] = {}

    def append(self, commit: Commit) -> Outcome:
        with self._lock:
            record = self._records.get((commit.game, commit.key)) if commit.key else None
            if record is not None:
                return Repeated(record)
            stream = self._streams.get(commit.game, [])
            if len(stream) != commit.expected:
                return Conflict(len(stream))
            self._write(commit, [*stream, *commit.entries])
            return Appended(commit.expected + len(commit.entries))

    def _write(self, commit: Commit, stream: list[bytes]) -> None:
        game = commit.game
        self._streams[game] = stream
        facts = {**self._facts.get(game, {}), **commit.facts}
        self._facts[game] = {name: value for name, value in facts.items() if value}
        if commit.key:
            self._records[game, commit.key] = commit.record
        if commit.listed:
            self._listed[game] = commit.listed
        if commit.entries:
            feed = self._feeds.setdefault(partition_of(game), [])
            feed.append(FeedEntry(f"{len(feed) + 1}-0", game, len(stream)))

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        stop = None if limit is None else after + limit
        return self._streams.get(game, [])[after:stop]

    def facts(self, game: str) -> Mapping[str, str]:
        return self._facts.get(game, {})

    def record(self, game: str, key: str) -> str | None:
        return self._records.get((game, key))

    def listed(self, before: int, limit: int) -> Sequence[tuple[str, int]]:
        earlier = [(game, at) for game, at in self._listed.items() if at < before]
        return sorted(earlier, key=lambda entry: (-entry[1], entry[0]))[:limit]

    def unlist(self, game: str) -> None:
        self._listed.pop(game, None)

    def feed(self, partition: int, after: str, limit: int) -> list[FeedEntry]:
        start = int(after.partition("-")[0] or 0)
        return self._feeds.get(partition, [])[start : start + limit]

    def keep_document(self, name: str, document: bytes) -> None:
        self._documents.setdefault(name, document)

    def document(self, name: str) -> bytes | None:
        return self._documents.get(name)

    def check(self) -> None:
        return

    def close(self) -> None:
        return
