"""The whole service under its own supervision inside this process, whose parts tests may kill."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, TypeVar

import pytest

from service.config import Config
from service.errors import StoreUnavailable
from service.runtime import supervisor
from service.runtime.embedded_valkey import socket_url
from service.runtime.supervisor import Child, run_until
from service.runtime.web_server import COUNTED_IN, address, wait_until_ready
from service.store.redis_store import RedisStore
from tests.support.http.running_service import UNLIMITED, free_port
from tests.support.workers.process_list import in_groups
from ttr_client import Client, TtrError
from workers.processes import with_servers

PARTS = ("server", "queue", "API", "dispatch", "deliver", "work")
PATIENT_SECONDS = 30.0


class Service:
    """What `ttr up` runs."""

    def __init__(self, place: Path, **settings: Any) -> None:
        options = {"log_level": "ERROR", **UNLIMITED, **settings}
        self.config = Config(port=free_port(), **options)
        self.store = RedisStore(socket_url(place))
        self.children: list[Child] = []
        self.said: list[str] = []
        self.failure: BaseException | None = None
        self._place = place
        self._stop = Event()
        self._thread = Thread(target=self._run, name="supervision")

    @property
    def url(self) -> str:
        return address(self.config)

    def _run(self) -> None:
        try:
            run_until(self._stop.is_set, self._started())
        except BaseException as failure:  # for the test to see
            self.failure = failure

    def _started(self) -> Iterator[Child]:
        for child in with_servers(self._place, self.config, self.said.append):
            self.children.append(child)
            yield child

    def start(self) -> None:
        self._thread.start()
        assert wait_until_ready(self.config, lambda: self.failure is not None), self.failure

    def end(self) -> None:
        self._stop.set()
        self._thread.join()
        self.store.close()
        assert self.failure is None, self.failure

    def processes(self, part: str) -> list[int]:
        """The processes of a part, those that it started included."""
        return in_groups(*(child.process.pid for child in self.children if child.name == part))

    def kill_one_of(self, part: str, chance: Random) -> None:
        """Kills one process of a part, as soon as there is one."""
        deadline = time.monotonic() + PATIENT_SECONDS
        while not (processes := self.processes(part)):
            assert time.monotonic() < deadline, f"{part} is not there: {self.said}"
            time.sleep(0.05)
        os.kill(chance.choice(processes), signal.SIGKILL)


@contextmanager
def running(place: Path, **settings: Any) -> Iterator[Service]:
    """The service until the block is left; it may be killed as often as one likes, and nothing is left of it."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(supervisor, "RESTARTS", 10**6)
        patched.setattr(supervisor, "SECOND_WAIT", 0.0)
        patched.setenv(COUNTED_IN, str(place / "metrics"))
        (place / "metrics").mkdir(parents=True)
        service = Service(place / "data", **settings)
        service.start()
        try:
            yield service
        finally:
            leaders = [child.process.pid for child in service.children]
            service.end()
            shutil.rmtree(place, ignore_errors=True)
            assert in_groups(*leaders) == []


T = TypeVar("T")


def insist(do: Callable[[], T], seconds: float = PATIENT_SECONDS) -> T:
    """Repeat the call until it succeeds, while parts of the service are away."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return do()
        except (TtrError, StoreUnavailable, OSError, HTTPException):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def create_bots(url: str, board: str, players: int = 3) -> str:
    """A game of bots, through the API; its name."""

    def create() -> str:
        with Client(url) as client:
            return client.create(board, [{"kind": "bot"}] * players).id

    return insist(create)


def wait_until_over(service: Service, games: list[str], seconds: float) -> None:
    """Wait until all games have been scored."""
    deadline = time.monotonic() + seconds
    left = list(games)
    while left := insist(lambda: [game for game in left if not _is_over(service.store, game)]):
        assert time.monotonic() < deadline, f"not over after {seconds} s: {left}; {service.said}"
        time.sleep(0.2)


def _is_over(store: RedisStore, game: str) -> bool:
    version = store.versions([game])[0]
    return b'"seed_revealed"' in store.read(game, version - 1)[0]
