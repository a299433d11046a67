"""The part of the tour that is about notices: channels, preferences, feeds, and the page that stops mail."""

import json
from collections.abc import Iterator
from typing import Any

from flask import Flask

from service.errors import StoreUnavailable
from service.http.request import EXTENSION
from service.mail.unsubscription import stop_code
from service.notices.channels import MOST as MOST_CHANNELS
from service.notices.feed_keys import MOST as MOST_KEYS
from service.services import Services
from tests.support.api_tour.tour import ShakyStore, Tourist, statuses, wrong_bodies
from tests.support.http.api_calls import JSON, Reply, open_table
from tests.support.http.api_people import delete, sign_up

CHANNELS, NOTICES, KEYS = "/v1/me/channels", "/v1/me/notices", "/v1/me/feed_keys"
NTFY = {"kind": "ntfy", "url": "https://ntfy.example/trains"}
NO_CHANNEL, NO_KEY = f"{CHANNELS}/ch_0123456789abcdef", f"{KEYS}/fk_0123456789abcdef"
NO_FEED = f"/v1/feeds/{'0' * 48}"
FEEDS = ("turns.atom", "deadlines.ics")
NO_STOP = f"/v1/unsubscribe/{'0' * 16}-{'0' * 32}"
KEYS_OF_NOBODY = {"p256dh": "AAAA", "auth": "AAAA"}


def put(tourist: Tourist, path: str, body: Any, token: str | None) -> Reply:
    return tourist.call("PUT", path, token, json.dumps(body).encode(), {"Content-Type": JSON})


def being_notified(tourist: Tourist, app: Flask) -> None:
    services: Services = app.extensions[EXTENSION]
    token = sign_up(tourist).token
    assert tourist.get("/v1/push_key").status == 200
    assert put(tourist, NOTICES, {"zone": "Europe/Paris"}, token).status == 200
    assert put(tourist, NOTICES, {"zone": "Europe/Atlantis"}, token).code == "malformed_request"
    assert tourist.get(NOTICES, token).json["zone"] == "Europe/Paris"
    _adding_channels(tourist, token)
    game = _own_game(tourist, token)
    assert put(tourist, f"/v1/me/games/{game}/seen", {"version": 1}, token).status == 200
    assert put(tourist, f"/v1/me/games/{game}/seen", {"version": 10_000}, token).code == "version_not_reached"
    assert put(tourist, "/v1/me/games/none/seen", {"version": 1}, token).code == "game_not_found"
    elsewhere = open_table(tourist, visibility="public").game
    assert put(tourist, f"/v1/me/games/{elsewhere}/seen", {"version": 1}, token).code == "game_not_found"
    for path in (NOTICES, f"/v1/me/games/{game}/seen"):
        assert statuses(_wrong_puts(tourist, path, token)) == [400, 413, 415]
    _reading_feeds(tourist, token, elsewhere)
    _stopping_mail(tourist, services, token)
    for other, status in ((None, 401), (open_table(tourist).host, 403)):
        assert {reply.status for reply in _everything(tourist, other)} == {status}


def _own_game(tourist: Tourist, token: str) -> str:
    reply = tourist.post("/v1/games", {"board": "usa", "seats": [{"me": True}, {}]}, token)
    game: str = reply.json["id"]
    return game


def _adding_channels(tourist: Tourist, token: str) -> None:
    assert statuses(wrong_bodies(tourist, CHANNELS, token)) == [400, 413, 415]
    added = tourist.post(CHANNELS, NTFY, token)
    assert (added.status, tourist.post(CHANNELS, NTFY, token).json) == (201, added.json)
    own = f"{CHANNELS}/{added.json['channel']['id']}"
    assert tourist.get(CHANNELS, token).status == 200
    assert tourist.post(CHANNELS, {"kind": "mail"}, token).code == "mail_off"
    assert tourist.post(CHANNELS, {"kind": "chat"}, token).code == "chat_off"
    assert tourist.post(CHANNELS, {"kind": "push"}, token).code == "malformed_request"
    wrong = {"kind": "push", "url": "https://push.example/x", "keys": KEYS_OF_NOBODY}
    assert tourist.post(CHANNELS, wrong, token).code == "push_keys_refused"
    assert tourist.post(CHANNELS, {**NTFY, "url": "https://10.0.0.1/x"}, token).code == "url_refused"
    assert statuses(wrong_bodies(tourist, f"{own}/confirm", token)) == [400, 413, 415]
    assert tourist.post(f"{own}/confirm", {"code": "x"}, token).code == "code_refused"
    assert tourist.post(f"{NO_CHANNEL}/confirm", {"code": "x"}, token).code == "channel_not_found"
    crowd = [
        tourist.post(CHANNELS, {**NTFY, "url": f"https://ntfy.example/{number}"}, token)
        for number in range(MOST_CHANNELS)
    ]
    assert crowd[-1].code == "too_many_channels"
    key = {"Idempotency-Key": "k"}
    assert tourist.post(CHANNELS, NTFY, token, key).status == 201
    assert [delete(tourist, path, token).status for path in (own, NO_CHANNEL)] == [200, 404]
    assert tourist.post(CHANNELS, NTFY, token, key).status == 404


