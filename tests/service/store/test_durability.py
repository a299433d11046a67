"""Whatever was acknowledged survives the death of the server, at any moment, exactly once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from service.errors import StoreUnavailable
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import Appended, Commit, Repeated
from service.store.interface import partition_of
from service.store.redis_store import RedisStore
from tests.support.store.store_servers import SECONDS, eventually

GAME = "g"


class Writer:
    """Appends commits of one to three events for as long as it is let, and repeats what it got no answer to."""

    def __init__(self, url: str) -> None:
        self._store = RedisStore(url)
        self.acknowledged: list[bytes] = []
        self.commits = 0
        self.unanswered = 0
        self.failure: object = None
        self.server_lives = Event()
        self._stop = Event()
        self._thread = Thread(target=self._write)

    @contextmanager
    def writing(self) -> Iterator[None]:
        self.server_lives.set()
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self.server_lives.set()
            self._thread.join(SECONDS)
            self._store.close()

    def wait_for_more(self, commits: int) -> None:
        enough = self.commits + commits
        eventually(lambda: self.commits >= enough or self.failure is not None, "more commits")

    def _write(self) -> None:
        while not self._stop.is_set() and self.failure is None:
            self._commit()

    def _commit(self) -> None:
        version, number = len(self.acknowledged), self.commits
        entries = tuple(b"%d/%d" % (number, version + part + 1) for part in range(number % 3 + 1))
        after = version + len(entries)
        commit = Commit(
            game=GAME, expected=version, entries=entries, key=f"{number}", record=f"{after}", key_seconds=3600
        )
        outcome = self._answer(commit)
        if outcome in (Appended(after), Repeated(f"{after}")):
            self.acknowledged += entries
            self.commits += 1
        elif outcome is not None:
            self.failure = outcome

    def _answer(self, commit: Commit) -> object:
        """The same commit is sent until it is answered."""
        while not self._stop.is_set():
            try:
                return self._store.append(commit)
            except StoreUnavailable:
                self.unanswered += 1
                self.server_lives.clear()
                self.server_lives.wait(SECONDS)
        return None


def survive_kills(data: Path, fsync: str, cycles: int) -> None:
    server = EmbeddedServer(data, fsync)
    try:
        writer = Writer(server.url)
        with writer.writing():
            for cycle in range(cycles):
                writer.wait_for_more(7 + 13 * cycle % 29)
                acknowledged = len(writer.acknowledged)
                server.process.kill()
                server.process.wait()
                server = EmbeddedServer(data, fsync)
                check(server, writer.acknowledged[:acknowledged], writer)
                writer.server_lives.set()
        assert writer.failure is None
        assert writer.unanswered >= cycles
        check(server, writer.acknowledged, writer)
    finally:
        server.stop()


def check(server: EmbeddedServer, acknowledged: list[bytes], writer: Writer) -> None:
    """Nothing acknowledged is lost or doubled; versions have no gap; commits are whole, also in the feed."""
    store = RedisStore(server.url)
    entries = store.read(GAME)
    feed = store.feed(partition_of(GAME), "", 1_000_000)
    store.close()
    assert entries[: len(acknowledged)] == acknowledged
    assert [int(entry.partition(b"/")[2]) for entry in entries] == list(range(1, len(entries) + 1))
    numbers = [int(entry.partition(b"/")[0]) for entry in entries]
    assert all(numbers.count(number) == number % 3 + 1 for number in set(numbers[-10:]))
    assert feed[-1].version >= len(entries)
    assert [entry.version for entry in feed] == sorted({entry.version for entry in feed})


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(data: Path) -> None:
    survive_kills(data, "always", 8)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_in_many_kills(data: Path) -> None:
    survive_kills(data, "always", 25)
