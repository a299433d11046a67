"""Players as tests have them: created over the API, each with their token."""

from json import dumps
from typing import Any, NamedTuple

from tests.support.http.api_calls import JSON, Caller, Reply


class Person(NamedTuple):
    """Somebody with a token of their own."""

    id: str
    token: str
    token_id: str
    code: str  # of the link for another device


def sign_up(caller: Caller, name: str = "Ann", **headers: str) -> Person:
    reply = caller.post("/v1/players", {"name": name}, None, headers)
    assert reply.status == 201, reply.body
    body = reply.json
    return Person(body["id"], body["token"], body["token_id"], body["link"]["code"])


def patch(caller: Caller, path: str, body: Any, token: str | None) -> Reply:
    return caller.call("PATCH", path, token, dumps(body).encode(), {"Content-Type": JSON})


def delete(caller: Caller, path: str, token: str | None) -> Reply:
    return caller.call("DELETE", path, token, None, None)
