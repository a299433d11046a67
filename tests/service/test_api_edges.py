"""The edges of the service: limits, caches, pages, browsers, operations, and other people's applications."""

import json
import logging
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from freezegun import freeze_time

from service.api import events
from service.app import api_blueprint, create_app
from service.config import Config
from service.context import make_services
from service.embedded import EmbeddedServer
from service.store import MemoryStore
from service.store.redis_store import RedisStore
from tests.service.calls import Caller, in_process, inside, open_table
from tests.service.players import Players
from tests.service.test_api import problem

SSE = {"Accept": "text/event-stream"}


@pytest.fixture
def caller() -> Caller:
    return inside().caller


# --------------------------------------------------------------------------------------- limits


def test_a_body_has_its_size() -> None:
    caller = inside(max_body=1000).caller
    assert problem(caller.post("/v1/games", b"x" * 1001)) == (413, "too_large")
    assert problem(caller.post("/v1/games", b"x" * 1000)) == (400, "malformed_request")


def test_too_many_commands_are_asked_to_wait() -> None:
    """Each seat has its own measure."""
    caller = inside(commands_per_minute=3).caller
    table = open_table(caller)

    def post(seat: int) -> Any:
        return caller.post(f"{table.path}/commands", {"type": "pass"}, table.seats[seat], {"If-Match": "*"})

    assert [post(0).status for _ in range(3)] == [409] * 3
    refused = post(0)
    assert problem(refused) == (429, "too_many_requests")
    assert 1 <= int(refused.headers["retry-after"]) <= 21
    assert post(1).status == 409
    assert caller.get(f"{table.path}/commands", table.seats[0]).status == 200


def test_too_many_new_games_are_asked_to_wait() -> None:
    caller = inside(creations_per_minute=2).caller
    open_table(caller)
    open_table(caller)
    refused = caller.post("/v1/games", {"board": "usa", "seats": []})
    assert problem(refused) == (429, "too_many_requests")
    assert 1 <= int(refused.headers["retry-after"]) <= 31


# --------------------------------------------------------------------------------------- caches


def test_what_is_known_already_is_not_sent_again(caller: Caller) -> None:
    table = open_table(caller)
    for path in (table.path, f"{table.path}/commands"):
        etag = caller.get(path, table.seats[0]).headers["etag"]
        for known in (etag, f"W/{etag}", f'"x", {etag}', "*"):
            reply = caller.get(path, table.seats[0], {"If-None-Match": known})
            assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", etag), known
        for other in ('"1"', "garbage", etag.strip('"') + "x", '"'):
            assert caller.get(path, table.seats[0], {"If-None-Match": other}).status == 200, other


def test_each_viewer_has_an_etag_of_his_own(caller: Caller) -> None:
    table = open_table(caller)
    etags = [
        caller.get(table.path, table.tokens[who]).headers["etag"] for who in ("seat:0", "seat:1", "host")
    ]
    assert len(set(etags)) == 3
    for reply in (caller.get(table.path), caller.get(f"{table.path}/events")):
        assert reply.headers["cache-control"].startswith("private")
        assert "Authorization" in reply.headers["vary"]
    assert caller.post("/v1/games", {}).headers["cache-control"] == "no-store"


def test_an_etag_changes_with_the_game(caller: Caller) -> None:
    table = open_table(caller)
    before = caller.get(table.path, table.seats[1])
    Players(caller, table).play(most=1)
    after = caller.get(table.path, table.seats[1], {"If-None-Match": before.headers["etag"]})
    assert (after.status, after.body != before.body) == (200, True)


# ---------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize("limit", [1, 7, 100, 1000])
def test_pages_of_events_hold_everything_once(caller: Caller, limit: int) -> None:
    table = open_table(caller)
    version = Players(caller, table).play(most=15)[-1].version
    found, path = [], f"/v1/games/{table.game}/events?limit={limit}"
    while path:
        reply = caller.get(path, table.seats[0])
        found += reply.json["events"]
        assert len(reply.json["events"]) <= limit
        link = reply.headers.get("link", "")
        assert bool(link) == (reply.json["next"] is not None)
        path = link.removeprefix("<http://localhost").removesuffix('>; rel="next"')
    assert [event["version"] for event in found] == list(range(1, version + 1))
    assert all(before["hash"] == after["prev"] for before, after in pairwise(found))
    lines = caller.get(f"{table.path}/events", table.seats[0], {"Accept": "application/x-ndjson"})
    assert [json.loads(line) for line in lines.body.splitlines()] == found


@pytest.mark.parametrize(
    "query", ["after=x", "after=-1", "limit=0", "limit=1001", "after=1&after=2", "limit="]
)
def test_a_page_is_asked_for_in_numbers(caller: Caller, query: str) -> None:
    table = open_table(caller)
    assert problem(caller.get(f"{table.path}/events?{query}")) == (400, "malformed_request")


def test_beyond_the_end_there_is_nothing(caller: Caller) -> None:
    table = open_table(caller)
    told = caller.get(f"{table.path}/events?after=100000").json
    assert (told["events"], told["next"]) == ([], None)


