"""Scopes: a token of a player does what it is for, and nothing else."""

import pytest

from service.players.scopes import EVERYTHING, Scope, read_scopes, written_scopes
from tests.support.http.api_calls import Caller, act, inside, problem, table_of
from tests.support.http.api_people import Person, patch, sign_up

READ = ("games:read", "me:read")
PLAY = ("games:read", "games:play", "me:read")


@pytest.fixture
def caller() -> Caller:
    return inside().caller


def limited(caller: Caller, person: Person, *scopes: str) -> str:
    reply = caller.post("/v1/me/tokens", {"name": "bot", "scopes": scopes}, person.token)
    assert reply.status == 201, reply.body
    return str(reply.json["token"])


def test_a_token_is_shown_with_its_scopes(caller: Caller) -> None:
    person = sign_up(caller)
    assert caller.get("/v1/token", person.token).json["scopes"] == [*EVERYTHING]
    created = caller.post("/v1/me/tokens", {"scopes": ["me:read", "games:read", "me:read"]}, person.token)
    assert created.json["scopes"] == [*READ]
    assert caller.get("/v1/token", created.json["token"]).json["scopes"] == [*READ]
    listed = caller.get("/v1/me/tokens", person.token).json["items"]
    assert [item["scopes"] for item in listed] == [[*EVERYTHING], [*READ]]


@pytest.mark.parametrize("scopes", [[], ["games:win"], "games:read", None])
def test_scopes_are_known_words(caller: Caller, scopes: object) -> None:
    person = sign_up(caller)
    reply = caller.post("/v1/me/tokens", {"scopes": scopes}, person.token)
    assert problem(reply) == (400, "malformed_request")


def test_a_bot_plays_and_leaves_the_account_alone(caller: Caller) -> None:
    person = sign_up(caller)
    bot = limited(caller, person, *PLAY)
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    table = table_of(caller.post("/v1/games", request, person.token))
    hand = caller.get(table.path, bot).json["you"]
    assert hand["seat"] == 0
    assert act(caller, table, {"type": "keep_tickets", "tickets": []}, bot).status != 403
    assert [game["id"] for game in caller.get("/v1/me/games", bot).json["items"]] == [table.game]
    refused = [
        caller.post("/v1/me/tokens", {}, bot),
        caller.get("/v1/me/tokens", bot),
        caller.get("/v1/me/export", bot),
        caller.get("/v1/me/passkeys", bot),
        caller.post("/v1/me/links", {}, bot),
        caller.call("DELETE", "/v1/me", bot, None, None),
        patch(caller, "/v1/me", {"name": "Eve"}, bot),
        caller.post("/v1/games", request, bot),
        caller.post(f"{table.path}/seats", {}, bot),
    ]
    assert {problem(reply) for reply in refused} == {(403, "forbidden")}
    assert "me:write" in refused[0].json["detail"]
    assert refused[-2].json["facts"] == {"scope": "games:host"}
    assert refused[-1].json["facts"] == {"scope": "games:join"}


def test_a_token_that_reads_does_not_play(caller: Caller) -> None:
    person = sign_up(caller)
    reader = limited(caller, person, *READ)
    table = table_of(
        caller.post("/v1/games", {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}, person.token)
    )
    assert caller.get(f"{table.path}/commands", reader).status == 200
    assert problem(act(caller, table, {"type": "draw_card"}, reader)) == (403, "forbidden")
    assert problem(caller.post(f"{table.path}/say", {"text": "score"}, reader)) == (403, "forbidden")
    blind = limited(caller, person, "me:read")
    assert problem(caller.get(table.path, blind)) == (403, "forbidden")
    assert caller.get("/v1/me", blind).status == 200


def test_scopes_are_kept_unless_they_are_all() -> None:
    """So a token that can do everything can do what a later release brings."""
    assert written_scopes(reversed(EVERYTHING)) == ""
    assert read_scopes("") == EVERYTHING
    assert read_scopes(written_scopes([Scope.ME_READ])) == (Scope.ME_READ,)
    assert read_scopes("me:read of:tomorrow") == (Scope.ME_READ,)


def test_a_revoked_token_leaves_no_scopes(caller: Caller) -> None:
    server = inside()
    person = sign_up(server.caller)
    token = server.caller.post("/v1/me/tokens", {"scopes": ["me:read"]}, person.token).json
    server.caller.call("DELETE", f"/v1/me/tokens/{token['id']}", person.token, None, None)
    (stream,) = server.store.streams()
    assert not any(token["id"] in f"{key}{text}" for key, text in server.store.facts(stream).items())


def test_a_bot_does_not_look_after_webhooks() -> None:
    """Addresses of webhooks may hold secrets, and every token of a player would lead to all of them."""
    server = inside(webhook_private=True).caller
    person = sign_up(server)
    bot = limited(server, person, *PLAY)
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    table = table_of(server.post("/v1/games", request, person.token))
    hook = {"url": "http://127.0.0.1:9/hook", "game": table.game}
    webhook = server.post("/v1/webhooks", hook, person.token).json["webhook"]["id"]
    refused = [
        server.post("/v1/webhooks", hook, bot),
        server.get(f"/v1/webhooks?game={table.game}", bot),
        server.get(f"/v1/webhooks/{webhook}", bot),
        server.call("DELETE", f"/v1/webhooks/{webhook}", bot, None, None),
    ]
    assert {(reply.status, reply.json["facts"]["scope"]) for reply in refused} == {(403, "webhooks")}
    subscriber = limited(server, person, "games:read", "games:play", "webhooks")
    assert server.get(f"/v1/webhooks/{webhook}", subscriber).status == 200
