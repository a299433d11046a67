"""Servers that tests of the store share; each is emptied for every test that gets a store on it."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from service.runtime.embedded_valkey import EmbeddedServer
from service.store import MemoryStore, Store
from service.store.redis_store import RedisStore
from tests.support.store.store_servers import Plain, cluster, eventually, plain_server, server_programs

PROGRAMS = server_programs()
STORES = ("memory", "embedded", "cluster", *PROGRAMS)


@pytest.fixture(scope="session")
def plain_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Plain]]:
    place = tmp_path_factory.mktemp("plain")
    with ExitStack() as ending:
        started = {
            name: ending.enter_context(plain_server(place / str(number), "--appendonly", "yes", program=path))
            for number, (name, path) in enumerate(PROGRAMS.items())
        }
        yield started


@pytest.fixture(scope="session")
def cluster_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with cluster(tmp_path_factory.mktemp("cluster")) as url:
        yield url


@pytest.fixture(scope="session", params=STORES)
def any_store(request: pytest.FixtureRequest) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    store = RedisStore(_url(request))
    yield store
    store.close()


def _url(request: pytest.FixtureRequest) -> str:
    if request.param == "embedded":
        server: EmbeddedServer = request.getfixturevalue("embedded")
        return server.url
    if request.param == "cluster":
        address: str = request.getfixturevalue("cluster_url")
        return address
    servers: dict[str, Plain] = request.getfixturevalue("plain_servers")
    return servers[request.param].url


@pytest.fixture
def store(any_store: Store) -> Store:
    """An empty store of each kind."""
    if isinstance(any_store, RedisStore):
        any_store.client.flushall()
        return any_store
    return MemoryStore()


@pytest.fixture
def redis_store(embedded: EmbeddedServer) -> Iterator[RedisStore]:
    """An empty store on the embedded server."""
    store = RedisStore(embedded.url)
    store.client.flushall()
    yield store
    store.close()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A place for a data directory."""
    return tmp_path / "data"


@pytest.fixture
def replicated(tmp_path: Path) -> Iterator[tuple[Plain, Plain]]:
    """A primary and its replica."""
    with (
        plain_server(tmp_path / "primary", "--repl-diskless-sync-delay", "0") as primary,
        plain_server(tmp_path / "replica", "--replicaof", f"127.0.0.1 {primary.port}") as replica,
    ):
        client = primary.client()
        eventually(
            lambda: bool(client.set("probe", 1)) and client.wait(1, 1000) == 1, "a replica that follows"
        )
        client.close()
        yield primary, replica
