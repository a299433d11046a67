"""All processes take the time from the store, so that clocks of machines may be wrong."""

from collections.abc import Iterator

import pytest
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from service.clocks.store_clock import ASKED_SECONDS, StoreClock
from service.errors import StoreUnavailable
from service.store import MemoryStore, Store

NOON = 1_773_000_000.0  # 2026-03-08T20:00:00Z


@pytest.fixture
def time() -> Iterator[FrozenDateTimeFactory]:
    """This machine's clock, which is wrong."""
    with freeze_time("2026-03-27T12:00:00Z") as frozen:
        assert isinstance(frozen, FrozenDateTimeFactory)
        yield frozen


class DistantStore(MemoryStore):
    """Its clock is right; it counts how often it was asked, and may be away."""

    def __init__(self) -> None:
        super().__init__()
        self.right, self.questions, self.away = NOON, 0, False

    def time(self) -> float:
        self.questions += 1
        if self.away:
            raise StoreUnavailable("away")
        return self.right


def test_a_process_whose_clock_is_wrong_knows_the_time(time: FrozenDateTimeFactory) -> None:
    store = DistantStore()
    assert StoreClock(store)() == "2026-03-08T20:00:00.000Z"


def test_it_counts_on_by_itself_and_asks_seldom(time: FrozenDateTimeFactory) -> None:
    store = DistantStore()
    clock = StoreClock(store)
    clock()
    for _ in range(4):
        time.tick(1)
        clock()
    assert clock.seconds() == NOON + 4
    assert store.questions == 1
    store.right = NOON + 100
    time.tick(ASKED_SECONDS)
    assert clock.seconds() == NOON + 100
    assert store.questions == 2


def test_while_the_store_is_away_it_counts_on(time: FrozenDateTimeFactory) -> None:
    store = DistantStore()
    clock = StoreClock(store)
    clock()
    store.away = True
    time.tick(600)
    assert clock.seconds() == NOON + 600
    clock()
    assert store.questions == 2


def test_before_the_store_ever_answered_it_goes_by_its_own_clock(time: FrozenDateTimeFactory) -> None:
    store = DistantStore()
    store.away = True
    assert StoreClock(store)() == "2026-03-27T12:00:00.000Z"


def test_every_store_knows_the_time(store: Store) -> None:
    first, second = store.time(), store.time()
    assert 1_700_000_000 < first <= second < first + 60
