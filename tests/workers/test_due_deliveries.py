"""Deliveries that are due: a claim lasts as long as its delivery takes, and ends soon after its process was killed."""

import logging
from threading import Event

from service.store.deliveries import MemoryDeliveryStore
from workers.due_deliveries import DueDeliveries

CLAIM_MS = 1000


class Office:
    """A process that delivers one thing, which takes until it may end, by a clock that stands still."""

    def __init__(self) -> None:
        self.now, self.store = 0, MemoryDeliveryStore()
        self.began, self.may_end = Event(), Event()
        log = logging.getLogger("test")
        self.deliveries = DueDeliveries(
            self.store, self._carry_out, lambda: self.now, log, threads=1, claim_ms=CLAIM_MS
        )
        self.store.schedule(["a"], 0)
        self.deliveries.start()
        assert self.began.wait(30)

    def _carry_out(self, name: str) -> None:
        self.began.set()
        assert self.may_end.wait(30)

    def claimed_by_another(self) -> list[str]:
        return list(self.store.claim(self.now, self.now + CLAIM_MS, 1))


def test_a_delivery_that_takes_long_stays_claimed() -> None:
    office = Office()
    for office.now in range(0, 5 * CLAIM_MS, CLAIM_MS // 4):
        office.deliveries.start()
        assert office.claimed_by_another() == []
    office.may_end.set()
    office.deliveries.close()
    office.now += CLAIM_MS
    assert office.claimed_by_another() == [], "it was released"


def test_what_a_killed_process_had_claimed_is_taken_up_by_another() -> None:
    office = Office()
    office.now = CLAIM_MS - 1
    assert office.claimed_by_another() == []
    office.now = CLAIM_MS
    assert office.claimed_by_another() == ["a"]
    office.deliveries.start()  # it was only away for a while
    office.may_end.set()
    office.deliveries.close()
    office.now += CLAIM_MS
    assert office.claimed_by_another() == ["a"], "it has not released what the other one claimed"
