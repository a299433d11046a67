"""Slack as its documentation describes it: it signs requests, waits three seconds, and checks every message."""

import hashlib
import hmac
import json
import time
from itertools import count
from threading import Event, Lock
from typing import Any
from urllib.parse import parse_qs, urlencode

import msgspec

from tests.support.chat.platform_server import Call, Endpoint, recording
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller

SECRET, TOKEN, CHANNEL = "8f742231b10e8888abcd99yyyzzz85a5", "xoxb-token", "C2147483705"
ANSWER_SECONDS = 3.0  # of work: a machine that does much else takes longer
LATE_SECONDS = 30.0
MOST_ANSWERS = 5  # at one address
FORM = "application/x-www-form-urlencoded"


def recorded(name: str) -> dict[str, Any]:
    request: dict[str, Any] = recording(f"slack_{name}")
    return request


def signed(body: bytes, stamp: int | None = None, secret: str = SECRET) -> dict[str, str]:
    at = str(int(time.time()) if stamp is None else stamp)
    digest = hmac.new(secret.encode(), b"v0:" + at.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": FORM,
        "X-Slack-Request-Timestamp": at,
        "X-Slack-Signature": f"v0={digest}",
    }


class Pending(msgspec.Struct):
    """A request that can be answered late, and its answers."""

    bodies: list[dict[str, Any]] = []
    answered: Event = msgspec.field(default_factory=Event)


