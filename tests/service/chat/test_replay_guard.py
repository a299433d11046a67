"""Requests that come late or twice, at any moment of the clock."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from service.chat.replay_guard import LEASE_SECONDS, WINDOW, hearing, is_late
from service.errors import ServiceError, StoreUnavailable, Unauthorized
from service.http.problems import InternalError
from service.store import MemoryStore, Store

SPAN = 2 * WINDOW
START = SPAN * 3_000_000


def is_new(store: Store, platform: str, request: str, now: float) -> bool:
    with hearing(store, platform, request, now) as new:
        return new


@pytest.mark.parametrize(
    ("sent", "late"), [(0, False), (-300, False), (300, False), (-301, True), (301, True)]
)
def test_a_request_is_late_five_minutes_after_or_before_its_time(sent: int, late: bool) -> None:
    assert is_late(START + sent, START) is late


@pytest.mark.parametrize("first", [0, 1, SPAN // 2, SPAN - 1])
@pytest.mark.parametrize("wait", [0, 1, WINDOW, SPAN])
def test_a_request_is_new_once_for_as_long_as_it_is_not_late(first: int, wait: int) -> None:
    store, now = MemoryStore(), START + first
    assert is_new(store, "discord", "a", now)
    assert is_new(store, "discord", "b", now)
    assert is_new(store, "slack", "a", now)
    assert not is_new(store, "discord", "a", now + min(wait, SPAN))


def test_of_many_at_once_one_is_new() -> None:
    store = MemoryStore()
    moments = [START + SPAN - 1, START + SPAN] * 4  # on both sides of a border
    together = Barrier(len(moments))

    def hear(now: float) -> bool:
        try:
            with hearing(store, "discord", "a", now) as new:
                together.wait()
                return new
        except ServiceError:  # come back later
            together.wait()
            return False

    with ThreadPoolExecutor(len(moments)) as pool:
        assert list(pool.map(hear, moments)).count(True) == 1


def test_what_is_old_is_forgotten_however_long_nobody_came() -> None:
    store = MemoryStore()
    spans = [0, 1, 5, 6, 20]
    for span in spans:
        is_new(store, "discord", f"request {span}", START + span * SPAN)
    last = START // SPAN + spans[-1]
    kept = {str(last), str(last + 1)}
    assert set(store.drawer("seen/discord")) == kept
    numbers = range(START // SPAN - 1, last + 3)
    assert {str(number) for number in numbers if store.drawer(f"seen/discord/{number}")} == kept


def fail(store: Store, now: float, error: Exception) -> None:
    with hearing(store, "discord", "a", now) as new:
        assert new
        if isinstance(store, Failing):
            store.away = True
        raise error


@pytest.mark.parametrize("error", [StoreUnavailable("away"), InternalError(), ValueError("broken")])
@pytest.mark.parametrize("moment", [START, START + SPAN - 1])
def test_a_request_that_failed_is_new_again_until_it_succeeds(moment: int, error: Exception) -> None:
    store = MemoryStore()
    for wait in (0, 1):
        with pytest.raises(type(error)):
            fail(store, moment + wait, error)
    assert is_new(store, "discord", "a", moment + 2)
    assert not is_new(store, "discord", "a", moment + 3)


def test_what_an_answered_request_is_refused_with_does_not_make_it_new() -> None:
    store = MemoryStore()
    assert is_new(store, "discord", "a", START)
    with pytest.raises(ServiceError, match="unauthorized"), hearing(store, "discord", "a", START):
        raise Unauthorized()
    assert not is_new(store, "discord", "a", START)


class Failing(MemoryStore):
    """Takes no word on how it ended."""

    away = False

    def put(self, drawer: str, items: Mapping[str, str]) -> None:
        if self.away:
            raise StoreUnavailable("away")
        super().put(drawer, items)


def test_a_request_of_which_nobody_knows_how_it_ended_is_new_after_a_while() -> None:
    """Until then whoever sends it again is told to come back."""
    store = Failing()
    with pytest.raises(StoreUnavailable):
        fail(store, START, StoreUnavailable("away"))
    store.away = False
    with pytest.raises(ServiceError, match="store_unavailable"):
        is_new(store, "discord", "a", START + LEASE_SECONDS - 1)
    assert is_new(store, "discord", "a", START + LEASE_SECONDS)
    assert not is_new(store, "discord", "a", START + 2 * LEASE_SECONDS)
