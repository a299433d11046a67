"""Discord as its documentation describes it: it signs interactions, waits three seconds, and checks every message."""

import json
import time
from itertools import count
from threading import Event, Lock
from typing import Any

import msgspec
from nacl.signing import SigningKey

from tests.support.chat.platform_server import Call, Endpoint, recording
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller

APPLICATION, CHANNEL, TOKEN = "290926444748734465", "645027906669510667", "bot.token"
EPHEMERAL = 64
ANSWER_SECONDS = 3.0  # of work: a machine that does much else takes longer
LATE_SECONDS = 30.0
UNKNOWN = (404, {"message": "Unknown Webhook", "code": 10015})


def recorded(name: str) -> dict[str, Any]:
    interaction: dict[str, Any] = recording(f"discord_{name}")
    return interaction


class Pending(msgspec.Struct):
    """An interaction and its answer."""

    answered: Event = msgspec.field(default_factory=Event)  # the request itself
    complete: Event = msgspec.field(default_factory=Event)  # nothing more is owed
    deferred: bool = False
    private: bool = False
    body: dict[str, Any] = {}


class FakeDiscord:
    """One channel; people use slash commands and buttons."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names
        self.key = SigningKey.generate()
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[dict[str, Any]]] = {}  # of the channel, with all their versions
        self.public: list[str] = []  # all that everybody could read
        self.commands: list[dict[str, Any]] = []
        self.address = ""  # to which interactions go
        self.pictures = 0
        self.caller: Caller | None = None
        self._pending: dict[str, Pending] = {}
        self._numbers, self._lock = count(1), Lock()

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "discord_public_key": self.public_key,
            "discord_token": TOKEN,
            "discord_api": self.endpoint.url,
        }

    @property
    def public_key(self) -> str:
        return bytes(self.key.verify_key).hex()

    def headers(self, body: bytes, stamp: int | None = None) -> dict[str, str]:
        at = str(int(time.time()) if stamp is None else stamp)
        signature = self.key.sign(at.encode() + body).signature.hex()
        return {
            "Content-Type": "application/json",
            "X-Signature-Timestamp": at,
            "X-Signature-Ed25519": signature,
        }

    # people at their keyboards

    def say(self, person: str, text: str) -> Answer:
        interaction = recorded("command")
        interaction["data"]["options"][0]["value"] = text
        return self._interact(person, interaction)

    def press(self, person: str, button: str) -> Answer:
        interaction = recorded("button")
        interaction["data"]["custom_id"] = button
        return self._interact(person, interaction)

    def _interact(self, person: str, interaction: dict[str, Any]) -> Answer:
        """Send an interaction as this person, and wait until they have read the answer."""
        assert self.caller
        number, name = str(next(self._numbers)), self.names[person]
        user = {"id": person, "username": name.lower(), "global_name": name, "discriminator": "0"}
        member = {**interaction["member"], "user": user}
        token, sent = f"token-{number}", {**interaction, "id": number, "member": member}
        pending = self._pending[token] = Pending()
        body = json.dumps({**sent, "token": token}).encode()
        begun = time.thread_time()
        reply = self.caller.post("/v1/chat/discord", body, headers=self.headers(body))
        assert time.thread_time() - begun < ANSWER_SECONDS, "this interaction has failed"
        assert reply.status == 200, reply.body
        assert reply.headers["content-type"].startswith("application/json")
        return self._read(pending, reply.json)

    def expect(self, token: str, *, private: bool, answered: bool = True) -> Pending:
        """An interaction that the test sends itself, to be deferred."""
        pending = self._pending[token] = Pending(deferred=True, private=private)
        if answered:
            pending.answered.set()
        return pending

    def _read(self, pending: Pending, answer: dict[str, Any]) -> Answer:
        kind, data = answer["type"], answer["data"]
        assert kind in (4, 5)
        pending.deferred, pending.private = kind == 5, data.get("flags", 0) == EPHEMERAL
        if kind == 5:
            assert set(data) <= {"flags"}
        else:
            self.check(data)
            self._shown(pending, data)
        pending.answered.set()
        assert pending.complete.wait(LATE_SECONDS), "no answer came"
        return _answer(pending.body, pending.private)

    def _shown(self, pending: Pending, body: dict[str, Any]) -> None:
        pending.body = body
        if not pending.private:
            self.public.append(body["content"])
        pending.complete.set()

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
        pending = self._pending[parts[2]]
        if not pending.answered.is_set():
            return UNKNOWN
        body = self._body(call)
        if parts[3:] == ["messages", "@original"]:
            assert (call.method, pending.deferred) == ("PATCH", True)
            self._shown(pending, body)
        else:
            assert (call.method, parts[3:]) == ("POST", [])
            assert pending.complete.is_set(), "this would be taken for the answer that is owed"
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


def _check_row(components: list[dict[str, Any]]) -> None:
    if [part["type"] for part in components] == [3]:
        options = components[0]["options"]
        assert 1 <= len(options) <= 25
        assert len(components[0]["custom_id"]) <= 100
        names = [(option["label"], option["value"]) for option in options]
    else:
        assert 1 <= len(components) <= 5
        assert all((part["type"], part["style"]) == (2, 2) for part in components)
        names = [(part["label"], part["custom_id"]) for part in components]
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
