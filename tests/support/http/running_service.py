"""The real service for tests: an embedded server, the API under its HTTP server, and the background if asked for."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

import msgspec

from service.config import Config
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import address, environment, wait_until_ready
from service.store.redis_store import RedisStore
from tests.support.paths import ROOT
from tests.support.workers.process_list import children, descendants

STARTING_SECONDS = 110.0  # on a machine that does much else; below the time limit of a test
ENDING_SECONDS = 20.0
UNLIMITED: Mapping[str, Any] = {  # settings
    "commands_per_minute": 1_000_000,
    "messages_per_minute": 1_000_000,
    "creations_per_minute": 1_000_000,
    "audits_per_minute": 1_000_000,
    "work_per_minute": 1_000_000,
    "lobbies_per_address": 1_000_000,
}


class Stack(msgspec.Struct, frozen=True):
    """A running service."""

    config: Config
    server: EmbeddedServer
    store: RedisStore
    api: subprocess.Popen[bytes]
    log: Path  # what its processes have written to standard error

    @property
    def url(self) -> str:
        return address(self.config)

    @property
    def port(self) -> int:
        return self.config.port

    def api_processes(self) -> list[int]:
        """Those that answer requests; the HTTP server above them starts them again when they die."""
        (http_server,) = (pid for pid, command in children(self.api.pid).items() if "guardian" not in command)
        return [pid for pid, command in children(http_server).items() if "resource_tracker" not in command]

    def kill_everything(self) -> None:
        """As if the power went: the API, what is above it, and the server with the games."""
        _kill([*descendants(self.api.pid), self.api.pid, self.server.process.pid])


@contextmanager
def running(place: Path, *, background: bool = False, **settings: Any) -> Iterator[Stack]:
    """A service over a data directory in `place` until the block is left; no process of it is left behind."""
    with ExitStack() as ending:
        server = EmbeddedServer(place / "data")
        ending.callback(server.stop)
        config = Config(redis_url=server.url, **{**UNLIMITED, "port": free_port(), **settings})
        variables = environment(config)
        ending.callback(shutil.rmtree, variables["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
        log = place / "stderr.log"
        api = _start("serve", variables, log)
        ending.callback(_end, api)
        if background:
            ending.callback(_end, _start("work", variables, log))
        is_ready = wait_until_ready(config, lambda: api.poll() is not None, seconds=STARTING_SECONDS)
        assert is_ready, log.read_text("utf-8")
        store = RedisStore(server.url)
        ending.callback(store.close)
        yield Stack(config, server, store, api, log)


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to outgoing connections of other tests."""
    for port in SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no free port among a hundred")


def _start(part: str, variables: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as stderr:
        return subprocess.Popen(
            [sys.executable, "-m", "service.cli", part],
            env=dict(variables),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
        )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Asks it to end, as Ctrl-C would; what does not listen is killed with everything that it started."""
    process.terminate()
    try:
        process.wait(ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        _kill([*descendants(process.pid), process.pid])
        process.wait()
        raise


def _kill(processes: Iterable[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
