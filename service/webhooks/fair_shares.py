"""Fair shares of the threads that deliver webhooks: a receiver that answers slowly delays its own messages only.

One receiver, and one subscriber, gets at most as many threads as remain free for all others. What a subscriber's slow
receivers hold does not count against those that answer promptly, nor against those that this process has not tried yet,
as long as a quarter of the threads is left to others.
A receiver that let a message time out waits with all its messages, and is then tried with one until it answers.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum, auto
from threading import Lock

import msgspec
from cachetools import LRUCache

FIRST_WAIT_MS, LONGEST_WAIT_MS = 5_000, 60_000  # after a message that timed out, doubled each time
SLOW_MS = 1_000
SOON_MS = 20  # until a delivery without a share is tried again, at least
RECEIVERS_KEPT = 4096


class NoShare(Exception):
    """A delivery has to wait until `due`."""

    def __init__(self, due: int) -> None:
        self.due = due


class _Pace(Enum):
    """How a receiver answered the last message of this process."""

    PROMPT = auto()
    UNTRIED = auto()
    SLOW = auto()

    def waits_for(self, held: "_Pace") -> bool:
        """Whether a receiver waits for another of its subscriber; a slow one waits for the untried, too."""
        return held is self or (self is _Pace.SLOW and held is _Pace.UNTRIED)


class _Receiver(msgspec.Struct):
    """What this process knows of a receiver."""

    pace: _Pace = _Pace.UNTRIED
    timeouts: int = 0  # in a row
    waits_until: int = 0


class _Share(msgspec.Struct, frozen=True, eq=False):
    """A thread that delivers."""

    host: str
    owner: str
    pace_before: _Pace
    begun: int

    def pace(self, now: int) -> _Pace:
        return self.pace_before if now - self.begun <= SLOW_MS else _Pace.SLOW


class FairShares:
    """Who holds how many of the threads of one process."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._receivers: LRUCache[str, _Receiver] = LRUCache(RECEIVERS_KEPT)
        self._held: list[_Share] = []
        self._lock = Lock()

    @contextmanager
    def share(self, host: str, owner: str, now: int) -> Iterator[None]:
        """Holds one thread for a receiver and a subscriber; raises `NoShare` if one of them has its share already."""
        with self._lock:
            receiver = self._receiver(host)
            share = _Share(host, owner, receiver.pace, now)
            self._check(receiver, share)
            self._held.append(share)
        try:
            yield
        finally:
            with self._lock:
                self._held.remove(share)

    def answered(self, host: str, ms: int) -> None:
        with self._lock:
            self._receivers[host] = _Receiver(_Pace.PROMPT if ms < SLOW_MS else _Pace.SLOW)

    def timed_out(self, host: str, now: int) -> None:
        with self._lock:
            receiver = self._receiver(host)
            receiver.pace = _Pace.SLOW
            if receiver.waits_until <= now:  # those that were sent together count once
                wait = min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2**receiver.timeouts)
                receiver.timeouts, receiver.waits_until = receiver.timeouts + 1, now + wait

    def _receiver(self, host: str) -> _Receiver:
        receiver: _Receiver = self._receivers.setdefault(host, _Receiver())
        return receiver

    def _check(self, receiver: _Receiver, wanted: _Share) -> None:
        now = wanted.begun
        if receiver.waits_until > now:
            raise NoShare(receiver.waits_until)
        free = max(1, self._threads - len(self._held))
        same_host = [share for share in self._held if share.host == wanted.host]
        if len(same_host) >= (1 if receiver.timeouts else free):
            raise NoShare(now + _pause(same_host, now, probing=receiver.timeouts > 0))
        same_owner = [share for share in self._held if share.owner == wanted.owner]
        waited_for = [share for share in same_owner if receiver.pace.waits_for(share.pace(now))]
        if len(waited_for) >= free or len(same_owner) >= self._threads - self._threads // 4:
            raise NoShare(now + _pause(same_owner, now))


def _pause(held: Sequence[_Share], now: int, *, probing: bool = False) -> int:
    """How long to wait for those who hold the share: as long again as they have held it, a second at most.

    A receiver that is being tried after a time-out may take longer than that.
    """
    taken = now - min(share.begun for share in held)
    return max(SLOW_MS, taken) if probing else min(SLOW_MS, max(SOON_MS, taken))
