"""Hearing that this process is asked to end while its threads still wait, which no web server tells an application."""

import signal
import socket
from collections.abc import Callable
from threading import Thread

ASKED = (signal.SIGINT, signal.SIGTERM)


def when_asked_to_end(act: Callable[[], None]) -> None:
    """Calls it in a thread of its own; whoever handles the signals, now or later, is not disturbed.

    A server that has itself told of signals in the same way keeps that way.
    """
    here, there = socket.socketpair()
    there.setblocking(False)
    earlier = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)
    if earlier != -1:
        signal.set_wakeup_fd(earlier)
        return
    Thread(target=_wait, args=(here, there, act), name="ending", daemon=True).start()


def _wait(here: socket.socket, there: socket.socket, act: Callable[[], None]) -> None:
    """Never lets go of `there`, which every signal is written to."""
    while signal_number := here.recv(1):
        if signal_number[0] in ASKED:
            act()