def confirming(tourist: Tourist, app: Flask) -> None:
    """With the code, as it arrives at the channel."""
    services: Services = app.extensions[EXTENSION]
    token = sign_up(tourist).token
    channel = tourist.post(CHANNELS, NTFY, token).json["channel"]["id"]
    code = services.notices.channels.new_code(channel)
    assert tourist.post(f"{CHANNELS}/{channel}/confirm", {"code": code}, token).json["status"] == "on"


def _reading_feeds(tourist: Tourist, token: str, public: str) -> None:
    assert statuses(wrong_bodies(tourist, KEYS, token)) == [400, 413, 415]
    once = {"Idempotency-Key": "reader"}
    assert tourist.post(KEYS, {"name": "calendar"}, token, once).status == 201
    assert tourist.post(KEYS, {"name": "reader"}, token, once).code == "idempotency_key_reused"
    new = [tourist.post(KEYS, {"name": "reader"}, token) for _ in range(MOST_KEYS)]
    assert (new[0].status, new[-1].code) == (201, "too_many_feed_keys")
    assert tourist.get(KEYS, token).status == 200
    place = new[0].json["atom_url"].partition("//")[2].partition("/")[2].removesuffix("/turns.atom")
    for name in FEEDS:
        reply = tourist.get(f"/{place}/{name}")
        assert reply.status == 200
        assert tourist.get(f"/{place}/{name}", None, {"If-None-Match": reply.headers["etag"]}).status == 304
        assert tourist.get(f"{NO_FEED}/{name}").code == "feed_key_not_found"
    own = f"{KEYS}/{new[0].json['feed_key']['id']}"
    assert [delete(tourist, path, token).status for path in (own, NO_KEY)] == [200, 404]
    feed = tourist.get(f"/v1/games/{public}/feed.atom")
    assert feed.status == 200
    seen = {"If-None-Match": feed.headers["etag"]}
    assert tourist.get(f"/v1/games/{public}/feed.atom", None, seen).status == 304
    assert tourist.get("/v1/games/none/feed.atom").status == 404
    assert tourist.get(f"/v1/games/{public}/feed.atom", "ttr_wrong").status == 401


def _stopping_mail(tourist: Tourist, services: Services, token: str) -> None:
    code = stop_code(services.store, services.players.identify(token).player)
    path = f"/v1/unsubscribe/{code}"
    assert (tourist.get(path).status, tourist.post(path, b"").status) == (200, 200)
    assert (tourist.get(NO_STOP).code, tourist.post(NO_STOP, b"").code) == ("link_not_found",) * 2


def _wrong_puts(tourist: Tourist, path: str, token: str) -> Iterator[Reply]:
    for body, media in ((b"{", JSON), (b" " * 70_000, JSON), (b"{}", "text/plain")):
        yield tourist.call("PUT", path, token, body, {"Content-Type": media})


def _everything(tourist: Tourist, token: str | None) -> Iterator[Reply]:
    """Every call that is for players alone."""
    for path in (CHANNELS, NOTICES, KEYS):
        yield tourist.get(path, token)
    yield put(tourist, NOTICES, {}, token)
    yield put(tourist, "/v1/me/games/none/seen", {"version": 1}, token)
    yield tourist.post(CHANNELS, NTFY, token)
    yield tourist.post(f"{NO_CHANNEL}/confirm", {"code": "x"}, token)
    yield tourist.post(KEYS, {}, token)
    for path in (NO_CHANNEL, NO_KEY):
        yield delete(tourist, path, token)


def failing_to_be_notified(tourist: Tourist, store: ShakyStore) -> None:
    token, public = sign_up(tourist).token, open_table(tourist, visibility="public").game
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        replies = [
            *_everything(tourist, token),
            *(tourist.get(f"{NO_FEED}/{name}") for name in FEEDS),
            tourist.get(f"/v1/games/{public}/feed.atom"),
            tourist.get(NO_STOP),
            tourist.post(NO_STOP, b""),
            tourist.get("/v1/push_key"),
        ]
        assert {reply.status for reply in replies} == {status}
    store.failure = None


def being_notified_in_a_hurry(tourist: Tourist) -> None:
    """A player may make one call a minute, and a feed is read once."""
    token = sign_up(tourist).token
    url = tourist.post(KEYS, {}, token).json["atom_url"]
    assert {reply.status for reply in _everything(tourist, token)} == {429}
    place = "/" + url.partition("//")[2].partition("/")[2].removesuffix("/turns.atom")
    assert [tourist.get(f"{place}/{name}").status for name in FEEDS * 2] == [200, 429, 429, 429]
    assert [tourist.post(NO_STOP, b"").status for _ in range(2)][-1] == 429
