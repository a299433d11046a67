"""The part of the tour that looks at pictures."""

from types import SimpleNamespace

from flask import Flask
from msgspec.structs import replace

from service.errors import StoreUnavailable
from service.http.request import EXTENSION
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end
from tests.support.http.api_calls import open_table

BOARDS, HANDS = ("/board.svg", "/board.png"), ("/hand.svg", "/hand.png")
REPLAYS = ("/replay.webp", "/replay.png")


def looking_at_pictures(tourist: Tourist) -> None:
    assert tourist.get("/v1/boards/nordic.svg?theme=dark").status == 200
    assert tourist.get("/v1/boards/nordic.svg?theme=pink").status == 400
    assert tourist.get("/v1/boards/atlantis.svg").code == "board_not_found"
    table = open_table(tourist)
    for part in (*BOARDS, *HANDS):
        path = f"{table.path}{part}?width=200"
        seen = tourist.get(path, table.seats[0])
        assert seen.status == 200
        assert tourist.get(path, table.seats[0], {"If-None-Match": seen.headers["etag"]}).status == 304
        assert tourist.get(f"{path}&at=0", table.seats[0]).status == 400
        assert tourist.get(f"{path}&at=900", table.seats[0]).code == "version_not_reached"
        assert tourist.get(path, "ttr_wrong").status == 401
        tickets = "&tickets=mine" if part in BOARDS else ""  # a hand shows them anyway
        assert tourist.get(f"{path}{tickets}", table.host).status == 403
        assert tourist.get(NOWHERE + part, table.seats[0]).status == 404


def looking_at_replays(tourist: Tourist, app: Flask) -> None:
    """With a queue that only notes what is left to workers."""
    names: list[str] = []
    services = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(services, jobs=SimpleNamespace(make_replay=names.append))
    table, running = open_table(tourist), open_table(tourist)
    play_to_the_end(app, table)
    for part in REPLAYS:
        assert tourist.get(table.path + part).status == 202
        services.store.set_expiring(f"replay/{names.pop()}/file", "UklGRg==", 60)
        assert tourist.get(table.path + part).body == b"RIFF"
        assert tourist.get(f"{table.path}{part}?width=1").status == 400
        assert tourist.get(table.path + part, "ttr_wrong").status == 401
        assert tourist.get(NOWHERE + part).status == 404
    assert tourist.get(f"{table.path}/replay.png?at=90000").code == "version_not_reached"
    assert tourist.get(f"{running.path}/replay.webp").code == "not_scored_yet"
    app.extensions[EXTENSION] = services


def failing_to_draw(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get(table.path + part, table.seats[0]) for part in (*BOARDS, *HANDS, *REPLAYS)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None
