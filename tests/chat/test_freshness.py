"""Requests that come late or twice, at any moment of the clock."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.chat.freshness import WINDOW, is_late, is_new
from service.store import MemoryStore

SPAN = 2 * WINDOW
START = SPAN * 3_000_000


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
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda now: is_new(store, "discord", "a", now), moments))
    assert found.count(True) == 1


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
