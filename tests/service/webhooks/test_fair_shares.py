"""Shares of the threads that deliver webhooks: by receiver, by subscriber, and by how a receiver answers."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.webhooks.fair_shares import (
    FIRST_WAIT_MS,
    RECEIVERS_KEPT,
    SLOW_MS,
    SOON_MS,
    FairShares,
    NoShare,
)

ANN, BOB = "ann", "bob"


class Threads:
    """Deliveries that are under way until the test ends."""

    def __init__(self, number: int, ending: ExitStack) -> None:
        self.shares, self._ending = FairShares(number), ending

    def deliver(self, host: str, owner: str, now: int = 0) -> None:
        self._ending.enter_context(self.shares.share(host, owner, now))

    def due(self, host: str, owner: str, now: int = 0) -> int | None:
        """When a delivery that gets no thread is due; None if it gets one."""
        try:
            with self.shares.share(host, owner, now):
                return None
        except NoShare as waiting:
            return waiting.due


@pytest.fixture
def four() -> Iterator[Threads]:
    with ExitStack() as ending:
        yield Threads(4, ending)


def test_a_receiver_leaves_as_many_threads_as_it_takes(four: Threads) -> None:
    for owner in (ANN, BOB):
        four.deliver("slow", owner)
    assert four.due("slow", "carol") == SOON_MS
    assert four.due("other", "carol") is None


def test_so_does_a_subscriber(four: Threads) -> None:
    for host in ("one", "two"):
        four.deliver(host, ANN)
    assert four.due("three", ANN) == SOON_MS
    assert four.due("three", BOB) is None


def test_slow_receivers_do_not_delay_a_prompt_one_of_the_same_subscriber(four: Threads) -> None:
    four.shares.answered("prompt", 10)
    for host in ("one", "two"):
        four.deliver(host, ANN)
    assert four.due("prompt", ANN) is None


def test_a_receiver_that_was_never_tried_waits_a_second_at_most_for_others_of_its_subscriber() -> None:
    """A process that has just been started knows none of them, and the first one may hang."""
    with ExitStack() as ending:
        two = Threads(2, ending)
        two.deliver("hanging", ANN)
        assert two.due("untried", ANN, SLOW_MS) is not None
        assert two.due("untried", ANN, SLOW_MS + 1) is None


def test_a_receiver_that_was_never_tried_does_not_wait_for_slow_ones(four: Threads) -> None:
    for host in ("one", "two"):
        four.shares.answered(host, SLOW_MS)
        four.deliver(host, ANN)
    assert four.due("untried", ANN) is None


def test_a_subscriber_whose_new_receivers_all_hang_leaves_threads_to_others(four: Threads) -> None:
    for number in range(3):
        four.deliver(f"hanging {number}", ANN, number * (SLOW_MS + 1))
    assert four.due("untried", ANN, 10 * SLOW_MS) is not None
    assert four.due("untried", BOB, 10 * SLOW_MS) is None


def test_a_subscriber_with_receivers_of_both_kinds_leaves_threads_to_others(four: Threads) -> None:
    """Receivers may turn slow at once, prompt as they were."""
    for host in ("one", "two", "three"):
        four.shares.answered(host, 10)
    for host in ("unknown", "not known", "one"):
        four.deliver(host, ANN)
    assert four.due("two", ANN) is not None
    assert four.due("two", ANN, 10 * SLOW_MS) is not None
    assert four.due("other", BOB) is None


def test_a_prompt_receiver_that_turns_slow_delays_another_for_a_second() -> None:
    with ExitStack() as ending:
        two = Threads(2, ending)
        for host in ("one", "two"):
            two.shares.answered(host, 10)
        two.deliver("one", ANN)
        assert two.due("two", ANN, SLOW_MS) is not None
        assert two.due("two", ANN, SLOW_MS + 1) is None


def test_a_receiver_that_answers_late_is_not_prompt(four: Threads) -> None:
    four.shares.answered("late", SLOW_MS)
    for host in ("one", "two"):
        four.deliver(host, ANN)
    assert four.due("late", ANN) is not None


def test_a_receiver_that_timed_out_waits_and_is_tried_with_one_message(four: Threads) -> None:
    four.shares.answered("host", 10)
    four.shares.timed_out("host", 0)
    assert four.due("host", ANN, 1) == FIRST_WAIT_MS
    four.deliver("host", ANN, FIRST_WAIT_MS)
    assert four.due("host", BOB, FIRST_WAIT_MS + 10) == FIRST_WAIT_MS + 10 + SLOW_MS
    assert four.due("host", BOB, FIRST_WAIT_MS + 4000) == FIRST_WAIT_MS + 8000
    four.shares.answered("host", 10)
    assert four.due("host", BOB, FIRST_WAIT_MS + 4000) is None


def test_a_delivery_without_a_share_asks_less_and_less_often(four: Threads) -> None:
    """A receiver that is just a little slow is asked after at once, a slow one every second."""
    for owner in (ANN, BOB):
        four.deliver("slow", owner)
    assert [four.due("slow", ANN, now) for now in (5, 300, 9000)] == [5 + SOON_MS, 600, 9000 + SLOW_MS]


def test_what_is_known_of_receivers_is_bounded(four: Threads) -> None:
    for number in range(RECEIVERS_KEPT + 100):
        four.shares.timed_out(f"host {number}", 0)
    assert len(four.shares._receivers) == RECEIVERS_KEPT