def test_pages_of_games_hold_each_once(caller: Caller) -> None:
    """Also those that were created in the same millisecond."""
    made = list[str]()
    for number in (3, 2, *[1] * 8):
        with freeze_time("2026-11-01") as clock:
            clock.tick(len(made))
            made += [open_table(caller, visibility="public").game for _ in range(number)]
    for limit in (1, 2, 3, 5, 12, 13, 14):
        found, path = list[str](), f"/v1/games?limit={limit}"
        while path:
            reply = caller.get(path)
            found += [game["game"] for game in reply.json["games"]]
            link = reply.headers.get("link", "")
            path = link.removeprefix("<http://localhost").removesuffix('>; rel="next"')
        assert sorted(found) == sorted(made)
    listed = [game["listed"] for game in caller.get("/v1/games").json["games"]]
    assert listed == sorted(listed, reverse=True)
    assert caller.get("/v1/games?before=0").json == {"games": [], "next": None}


# -------------------------------------------------------------------------------------- streams


def test_a_quiet_stream_keeps_its_connection_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "LOOK_AGAIN", 0.01)
    service = inside()
    table = open_table(service.caller)
    with service.app.test_client().get(f"{table.path}/events?after=1000", headers=SSE) as answer:
        assert answer.mimetype == "text/event-stream"
        parts = answer.iter_encoded()
        assert [next(parts) for _ in range(4)] == [b"retry: 2000\n\n", *[b": still here\n\n"] * 3]


def test_a_stream_goes_on_where_its_reader_was() -> None:
    """Last-Event-ID is newer than the address, which a browser keeps when it comes back."""
    service = inside()
    table = open_table(service.caller)
    for query, header, first in (
        ("", {}, 1),
        ("?after=3", {}, 4),
        ("", {"Last-Event-ID": "5"}, 6),
        ("?after=3", {"Last-Event-ID": "5"}, 6),
    ):
        sent = {**SSE, **header}
        with service.app.test_client().get(f"{table.path}/events{query}", headers=sent) as answer:
            parts = answer.iter_encoded()
            next(parts)
            assert next(parts).startswith(b"id: %d\n" % first)
    reply = service.caller.get(f"{table.path}/events", None, {**SSE, "Last-Event-ID": "x"})
    assert problem(reply) == (400, "malformed_request")


def test_places_for_streams_come_back_however_a_stream_ends() -> None:
    service = inside(streams=2)
    table = open_table(service.caller)
    client, path = service.app.test_client(), f"{table.path}/events"
    for _ in range(5):
        client.get(path, headers=SSE).close()  # nothing was read
        with client.head(path, headers=SSE) as answer:
            assert answer.status_code == 200
        with client.get(path, headers=SSE) as answer:
            next(answer.iter_encoded())
    with client.get(path, headers=SSE), client.get(path, headers=SSE):
        refused = service.caller.get(path, None, SSE)
        assert problem(refused) == (503, "streams_exhausted")
        assert refused.headers["retry-after"] == "10"
        assert service.caller.get(path).status == 200


def test_what_nobody_offers_is_not_acceptable(caller: Caller) -> None:
    table = open_table(caller)
    reply = caller.get(f"{table.path}/events", None, {"Accept": "text/html"})
    assert problem(reply) == (406, "not_acceptable")
    assert (
        caller.get(f"{table.path}/events", None, {"Accept": "*/*"}).headers["content-type"]
        == "application/json"
    )


# ------------------------------------------------------------------------------------- browsers


def test_browsers_of_named_origins_may_call() -> None:
    caller = inside(cors_origins=("https://a.example",)).caller
    table = open_table(caller)
    allowed = caller.get(table.path, None, {"Origin": "https://a.example"})
    assert allowed.headers["access-control-allow-origin"] == "https://a.example"
    assert "ETag" in allowed.headers["access-control-expose-headers"]
    assert "Origin" in allowed.headers["vary"]
    refused = caller.get(table.path, None, {"Origin": "https://b.example"})
    assert "access-control-allow-origin" not in refused.headers
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    preflight = caller.call("OPTIONS", f"{table.path}/commands", None, None, asked)
    assert preflight.status == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]
    for name in ("Authorization", "Content-Type", "If-Match", "Idempotency-Key", "Last-Event-ID"):
        assert name in preflight.headers["access-control-allow-headers"]


def test_any_browser_may_call_if_so_set_and_none_by_default(caller: Caller) -> None:
    origin = {"Origin": "https://a.example"}
    assert (
        inside(cors_origins=("*",))
        .caller.get("/v1/boards", None, origin)
        .headers["access-control-allow-origin"]
        == "*"
    )
    assert "access-control-allow-origin" not in caller.get("/v1/boards", None, origin).headers
    missing = inside(cors_origins=("*",)).caller.get("/nowhere", None, origin)
    assert missing.headers["access-control-allow-origin"] == "*"


# ----------------------------------------------------------------------------------- operations


def test_request_ids_come_back(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "ttr.requests"):
        reply = caller.get("/healthz", None, {"X-Request-Id": "trace-12345678"})
    assert reply.headers["x-request-id"] == "trace-12345678"
    assert caplog.records[-1].__dict__["fields"]["request_id"] == "trace-12345678"


