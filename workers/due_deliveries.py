"""Deliveries that are due, carried out by threads: each is claimed, tried, and released until its next try.

A claim is short, and renewed for as long as its delivery takes: what a process leaves behind that was killed is soon
taken up by another one.
"""

import logging
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Lock

from service.errors import StoreUnavailable
from service.store.deliveries import DeliveryStore

IDLE, BUSY = 0.25, 0.1  # seconds to wait for news: with no delivery under way, with some
FAULT_MS = 60_000  # before a delivery that raised an error is tried again


class Claim:
    """The right to carry a delivery out, until it is renewed or runs out."""

    def __init__(self, delivery: str, until: int) -> None:
        self.delivery, self.until = delivery, until


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
        claim_ms: int,  # a process that has not renewed its claim for so long is considered dead
    ) -> None:
        self._store, self._carry_out, self._milliseconds, self._log = store, carry_out, milliseconds, log
        self._threads, self._claim_ms = threads, claim_ms
        self._pool = ThreadPoolExecutor(threads, "delivery")
        self._under_way: set[Future[None]] = set()
        self._claims: set[Claim] = set()  # of the deliveries under way
        self._lock = Lock()  # a claim is either renewed or released
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
        now = self._milliseconds()
        until = now + self._claim_ms
        self._renew(now, until)
        self._under_way = {future for future in self._under_way if not future.done()}
        free = self._threads - len(self._under_way)
        if free <= 0:
            return
        names = self._store.claim(now, until, free)
        self._more_due = len(names) == free
        for claim in [Claim(name, until) for name in names]:
            with self._lock:
                self._claims.add(claim)
            self._under_way.add(self._pool.submit(self._deliver, claim))

    def _renew(self, now: int, later: int) -> None:
        """Renews claims of which half is over."""
        with self._lock:
            for claim in self._claims:
                is_half_over = claim.until - now < self._claim_ms / 2
                if is_half_over and self._store.renew(claim.delivery, claim.until, later):
                    claim.until = later

    def wait(self) -> None:
        """Until all deliveries under way have ended."""
        for future in list(self._under_way):
            future.result()

    def close(self) -> None:
        """Finishes what is under way, and begins nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        while pending := [future for future in self._under_way if not future.done()]:
            now = self._milliseconds()
            self._renew(now, now + self._claim_ms)
            wait(pending, BUSY)

    def _deliver(self, claim: Claim) -> None:
        try:
            due = self._carry_out(claim.delivery)
        except StoreUnavailable as error:
            self._log.warning("the store does not answer; a delivery is due again in a while: %s", error)
            with self._lock:
                self._claims.remove(claim)  # and it runs out
            return
        except Exception:  # one delivery that fails must not stop the others
            self._log.exception("%s cannot be delivered; it is tried again in a minute", claim.delivery)
            due = self._milliseconds() + FAULT_MS
        with self._lock:
            self._claims.remove(claim)
            self._store.release(claim.delivery, claim.until, due)
