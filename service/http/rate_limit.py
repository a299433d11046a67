"""Limits on how often something may be done, kept in this process: no round trip, no shared state."""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

REMEMBERED = 10_000  # callers; the one that has been quiet for longest is forgotten


class RateLimit:
    """A bucket for each caller that refills steadily; a full bucket allows a burst of a minute's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float]) -> None:
        self._per_second = per_minute / 60
        self._full = float(per_minute)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, caller: str) -> float:
        """0 if the caller may go on, else the seconds to wait."""
        now = self._clock()
        with self._lock:
            left, since = self._buckets.pop(caller, (self._full, now))
            left = min(self._full, left + (now - since) * self._per_second)
            allowed = left >= 1
            self._buckets[caller] = (left - 1 if allowed else left, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._per_second
