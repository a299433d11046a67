"""Servers for the games and for the queue, emptied for every test that sits down at the desk."""

from collections.abc import Iterator

import pytest

from service.embedded import EmbeddedServer
from service.games import Games
from service.store import MemoryStore
from service.store.redis_store import RedisStore
from tests.workers.desk import Desk
from workers import dispatcher, jobs
from workers.queue import connect, open_queue


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedServer, EmbeddedServer]]:
    place = tmp_path_factory.mktemp("workers")
    store = EmbeddedServer(place / "store", "everysec")
    queue = EmbeddedServer(place / "queue", keep=False)
    yield store, queue
    queue.stop()
    store.stop()


@pytest.fixture
def desk(servers: tuple[EmbeddedServer, EmbeddedServer], monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    store, queue = RedisStore(servers[0].url), open_queue(connect(servers[1].url))
    store.client.flushall()
    queue.connection.flushall()
    monkeypatch.setenv("TTR_REDIS_URL", servers[0].url)
    monkeypatch.setenv("TTR_QUEUE_URL", servers[1].url)
    monkeypatch.setattr(dispatcher, "PATIENCE", 0.001)  # nobody waits for nothing
    _forget()
    yield Desk(store, jobs.games(), queue)
    jobs.games().store.close()
    _forget()
    queue.connection.close()
    store.close()


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> Games:
    """Jobs work on a store in memory."""
    games = Games(MemoryStore(), lambda game, version: None, lambda: "2026-11-16T12:00:00.000Z")
    monkeypatch.setattr(jobs, "games", lambda: games)
    return games


def _forget() -> None:
    jobs.games.cache_clear()
    jobs.settings.cache_clear()
