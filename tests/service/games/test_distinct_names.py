"""Names at a table are distinct: a second Ben is Ben 2, in a new game and when they join one."""

import pytest

from service.games.facts import LONGEST_NAME, distinct_name
from tests.support.http.api_calls import inside, join, open_table, problem, table_of
from tests.support.http.game_bodies import names


@pytest.mark.parametrize(
    ("name", "others", "expected"),
    [
        ("Ben", [], "Ben"),
        ("Ben", ["Ann", None], "Ben"),
        ("Ben", ["Ben"], "Ben 2"),
        ("BEN", ["Ben", "ben 2"], "BEN 3"),
        ("x" * LONGEST_NAME, ["x" * LONGEST_NAME], "x" * (LONGEST_NAME - 3) + " 2"),
    ],
)
def test_a_name_that_is_taken_gets_a_number(name: str, others: list[str | None], expected: str) -> None:
    assert distinct_name(name, others) == expected


def test_names_are_distinct_over_the_api() -> None:
    caller = inside().caller
    table = open_table(caller, seats=[{"name": "Ben"}, {"name": "Ben"}, {}])
    assert join(caller, table, 2, "ben").status == 201
    assert names(caller.get(table.path, table.host).json) == ["Ben", "Ben 2", "ben 3"]


def test_names_of_bots_are_distinct_over_the_api() -> None:
    caller = inside().caller
    greedy = {"kind": "bot", "bot": "greedy"}
    request = {"board": "usa", "seats": [greedy, {"name": "Ben"}, greedy, {**greedy, "name": "Ben"}]}
    opened = [caller.post("/v1/games", request, None, {"Idempotency-Key": '"bots"'}) for _ in range(2)]
    for table in map(table_of, opened):  # a repeated request gets the same names
        seen = caller.get(table.path, table.host).json
        assert names(seen) == ["Ada", "Ben", "Boris", "Ben 2"]


def test_a_place_that_the_board_does_not_have_is_a_mistake() -> None:
    """It was an empty answer, as if nothing had happened there."""
    caller = inside().caller
    table = open_table(caller)
    refused = caller.get(f"{table.path}/events?city=Chicgo", table.seats[0])
    assert problem(refused) == (400, "malformed_request")
    assert "'chicago'" in refused.json["detail"]
    assert caller.get(f"{table.path}/events?city=chicago", table.seats[0]).status == 200
