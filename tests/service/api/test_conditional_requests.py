"""Conditional requests about past versions: a client that has the answer gets 304, and nothing is replayed."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.caches import RecentlyUsed
from service.http.request import EXTENSION
from service.services import Services
from tests.support.http.api_calls import Inside, Table, inside, open_table, problem
from tests.support.http.api_players import Players
from ttr_core import evolve

VERSION = 20
PAST = [
    f"?at={VERSION}",
    f"?include=standings&at={VERSION}",
    f"/board.svg?at={VERSION}",
    f"/board.svg?at={VERSION}&since=9&tickets=mine",
    f"/board.png?at={VERSION}&width=400",
    f"/hand.svg?at={VERSION}",
]


@pytest.fixture(scope="module")
def finished() -> tuple[Inside, Table]:
    service = inside()
    table = open_table(service.caller)
    Players(service.caller, table).play()
    service.score(table)
    return service, table


@pytest.fixture
def work(finished: tuple[Inside, Table], monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the events that are applied and what is read from the store; nothing is cached before."""
    service, counts = finished[0], Counter[str]()
    services: Services = service.app.extensions[EXTENSION]
    services.views, services.pictures = RecentlyUsed(9), RecentlyUsed(9)

    def counted(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def count(*arguments: Any, **settings: Any) -> Any:
            counts[name] += 1
            return original(*arguments, **settings)

        return count

    monkeypatch.setattr("service.games.game_cache.evolve", counted("evolve", evolve))
    for method in ("read", "ends_with", "note", "document"):
        monkeypatch.setattr(service.store, method, counted("store", getattr(service.store, method)))
    return counts


@pytest.mark.parametrize("query", PAST)
def test_a_known_past_version_is_not_replayed(
    finished: tuple[Inside, Table], work: Counter[str], query: str
) -> None:
    service, table = finished
    first = service.caller.get(table.path + query, table.seats[0])
    assert first.status == 200
    assert work["evolve"] >= VERSION, "the first answer is made from a replay"
    work.clear()
    again = service.caller.get(table.path + query, table.seats[0], {"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert work == {"store": 2}, (
        "it is enough to know which version the game has reached, and the hash of this one"
    )


@pytest.mark.parametrize("query", PAST)
def test_another_version_is_not_the_one_that_the_client_has(
    finished: tuple[Inside, Table], query: str
) -> None:
    service, table = finished
    first = service.caller.get(table.path + query, table.seats[0])
    other = query.replace(f"at={VERSION}", f"at={VERSION + 1}")
    sent = {"If-None-Match": first.headers["etag"]}
    assert service.caller.get(table.path + other, table.seats[0], sent).status == 200


@pytest.mark.parametrize("query", [*PAST, "/board.svg?since={}", "/result?at={}"])
def test_a_version_that_is_still_to_come_is_refused_before_anything_is_replayed(
    finished: tuple[Inside, Table], work: Counter[str], query: str
) -> None:
    service, table = finished
    version = service.caller.get(table.path).json["version"] + 1
    path = query.replace(str(VERSION), "{}").format(version)
    reply = service.caller.get(table.path + path, table.seats[0], {"If-None-Match": "*"})
    assert problem(reply) == (404, "version_not_reached")
    assert work["evolve"] == 0


def test_the_score_is_read_and_not_replayed(finished: tuple[Inside, Table], work: Counter[str]) -> None:
    service, table = finished
    version = service.caller.get(table.path).json["version"]
    versions = (VERSION, *range(version - 4, version + 1))
    statuses = [service.caller.get(f"{table.path}?at={past}").json["status"] for past in versions]
    over = [status == "scored" for status in statuses]
    assert (over[0], over[-1]) == (False, True)
    work.clear()
    scored = [service.caller.get(f"{table.path}/result?at={past}").status for past in versions]
    assert scored == [200 if was_over else 404 for was_over in over]
    assert work["evolve"] == 0
