"""Deliveries that are due, carried out by threads: each is claimed, tried, and released until its next try."""

import logging
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from service.errors import StoreUnavailable
from service.store.deliveries import DeliveryStore

IDLE, BUSY = 0.25, 0.1  # seconds to wait for news: with no delivery under way, with some
FAULT_MS = 60_000  # before a delivery that raised an error is tried again


class DueDeliveries:
    """The deliveries of one schedule, for one process."""

    def __init__(
        self,
        store: DeliveryStore,
        carry_out: Callable[[str], int | None],  # returns when the delivery is due again, if it is
        milliseconds: Callable[[], int],
        log: logging.Logger,
        *,
        threads: int,
        claim_ms: int,  # a process that has not released its claim after so long is considered dead
    ) -> None:
        self._store, self._carry_out, self._milliseconds, self._log = store, carry_out, milliseconds, log
        self._threads, self._claim_ms = threads, claim_ms
        self._pool = ThreadPoolExecutor(threads, "delivery")
        self._under_way: set[Future[None]] = set()
        self._more_due = False  # than could be started at the last step

    def patience(self) -> float:
        """How long a process may wait for news before it looks for what is due again, in seconds.

        With all threads busy, it waits here: nothing can be started before one of them is free.
        """
        if len(self._under_way) >= self._threads:
            wait(self._under_way, BUSY, FIRST_COMPLETED)
        self._under_way = {future for future in self._under_way if not future.done()}
        if self._more_due:
            return 0.0
        return BUSY if self._under_way else IDLE

    def start(self) -> None:
        """Starts what is due, as far as there are threads."""
        self._under_way = {future for future in self._under_way if not future.done()}
        free = self._threads - len(self._under_way)
        if free <= 0:
            return
        now = self._milliseconds()
        until = now + self._claim_ms
        names = self._store.claim(now, until, free)
        self._more_due = len(names) == free
        for name in names:
            self._under_way.add(self._pool.submit(self._deliver, name, until))

    def wait(self) -> None:
        """Until all deliveries under way have ended."""
        for future in list(self._under_way):
            future.result()

    def close(self) -> None:
        """Finishes what is under way, and begins nothing more."""
        self._pool.shutdown(cancel_futures=True)

    def _deliver(self, name: str, until: int) -> None:
        try:
            due = self._carry_out(name)
        except StoreUnavailable as error:
            self._log.warning("the store does not answer; a delivery is due again in a while: %s", error)
            return  # when the claim has run out
        except Exception:  # one delivery that fails must not stop the others
            self._log.exception("%s cannot be delivered; it is tried again in a minute", name)
            due = self._milliseconds() + FAULT_MS
        self._store.release(name, until, due)
