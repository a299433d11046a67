"""Browsers of other origins, those who run the service, and other people's applications."""

import logging
import re
import subprocess
import sys
from typing import Any

import pytest
from flask import Flask

from service import Config, api_blueprint, create_app, make_services
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import MemoryStore
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import Caller, in_process, inside, open_table, problem
from tests.support.http.api_players import Players
from tests.support.paths import DOCS


@pytest.fixture
def caller() -> Caller:
    return inside().caller


# ------------------------------------------------------------------------------------- browsers


def test_browsers_of_named_origins_may_call() -> None:
    caller = inside(cors_origins=("https://a.example",)).caller
    table = open_table(caller)
    allowed = caller.get(table.path, None, {"Origin": "https://a.example"})
    assert allowed.headers["access-control-allow-origin"] == "https://a.example"
    exposed = allowed.headers["access-control-expose-headers"].split(", ")
    assert {"ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Content-Language"} <= set(exposed)
    assert "Origin" in allowed.headers["vary"]
    for elsewhere in ({"Origin": "https://b.example"}, {}):
        refused = caller.get(table.path, None, elsewhere)
        assert "access-control-allow-origin" not in refused.headers
        assert "Origin" in refused.headers["vary"]
    origin = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    preflight = caller.call("OPTIONS", f"{table.path}/commands", None, None, origin)
    assert preflight.status == 200
    methods = preflight.headers["access-control-allow-methods"].split(", ")
    assert {"GET", "POST", "PUT", "PATCH", "DELETE"} <= set(methods)
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
        answered = caller.get(path, None, {"X-Request-Id": given}).headers["x-request-id"]
        assert answered != given
        assert len(bytes.fromhex(answered)) == 8


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

    monkeypatch.setattr(MemoryStore, "ends_with", broken)
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


@pytest.mark.parametrize("setting", [("maxmemory", "1"), ("min-replicas-to-write", "1")])
def test_a_store_that_takes_no_writes_is_not_ready(redis_store: RedisStore, setting: tuple[str, str]) -> None:
    caller = in_process(create_app(Config(), redis_store))
    redis_store.client.config_set(*setting)
    try:
        assert problem(caller.get("/readyz")) == (503, "store_unavailable")
    finally:
        redis_store.client.config_set(setting[0], "0")
    assert caller.get("/readyz").json == {"status": "ready"}


def test_metrics_tell_what_was_done(caller: Caller) -> None:
    table = open_table(caller)
    version = Players(caller, table).play(most=2)[-1].version
    caller.get(f"{table.path}/result")
    draw = {"type": "draw_card"}
    for seat in table.seats:  # one of them is refused, the other's second draw is a repetition
        for _ in range(2):
            caller.post(f"{table.path}/commands", draw, table.seats[seat], {"Idempotency-Key": "k"})
    lines = caller.get("/metrics").body.decode().splitlines()
    assert f"ttr_events_appended_total {version + 1}.0" in lines
    assert 'ttr_refusals_total{code="not_scored_yet"} 1.0' in lines
    assert 'ttr_refusals_total{code="not_your_turn"} 2.0' in lines
    assert 'ttr_request_seconds_count{call="create_game",method="POST",status="201"} 1.0' in lines
    assert 'ttr_request_seconds_count{call="post_command",method="POST",status="200"} 4.0' in lines
    assert not any(table.game in line for line in lines)


# ------------------------------------------------------------------- within other applications


def test_the_page_about_running_shows_how() -> None:
    page = (DOCS / "running.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {"store": MemoryStore()}
    exec(compile(example.replace('redis_url="redis://localhost")', "), store"), "running.md", "exec"), names)
    for app, prefix in ((names["alone"], ""), (names["mine"], "/trains")):
        assert in_process(app).get(f"{prefix}/healthz").json == {"status": "alive"}


def test_the_package_has_no_other_names() -> None:
    with pytest.raises(ImportError):
        from service import create_apps  # type: ignore[attr-defined]  # noqa: F401 - that is the point


def test_the_command_line_does_not_wait_for_a_web_server() -> None:
    loaded = "import service, sys; sys.exit('flask' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0


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
    created = caller.post("/trains/v1/games", {"board": "usa", "seats": [{"name": "A"}, {"name": "B"}]})
    assert created.headers["location"] == f"http://localhost/trains/v1/games/{created.json['id']}"
    token = created.json["seats"][0]["token"]
    assert caller.get(created.headers["location"].removeprefix("http://localhost"), token).status == 200
    page = caller.get(f"/trains/v1/games/{created.json['id']}/events?limit=3")
    assert page.headers["link"].startswith("<http://localhost/trains/v1/games/")


def test_links_are_those_of_the_public_address() -> None:
    caller = inside(public_url="https://play.example/ttr").caller
    created = caller.post("/v1/games", {"board": "usa", "seats": [{"name": "A"}, {"name": "B"}]})
    assert created.headers["location"] == f"https://play.example/ttr/v1/games/{created.json['id']}"
    page = caller.get(f"/v1/games/{created.json['id']}/events?limit=3")
    assert page.headers["link"].startswith("<https://play.example/ttr/v1/games/")


def test_two_applications_in_one_process_do_not_meet(caller: Caller) -> None:
    table = open_table(caller)
    assert problem(inside().caller.get(table.path)) == (404, "game_not_found")
