"""The part of the tour that looks back on games and erases those who played them."""

from flask import Flask

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end
from tests.support.http.api_calls import Reply, open_table

PERSON = "/seats/1/person"


def erase(tourist: Tourist, path: str, token: str | None) -> Reply:
    return tourist.call("DELETE", path, token, None, None)


def looking_back(tourist: Tourist, app: Flask) -> None:
    table = open_table(tourist)
    path = f"{table.path}/history"
    play_to_the_end(app, table)
    for question in ("type=route_claimed", "from=3&to=30", "show=statistics", "show=events&format=csv"):
        assert tourist.get(f"{path}?{question}", table.seats[0]).status == 200
    for media in ("text/csv", "image/svg+xml"):
        drawn = tourist.get(f"{path}?show=statistics", None, {"Accept": media})
        assert drawn.headers["content-type"].partition(";")[0] == media
    assert tourist.get(f"{path}?show=known&item=red", table.auditor).json["mentions"]
    assert tourist.get(f"{path}?show=known&item=red", table.seats[0]).status == 403
    assert tourist.get(f"{path}?show=known&item=red").status == 401
    assert tourist.get(f"{path}?show=known", table.auditor).status == 400
    assert tourist.get(f"{path}?show=events&from=9&to=8").json["events"] == []
    assert tourist.get(f"{path}?to=90000").code == "version_not_reached"
    assert tourist.get(f"{path}?from=1&format=csv").status == 406
    assert tourist.get(f"{NOWHERE}/history").status == 404


def erasing(tourist: Tourist) -> None:
    table = open_table(tourist)
    assert erase(tourist, table.path + PERSON, None).status == 401
    assert erase(tourist, table.path + PERSON, table.seats[0]).status == 403
    assert erase(tourist, f"{table.path}/seats/one/person", table.host).status == 400
    assert erase(tourist, f"{table.path}/seats/7/person", table.host).code == "unknown_seat"
    assert erase(tourist, NOWHERE + PERSON, table.host).status == 404
    assert erase(tourist, table.path + PERSON, table.seats[1]).status == 200
    assert erase(tourist, table.path + PERSON, table.seats[1]).status == 401
    assert erase(tourist, table.path + PERSON, table.host).status == 200


def failing_back(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert tourist.get(f"{table.path}/history").status == status
        assert erase(tourist, table.path + PERSON, table.host).status == status
    store.failure = None
