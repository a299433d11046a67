"""Keeps a set of processes running together: starts them in order, restarts what dies, ends them in reverse order."""

import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Protocol

RESTARTS, WINDOW_SECONDS = 5, 60.0  # more deaths than that in this time are not bad luck
ENDING_SECONDS = 10.0


class GaveUp(Exception):  # noqa: N818 - what it is, for the person who reads the message
    """A process that dies again and again."""


class Running(Protocol):
    def poll(self) -> int | None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...

    def wait(self, timeout: float | None = None) -> int: ...


class Child:
    """A process that is started again when it ends by itself."""

    def __init__(self, name: str, start: Callable[[], Running], say: Callable[[str], None]) -> None:
        self.name = name
        self._start, self._say = start, say
        self._deaths: list[float] = []
        self.process = start()

    def look_after(self) -> None:
        code = self.process.poll()
        if code is None:
            return
        now = time.monotonic()
        self._deaths = [at for at in self._deaths if now - at < WINDOW_SECONDS] + [now]
        if len(self._deaths) > RESTARTS:
            raise GaveUp(
                f"{self.name} ended {len(self._deaths)} times within a minute, last with code {code}"
            )
        self._say(f"{self.name} ended with code {code}; starting it again")
        self.process = self._start()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def run_until(stopped: Callable[[], bool], children: Sequence[Child]) -> None:
    """Looks after the children until it is told to stop; whatever happens, none is left behind."""
    try:
        while not stopped():
            for child in children:
                child.look_after()
            time.sleep(0.2)
    finally:
        for child in reversed(children):
            child.end()
