"""Limits per caller, kept in this process: no round trip, no shared state."""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from math import ceil
from threading import Condition, Lock

from cachetools import LRUCache

from service.errors import BodiesExhausted, TooManyLobbies, TooManyRequests

BODIES_OF_ONE = 8  # unfinished ones from one address
TURN_SECONDS = 0.5  # that a body waits for others of its address
BODY_SECONDS = 10.0  # for a body; one that takes longer is late
CALLERS = 10_000  # remembered; the one that has been quiet for longest is forgotten


_quota: ContextVar[tuple["RateLimit", float] | None] = ContextVar("quota", default=None)
forget_quota = partial(_quota.set, None)


def quota_headers() -> list[tuple[str, str]]:
    """What the caller of this thread's request has left of the limit that counted it, if one did."""
    quota = _quota.get()
    return quota[0].headers(quota[1]) if quota else []


class RateLimit:
    """A token bucket per caller that refills steadily; a full bucket allows a burst of one minute's worth."""

    def __init__(self, per_minute: int, clock: Callable[[], float], name: str = "") -> None:
        self._name = name  # in the headers of answers
        self._policy = "RateLimit-Policy", f'"{name}";q={per_minute};w=60'
        self._per_second = per_minute / 60
        self._full = float(per_minute)
        self._clock = clock
        # the quietest first; with LRUCache of cachetools it takes 1.4 µs longer
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._buckets)

    def headers(self, left: float) -> list[tuple[str, str]]:
        """So many requests in so many seconds; how many are left, and in how many seconds all are if no more come."""
        seconds = ceil((self._full - left) / self._per_second)
        return [self._policy, ("RateLimit", f'"{self._name}";r={int(left)};t={seconds}')]

    def admit(self, caller: str) -> None:
        """Counts one request of the caller, or refuses it with the time to wait."""
        wait = self.wait(caller)
        if wait:
            raise TooManyRequests(seconds=int(wait) + 1)

    def wait(self, caller: str) -> float:
        """Counts one request and returns 0, or returns the seconds until the next one is allowed."""
        now = self._clock()
        with self._lock:
            left, since = self._buckets.pop(caller, (self._full, now))
            left = min(self._full, left + (now - since) * self._per_second)
            allowed = left >= 1
            left = left - 1 if allowed else left
            self._buckets[caller] = (left, now)
            if len(self._buckets) > CALLERS:
                self._buckets.popitem(last=False)
        _quota.set((self, left))
        return 0.0 if allowed else (1 - left) / self._per_second


class WorkBudget:
    """Seconds of work per caller and minute, for requests of which one may cost as much as a thousand others.

    What a request costs is known only afterwards: one is admitted while anything is left, and its cost is charged then.
    """

    def __init__(self, per_minute: float, clock: Callable[[], float]) -> None:
        self._per_second, self._full, self._clock = per_minute / 60, per_minute, clock
        self._budgets: LRUCache[str, tuple[float, float]] = LRUCache(CALLERS)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._budgets)

    def admit(self, caller: str) -> None:
        left = self._left(caller)
        if left <= 0:
            raise TooManyRequests("costly", seconds=int(-left / self._per_second) + 1)

    def charge(self, caller: str, seconds: float) -> None:
        with self._lock:
            self._budgets[caller] = self._left(caller) - seconds, self._clock()

    def _left(self, caller: str) -> float:
        left, since = self._budgets.get(caller, (self._full, self._clock()))
        return min(self._full, left + (self._clock() - since) * self._per_second)


class OpenLobbies:
    """Games that wait for players, by the address that created them: only so many at the same time."""

    def __init__(self, most: int, is_open: Callable[[str], bool]) -> None:
        self._most, self._is_open = most, is_open
        self._games: LRUCache[str, tuple[str, ...]] = LRUCache(CALLERS)

    def check(self, caller: str) -> None:
        """Games are looked at only when there seem to be too many."""
        games = self._games.get(caller, ())
        if len(games) >= self._most:
            self._games[caller] = still = tuple(game for game in games if self._is_open(game))
            if len(still) >= self._most:
                raise TooManyLobbies(most=self._most)

    def add(self, caller: str, game: str) -> None:
        self._games[caller] = (*self._games.get(caller, ()), game)


class UnfinishedBodies:
    """The bodies that this process waits for: only so many, in all and from each address, since each holds a thread.

    Bodies that are complete are read in no time. So a burst of these from one address waits for its turn, and only
    bodies that do not come are refused.
    """

    def __init__(self, most: int, most_waiting: int, clock: Callable[[], float]) -> None:
        self._most, self._most_waiting, self._clock = most, most_waiting, clock
        self._change = Condition()
        self._waiting = 0  # threads
        self._since: dict[int, tuple[str, float]] = {}  # by thread: from which address, since when

    @contextmanager
    def reading(self, address: str, thread: int) -> Iterator[None]:
        """Counts a body until the block is left, or refuses it."""
        with self._change:
            if self._since:
                self._admit(address)
            self._since[thread] = address, self._clock()
        try:
            yield
        finally:
            with self._change:
                del self._since[thread]
                if self._waiting:
                    self._change.notify_all()

    def _admit(self, address: str) -> None:
        if not (self._has_place(address) or self._gets_place(address)):
            raise TooManyRequests("incomplete", seconds=int(BODY_SECONDS))
        if len(self._since) >= self._most:
            raise BodiesExhausted(seconds=int(BODY_SECONDS))

    def _gets_place(self, address: str) -> bool:
        """Waits for earlier bodies of the address, unless too many do so already."""
        if self._waiting >= self._most_waiting:
            return False
        self._waiting += 1
        has_place = self._change.wait_for(lambda: self._has_place(address), TURN_SECONDS)
        self._waiting -= 1
        return has_place

    def _has_place(self, address: str) -> bool:
        return sum(other == address for other, _ in self._since.values()) < BODIES_OF_ONE

    def late_addresses(self) -> set[str]:
        """Whose bodies take too long."""
        now = self._clock()
        return {address for address, since in list(self._since.values()) if now - since >= BODY_SECONDS}
