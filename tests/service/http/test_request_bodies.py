"""Bodies on which JSON libraries break, or which they bend into something else: refused, each with the same code."""

import json

import pytest

from service.api import CALLS
from service.app import create_app
from service.config import Config
from service.http.call import Call
from service.store import MemoryStore
from tests.support.http.api_calls import Caller, example_path, in_process


@pytest.fixture(scope="module", params=[False, True], ids=["fast", "plain"])
def caller(request: pytest.FixtureRequest) -> Caller:
    config = Config(max_body=200_000, creations_per_minute=1000, plain=request.param)
    return in_process(create_app(config, MemoryStore()))


SEATS = '"seats": [{"name": "Ann"}, {"name": "Bob"}]'

BAD_BODIES = {
    "nested too deeply": "[" * 100_000,
    "nested too deeply in an object": '{"board": ' + '{"a":' * 30_000,
    "a key twice": f'{{"board": "usa", "board": "lyon", {SEATS}}}',
    "a key twice further in": '{"board": "usa", "seats": [{"name": "Ann", "name": "Bob"}, {"name": "Cid"}]}',
    "not a number": f'{{"board": "usa", {SEATS}, "first": NaN}}',
    "infinity": f'{{"board": "usa", {SEATS}, "first": Infinity}}',
    "a number that is infinite": f'{{"board": "usa", {SEATS}, "first": 1e999}}',
    "a fraction": f'{{"board": "usa", {SEATS}, "first": 0.7}}',
    "a number as text": f'{{"board": "usa", {SEATS}, "first": "0"}}',
    "digits of another script": f'{{"board": "usa", {SEATS}, "first": "\u0660"}}',
    "a truth for a number": f'{{"board": "usa", {SEATS}, "first": true}}',
    "a number beyond all": f'{{"board": "usa", {SEATS}, "first": {"9" * 5000}}}',
    "half a character": f'{{"board": "usa", {SEATS}, "visibility": "\\ud800"}}',
    "half a character in what a player adds": (
        '{"board": "usa", "seats": [{"name": "Ann", "entropy": "\\ud800"}, {"name": "Bob"}]}'
    ),
    "nothing": "",
    "no JSON": "all aboard",
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES)
def test_a_body_that_libraries_would_bend_or_break_on_is_refused(caller: Caller, body: str) -> None:
    reply = caller.post("/v1/games", body.encode())
    assert (reply.status, reply.headers["content-type"]) == (400, "application/problem+json")
    assert reply.code == "malformed_request"


@pytest.mark.parametrize("plain", [False, True])
def test_a_body_that_is_too_large_is_refused_before_it_is_read(plain: bool) -> None:
    caller = in_process(create_app(Config(plain=plain), MemoryStore()))
    reply = caller.post("/v1/games", b"[" * 100_000)
    assert (reply.status, reply.code) == (413, "too_large")


@pytest.mark.parametrize("first", ["1", "1.0", "1e0"])
def test_a_whole_number_may_be_written_in_any_way(caller: Caller, first: str) -> None:
    """In JSON Schema 1.0 is an integer, too."""
    reply = caller.post("/v1/games", f'{{"board": "usa", {SEATS}, "first": {first}}}'.encode())
    assert reply.status == 201, reply.body
    events = caller.get(f"/v1/games/{reply.json['id']}/events", headers={"Accept": "application/x-ndjson"})
    started = [json.loads(line) for line in events.body.splitlines() if b'"game_started"' in line]
    assert [event["data"] for event in started] == [{"first": 1}]


NO_BODY = [call for call in CALLS if call.method != "GET" and call.body is None]


@pytest.mark.parametrize("call", NO_BODY, ids=lambda call: call.name)
def test_a_call_without_a_body_takes_none(caller: Caller, call: Call) -> None:
    """What it would ignore is refused, before anything is done."""
    admin = "ttr_admin_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRITPU43aVegx_3KfZJ0"
    for body in (b'{"name": "laptop"}', b"x", b"[]"):
        reply = caller.call(
            call.method, example_path(call), admin, body, {"Content-Type": "application/json"}
        )
        assert (reply.status, reply.code) == (400, "malformed_request"), reply.body
        assert reply.json["detail"] == "This call takes no body."
    for nothing in (None, b"{}"):
        reply = caller.call(call.method, example_path(call), admin, nothing, {})
        assert reply.status < 400 or reply.json["detail"] != "This call takes no body."
