"""Expensive reads and idle games: what one address may cost everybody else is bounded."""

import pytest

from service.errors import TooManyRequests
from service.rate_limit import WorkBudget
from tests.support.http.api_calls import ABANDON, act, inside, open_table, problem

WAITING = [{"name": "Ann"}, {}]  # the second seat is open


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_budget_is_spent_by_what_was_done_and_comes_back_with_time() -> None:
    clock = Clock()
    budget = WorkBudget(6, clock)
    budget.admit("ann")
    budget.charge("ann", 8)
    with pytest.raises(TooManyRequests) as refused:
        budget.admit("ann")
    assert refused.value.seconds == 21
    budget.admit("bob")
    clock.now += 21
    budget.admit("ann")
    clock.now += 3600
    budget.charge("ann", 6)
    with pytest.raises(TooManyRequests):
        budget.admit("ann")


@pytest.mark.parametrize(
    "path", ["/board.svg?width=400", "?at=3", "/changes", "/statistics", "/export", "?include=standings&at=3"]
)
def test_expensive_reads_are_refused_when_the_budget_is_spent(path: str) -> None:
    """They were unlimited: pictures of the past made commands twelve times as slow."""
    service = inside(work_per_minute=0.000_01)
    table = open_table(service.caller)
    assert service.caller.get(table.path + path, table.seats[0]).status == 200
    refused = service.caller.get(table.path + path, table.seats[0])
    assert problem(refused) == (429, "too_many_requests")
    assert int(refused.headers["retry-after"]) > 0
    assert service.caller.get(table.path, table.seats[0]).status == 200
    assert service.caller.get(f"{table.path}/commands", table.seats[0]).status == 200


def test_games_that_wait_for_players_are_bounded_for_each_address() -> None:
    service = inside(lobbies_per_address=2)
    waiting = [open_table(service.caller, seats=WAITING) for _ in range(2)]
    refused = service.caller.post("/v1/games", {"board": "usa", "seats": WAITING})
    assert problem(refused) == (409, "too_many_lobbies")
    assert act(service.caller, waiting[0], ABANDON, waiting[0].host).status == 200
    open_table(service.caller, seats=WAITING)
    assert problem(service.caller.post("/v1/games", {"board": "usa", "seats": WAITING}))[0] == 409
