"""Somebody's own bridge, which knows nothing but the guide: it signs what it sends and checks what it gets."""

import base64
import json
import time
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook

from tests.support.chat.platform_server import Call, Endpoint
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller

SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes ...").decode()
RECORDED = Path(__file__).parent / "recorded" / "bridge_message.json"
ROOM = "train-lovers"
PNG = base64.b64encode(b"\x89PNG").decode()[:4]


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RECORDED.read_text("utf-8"))
    return found


def signed(body: bytes, message: str, seconds: float | None = None, secret: str = SECRET) -> dict[str, str]:
    at = datetime.fromtimestamp(time.time() if seconds is None else seconds, UTC)
    return {
        "Content-Type": "application/json",
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign(message, at, body.decode()),
    }


class FakeBridge:
    """One room, and the address to which it is told what nobody asked for."""

    def __init__(self, names: dict[str, str]) -> None:
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[dict[str, Any]]] = {}
        self.public: list[str] = []
        self._names, self._numbers = names, count(1)
        self.caller: Caller | None = None

    def say(self, person: str, text: str, **more: Any) -> Answer:
        assert self.caller
        said = {**recorded(), "person": person, "name": self._names[person], "text": text, **more}
        body = json.dumps(said).encode()
        reply = self.caller.post("/v1/chat/bridge", body, headers=signed(body, f"m{next(self._numbers)}"))
        assert reply.status == 200, reply.body
        return self._read(reply.json)

    def press(self, person: str, button: str) -> Answer:
        return self.say(person, button)

    def _read(self, heard: dict[str, Any]) -> Answer:
        assert set(heard) == {"public", "private", "game", "lang", "pictures"}
        assert heard["public"] or heard["private"]
        texts = {name: (heard[name] or {"text": ""})["text"] for name in ("public", "private")}
        posts = [post for post in (heard["public"], heard["private"]) if post]
        if texts["public"]:
            self.public.append(texts["public"])
        return Answer(
            texts["public"], texts["private"], [choice["say"] for post in posts for choice in post["choices"]]
        )

    def _take(self, call: Call) -> tuple[int, Any]:
        told = Webhook(SECRET).verify(call.body, dict(call.headers))
        assert set(told) == {"room", "message", "replaces", "post", "pictures"}
        assert told["room"] == ROOM
        assert set(told["pictures"]) <= ({"board"} if told["post"]["picture"] else set())
        assert told["pictures"] or told["replaces"] or not told["post"]["picture"]
        assert all(picture.startswith(PNG) for picture in told["pictures"].values())
        if told["replaces"] != (told["message"] in self.messages):
            return 404, {}
        self.messages.setdefault(told["message"], []).append(told["post"])
        self.public.append(told["post"]["text"])
        return 200, {}
