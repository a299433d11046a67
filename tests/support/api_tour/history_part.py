"""The part of the tour that looks back on games and erases those who played them."""

from flask import Flask

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end
from tests.support.http.api_calls import Reply, open_table

PERSON = "/seats/1/person"
LOOKING_BACK = ("changes", "statistics", "statistics.svg", "knowledge?item=red")


def erase(tourist: Tourist, path: str, token: str | None) -> Reply:
    return tourist.call("DELETE", path, token, None, None)


def looking_back(tourist: Tourist, app: Flask) -> None:
    table = open_table(tourist)
    play_to_the_end(app, table)
    for question in (
        "events?type=route_claimed&seat=1&until=90&include=said&lang=fr",
        "changes?from=3&to=30",
        "changes",
        "statistics?by=version",
    ):
        assert tourist.get(f"{table.path}/{question}", table.seats[0]).status == 200
    for path, media in (
        ("events", "text/csv"),
        ("statistics", "text/csv"),
        ("statistics.svg", "image/svg+xml"),
    ):
        drawn = tourist.get(f"{table.path}/{path}", None, {"Accept": media})
        assert drawn.headers["content-type"].partition(";")[0] == media
    path = f"{table.path}/knowledge"
    assert tourist.get(f"{path}?item=red", table.auditor).json["mentions"]
    assert tourist.get(f"{path}?item=red", table.seats[0]).status == 403
    assert tourist.get(f"{path}?item=red").status == 401
    assert tourist.get(path, table.auditor).status == 400
    assert tourist.get(f"{table.path}/events?after=9&until=8").json["items"] == []
    for path in ("events?until=90000", "changes?to=90000", "statistics?to=90000", "statistics.svg?to=90000"):
        assert tourist.get(f"{table.path}/{path}").code == "version_not_reached"
    for path in ("changes?from=x", "statistics?by=day", "statistics.svg?measure=luck"):
        assert tourist.get(f"{table.path}/{path}").status == 400
    assert (
        tourist.get(f"{table.path}/knowledge?item=red&to=90000", table.auditor).code == "version_not_reached"
    )
    assert tourist.get(f"{table.path}/statistics", None, {"Accept": "image/png"}).status == 406
    for path in LOOKING_BACK:
        assert tourist.get(f"{NOWHERE}/{path}", table.auditor).status == 404
        assert tourist.get(f"{table.path}/{path}", "ttr_wrong").status == 401


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
        replies = [tourist.get(f"{table.path}/{path}", table.auditor) for path in LOOKING_BACK]
        assert {reply.status for reply in replies} == {status}
        assert erase(tourist, table.path + PERSON, table.host).status == status
    store.failure = None
