"""PNG for a process that has other things to do: drawn by a process of its own, one at a time.

The library that draws lets no other thread run meanwhile, which would keep every command waiting for half a second.
"""

import atexit
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from threading import BoundedSemaphore, Lock

from service.caches import Recent
from service.pictures.painter_process import read_message, write_message

MOST_WAITING = 4  # threads that wait for a picture; the others are for commands
PATIENCE = 20.0  # seconds
COMMAND = (sys.executable, "-m", "service.pictures.painter_process")
LATELY = 8  # pictures that several may ask for at once


class Busy(Exception):
    """Enough others wait for a picture already."""


class Painter:
    def __init__(self, most_waiting: int = MOST_WAITING, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._waiting = BoundedSemaphore(most_waiting)
        self._lock = Lock()
        self._lately: Recent[bytes] = Recent(LATELY)
        self._process: subprocess.Popen[bytes] | None = None

    def paint(self, svg: str) -> bytes:
        if not self._waiting.acquire(blocking=False):
            raise Busy
        try:
            with self._lock:
                return self._lately.get(svg, lambda: self._painted(svg.encode()))
        finally:
            self._waiting.release()

    def _painted(self, svg: bytes) -> bytes:
        found = self._asked(svg)
        if found is None:
            self._stop()
            found = self._asked(svg)
        if found is None:
            raise RuntimeError("no picture can be drawn: the process that draws them does not stay")
        return found

    def _asked(self, svg: bytes) -> bytes | None:
        """The picture; none if the process has gone."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write_message(process.stdin, svg)
            return read_message(process.stdout)
        except BrokenPipeError:
            return None
        except BaseException:  # what is still to come must never be given to the next one who asks
            process.kill()
            raise

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self._process

    def close(self) -> None:
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        """It ends by itself when nobody writes to it any more."""
        process, self._process = self._process, None
        if process is not None:
            process.communicate(timeout=PATIENCE)


@cache
def painter() -> Painter:
    """The one of this process."""
    found = Painter()
    atexit.register(found.close)
    return found
