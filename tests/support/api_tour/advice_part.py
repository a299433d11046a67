"""The part of the tour that asks for advice: hints during a game, an analysis after it."""

from types import SimpleNamespace

from flask import Flask
from msgspec.structs import replace

from service.advice.game_analysis import NOTE
from service.errors import StoreUnavailable
from service.http.request import EXTENSION
from tests.support.api_tour.table_part import bare
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end
from tests.support.http.api_calls import open_table, table_of
from tests.support.http.api_people import sign_up

ANALYSES = ("/analysis", "/analysis.svg", "/analysis.png")


def asking(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    path = f"{table.path}/hints"
    assert bare(tourist, path, None).status == 401
    assert bare(tourist, path, table.host).status == 403
    assert bare(tourist, f"{path}?lang=klingon", table.seats[0]).status == 400
    assert bare(tourist, f"{NOWHERE}/hints", table.seats[0]).status == 404
    store.outrun = True
    assert bare(tourist, path, table.seats[0]).code == "stale_version"
    store.outrun = False
    assert bare(tourist, path, table.seats[0]).status == 200
    keep = tourist.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
    tourist.post(f"{table.path}/commands", keep, table.seats[0], {"If-Match": "*"})
    assert bare(tourist, path, table.seats[0]).code == "not_your_turn"
    ann = sign_up(tourist)
    request = {"board": "usa", "seats": [{"me": True}, {"kind": "bot"}], "rated": True}
    rated = table_of(tourist.post("/v1/games", request, ann.token))
    assert bare(tourist, f"{rated.path}/hints", ann.token).code == "hints_off"


def analysing(tourist: Tourist, app: Flask) -> None:
    """With a queue that only notes what is left to workers."""
    services = app.extensions[EXTENSION]
    app.extensions[EXTENSION] = replace(services, jobs=SimpleNamespace(analyse_game=[].append))
    table, running = open_table(tourist), open_table(tourist)
    play_to_the_end(app, table)
    assert {tourist.get(table.path + part).status for part in ANALYSES} == {202}
    pass_ = {"type": "pass", "seat": 0}
    turn = {"turn": 1, "seat": 0, "version": 9, "chance": 0.4, "lost": 0.0, "played": pass_, "best": pass_}
    services.store.keep_note(table.game, NOTE, app.json.dumps([turn]))
    for part in ANALYSES:
        assert tourist.get(table.path + part).status == 200
        assert tourist.get(f"{table.path}{part}?lang=klingon").status == 400
        assert tourist.get(table.path + part, "ttr_wrong").status == 401
        assert tourist.get(NOWHERE + part).status == 404
        assert tourist.get(running.path + part).code == "not_scored_yet"
    app.extensions[EXTENSION] = services


def failing_to_advise(tourist: Tourist, store: ShakyStore) -> None:
    table = open_table(tourist)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [tourist.get(table.path + part) for part in ANALYSES]
        replies.append(bare(tourist, f"{table.path}/hints", table.seats[0]))
        assert {reply.status for reply in replies} == {status}
    store.failure = None
