"""Ends the processes of a supervisor that was killed and could not do so itself.

The supervisor writes the ids of its processes, in the order of their start, in one line for every change. When its end
of the pipe closes, however it came to its end, those of the last line are ended, the latest first. This file runs as a
program of its own and imports nothing of ours, so that it starts at once and depends on nothing.
"""

import os
import signal
import sys
import time
from collections.abc import Iterable

ENDING_SECONDS = 10.0
LOOKING_SECONDS = 0.05


def guard(lines: Iterable[str]) -> None:
    last = ""
    for line in lines:
        last = line
    for leader in reversed([int(word) for word in last.split()]):
        end_group(leader)


def end_group(leader: int) -> None:
    """Asks the processes of a group to end, and kills those that do not."""
    deadline = time.monotonic() + ENDING_SECONDS
    if not _send(leader, signal.SIGTERM):
        return
    while _send(leader, 0):
        if time.monotonic() > deadline:
            _send(leader, signal.SIGKILL)
            return
        time.sleep(LOOKING_SECONDS)


def _send(leader: int, number: int) -> bool:
    """Whether there is such a group."""
    try:
        os.killpg(leader, number)
    except (ProcessLookupError, PermissionError):  # a stranger's group by now
        return False
    return True


if __name__ == "__main__":
    guard(sys.stdin)
