"""The time by the store's clock, so that all processes agree on it, however wrong the clocks of their machines are.

Deadlines and heartbeats are written by one machine and read by another. The store is asked every few seconds, and a
process counts on from there by a clock of its own that never jumps.
"""

import time
from datetime import UTC, datetime

from service.clocks.deadlines import written
from service.errors import StoreUnavailable
from service.store.interface import Operations

ASKED_SECONDS = 5.0  # between two questions: quartz is off by less than a millisecond until then


class StoreClock:
    """Answers while the store is away, too: by what it said last, or by this machine's clock if it never did."""

    def __init__(self, store: Operations) -> None:
        self._store = store
        self._offset: float | None = None  # of the store's clock from our own steady one
        self._asked = float("-inf")

    def __call__(self) -> str:
        return written(datetime.fromtimestamp(self.seconds(), UTC))

    def seconds(self) -> float:
        """Since 1970."""
        now = time.monotonic()
        if now - self._asked > ASKED_SECONDS:
            self._asked = now  # first, so that other threads, and an outage, do not ask at every call
            self._ask()
        return time.time() if self._offset is None else self._offset + time.monotonic()

    def _ask(self) -> None:
        try:
            self._offset = self._store.time() - time.monotonic()
        except StoreUnavailable:
            return  # an outage is reported by those who need the store
