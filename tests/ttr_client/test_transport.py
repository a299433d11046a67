"""How the client sends requests: the same key again after a break, pauses that grow, errors as classes."""

import asyncio
import json
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

import ttr_client
from tests.support.http.faulty_network import CUT, scripted
from ttr_client import ApiError, AsyncClient, Client, Retries, exceptions
from ttr_client.exceptions import BY_CODE, error_of

HASTY = Retries(first=0.0)
JSON = {"Content-Type": "application/json"}
PROBLEM = {"Content-Type": "application/problem+json"}
BUSY = (429, {**PROBLEM, "Retry-After": "0"}, b'{"code": "too_many_requests"}')
AWAY = (503, {"Content-Type": "text/html"}, b"<h1>later</h1>")
CUT_OFF: Any = (CUT, {}, b"")
BOARDS = (200, JSON, b'{"items": [{"id": "usa"}], "next": null}')
HALF = (200, JSON, BOARDS[2][:20])
DONE = (200, JSON, b'{"game": "g", "version": 7, "events": []}')


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TTR_URL", "TTR_TOKEN"):
        monkeypatch.delenv(name, raising=False)


# ------------------------------------------------------------------------------------- once and again


@pytest.mark.parametrize("trouble", [BUSY, AWAY, CUT_OFF, HALF])
def test_a_request_is_sent_again_after_trouble(trouble: Any) -> None:
    with scripted(trouble, trouble, BOARDS) as (url, script), Client(url, retries=HASTY) as ttr:
        assert [board["id"] for board in ttr.boards()] == ["usa"]
        assert script.requested == ["/v1/boards"] * 3


@pytest.mark.parametrize("trouble", [BUSY, AWAY, CUT_OFF, HALF])
def test_a_command_is_sent_again_with_the_same_key(trouble: Any) -> None:
    with scripted(trouble, trouble, DONE) as (url, script), Client(url, "t", retries=HASTY) as ttr:
        assert ttr.table("g").play({"type": "pass"}, decision=4)["version"] == 7
        assert len({request.headers["Idempotency-Key"] for request in script.received}) == 1
        assert {request.headers["If-Match"] for request in script.received} == {'"d4"'}
        assert {request.body for request in script.received} == {b'{"type": "pass"}'}
        ttr.table("g").play({"type": "pass"}, version=7)
        assert len({request.headers["Idempotency-Key"] for request in script.received}) == 2
        assert script.received[-1].headers["If-Match"] == '"7"'


def test_a_program_may_bring_its_own_key() -> None:
    with scripted(DONE) as (url, script), Client(url, "t") as ttr:
        ttr.table("g").play({"type": "pass"}, key="k-1")
        assert script.received[0].headers["Idempotency-Key"] == "k-1"
        assert "If-Match" not in script.received[0].headers


@pytest.mark.parametrize("trouble", [AWAY, CUT_OFF])
def test_what_takes_no_key_is_sent_once(trouble: Any) -> None:
    with scripted(trouble) as (url, script), Client(url, "t", retries=HASTY) as ttr:
        with pytest.raises((ttr_client.Busy, ttr_client.Unreachable)):
            ttr.confirm_address("code")
        assert len(script.received) == 1


def test_an_import_is_sent_again_with_its_key() -> None:
    with scripted(AWAY, DONE) as (url, script), Client(url, "t", retries=HASTY) as ttr:
        ttr.import_game(b"{}")
        assert len({request.headers["Idempotency-Key"] for request in script.received}) == 1
        assert len(script.received) == 2


def test_a_service_that_stays_busy_is_given_up() -> None:
    with scripted(BUSY) as (url, script), Client(url, retries=Retries(first=0.0, attempts=3)) as ttr:
        with pytest.raises(ttr_client.Busy) as refused:
            ttr.boards()
        assert (refused.value.code, refused.value.retry_after) == ("too_many_requests", 0.0)
        assert len(script.received) == 3


def test_a_wait_that_is_too_long_is_left_to_the_program() -> None:
    long = (429, {**PROBLEM, "Retry-After": "61"}, b"{}")
    with scripted(long) as (url, script), Client(url) as ttr:
        with pytest.raises(ttr_client.Busy) as refused:
            ttr.boards()
        assert refused.value.retry_after == 61
        assert len(script.received) == 1


def test_retry_after_may_be_a_date() -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    with scripted((503, {"Retry-After": soon}, b"")) as (url, _), Client(url) as ttr:
        with pytest.raises(ttr_client.Busy) as refused:
            ttr.boards()
        assert 60 < (refused.value.retry_after or 0) <= 90


def test_without_a_server_the_client_gives_up_in_the_end() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
    with Client(address, retries=HASTY) as ttr, pytest.raises(ttr_client.Unreachable, match=address) as error:
        ttr.boards()
    assert isinstance(error.value, ConnectionError)


