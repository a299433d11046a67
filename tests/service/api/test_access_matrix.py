"""Who may play and look back: calls of a game with different queries and bodies against each kind of token."""

from typing import Any

import pytest

from tests.support.http.api_calls import ABANDON, START, Inside, inside, open_table

WHO = ("host", "seat:0", "seat:1", "watch", "audit", "nobody", "wrong")
READING = {"host": 200, "seat:0": 200, "seat:1": 200, "watch": 200, "audit": 200, "nobody": 200, "wrong": 401}
SEATS = {"host": 403, "seat:0": 200, "seat:1": 200, "watch": 403, "audit": 403, "nobody": 401, "wrong": 401}
HOST = {"host": 200, "seat:0": 403, "seat:1": 403, "watch": 403, "audit": 403, "nobody": 401, "wrong": 401}
ACTING = {**SEATS, "host": 200}
SAYING = {**READING, "nobody": 401}
TABLE = {"host": 200, "seat:0": 200, "seat:1": 200, "watch": 403, "audit": 403, "nobody": 403, "wrong": 401}
WATCHERS = {
    "host": 403,
    "seat:0": 403,
    "seat:1": 403,
    "watch": 200,
    "audit": 200,
    "nobody": 200,
    "wrong": 401,
}
NOBODY_YET = {**dict.fromkeys(WHO, 403), "nobody": 401, "wrong": 401}

RESIGN = {"type": "resign", "kind": "nobody"}
CASES: list[tuple[str, Any, dict[str, int]]] = [
    ("commands", None, ACTING),
    ("commands?group=route", None, ACTING),
    ("menu", None, ACTING),
    ("commands?dry_run=true", START, HOST),
    ("commands?dry_run=true", ABANDON, HOST),
    ("commands?dry_run=true", RESIGN, SEATS),
    ("commands?dry_run=true", {**RESIGN, "seat": 0}, {**SEATS, "seat:1": 403}),
    ("say", {"text": "score"}, SAYING),
    ("events", None, READING),
    ("events?type=seat_taken&include=said", None, READING),
    ("events?format=csv", None, READING),
    ("changes", None, READING),
    ("statistics", None, READING),
    ("statistics.svg", None, READING),
    ("seats", None, READING),
    ("knowledge?item=red", None, NOBODY_YET),
    ("messages", None, READING),
    ("messages?channel=table", None, TABLE),
    ("messages?channel=watchers", None, WATCHERS),
    (
        "messages",
        {"text": "hello"},
        {**SAYING, **dict.fromkeys(("host", "seat:0", "seat:1", "watch", "audit"), 201)},
    ),
    ("messages/msg_1/reports", {"reason": "rude"}, {**dict.fromkeys(WHO, 404), "nobody": 401, "wrong": 401}),
]


@pytest.fixture(scope="module")
def service() -> Inside:
    return inside()


@pytest.mark.parametrize(("path", "body", "expected"), CASES)
def test_each_token_is_answered_as_it_deserves(
    service: Inside, path: str, body: Any, expected: dict[str, int]
) -> None:
    table = open_table(service.caller, start="by_host")
    tokens: dict[str, str | None] = {**table.tokens, "nobody": None, "wrong": "ttr_wrong"}
    answers = {}
    for who in WHO:
        address = f"{table.path}/{path}"
        token = tokens[who]
        reply = (
            service.caller.get(address, token) if body is None else service.caller.post(address, body, token)
        )
        answers[who] = reply.status
    assert answers == expected


@pytest.mark.parametrize(("path", "body", "expected"), CASES)
def test_a_private_game_is_hidden_by_each_call(
    service: Inside, path: str, body: Any, expected: dict[str, int]
) -> None:
    table = open_table(service.caller, start="by_host", visibility="private")
    elsewhere = open_table(service.caller).host
    address = f"{table.path}/{path}"
    for token in (None, elsewhere):
        reply = (
            service.caller.get(address, token) if body is None else service.caller.post(address, body, token)
        )
        unknown = address.replace(table.game, "0" * len(table.game))
        other = (
            service.caller.get(unknown, token) if body is None else service.caller.post(unknown, body, token)
        )
        assert (reply.status, reply.code) == (other.status, other.code)
        assert reply.status in (401, 404)
