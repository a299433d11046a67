"""The real service for tests: an embedded server, the API under its own HTTP server, and if asked for the background."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from service.config import Config
from service.embedded import EmbeddedServer
from service.serving import address, environment, wait_until_ready
from service.store.redis_store import RedisStore
from tests.service.servers import free_port

ROOT = Path(__file__).parents[2]
ENDING_SECONDS = 20
UNLIMITED = {"commands_per_minute": 1_000_000, "creations_per_minute": 1_000_000}


class Stack(msgspec.Struct):
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
        """The processes that answer requests, which the HTTP server starts again when they die."""
        (http_server,) = children_of(self.api.pid)
        return [pid for pid, command in _processes(http_server) if "spawn_main" in command or "granian" in command]


@contextmanager
def running(place: Path, *, background: bool = False, **settings: Any) -> Iterator[Stack]:
    """A service over a data directory in `place`, until the block is left; nothing of it is left behind."""
    with ExitStack() as ending:
        server = EmbeddedServer(place / "data")
        ending.callback(server.stop)
        config = Config(redis_url=server.url, port=free_port(), **{**UNLIMITED, **settings})
        log = place / "stderr.log"
        variables = environment(config)
        api = _start("serve", variables, log)
        ending.callback(_end, api)
        if background:
            ending.callback(_end, _start("work", variables, log))
        assert wait_until_ready(config, lambda: api.poll() is not None), log.read_text("utf-8")
        store = RedisStore(server.url)
        ending.callback(store.close)
        yield Stack(config, server, store, api, log)


def children_of(parent: int) -> list[int]:
    return [pid for pid, _ in _processes(parent)]


def _processes(parent: int) -> list[tuple[int, str]]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    return [(int(row[0]), row[2]) for row in rows if len(row) == 3 and int(row[1]) == parent]
