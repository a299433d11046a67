"""A small world for questions of access: one game, everybody who may come to it, and a request for each call."""

import json
from collections.abc import Mapping
from typing import Any

from service.http.call import Call
from service.http.request import CommandBody, FileBody, InPath, JsonBody
from tests.support.http.api_calls import JSON, Caller, Reply, inside, table_of
from tests.support.http.api_people import sign_up
from tests.support.http.authenticator import Authenticator

ADMIN = "operator-of-this-service"
SETTINGS: Mapping[str, Any] = {
    "admin_token": ADMIN,
    "smtp_url": "smtp://localhost?from=t@example.org",
    "webhook_private": True,
}

# Everybody; "reader" is a token of the player with few scopes, "creator" the player who created the game.
WHO = (
    "nobody",
    "wrong",
    "other",
    "reader",
    "player",
    "seat",
    "host",
    "creator",
    "watch",
    "audit",
    "invite",
    "admin",
)


class World:
    """A game in its lobby: a player at seat 0, somebody with a seat's token at seat 1, and an invite for seat 2."""

    def __init__(self, caller: Caller, visibility: str) -> None:
        self.caller = caller
        owner, other, creator = (sign_up(self.caller, name) for name in ("Ann", "Eve", "Cleo"))
        request = {
            "board": "usa",
            "seats": [{}, {"name": "Ben"}, {}],
            "start": "by_host",
            "visibility": visibility,
        }
        table = table_of(self.caller.post("/v1/games", request, creator.token))
        self._post(f"{table.path}/seats", {"invite": table.invites[0]}, owner.token)
        reader = self._post("/v1/me/tokens", {"scopes": ["games:read", "me:read"]}, owner.token)
        hook = {"url": "http://127.0.0.1:9/hook", "game": table.game}
        wrong = owner.token[:-1] + ("a" if owner.token[-1] != "a" else "b")
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            "wrong": wrong,
            "other": other.token,
            "reader": reader["token"],
            "player": owner.token,
            "seat": table.seats[1],
            "host": table.host,
            "creator": creator.token,
            "watch": table.spectator,
            "audit": table.auditor,
            "invite": table.invites[2],
            "admin": ADMIN,
        }
        self.in_path = {
            "game": table.game,
            "seat": "1",
            "role": "host",  # rotated by the host alone: nobody else's token ends
            "board": "atlantis",
            "token": owner.token_id,
            "webhook": self._post("/v1/webhooks", hook, table.host)["webhook"]["id"],
            "passkey": self._passkey(owner.token),
        }

    def _post(self, path: str, body: Any, token: str) -> Any:
        reply = self.caller.post(path, body, token)
        assert reply.status in (200, 201), reply.body
        return reply.json

    def _passkey(self, token: str) -> str:
        options = self._post("/v1/me/passkey_options", {}, token)["options"]
        credential = {"credential": Authenticator().create(options)}
        return str(self._post("/v1/me/passkeys", credential, token)["id"])

    def ask(self, call: Call, who: str) -> Reply:
        """Makes the call as the examples of its description have it, about this world."""
        examples = {part.name: part.example for part in call.parameters if isinstance(part, InPath)}
        path = call.path.format(**{name: self.in_path.get(name, text) for name, text in examples.items()})
        query = {"get_knowledge": "?item=red", "list_webhooks": f"?game={self.in_path['game']}"}
        sent, media = self._body(call, who)
        headers = {"Content-Type": media, "If-Match": "*"} if media else {}
        return self.caller.call(
            call.method, f"{path}{query.get(call.name, '')}", self.tokens[who], sent, headers
        )

    def _body(self, call: Call, who: str) -> tuple[bytes | None, str]:
        if call.name == "join_game":
            players = ("other", "reader", "player", "creator")  # who come under their own names
            return json.dumps({} if who in players else {"name": "Guest"}).encode(), JSON
        if call.name == "create_webhook":
            hook = {"url": "http://127.0.0.1:9/hook", "game": self.in_path["game"]}
            return json.dumps(hook).encode(), JSON
        return _example(call)


def access_service() -> Caller:
    return inside(**SETTINGS).caller


def _example(call: Call) -> tuple[bytes | None, str]:
    if isinstance(call.body, JsonBody):
        return json.dumps(next(iter(call.body.examples.values()))).encode(), JSON
    if isinstance(call.body, CommandBody):
        return json.dumps({"type": "resign", "kind": "nobody"}).encode(), JSON
    return (b"{}", call.body.media) if isinstance(call.body, FileBody) else (None, "")


def outcome(reply: Reply) -> str:
    """+ is let in, whatever is answered then; 1, 3 and 4 are refused with 401, 403 or 404."""
    refusals = {401: "1", 403: "3"}
    if reply.status == 404 and reply.code in ("game_not_found", "webhook_not_found"):
        return "4"
    return refusals.get(reply.status, "+")
