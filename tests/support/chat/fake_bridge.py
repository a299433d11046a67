"""A user's own bridge, written after the guide: it signs what it sends and checks what it gets."""

import base64
import json
import time
from datetime import UTC, datetime
from itertools import count
from typing import Any

from standardwebhooks import Webhook

from tests.support.chat.platform_server import Call, Endpoint, recording
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller

SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes ...").decode()
ROOM = "train-lovers"
PNG = base64.b64encode(b"\x89PNG").decode()[:4]


def recorded() -> dict[str, Any]:
    message: dict[str, Any] = recording("bridge_message")
    return message


def signed(body: bytes, message: str, seconds: float | None = None, secret: str = SECRET) -> dict[str, str]:
    at = datetime.fromtimestamp(time.time() if seconds is None else seconds, UTC)
    return {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign(message, at, body.decode()),
    }


class FakeBridge:
    """One room, and the bridge's own address."""

    def __init__(self, names: dict[str, str]) -> None:
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self.public: list[str] = []
        self._names, self._numbers = names, count(1)
        self.caller: Caller | None = None

    @property
    def settings(self) -> dict[str, Any]:
        return {"bridge_secret": SECRET, "bridge_url": self.endpoint.url}

    def say(self, person: str, text: str, **more: Any) -> Answer:
        assert self.caller
        message = {**recorded(), "person": person, "name": self._names[person], "text": text, **more}
        body = json.dumps(message).encode()
        reply = self.caller.post("/v1/chat/bridge", body, headers=signed(body, f"m{next(self._numbers)}"))
        assert reply.status == 200, reply.body
        return self._read(reply.json)

    def press(self, person: str, button: str) -> Answer:
        return self.say(person, button)

    def _read(self, reply: dict[str, Any]) -> Answer:
        assert set(reply) == {"public", "private", "game", "lang", "pictures"}
        assert reply["public"] or reply["private"]
        texts = {name: (reply[name] or {"text": ""})["text"] for name in ("public", "private")}
        posts = [post for post in (reply["public"], reply["private"]) if post]
        if texts["public"]:
            self.public.append(texts["public"])
        return Answer(
            texts["public"],
            texts["private"],
            [choice["button"] for post in posts for choice in post["choices"]],
        )

    def _take(self, call: Call) -> tuple[int, Any]:
        update = Webhook(SECRET).verify(call.body, dict(call.headers))
        assert set(update) == {"room", "message", "replaces", "post", "pictures"}
        assert update["room"] == ROOM
        assert set(update["pictures"]) <= ({"board"} if update["post"]["picture"] else set())
        assert update["pictures"] or update["replaces"] or not update["post"]["picture"]
        assert all(picture.startswith(PNG) for picture in update["pictures"].values())
        if update["replaces"] != (update["message"] in self.messages):
            return 404, {}
        self.messages.setdefault(update["message"], []).append(update["post"])
        self.public.append(update["post"]["text"])
        return 200, {}
