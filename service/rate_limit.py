"""Rate limits per caller, kept in this process: no round trip, no shared state."""

from collections.abc import Callable
from threading import Lock

from cachetools import LRUCache

from service.errors import TooManyRequests

CALLERS = 10_000  # remembered; the one that has been quiet for longest is forgotten


class RateLimit:
    """A token bucket per caller that refills steadily; a full bucket allows a burst of one minute's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._per_second = per_minute / 60
        self._full = float(per_minute)
        self._clock = clock
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(CALLERS)
        self._lock = Lock()

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
