"""Answers that were made before and are still true: the same viewer looking at the same version."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock


class Recent:
    """The most recently used answers of this process, as bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What was made for the key; what a key stands for never changes."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return made
