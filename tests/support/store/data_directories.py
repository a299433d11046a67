"""Data directories of the embedded server, as tests fill, damage and compare them."""

from pathlib import Path

from service.runtime.append_only_file import FOLDER
from service.runtime.embedded_valkey import CannotStart, EmbeddedServer
from service.store import Appended, Commit
from service.store.redis_store import RedisStore
from tests.support.store.store_servers import eventually

GAME = "g"
CHANGED_BY_A_START = {"server.log", "lock"}


def fill(data: Path, commits: int = 20, fsync: str = "always") -> None:
    """A directory with a game of so many commits of two events, the server killed."""
    server = EmbeddedServer(data, fsync)
    store = RedisStore(server.url)
    for number in range(commits):
        add(store, number)
    store.close()
    server.process.kill()
    server.process.wait()


def add(store: RedisStore, number: int) -> None:
    entries = (b'{"number":%d}' % number, b'{"more":%d}' % number)
    assert store.append(Commit(game=GAME, expected=2 * number, entries=entries)) == Appended(2 * number + 2)


def events(data: Path) -> list[bytes]:
    """What a server on this directory serves."""
    server = EmbeddedServer(data)
    store = RedisStore(server.url)
    try:
        return store.read(GAME)
    finally:
        store.close()
        server.stop()


def contents(place: Path) -> dict[str, bytes]:
    """Every file but those that any start writes to."""
    paths = (
        path for path in sorted(place.rglob("*")) if path.is_file() and path.name not in CHANGED_BY_A_START
    )
    return {str(path.relative_to(place)): path.read_bytes() for path in paths}


def refused(data: Path) -> str:
    """Why no server starts there; nothing may be changed by trying."""
    before = contents(data) if data.is_dir() else {}
    try:
        server = EmbeddedServer(data)
    except CannotStart as refusal:
        assert (contents(data) if data.is_dir() else {}) == before
        return str(refusal)
    server.stop()
    raise AssertionError(f"a server started in {data}")


def rewrite(data: Path) -> None:
    """Has the server write its base anew, and two more commits after it."""
    server = EmbeddedServer(data)
    store = RedisStore(server.url)
    store.client.bgrewriteaof()
    eventually((data / FOLDER / "appendonly.aof.2.base.rdb").exists, "a new base")
    eventually(lambda: not store.client.info("persistence")["aof_rewrite_in_progress"], "the end of it")
    for number in (3, 4):
        add(store, number)
    store.close()
    server.stop()


def log_file(data: Path) -> Path:
    """The file that the server was writing to."""
    (path,) = (data / FOLDER).glob("*.incr.aof")
    return path
