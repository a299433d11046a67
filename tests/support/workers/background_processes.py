"""Background processes on a server, for tests that look at their logs and their ends."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.support.paths import ROOT
from tests.support.store.store_servers import Plain

AWAY = "a server does not answer"


class Part:
    """A background process, and what it has logged."""

    def __init__(self, name: str, url: str, log: Path, **settings: str) -> None:
        others = {key: value for key, value in os.environ.items() if not key.startswith("TTR_")}
        variables = others | {"TTR_REDIS_URL": url, "TTR_LOG_LEVEL": "WARNING"} | settings
        command = [sys.executable, "-m", "workers.processes", name]
        self._log = log
        with log.open("wb") as stderr:
            self.process = subprocess.Popen(command, env=variables, cwd=ROOT, stderr=stderr)

    def said(self) -> list[str]:
        return self._log.read_text().splitlines()

    def complaints(self) -> list[str]:
        return [line for line in self.said() if AWAY in line]


@contextmanager
def parts(server: Plain, place: Path, *names: str) -> Iterator[list[Part]]:
    """These parts on one server until the block is left."""
    with parts_at(server.url, place, *names) as running:
        yield running


@contextmanager
def parts_at(url: str, place: Path, *names: str, **settings: str) -> Iterator[list[Part]]:
    """These parts until the block is left."""
    with ExitStack() as ending:
        running = []
        for name in names:
            running.append(Part(name, url, place / f"{name}.log", **settings))
            ending.callback(_end, running[-1].process)
        yield running


def _end(one: subprocess.Popen[bytes]) -> None:
    one.kill()
    one.wait()


def is_working(server: Plain) -> bool:
    with closing(server.client()) as client:
        return bool(client.keys("ttr:alive:*"))
