"""Fair shares of the threads that deliver webhooks: a receiver that answers slowly delays its own messages only.

One receiver, and one subscriber, gets at most as many threads as remain free for all others. A receiver that let a
message time out waits with all its messages, and is then tried with one of them until it answers.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

import msgspec

FIRST_WAIT_MS, LONGEST_WAIT_MS = 5_000, 60_000  # after a message that timed out, doubled each time
SLOW_MS = 1_000
SOON_MS = 20  # until a delivery without a share is tried again; SLOW_MS if its receiver answers slowly


class NoShare(Exception):
    """A delivery has to wait until `due`."""

    def __init__(self, due: int) -> None:
        self.due = due


class _Receiver(msgspec.Struct):
    """What this process knows of a receiver that is being sent to, or that timed out."""

    timeouts: int = 0  # in a row
    waits_until: int = 0
    begun: list[int] = []  # when each delivery under way began


class FairShares:
    """Who holds how many of the threads of one process."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._receivers: dict[str, _Receiver] = {}
        self._owners: Counter[str] = Counter()
        self._lock = Lock()

    @contextmanager
    def share(self, host: str, owner: str, now: int) -> Iterator[None]:
        """Holds one thread for a receiver and a subscriber; raises `NoShare` if both have their share already."""
        with self._lock:
            receiver = self._receivers.setdefault(host, _Receiver())
            self._check(receiver, owner, now)
            receiver.begun.append(now)
            self._owners[owner] += 1
        try:
            yield
        finally:
            with self._lock:
                receiver.begun.remove(now)
                self._owners -= Counter([owner])
                self._forget(host)

    def answered(self, host: str) -> None:
        with self._lock:
            if receiver := self._receivers.get(host):
                receiver.timeouts, receiver.waits_until = 0, 0

    def timed_out(self, host: str, now: int) -> None:
        with self._lock:
            receiver = self._receivers.setdefault(host, _Receiver())
            if receiver.waits_until <= now:  # those that were sent together count once
                wait = min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2**receiver.timeouts)
                receiver.timeouts, receiver.waits_until = receiver.timeouts + 1, now + wait

    def _check(self, receiver: _Receiver, owner: str, now: int) -> None:
        if receiver.waits_until > now:
            raise NoShare(receiver.waits_until)
        free = self._threads - sum(self._owners.values())
        most = 1 if receiver.timeouts else max(1, free)
        if len(receiver.begun) >= most or self._owners[owner] >= max(1, free):
            slow = any(now - begun > SLOW_MS for begun in receiver.begun)
            raise NoShare(now + (SLOW_MS if slow or receiver.timeouts else SOON_MS))

    def _forget(self, host: str) -> None:
        receiver = self._receivers[host]
        if not receiver.begun and not receiver.timeouts:
            del self._receivers[host]