@pytest.mark.parametrize("given", ["", "short", "x" * 65, "tab\there-and-more", "clé-clé-clé-clé"])
def test_request_ids_that_could_do_harm_are_replaced(caller: Caller, given: str) -> None:
    for path in ("/healthz", "/nowhere", "/v1/games/unknown"):
        told = caller.get(path, None, {"X-Request-Id": given}).headers["x-request-id"]
        assert told != given
        assert len(bytes.fromhex(told)) == 8


def test_addresses_and_methods_that_are_not_there(caller: Caller) -> None:
    assert problem(caller.get("/nowhere")) == (404, "not_found")
    assert problem(caller.get("/v1/games/unknown")) == (404, "game_not_found")
    assert problem(caller.get("/v1/boards/unknown")) == (404, "board_not_found")
    refused = caller.call("DELETE", "/v1/games", None, None, None)
    assert problem(refused) == (405, "method_not_allowed")
    assert "POST" in refused.headers["allow"]


def test_what_breaks_is_logged_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    service = inside()
    table = open_table(service.caller)

    def broken(*_: object) -> None:
        raise RuntimeError("the deck is red, blue, green")

    monkeypatch.setattr(MemoryStore, "read", broken)
    reply = service.caller.get(table.path, table.seats[0])
    assert problem(reply) == (500, "internal_error")
    assert b"deck" not in reply.body
    assert caplog.records[-1].__dict__["fields"] == {"request_id": reply.headers["x-request-id"]}


def test_readiness_asks_the_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = EmbeddedServer(tmp_path_factory.mktemp("gone"))
    store = RedisStore(server.url)
    try:
        caller = in_process(create_app(Config(), store))
        assert caller.get("/readyz").json == {"status": "ready"}
    finally:
        server.stop()
    for path in ("/readyz", "/v1/games", "/v1/games/unknown"):
        refused = caller.get(path)
        assert problem(refused) == (503, "store_unavailable")
        assert int(refused.headers["retry-after"]) > 0
    assert caller.get("/healthz").json == {"status": "alive"}
    store.close()


def test_metrics_tell_what_was_done(caller: Caller) -> None:
    table = open_table(caller)
    version = Players(caller, table).play(most=2)[-1].version
    caller.get(f"{table.path}/score")
    draw = {"type": "draw_card"}
    for seat in table.seats:  # one of them is refused, the other's second draw is a repetition
        for _ in range(2):
            caller.post(f"{table.path}/commands", draw, table.seats[seat], {"Idempotency-Key": "k"})
    told = caller.get("/metrics").body.decode().splitlines()
    assert f"ttr_events_appended_total {version + 1}.0" in told
    assert 'ttr_refusals_total{code="not_scored_yet"} 1.0' in told
    assert 'ttr_refusals_total{code="not_your_turn"} 2.0' in told
    assert 'ttr_request_seconds_count{call="create_game",method="POST",status="201"} 1.0' in told
    assert 'ttr_request_seconds_count{call="post_command",method="POST",status="200"} 4.0' in told
    assert not any(table.game in line for line in told)


# ------------------------------------------------------------------- within other applications


def other_application(**mounted: str) -> Caller:
    app = Flask("other", static_folder=None)

    @app.get("/hello")
    def hello() -> str:
        return "hello"

    app.register_blueprint(api_blueprint(make_services(Config(), MemoryStore())), **mounted)
    return in_process(app)


def test_an_application_keeps_its_own_ways() -> None:
    caller = other_application()
    assert caller.get("/hello").body == b"hello"
    assert "x-request-id" not in caller.get("/hello").headers
    missing = caller.get("/nowhere")
    assert (missing.status, missing.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert problem(caller.get("/v1/games/unknown")) == (404, "game_not_found")


def test_links_lead_to_where_the_calls_are_mounted() -> None:
    caller = other_application(url_prefix="/trains")
    made = caller.post("/trains/v1/games", {"board": "usa", "seats": [{"name": "A"}, {"name": "B"}]})
    assert made.headers["location"] == f"http://localhost/trains/v1/games/{made.json['game']}"
    for link in made.json["links"].values():
        token = made.json["seats"][0]["token"]
        assert caller.get(link.removeprefix("http://localhost"), token).status == 200
    page = caller.get(f"/trains/v1/games/{made.json['game']}/events?limit=3")
    assert page.headers["link"].startswith("<http://localhost/trains/v1/games/")


def test_links_are_those_of_the_public_address() -> None:
    caller = inside(public_url="https://play.example/ttr").caller
    made = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "A"}, {"name": "B"}]}).json
    assert made["links"]["events"] == f"https://play.example/ttr/v1/games/{made['game']}/events"
    page = caller.get(f"/v1/games/{made['game']}/events?limit=3")
    assert page.headers["link"].startswith("<https://play.example/ttr/v1/games/")


def test_two_applications_in_one_process_do_not_meet(caller: Caller) -> None:
    table = open_table(caller)
    assert problem(inside().caller.get(table.path)) == (404, "game_not_found")
