"""The edges of the service: limits, caches, pages, and streams within one process."""

import json
from itertools import pairwise
from typing import Any

import pytest

from service.api import events
from service.errors import StoreUnavailable
from service.runtime.slow_clients import SILENT_SECONDS
from tests.support.http.api_calls import Caller, inside, open_table, problem
from tests.support.http.api_players import Players

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
    """Each seat has its own limit."""
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


def test_answers_say_what_is_left_of_a_limit() -> None:
    """As draft-ietf-httpapi-ratelimit-headers-09 writes it; calls without a limit say nothing."""
    caller = inside(commands_per_minute=3).caller
    table = open_table(caller)
    path, any_version = f"{table.path}/commands", {"If-Match": "*"}
    replies = [caller.post(path, {"type": "pass"}, table.seats[0], any_version) for _ in range(4)]
    assert {reply.headers["ratelimit-policy"] for reply in replies} == {'"commands";q=3;w=60'}
    assert [reply.headers["ratelimit"].rpartition(";")[0] for reply in replies] == [
        f'"commands";r={left}' for left in (2, 1, 0, 0)
    ]
    waits = [int(reply.headers["ratelimit"].rpartition("t=")[2]) for reply in replies]
    assert waits == sorted(waits)
    assert waits[0] > 0
    assert waits[-1] <= 60
    assert "ratelimit" not in caller.get(table.path).headers


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
        for sent in (etag, f"W/{etag}", f'"x", {etag}', "*"):
            reply = caller.get(path, table.seats[0], {"If-None-Match": sent})
            assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", etag), sent
        for other in ('"1"', "garbage", etag.strip('"') + "x", '"'):
            assert caller.get(path, table.seats[0], {"If-None-Match": other}).status == 200, other


def test_each_viewer_has_an_etag_of_their_own(caller: Caller) -> None:
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
    events, path = [], f"/v1/games/{table.game}/events?limit={limit}"
    while path:
        reply = caller.get(path, table.seats[0])
        events += reply.json["items"]
        assert len(reply.json["items"]) <= limit
        link = reply.headers.get("link", "")
        assert bool(link) == (reply.json["next"] is not None)
        path = link.removeprefix("<http://localhost").removesuffix('>; rel="next"')
    assert [event["version"] for event in events] == list(range(1, version + 1))
    assert all(before["hash"] == after["prev"] for before, after in pairwise(events))
    lines = caller.get(f"{table.path}/events", table.seats[0], {"Accept": "application/x-ndjson"})
    assert [json.loads(line) for line in lines.body.splitlines()] == events


@pytest.mark.parametrize(
    "query", ["after=x", "after=-1", "limit=0", "limit=1001", "after=1&after=2", "limit="]
)
def test_a_page_is_asked_for_in_numbers(caller: Caller, query: str) -> None:
    table = open_table(caller)
    assert problem(caller.get(f"{table.path}/events?{query}")) == (400, "malformed_request")


def test_at_the_end_there_is_nothing_and_beyond_it_no_page(caller: Caller) -> None:
    table = open_table(caller)
    version = caller.get(table.path).json["version"]
    page = caller.get(f"{table.path}/events?after={version}").json
    assert (page["items"], page["next"]) == ([], None)
    assert problem(caller.get(f"{table.path}/events?after=100000")) == (404, "version_not_reached")


# -------------------------------------------------------------------------------------- streams


def test_a_quiet_stream_keeps_its_connection_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "KEEP_ALIVE", 0.01)
    service = inside()
    table = open_table(service.caller)
    version = service.caller.get(table.path).json["version"]
    with service.app.test_client().get(f"{table.path}/events?after={version}", headers=SSE) as answer:
        assert answer.mimetype == "text/event-stream"
        parts = answer.iter_encoded()
        assert [next(parts) for _ in range(4)] == [b"retry: 2000\n\n", *[b": keep-alive\n\n"] * 3]


def test_a_stream_is_never_silent_for_as_long_as_the_server_allows() -> None:
    """Its last wait before a comment ends when the comment is due, not when it would look again."""
    assert events.LOOK_AGAIN < events.KEEP_ALIVE <= SILENT_SECONDS - 5


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


def test_a_history_is_whole_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    service = inside()
    table = open_table(service.caller)

    def failing(*_: object) -> None:  # finding out whether anything is new needs no read
        raise StoreUnavailable("gone in the middle of it")

    monkeypatch.setattr(service.store, "read", failing)
    lines = service.caller.get(f"{table.path}/events", None, {"Accept": "application/x-ndjson"})
    assert problem(lines) == (503, "store_unavailable")


@pytest.mark.parametrize("kind", ["application/json", "application/x-ndjson"])
def test_a_charset_in_what_is_asked_for_changes_nothing(caller: Caller, kind: str) -> None:
    table = open_table(caller)
    reply = caller.get(f"{table.path}/events", None, {"Accept": f"text/html, {kind}; charset=utf-8;q=0.5"})
    assert (reply.status, reply.headers["content-type"]) == (200, kind)


def test_what_nobody_offers_is_not_acceptable(caller: Caller) -> None:
    table = open_table(caller)
    reply = caller.get(f"{table.path}/events", None, {"Accept": "text/html"})
    assert problem(reply) == (406, "not_acceptable")
    assert (
        caller.get(f"{table.path}/events", None, {"Accept": "*/*"}).headers["content-type"]
        == "application/json"
    )


def test_a_record_that_is_known_is_not_sent_again(caller: Caller) -> None:
    table = open_table(caller)
    etag = caller.get(f"{table.path}/export").headers["etag"]
    for sent in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        reply = caller.get(f"{table.path}/export", None, {"If-None-Match": sent})
        assert (reply.status, reply.body) == (304, b""), sent
    assert caller.get(f"{table.path}/export", None, {"If-None-Match": '"other"'}).status == 200
