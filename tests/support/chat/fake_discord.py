"""Discord as its documentation describes it: it signs interactions, waits three seconds, and checks every message."""

import json
import time
from itertools import count
from pathlib import Path
from threading import Event, Lock
from typing import Any

import msgspec
from nacl.signing import SigningKey

from tests.support.chat.platform_server import Call, Endpoint
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller

APPLICATION, CHANNEL, TOKEN = "290926444748734465", "645027906669510667", "bot.token"
RECORDED = Path(__file__).parent / "recorded"
EPHEMERAL = 64
ANSWER_SECONDS, LATE_SECONDS = 3.0, 30.0
UNKNOWN = (404, {"message": "Unknown Webhook", "code": 10015})


def recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RECORDED / f"discord_{name}.json").read_text("utf-8"))
    return found


class Asked(msgspec.Struct):
    """An interaction, and what became of it."""

    answered: Event = msgspec.field(default_factory=Event)  # the request itself
    complete: Event = msgspec.field(default_factory=Event)  # nothing more is owed
    deferred: bool = False
    private: bool = False
    body: dict[str, Any] = {}


class FakeDiscord:
    """One channel."""

    def __init__(self) -> None:
        self.key = SigningKey.generate()
        self.endpoint = Endpoint(self._take)
        self.messages: dict[
            str, list[dict[str, Any]]
        ] = {}  # every message of the channel, with all its versions
        self.public: list[str] = []  # all that everybody could read
        self.commands: list[dict[str, Any]] = []
        self.address = ""  # to which interactions go
        self.pictures = 0
        self._asked: dict[str, Asked] = {}
        self._numbers, self._lock = count(1), Lock()

    @property
    def public_key(self) -> str:
        return bytes(self.key.verify_key).hex()

    def headers(self, body: bytes, stamp: int | None = None) -> dict[str, str]:
        told = str(int(time.time()) if stamp is None else stamp)
        signature = self.key.sign(told.encode() + body).signature.hex()
        return {
            "Content-Type": "application/json",
            "X-Signature-Timestamp": told,
            "X-Signature-Ed25519": signature,
        }

    # somebody at his keyboard

    def interact(self, caller: Caller, person: str, name: str, interaction: dict[str, Any]) -> Answer:
        """Sends an interaction as this person's, and waits until he has read the answer."""
        number = str(next(self._numbers))
        user = {"id": person, "username": name.lower(), "global_name": name, "discriminator": "0"}
        member = {**interaction["member"], "user": user}
        token, sent = f"token-{number}", {**interaction, "id": number, "member": member}
        asked = self._asked[token] = Asked()
        body = json.dumps({**sent, "token": token}).encode()
        begun = time.monotonic()
        reply = caller.post("/v1/chat/discord", body, headers=self.headers(body))
        assert time.monotonic() - begun < ANSWER_SECONDS, "this interaction has failed"
        assert reply.status == 200, reply.body
        assert reply.headers["content-type"].startswith("application/json")
        return self._read(asked, reply.json)

    def expect(self, token: str, *, private: bool, answered: bool = True) -> Asked:
        """An interaction that the test sends itself, to be deferred."""
        asked = self._asked[token] = Asked(deferred=True, private=private)
        if answered:
            asked.answered.set()
        return asked

    def _read(self, asked: Asked, answer: dict[str, Any]) -> Answer:
        kind, data = answer["type"], answer["data"]
        assert kind in (4, 5)
        asked.deferred, asked.private = kind == 5, data.get("flags", 0) == EPHEMERAL
        if kind == 5:
            assert set(data) <= {"flags"}
        else:
            self.check(data)
            self._shown(asked, data)
        asked.answered.set()
        assert asked.complete.wait(LATE_SECONDS), "no answer came"
        return _answer(asked.body, asked.private)

    def _shown(self, asked: Asked, body: dict[str, Any]) -> None:
        asked.body = body
        if not asked.private:
            self.public.append(body["content"])
        asked.complete.set()

    # the API

    def _take(self, call: Call) -> tuple[int, Any]:
        assert call.headers["user-agent"].startswith("DiscordBot (")
        parts = call.path.strip("/").split("/")
        if parts[0] == "webhooks":
            return self._webhook(call, parts)
        if call.headers["authorization"] != f"Bot {TOKEN}":
            return 401, {"message": "401: Unauthorized", "code": 0}
        if parts[0] == "applications":
            return self._application(call, parts)
        assert parts[:3] == ["channels", CHANNEL, "messages"]
        return self._message(call, parts[3] if len(parts) > 3 else None)

    def _application(self, call: Call, parts: list[str]) -> tuple[int, Any]:
        if call.method == "PUT":
            assert parts == ["applications", APPLICATION, "commands"]
            self.commands = call.json
        elif call.method == "PATCH":
            self.address = call.json["interactions_endpoint_url"]
        return 200, {"id": APPLICATION}

    def _message(self, call: Call, message: str | None) -> tuple[int, Any]:
        body = self._body(call)
        with self._lock:
            if message is None:
                assert call.method == "POST"
                message = str(1000 + next(self._numbers))
                self.messages[message] = []
            elif message not in self.messages:
                return 404, {"message": "Unknown Message", "code": 10008}
            self.messages[message].append(body)
        self.public.append(body["content"])
        return 200, {"id": message, "channel_id": CHANNEL}

    def _webhook(self, call: Call, parts: list[str]) -> tuple[int, Any]:
        assert "authorization" not in call.headers
        assert parts[1] == APPLICATION
        asked = self._asked[parts[2]]
        if not asked.answered.is_set():
            return UNKNOWN
        body = self._body(call)
        if parts[3:] == ["messages", "@original"]:
            assert (call.method, asked.deferred) == ("PATCH", True)
            self._shown(asked, body)
        else:
            assert (call.method, parts[3:]) == ("POST", [])
            assert asked.complete.is_set(), "this would be taken for the answer that is owed"
            self.public.append(body["content"])
        return 200, {"id": str(1000 + next(self._numbers))}

    def _body(self, call: Call) -> dict[str, Any]:
        if not call.headers["content-type"].startswith("multipart/form-data"):
            assert call.headers["content-type"] == "application/json"
            body: dict[str, Any] = call.json
        else:
            parts = call.parts()
            body = json.loads(parts.pop("payload_json"))
            assert list(parts) == ["files[0]"]
            assert parts["files[0]"].startswith(b"\x89PNG")
            (attached,) = body["attachments"]
            assert attached["id"] == 0
            assert len(attached["description"]) <= 1024
            self.pictures += 1
        self.check(body)
        return body

    def check(self, body: dict[str, Any]) -> None:
        """The limits of messages and components."""
        assert 1 <= len(body["content"]) <= 2000
        assert body["allowed_mentions"]["parse"] == []
        assert len(body["allowed_mentions"]["users"]) <= 100
        assert len(body["components"]) <= 5
        for row in body["components"]:
            assert row["type"] == 1
            _check_row(row["components"])


