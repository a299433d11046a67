"""Limits per caller, kept in this process: no round trip, no shared state."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from cachetools import LRUCache

from service.errors import BodiesExhausted, TooManyRequests

BODIES_OF_ONE = 8  # unfinished ones from one address
BODY_SECONDS = 10.0  # for a body; one that takes longer is late
CALLERS = 10_000  # remembered; the one that has been quiet for longest is forgotten


class RateLimit:
    """A token bucket per caller that refills steadily; a full bucket allows a burst of one minute's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._per_second = per_minute / 60
        self._full = float(per_minute)
        self._clock = clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(CALLERS)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._buckets)

    def admit(self, caller: str) -> None:
        """Counts one request of the caller, or refuses it with the time to wait."""
        wait = self.wait(caller)
        if wait:
            raise TooManyRequests(seconds=int(wait) + 1)

    def wait(self, caller: str) -> float:
        """Counts one request and returns 0, or returns the seconds until the next one is allowed."""
        now = self._clock()
        with self._lock:
            left, since = self._buckets.get(caller, (self._full, now))
            left = min(self._full, left + (now - since) * self._per_second)
            allowed = left >= 1
            self._buckets[caller] = (left - 1 if allowed else left, now)
        return 0.0 if allowed else (1 - left) / self._per_second


class UnfinishedBodies:
    """The bodies that this process waits for: only so many, in all and from each address, since each holds a thread."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._lock = Lock()
        self._since: dict[int, tuple[str, float]] = {}  # by thread: from which address, since when

    @contextmanager
    def reading(self, address: str, thread: int) -> Iterator[None]:
        """Counts a body until the block is left, or refuses it."""
        with self._lock:
            if self._since:
                self._admit(address)
            self._since[thread] = address, self._clock()
        try:
            yield
        finally:
            del self._since[thread]

    def _admit(self, address: str) -> None:
        if len(self._since) >= self._most:
            raise BodiesExhausted(seconds=int(BODY_SECONDS))
        if sum(other == address for other, _ in self._since.values()) >= BODIES_OF_ONE:
            raise TooManyRequests(
                "earlier requests from this address are not complete", seconds=int(BODY_SECONDS)
            )

    def late_addresses(self) -> set[str]:
        """Whose bodies take too long."""
        now = self._clock()
        return {address for address, since in list(self._since.values()) if now - since >= BODY_SECONDS}
