"""Addresses, methods and bodies that are not described: each is refused with a reason."""

import json

import pytest

from service.api import CALLS
from service.app import create_app
from service.config import Config
from service.http.call import Call
from service.store import MemoryStore
from tests.support.http.api_calls import Caller, example_path, in_process, open_table, problem
from tests.support.http.game_bodies import names


@pytest.fixture(scope="module", params=[False, True], ids=["fast", "plain"])
def caller(request: pytest.FixtureRequest) -> Caller:
    return in_process(create_app(Config(plain=request.param), MemoryStore()))


def creation(**changes: str) -> bytes:
    """A request for a game, with some values as they would stand in the text."""
    values = {"board": '"usa"', "seats": '[{"name": "Ann"}, {"name": "Ben"}]', **changes}
    return ("{" + ", ".join(f'"{name}": {value}' for name, value in values.items()) + "}").encode()


@pytest.mark.parametrize("name", ["Zoë", "李", "🚂", "\\ud83d\\ude82", " Ann ", "x" * 60])
def test_names_come_from_everywhere(caller: Caller, name: str) -> None:
    seats = f'[{{"name": "{name}"}}, {{}}]'
    created = caller.post("/v1/games", creation(seats=seats))
    assert created.status == 201
    seen = caller.get(f"/v1/games/{created.json['id']}").json
    assert names(seen)[0] == json.loads(f'"{name}"').strip()


@pytest.mark.parametrize(
    "body",
    [
        b"\xff",
        b"[]",
        b"null",
        creation(seats="{}"),
        creation(seats='{"0": {}, "1": {}}'),
        creation(options="[]"),
        creation(options='{"edition": 1}'),
        creation(options='{"\\udfff": "x"}'),
        creation(visibility='"secret"'),
        creation(colour='"red"'),
        creation(seats='[{"colour": "red"}, {}]'),
        creation(seats='[{"kind": "bot", "bot": "genius"}, {}]'),
        creation().decode().encode("utf-16"),
    ],
)
def test_a_body_is_what_is_described(caller: Caller, body: bytes) -> None:
    assert caller.post("/v1/games", body).code == "malformed_request"


@pytest.mark.parametrize(
    "segment", ["%00", "..", "%2e%2e", "%2F", "%0a", "%FF", "%F0%9F%9A%82", "a:facts", "{p01}", "x" * 5000]
)
def test_a_game_that_cannot_be_is_not_found(caller: Caller, segment: str) -> None:
    for part in ("", "/events", "/result"):
        reply = caller.get(f"/v1/games/{segment}{part}")
        assert (reply.status, reply.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("POST", "/openapi.yaml", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/v1/boards", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("PUT", "/v1/games/0123456789abcdef/commands", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("TRACE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_other_methods_get_the_list_of_allowed_ones(
    caller: Caller, method: str, path: str, allowed: set[str]
) -> None:
    reply = caller.call(method, path, None, None, None)
    assert reply.code == "method_not_allowed"
    assert set(reply.headers["allow"].split(", ")) == allowed


def test_an_address_that_does_not_exist_is_a_problem_too(caller: Caller) -> None:
    reply = caller.get("/v2/games")
    assert (reply.status, reply.code) == (404, "not_found")
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.headers["x-request-id"] == reply.json["request_id"]


def test_a_host_that_is_not_trusted_is_a_problem_too() -> None:
    app = create_app(Config(), MemoryStore())
    app.config["TRUSTED_HOSTS"] = ["play.example"]
    caller = in_process(app)
    assert caller.get("/healthz", None, {"Host": "play.example"}).status == 200
    assert problem(caller.get("/healthz", None, {"Host": "elsewhere.example"})) == (400, "malformed_request")


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
def test_a_query_parameter_that_a_call_does_not_have_is_refused(caller: Caller, call: Call) -> None:
    """It was ignored, so that `?att=5` showed the present as if it were version 5."""
    reply = caller.call(call.method, f"{example_path(call)}?att=5", "token", None, None)
    assert problem(reply) == (400, "unknown_parameter")
    assert reply.json["facts"] == {"parameter": "att", "accepted": list(call.query)}
    assert all(name in reply.json["detail"] for name in ("'att'", *call.query))


def test_parameters_that_a_call_has_are_read(caller: Caller) -> None:
    table = open_table(caller)
    assert caller.get(f"{table.path}?at=1").json["version"] == 1
    assert caller.get(f"{table.path}?").status == 200
    refused = caller.get(f"{table.path}?at=1&{'x' * 500}=2")
    accepted = ["at", "as_seat", "include", "group", "lang"]
    assert refused.json["facts"] == {"parameter": "x" * 100, "accepted": accepted}