def _check_row(found: list[dict[str, Any]]) -> None:
    if [part["type"] for part in found] == [3]:
        options = found[0]["options"]
        assert 1 <= len(options) <= 25
        assert len(found[0]["custom_id"]) <= 100
        names = [(option["label"], option["value"]) for option in options]
    else:
        assert 1 <= len(found) <= 5
        assert all((part["type"], part["style"]) == (2, 2) for part in found)
        names = [(part["label"], part["custom_id"]) for part in found]
        assert all(len(label) <= 80 for label, _ in names)
    assert all(1 <= len(text) <= 100 for name in names for text in name)
    assert len({name for _, name in names}) == len(names)


def _answer(body: dict[str, Any], private: bool) -> Answer:
    buttons = [
        option["value"] if "value" in option else option["custom_id"]
        for row in body["components"]
        for part in row["components"]
        for option in part.get("options", [part])
    ]
    text = body["content"]
    return Answer("" if private else text, text if private else "", buttons)


class Channel:
    """The channel as people use it: slash commands and presses of buttons."""

    def __init__(self, discord: FakeDiscord, caller: Caller, names: dict[str, str]) -> None:
        self._discord, self._caller, self._names = discord, caller, names

    def say(self, person: str, text: str) -> Answer:
        interaction = recorded("command")
        interaction["data"]["options"][0]["value"] = text
        return self._discord.interact(self._caller, person, self._names[person], interaction)

    def press(self, person: str, button: str) -> Answer:
        interaction = recorded("button")
        interaction["data"]["custom_id"] = button
        return self._discord.interact(self._caller, person, self._names[person], interaction)
