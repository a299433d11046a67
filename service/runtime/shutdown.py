"""A hook for SIGINT and SIGTERM, so that waiting threads can end first: web servers offer an application none."""

import signal
import socket
from collections.abc import Callable
from threading import Thread

ENDING = (signal.SIGINT, signal.SIGTERM)


def when_asked_to_end(act: Callable[[], None]) -> None:
    """Calls `act` in a thread of its own. Handlers of these signals, present or future, are not disturbed.

    A server that uses the wake-up descriptor for itself keeps it; then there is no call.
    """
    here, there = socket.socketpair()
    there.setblocking(False)
    earlier = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)
    if earlier != -1:
        signal.set_wakeup_fd(earlier)
        return
    Thread(target=_wait, args=(here, there, act), name="ending", daemon=True).start()


def _wait(here: socket.socket, there: socket.socket, act: Callable[[], None]) -> None:
    """Holds on to `there`, to which every signal is written."""
    while signal_number := here.recv(1):
        if signal_number[0] in ENDING:
            act()
