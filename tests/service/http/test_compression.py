"""Answers are compressed for clients that take them so, except whatever carries a token."""

import gzip
import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from service.http import response
from tests.support.http.api_calls import Inside, Reply, Table, inside, open_table
from tests.support.http.described_answers import operations, responses, schemas

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
SECRETS = {"token", "invite", "secret"}


@pytest.fixture(scope="module")
def service() -> Inside:
    return inside()


@pytest.fixture(scope="module")
def table(service: Inside) -> Table:
    return open_table(service.caller)


def both(service: Inside, path: str, token: str | None = None) -> tuple[Reply, Reply]:
    """The answer as it is, and compressed."""
    return service.caller.get(path, token), service.caller.get(path, token, GZIP)


@pytest.mark.parametrize("part", ["", "/events?limit=50", "/board.svg", "/hand.svg", "/board"])
def test_a_large_answer_is_compressed(service: Inside, table: Table, part: str) -> None:
    plain, small = both(service, f"{table.path}{part}", table.seats[0])
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert gzip.decompress(small.body) == plain.body
    assert int(small.headers["content-length"]) == len(small.body) < len(plain.body) / 2
    assert "Accept-Encoding" in plain.headers["vary"]
    assert "Accept-Encoding" in small.headers["vary"]


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "", "*;q=0"])
def test_a_client_that_does_not_take_it_gets_it_plain(service: Inside, table: Table, accepted: str) -> None:
    reply = service.caller.get(table.path, None, {"Accept-Encoding": accepted})
    assert "content-encoding" not in reply.headers
    assert reply.json["id"] == table.game


def test_a_small_answer_is_not(service: Inside) -> None:
    assert "content-encoding" not in service.caller.get("/healthz", None, GZIP).headers


def test_a_picture_in_pixels_and_a_stream_are_not(service: Inside, table: Table) -> None:
    assert (
        "content-encoding" not in service.caller.get(f"{table.path}/board.png?width=200", None, GZIP).headers
    )
    headers = {**GZIP, "Accept": "text/event-stream"}
    with service.app.test_client().get(f"{table.path}/events", headers=headers) as stream:
        assert stream.status_code == 200
        assert "Content-Encoding" not in stream.headers
        assert b"retry" in next(stream.iter_encoded())


def test_the_tag_of_a_compressed_answer_is_weak_and_good_for_everything(
    service: Inside, table: Table
) -> None:
    plain, small = both(service, table.path, table.seats[0])
    weak, strong = small.headers["etag"], plain.headers["etag"]
    assert weak == f"W/{strong}"
    for tag in (weak, strong):
        for headers, expected in (({}, strong), (GZIP, weak)):
            unchanged = service.caller.get(table.path, table.seats[0], {"If-None-Match": tag, **headers})
            assert (unchanged.status, unchanged.headers["etag"]) == (304, expected)
        command = service.caller.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
        path, terms = f"{table.path}/commands?dry_run=true", {"If-Match": tag}
        assert service.caller.post(path, command, table.seats[0], terms).status == 200


def test_what_is_kept_is_kept_compressed(
    service: Inside, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed = list[int]()

    def counted(body: bytes) -> bytes:
        compressed.append(len(body))
        return gzip.compress(body)

    monkeypatch.setattr(response, "zipped", counted)
    fresh = open_table(service.caller)
    answers = {service.caller.get(fresh.path, fresh.seats[0], GZIP).body for _ in range(3)}
    assert (len(answers), len(compressed)) == (1, 1)


def test_an_answer_with_a_token_is_never_compressed(service: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "SMALLEST", 100)
    body = {"board": "usa", "seats": [{"name": "Ann"}, *[{}] * 4]}
    reply = service.caller.post("/v1/games", body, None, GZIP)
    assert reply.status == 201
    assert len(reply.body) > 800
    assert "content-encoding" not in reply.headers
    assert json.loads(reply.body)["id"]


def test_no_answer_to_a_get_carries_a_token() -> None:
    """Only these are compressed; a token that is compressed together with somebody's words can be guessed."""
    carrying = {
        (method, operation["operationId"])
        for _, method, operation in operations()
        for status, answer in responses(operation).items()
        if status < 300 and SECRETS & set(_properties(answer))
    }
    names = {name for _, name in carrying}
    assert {"create_game", "join_game", "invite_to_seat", "create_webhook", "rotate_seat_token"} <= names
    assert [name for method, name in carrying if method == "get"] == []


def _properties(part: Any, seen: frozenset[str] = frozenset()) -> Iterator[str]:  # JSON values
    """The names of all properties below, through references."""
    if isinstance(part, list):
        for each in part:
            yield from _properties(each, seen)
    elif isinstance(part, Mapping):
        reference = str(part.get("$ref", "")).rpartition("/")[2]
        if reference and reference in schemas() and reference not in seen and reference != "Event":
            yield from _properties(schemas()[reference], seen | {reference})
        yield from part.get("properties", {})
        for key, value in part.items():
            if key not in ("example", "examples", "description"):
                yield from _properties(value, seen)
