"""A thread-safe LRU cache for immutable values."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentlyUsed(Generic[K, V]):
    """The values that this process used most recently; what a key stands for never changes."""

    def __init__(self, size: int, weigh: Callable[[V], int] | None = None) -> None:
        """At most so many values, or values of so much weight in all."""
        self._values: LRUCache[K, V] = LRUCache(size, weigh)
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    @property
    def weight(self) -> int:
        return int(self._values.currsize)

    def get(self, key: K) -> V | None:
        with self._lock:
            try:
                return self._values[key]  # half the time of `get`, which looks twice
            except KeyError:
                return None

    def put(self, key: K, value: V) -> None:
        with self._lock, suppress(ValueError):  # heavier than all that may be kept
            self._values[key] = value

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The cached value, or a new one. It is made without the lock: two threads may make it at the same time."""
        value = self.get(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value
