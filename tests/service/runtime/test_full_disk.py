"""A full disk: games can be read, moves are refused with a clear code, and all goes on when there is room."""

import logging
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service import Config, create_app
from service.runtime import disk_guard
from service.runtime.embedded_valkey import CannotStart, EmbeddedServer
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import Caller, Table, in_process, open_table, problem
from tests.support.store.store_servers import eventually


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small disk of its own, where this process may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    if (
        mount is None
        or subprocess.run([mount, "-t", "tmpfs", "-o", "size=64m", "tmpfs", place], check=False).returncode
    ):
        pytest.skip("no disk can be mounted here")
    yield place
    subprocess.run(["umount", "-l", place], check=True)


def fill(disk: Path) -> Path:
    """A file that leaves no byte free."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(b"\0" * 65536)
            except OSError:
                return filler


def keep_tickets(caller: Caller, table: Table) -> int:
    command = caller.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
    reply = caller.post(f"{table.path}/commands", command, table.seats[0], {"Idempotency-Key": "once"})
    if reply.status != 200:
        assert problem(reply) == (503, "writes_refused")
        assert int(reply.headers["retry-after"]) > 0
    return reply.status


def check_refuses_and_goes_on(
    server: EmbeddedServer, fill: Callable[[], None], make_room: Callable[[], None]
) -> None:
    store = RedisStore(server.url)
    caller = in_process(create_app(Config(), store))
    table = open_table(caller)
    before = caller.get(table.path, table.seats[0]).json
    fill()
    eventually(lambda: caller.get("/readyz").status == 503, "a service that is not ready")
    assert keep_tickets(caller, table) == 503
    assert caller.get(table.path, table.seats[0]).json == before
    make_room()
    eventually(lambda: caller.get("/readyz").status == 200, "a service that is ready again")
    assert keep_tickets(caller, table) == 200
    assert server.process.poll() is None
    store.close()


def test_the_server_survives_a_disk_without_a_free_byte(disk: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It ended, and each restart ended in the same way until the supervisor gave up."""
    server = EmbeddedServer(disk / "data")
    with caplog.at_level(logging.WARNING, "ttr.disk"):
        check_refuses_and_goes_on(server, lambda: _fill_in_time(disk), (disk / "filler").unlink)
    server.stop()
    full, room = [record.getMessage() for record in caplog.records if record.name == "ttr.disk"]
    assert f"the disk of {disk / 'data'} is full" in full
    assert "has room again" in room


def _fill_in_time(disk: Path) -> None:
    """First almost full, so that the guard can act; then full."""
    (disk / "most").write_bytes(b"\0" * 40 * disk_guard.MEGABYTE)
    eventually(lambda: disk_guard.free_bytes(disk) < disk_guard.RESERVE, "a disk that is almost full")
    subprocess.run(["sleep", "1"], check=True)
    (disk / "most").rename(disk / "filler")
    with (disk / "filler").open("ab", buffering=0) as file:
        while True:
            try:
                file.write(b"\0" * 65536)
            except OSError:
                return


def test_a_server_starts_on_a_full_disk_and_can_be_read(disk: Path) -> None:
    server = EmbeddedServer(disk / "data")
    store = RedisStore(server.url)
    table = open_table(in_process(create_app(Config(), store)))
    store.close()
    server.stop()
    filler = fill(disk)
    server = EmbeddedServer(disk / "data")
    caller = in_process(create_app(Config(), RedisStore(server.url)))
    assert caller.get(table.path, table.seats[0]).status == 200
    assert keep_tickets(caller, table) == 503
    filler.unlink()
    eventually(lambda: caller.get("/readyz").status == 200, "a service that is ready")
    assert keep_tickets(caller, table) == 200
    server.stop()


def test_a_new_server_on_a_full_disk_says_what_is_wrong(disk: Path) -> None:
    fill(disk)
    with pytest.raises(CannotStart, match=r"No space left on device|is full"):
        EmbeddedServer(disk / "data")


def test_the_guard_goes_by_the_free_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As above, where no disk can be mounted."""
    server = EmbeddedServer(tmp_path / "data")
    check_refuses_and_goes_on(
        server,
        lambda: monkeypatch.setattr(disk_guard, "free_bytes", lambda data: disk_guard.RESERVE - 1),
        lambda: monkeypatch.setattr(disk_guard, "free_bytes", lambda data: disk_guard.RESERVE * 2),
    )
    server.stop()
