"""PNG for a process that has other things to do: rendered by a process of its own, one picture at a time.

The rendering library holds the GIL, which would delay every command of this process by some tenths of a second.
"""

import atexit
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from threading import BoundedSemaphore, Lock

from service.caches import RecentlyUsed
from service.pictures.painter_process import read_message, write_message

MOST_WAITING = 4  # threads that may wait for a picture; the others are for commands
STOP_SECONDS = 20.0
COMMAND = (sys.executable, "-m", "service.pictures.painter_process")
KEPT_BYTES = 4_000_000  # of recent pictures, for several requests at once


class Busy(Exception):
    """As many threads as allowed wait for a picture already."""


class Painter:
    def __init__(self, most_waiting: int = MOST_WAITING, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._waiting = BoundedSemaphore(most_waiting)
        self._lock = Lock()
        # by hashes: a drawing as the key would weigh more than its picture
        self._recent: RecentlyUsed[bytes, bytes] = RecentlyUsed(KEPT_BYTES, len)
        self._process: subprocess.Popen[bytes] | None = None

    def __len__(self) -> int:
        """How many pictures are kept."""
        return len(self._recent)

    def paint(self, svg: str) -> bytes:
        if not self._waiting.acquire(blocking=False):
            raise Busy
        try:
            with self._lock:
                drawing = svg.encode()
                return self._recent.get_or_make(sha256(drawing).digest(), lambda: self._painted(drawing))
        finally:
            self._waiting.release()

    def _painted(self, svg: bytes) -> bytes:
        picture = self._request(svg)
        if picture is None:
            self._stop()
            picture = self._request(svg)
        if picture is None:
            raise RuntimeError("no picture: the process that renders them ended twice")
        return picture

    def _request(self, svg: bytes) -> bytes | None:
        """The picture; None if the process has ended."""
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            write_message(process.stdin, svg)
            return read_message(process.stdout)
        except BrokenPipeError:
            return None
        except BaseException:  # the rest of this picture must never answer the next request
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
        """The process ends by itself when its pipe closes."""
        process, self._process = self._process, None
        if process is not None:
            process.communicate(timeout=STOP_SECONDS)


@cache
def painter() -> Painter:
    """The painter of this process."""
    shared = Painter()
    atexit.register(shared.close)
    return shared
