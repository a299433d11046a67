"""Heartbeats of the API: silence counts as an outage only after a first heartbeat."""

from threading import Event

import pytest

from service.clocks.heartbeat import (
    ATTENDED,
    HEARTBEATS,
    REACHABLE,
    attend,
    be_reachable,
    is_reachable,
    silent_since,
)
from service.store import MemoryStore
from tests.support.store.store_servers import eventually

EARLY, MINUTE, LATE = (f"2026-11-16T12:0{at}.000Z" for at in ("0:00", "1:00", "1:01"))


def test_a_silence_of_more_than_a_minute_is_one() -> None:
    store = MemoryStore()
    assert silent_since(store, LATE) is None
    attend(store, EARLY)
    assert store.properties(HEARTBEATS) == {ATTENDED: EARLY}
    assert [silent_since(store, now) for now in (EARLY, MINUTE, LATE)] == [None, None, EARLY]


@pytest.mark.parametrize(("now", "reachable"), [(EARLY, True), (MINUTE, True), (LATE, False)])
def test_an_api_that_was_heard_of_is_missed_when_it_is_silent(now: str, reachable: bool) -> None:
    store = MemoryStore()
    assert is_reachable(store, now)
    store.set_properties(HEARTBEATS, {REACHABLE: EARLY})
    assert is_reachable(store, now) is reachable


def test_the_api_says_again_and_again_that_it_is_there() -> None:
    store, times = MemoryStore(), iter((EARLY, MINUTE, LATE))
    heard: list[str] = []

    def sleep(seconds: float) -> None:
        heard.append(store.properties(HEARTBEATS)[REACHABLE])
        if len(heard) == 3:
            Event().wait()  # for as long as the process lives, as the thread itself

    be_reachable(store, lambda: next(times), sleep)
    eventually(lambda: len(heard) == 3, "three times")
    assert heard == [EARLY, MINUTE, LATE]