def test_pauses_grow_and_are_never_the_same() -> None:
    retries = Retries(first=1.0, longest=8.0)
    for failures, bound in enumerate([1, 2, 4, 8, 8, 8], 1):
        pauses = {retries.pause(failures) for _ in range(50)}
        assert bound / 2 <= min(pauses) < max(pauses) <= bound
    assert 30.5 <= retries.pause(1, 30.0) <= 31.0
    assert retries.pause(10**6) <= 8


# --------------------------------------------------------------------------------------------- errors


def raised(status: int, body: object) -> ApiError:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    with scripted((status, PROBLEM, content)) as (url, _), Client(url, retries=Retries(attempts=1)) as ttr:
        with pytest.raises(ApiError) as error:
            ttr.boards()
        return error.value


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "malformed_request", ttr_client.Malformed),
        (401, "token_invalid", ttr_client.TokenInvalid),
        (401, "token_expired", ttr_client.Denied),
        (403, "forbidden", ttr_client.Denied),
        (404, "not_scored_yet", ttr_client.NotScoredYet),
        (404, "no_such_seat", ttr_client.NotFound),
        (409, "not_your_turn", ttr_client.NotYourTurn),
        (409, "seat_held", ttr_client.Refused),
        (412, "stale_version", ttr_client.Stale),
        (418, "teapot", ttr_client.Malformed),
        (422, "payment_not_accepted", ttr_client.Refused),
        (429, "too_many_requests", ttr_client.Busy),
        (500, "internal_error", ttr_client.ServiceFailed),
        (503, "store_unavailable", ttr_client.Busy),
    ],
)
def test_errors_are_classes_by_kind_and_code(status: int, code: str, kind: type[ApiError]) -> None:
    error = raised(status, {"code": code})
    assert type(error) is kind
    assert (error.status, error.code) == (status, code)


def test_an_error_says_what_programs_need() -> None:
    fields = [{"pointer": "/seats/0/bott", "code": "unknown_field", "detail": "Unknown field."}]
    error = raised(
        409,
        {
            "code": "not_your_turn",
            "title": "It is somebody else's turn.",
            "detail": "It is Ben's turn.",
            "facts": {"waiting_for": [1]},
            "errors": fields,
            "request_id": "r-1",
        },
    )
    assert (error.facts, error.errors, error.request_id) == ({"waiting_for": [1]}, fields, "r-1")
    assert str(error) == "409 not_your_turn: It is Ben's turn. {'waiting_for': [1]}"


@pytest.mark.parametrize("body", [b"<h1>no</h1>", b"", b"[1]", b'{"code": null, "facts": null}'])
def test_an_error_that_is_no_problem_document_is_raised_too(body: bytes) -> None:
    error = raised(404, body)
    assert (type(error), error.code, error.facts, error.errors) == (ttr_client.NotFound, "unknown", {}, ())
    assert str(error) == "404 unknown: the answer does not say why"


def test_a_redirection_names_the_right_address() -> None:
    moved = (301, {"Location": "https://ttr.example.org/v1/boards"}, b"")
    with scripted(moved) as (url, _), Client(url) as ttr, pytest.raises(ApiError, match=r"ttr\.example\.org"):
        ttr.boards()


def kinds(kind: type[ApiError] = ApiError) -> Iterator[type[ApiError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from kinds(below)


def test_every_class_is_raised_and_exported() -> None:
    classes = set(kinds()) - {ApiError}
    statuses = (400, 401, 404, 409, 412, 429, 500)
    by_status = {type(error_of(status, {})) for status in statuses}
    assert by_status | {*BY_CODE.values()} == classes
    assert all(getattr(ttr_client, kind.__name__) is kind for kind in classes)
    assert all(getattr(exceptions, kind.__name__).__doc__ for kind in classes)


# ----------------------------------------------------------------------------------- address and token


def test_address_and_token_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with scripted(BOARDS) as (url, script):
        monkeypatch.setenv("TTR_URL", f"{url}/trains/")
        monkeypatch.setenv("TTR_TOKEN", "ttr_seat_x")
        with Client() as ttr:
            ttr.boards()
        with Client(url, "other") as ttr:
            ttr.boards()
    assert script.requested == ["/trains/v1/boards", "/v1/boards"]
    tokens = [request.headers["Authorization"] for request in script.received]
    assert tokens == ["Bearer ttr_seat_x", "Bearer other"]


def test_without_an_address_it_is_the_service_of_ttr_up() -> None:
    with Client() as ttr:
        assert ttr.url == "http://127.0.0.1:8080"


@pytest.mark.parametrize("address", ["localhost:8080", "ftp://localhost", "ttr.example.org"])
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    with pytest.raises(ValueError, match="expected an address such as"):
        Client(address)


def test_all_of_it_asynchronously() -> None:
    async def boards(url: str) -> list[str]:
        async with AsyncClient(url, retries=HASTY) as ttr:
            return [board["id"] for board in await ttr.boards()]

    with scripted(BUSY, CUT_OFF, HALF, BOARDS) as (url, script):
        assert asyncio.run(boards(url)) == ["usa"]
        assert script.requested == ["/v1/boards"] * 4
