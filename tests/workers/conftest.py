"""Servers for the games and for the queue, emptied for every test that uses the desk."""

from collections.abc import Iterator

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from service.clocks.deadlines import utc_now
from service.games.games import Games
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import MemoryStore
from tests.support.workers.background_service import Desk, sitting_at
from tests.support.workers.clocked_game import START
from workers import jobs


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedServer, EmbeddedServer]]:
    place = tmp_path_factory.mktemp("workers")
    store = EmbeddedServer(place / "store", "everysec")
    queue = EmbeddedServer(place / "queue", keep=False)
    yield store, queue
    queue.stop()
    store.stop()


@pytest.fixture
def desk(servers: tuple[EmbeddedServer, EmbeddedServer]) -> Iterator[Desk]:
    with sitting_at(*servers) as emptied:
        yield emptied


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> Games:
    """Jobs work on a store in memory."""
    games = Games(MemoryStore(), lambda game, version: None, utc_now)
    monkeypatch.setattr(jobs, "games", lambda: games)
    return games


@pytest.fixture
def time() -> Iterator[FrozenDateTimeFactory]:
    """Time that passes when a test says so."""
    with freeze_time(START) as frozen:
        assert isinstance(frozen, FrozenDateTimeFactory)
        yield frozen
