"""The part of the tour that is about all games of a player: what happens in them, their webhooks, and rematches."""

from collections.abc import Iterator
from typing import Any

from flask import Flask

from service.app import create_app
from service.config import Config
from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end, statuses, wrong_bodies
from tests.support.http.api_calls import Reply, in_process, open_table, table_of
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED

EVENTS, WEBHOOKS = "/v1/me/events", "/v1/me/webhooks"
HOOK = {"url": "https://example.org/hook"}


def hearing_of_games(tourist: Tourist) -> None:
    person, table = sign_up(tourist), open_table(tourist)
    host = table.host
    for path in ("", "/events", "/changes"):
        assert tourist.get(f"{table.path}{path}?as_seat=0", host).status == 403
    tourist.post("/v1/games", {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}, person.token)
    page = tourist.get(f"{EVENTS}?limit=1&lang=fr&kinds=turn.started,game.event", person.token)
    assert len(page.json["items"]) == 1
    assert tourist.get(f"{EVENTS}?cursor={page.json['next']}", person.token).status == 200
    assert tourist.get(f"{EVENTS}?cursor=x", person.token).status == 400
    assert tourist.get(f"{EVENTS}?cursor=99.0.0", person.token).code == "cursor_expired"
    assert tourist.get(EVENTS, person.token, {"Accept": "image/png"}).code == "not_acceptable"
    for token, status in ((None, 401), (host, 403)):
        assert tourist.get(EVENTS, token).status == status
        assert tourist.get(WEBHOOKS, token).status == status
        assert tourist.post(WEBHOOKS, HOOK, token).status == status
    _subscribing(tourist, person)


def _subscribing(tourist: Tourist, person: Person) -> None:
    key = {"Idempotency-Key": "once"}
    assert statuses(wrong_bodies(tourist, WEBHOOKS, person.token)) == [400, 413, 415]
    assert tourist.post(WEBHOOKS, {"url": "https://127.0.0.1/"}, person.token).code == "url_refused"
    created = tourist.post(WEBHOOKS, HOOK, person.token, key)
    assert created.status == 201
    assert tourist.post(WEBHOOKS, {**HOOK, "lang": "fr"}, person.token, key).code == "idempotency_key_reused"
    assert len(tourist.get(WEBHOOKS, person.token).json["items"]) == 1
    delete(tourist, f"/v1/webhooks/{created.json['webhook']['id']}", person.token)
    assert tourist.post(WEBHOOKS, HOOK, person.token, key).code == "webhook_not_found"
    crowd = [tourist.post(WEBHOOKS, HOOK, person.token) for _ in range(11)]
    assert crowd[-1].code == "too_many_webhooks"


def playing_again(tourist: Tourist, app: Flask, store: ShakyStore) -> None:
    table, key = open_table(tourist), {"Idempotency-Key": "once"}
    path = f"{table.path}/rematch"
    assert statuses(wrong_bodies(tourist, path, table.host)) == [400, 413, 415]
    assert tourist.post(path, {}).status == 401
    assert tourist.post(path, {}, table.spectator).status == 403
    assert tourist.post(f"{NOWHERE}/rematch", {}, table.host).status == 404
    assert tourist.post(path, {}, table.host).code == "not_over_yet"
    play_to_the_end(app, table)
    assert tourist.post(path, {"order": [0, 0]}, table.host).status == 400
    store.outrun = True
    assert tourist.post(path, {}, table.host).code == "stale_version"
    store.outrun = False
    assert tourist.post(path, {}, table.host, key).status == 201
    assert tourist.post(path, {"order": [0, 1]}, table.host, key).code == "idempotency_key_reused"
    assert tourist.post(path, {}, table.seats[0]).code == "rematch_exists"


def failing_to_hear(tourist: Tourist, store: ShakyStore) -> None:
    elsewhere = in_process(create_app(Config(**UNLIMITED), store))  # so that nobody here knows them yet
    person, table = sign_up(elsewhere), open_table(elsewhere)
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [*_everything(tourist, person.token), tourist.post(f"{table.path}/rematch", {}, table.host)]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def hearing_in_a_hurry(tourist: Tourist) -> None:
    person = sign_up(tourist)
    assert tourist.get("/v1/me", person.token).status == 200
    assert {reply.status for reply in _everything(tourist, person.token)} == {429}
    request: dict[str, Any] = {"board": "usa", "seats": [{"name": "Ann"}, {}]}
    table = table_of(tourist.post("/v1/games", request))
    assert tourist.post(f"{table.path}/rematch", {}, table.host).status == 429


def _everything(tourist: Tourist, token: str) -> Iterator[Reply]:
    yield tourist.get(EVENTS, token)
    yield tourist.get(WEBHOOKS, token)
    yield tourist.post(WEBHOOKS, HOOK, token)