class FakeSlack:
    """One channel of a workspace."""

    def __init__(self, names: dict[str, str]) -> None:
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[dict[str, Any]]] = {}  # of the channel, with all their versions
        self.public: list[str] = []  # all that everybody could read
        self.files: dict[str, str] = {}  # "requested", "uploaded", "complete"
        self.unready = 0  # how often a message with a picture is refused before the picture is known
        self.member = True
        self.caller: Caller | None = None
        self._names = names
        self._pending: dict[str, Pending] = {}
        self._numbers, self._lock = count(1), Lock()

    @property
    def settings(self) -> dict[str, Any]:
        api = f"{self.endpoint.url}/api"
        return {"slack_signing_secret": SECRET, "slack_token": TOKEN, "slack_api": api}

    # people at their keyboards

    def say(self, person: str, text: str) -> Answer:
        form = {**recorded("command"), "user_id": person, "user_name": self._names[person]}
        return self._send(form, {"text": escaped(text)})

    def press(self, person: str, button: str) -> Answer:
        payload = recorded("button")
        payload["user"] = {**payload["user"], "id": person, "name": self._names[person]}
        payload["actions"][0]["value"] = button
        return self._send({}, payload, pressed=True)

    def _send(self, form: dict[str, Any], more: dict[str, Any], pressed: bool = False) -> Answer:
        """Send a request and wait until they have read the answer."""
        assert self.caller
        number = str(next(self._numbers))
        address = {"response_url": self.expect(number), "trigger_id": number}
        pending = self._pending[number]
        body = form | ({"payload": json.dumps({**more, **address})} if pressed else {**more, **address})
        sent = urlencode(body).encode()
        begun = time.thread_time()
        reply = self.caller.post("/v1/chat/slack", sent, headers=signed(sent))
        assert time.thread_time() - begun < ANSWER_SECONDS, "operation_timeout"
        assert reply.status == 200, reply.body
        if reply.body:
            assert not pressed, "nobody would see this"
            assert reply.headers["content-type"].startswith("application/json")
            return self._read(reply.json)
        assert pending.answered.wait(LATE_SECONDS), "no answer came"
        return self._read(pending.bodies[0], checked=True)

    def expect(self, number: str) -> str:
        """The address for answers to a request that the test sends itself."""
        self._pending[number] = Pending()
        return f"{self.endpoint.url}/answers/{number}"

    def answers(self, number: str) -> list[dict[str, Any]]:
        return self._pending[number].bodies

    def _read(self, body: dict[str, Any], checked: bool = False) -> Answer:
        private = body["response_type"] == "ephemeral"
        if not checked:
            self.check(body, pictures=False)
            self._hear(body)
        buttons = [
            button["value"] for part in body["blocks"] if "elements" in part for button in part["elements"]
        ]
        text = unescaped(body["text"])
        return Answer("" if private else text, text if private else "", buttons)

    def _hear(self, body: dict[str, Any]) -> None:
        if body["response_type"] == "in_channel":
            self.public.append(unescaped(body["text"]))

    # the API

    def _take(self, call: Call) -> tuple[int, Any]:
        kind, _, name = call.path.strip("/").partition("/")
        assert call.method == "POST"
        if kind == "answers":
            return self._late(call, name)
        if kind == "upload":
            assert call.body.startswith(b"\x89PNG")
            self.files[name] = "uploaded"
            return 200, {}
        assert kind == "api"
        assert call.headers["authorization"] == f"Bearer {TOKEN}"
        methods = {
            "files.getUploadURLExternal": self._place,
            "files.completeUploadExternal": self._complete,
            "chat.postMessage": self._message,
            "chat.update": self._message,
        }
        return 200, methods[name](call)

    def _late(self, call: Call, number: str) -> tuple[int, Any]:
        assert "authorization" not in call.headers, "the address itself authorizes answers"
        pending, body = self._pending[number], call.json
        assert body["response_type"] in ("ephemeral", "in_channel")
        assert body["replace_original"] is False
        self.check(body, pictures=False)
        assert len(pending.bodies) < MOST_ANSWERS
        pending.bodies.append(body)
        self._hear(body)
        pending.answered.set()
        return 200, {"ok": True}

    def _place(self, call: Call) -> dict[str, Any]:
        assert call.headers["content-type"] == FORM
        fields = {name: values[0] for name, values in parse_qs(call.body.decode()).items()}
        assert set(fields) == {"filename", "length"}
        assert int(fields["length"]) > 0
        file = f"F{next(self._numbers):08}"
        self.files[file] = "requested"
        return {"ok": True, "upload_url": f"{self.endpoint.url}/upload/{file}", "file_id": file}

    def _complete(self, call: Call) -> dict[str, Any]:
        for file in call.json["files"]:
            assert self.files[file["id"]] == "uploaded"
            self.files[file["id"]] = "complete"
        return {"ok": True, "files": call.json["files"]}

    def _message(self, call: Call) -> dict[str, Any]:
        assert call.headers["content-type"] == "application/json"
        body = call.json
        if body.pop("channel") != CHANNEL or not self.member:
            return {"ok": False, "error": "not_in_channel"}
        self.check(body, pictures=True)
        if self.unready and any(part["type"] == "image" for part in body["blocks"]):
            self.unready -= 1
            return {"ok": False, "error": "invalid_blocks"}
        return self._keep(body, new=call.path.endswith("postMessage"))

    def _keep(self, body: dict[str, Any], new: bool) -> dict[str, Any]:
        with self._lock:
            stamp = f"1503435956.{next(self._numbers):06}" if new else body.pop("ts")
            if not new and stamp not in self.messages:
                return {"ok": False, "error": "message_not_found"}
            self.messages.setdefault(stamp, []).append(body)
        self.public.append(unescaped(body["text"]))
        return {"ok": True, "channel": CHANNEL, "ts": stamp}

    def check(self, body: dict[str, Any], pictures: bool) -> None:
        """The limits of messages and blocks."""
        assert 1 <= len(body["text"]) <= 4000
        assert 1 <= len(body["blocks"]) <= 50
        for part in body["blocks"]:
            match part["type"]:
                case "section":
                    assert part["text"]["type"] == "mrkdwn"
                    assert 1 <= len(part["text"]["text"]) <= 3000
                    _check_text(part["text"]["text"])
                case "image":
                    assert pictures, "not at the address for answers"
                    assert self.files[part["slack_file"]["id"]] == "complete"
                    assert 1 <= len(part["alt_text"]) <= 2000
                case "actions":
                    _check_buttons(part["elements"])
                case other:
                    raise AssertionError(other)


def _check_text(text: str) -> None:
    """Check that mentions are of people only and that all other special characters are escaped."""
    for part in text.split("<")[1:]:
        assert part.startswith("@U")
        assert ">" in part
    for part in text.split("&")[1:]:
        assert part.startswith(("amp;", "lt;", "gt;"))


def _check_buttons(buttons: list[dict[str, Any]]) -> None:
    assert 1 <= len(buttons) <= 25
    assert len({button["action_id"] for button in buttons}) == len(buttons)
    for button in buttons:
        assert button["type"] == "button"
        assert button["text"]["type"] == "plain_text"
        assert 1 <= len(button["text"]["text"]) <= 75
        assert 1 <= len(button["value"]) <= 2000
        assert len(button["action_id"]) <= 255


def escaped(text: str) -> str:
    """The text as Slack escapes what people say."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
