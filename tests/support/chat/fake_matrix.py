"""A homeserver as Matrix's specification describes it: it sends transactions with its token and checks every call."""

import time
from itertools import count
from queue import Empty, Queue
from threading import Lock
from typing import Any
from urllib.parse import unquote

import msgspec

from tests.support.chat.platform_server import Call, Endpoint
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller, Reply

HS_TOKEN, AS_TOKEN, US, ROOM = (
    "from-the-homeserver",
    "from-the-service",
    "@ttr:example.org",
    "!games:example.org",
)
HEADER = {"Content-Type": "application/json", "Authorization": f"Bearer {HS_TOKEN}"}
LATE_SECONDS = 30.0
SETTINGS = {"matrix_hs_token": HS_TOKEN, "matrix_as_token": AS_TOKEN, "matrix_user": US}
KINDS = {"m.text", "m.notice", "m.image"}


def room_event(number: str, sender: str, kind: str, room: str, content: Any) -> dict[str, Any]:
    """An event that has just happened."""
    stamp = int(time.time() * 1000)
    event = {"type": kind, "event_id": number, "room_id": room, "sender": sender, "content": content}
    return {**event, "origin_server_ts": stamp}


class Shown(msgspec.Struct):
    """One version of a message."""

    text: str
    called: list[str]
    picture: str = ""


class FakeMatrix:
    """One room, and everybody's direct room with the bot."""

    def __init__(self, names: dict[str, str]) -> None:
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[Shown]] = {}  # of the room, with all their versions
        self.public: list[str] = []  # all that everybody could read
        self.joined: list[str] = []  # rooms
        self.uploads: dict[str, bytes] = {}
        self.direct: dict[str, list[str]] | None = None  # the account data
        self.caller: Caller | None = None
        self._answers: dict[str, Queue[Answer]] = {person: Queue() for person in names}
        self._asked: dict[str, str] = {}  # who wrote an event
        self._waiting: set[str] = set()  # people who have not read an answer to what they said
        self._numbers, self._lock = count(1), Lock()

    @property
    def settings(self) -> dict[str, Any]:
        return {**SETTINGS, "matrix_api": self.endpoint.url}

    # people at their clients

    def say(self, person: str, text: str) -> Answer:
        return self._ask(person, self.message(person, f"!ttr {text}"))

    def press(self, person: str, button: str) -> Answer:
        """There are no buttons: people answer by number in private."""
        return self.write(person, button)

    def write(self, person: str, text: str) -> Answer:
        """Write to the bot in their direct room."""
        return self._ask(person, self.message(person, text, room=self._direct_room(person)))

    def message(self, person: str, text: str, room: str = ROOM, **content: Any) -> dict[str, Any]:
        return self.event(person, "m.room.message", room, {"msgtype": "m.text", "body": text, **content})

    def event(self, sender: str, kind: str, room: str, content: Any, **more: Any) -> dict[str, Any]:
        number = f"$event{next(self._numbers)}"
        self._asked[number] = sender
        return {**room_event(number, sender, kind, room, content), **more}

    def send(self, *events: dict[str, Any]) -> Reply:
        reply = self.transmit(*events)
        assert (reply.status, reply.json) == (200, {}), reply.body
        return reply

    def transmit(self, *events: dict[str, Any]) -> Reply:
        assert self.caller
        path = f"/v1/chat/matrix/_matrix/app/v1/transactions/{next(self._numbers)}"
        return self.caller.call("PUT", path, None, msgspec.json.encode({"events": list(events)}), HEADER)

    def _ask(self, person: str, event: dict[str, Any]) -> Answer:
        self._waiting.add(person)
        self.send(event)
        try:
            return self._answers[person].get(timeout=LATE_SECONDS)
        except Empty:
            raise AssertionError("no answer came") from None

    def _direct_room(self, person: str) -> str:
        assert self.direct
        return self.direct[person][-1]

    # the client API

    def _take(self, call: Call) -> tuple[int, Any]:
        assert call.headers["authorization"] == f"Bearer {AS_TOKEN}"
        path = unquote(call.path)
        if path.startswith("/_matrix/media/v3/upload?filename="):
            return self._upload(call)
        parts = path.removeprefix("/_matrix/client/v3/").split("/")
        match call.method, parts:
            case "PUT", ["rooms", room, "send", "m.room.message", _]:
                return 200, {"event_id": self._message(room, call.json)}
            case "POST", ["rooms", room, "join"]:
                self.joined.append(room)
                return 200, {"room_id": room}
            case "POST", ["createRoom"]:
                return 200, {"room_id": self._open_direct(call.json)}
            case "GET", ["user", user, "account_data", "m.direct"]:
                assert user == US
                return (404, {"errcode": "M_NOT_FOUND"}) if self.direct is None else (200, self.direct)
            case "PUT", ["user", user, "account_data", "m.direct"]:
                assert user == US
                self.direct = call.json
                return 200, {}
            case _:
                raise AssertionError(path)

    def _upload(self, call: Call) -> tuple[int, Any]:
        assert call.headers["content-type"] == "image/png"
        assert call.body.startswith(b"\x89PNG")
        uri = f"mxc://example.org/{next(self._numbers)}"
        self.uploads[uri] = call.body
        return 200, {"content_uri": uri}

    def _open_direct(self, request: dict[str, Any]) -> str:
        """The service hears of its own invitation, as of everything in its rooms."""
        (person,) = request["invite"]
        assert request["is_direct"]
        room = f"!direct{next(self._numbers)}:example.org"
        invitation = {"membership": "invite", "is_direct": True}
        self.send(self.event(US, "m.room.member", room, invitation, state_key=person))
        return room

    def _message(self, room: str, content: dict[str, Any]) -> str:
        relation = content.get("m.relates_to", {})
        with self._lock:
            if relation.get("rel_type") == "m.replace":
                event = str(relation["event_id"])
                shown = self._shown(content["m.new_content"])
                assert self.messages[event][-1].picture in ("", *self.uploads)
                self.messages[event].append(shown)
                self.public.append(shown.text)
                return event
            event, shown = f"$ours{next(self._numbers)}", self._shown(content)
            if room == ROOM:
                self.messages[event] = [shown]
                self.public.append(shown.text)
            asked = relation.get("m.in_reply_to", {}).get("event_id")
        if room == ROOM and asked:
            self._hear(self._asked[asked], Answer(shown.text, "", _numbers(shown.text)))
        elif room != ROOM:
            person = next(own for own, rooms in (self.direct or {}).items() if room in rooms)
            self._hear(person, Answer("", shown.text, _numbers(shown.text)))
        return event

    def _hear(self, person: str, answer: Answer) -> None:
        """They wait for the first one; a private one comes before that for everybody."""
        if person in self._waiting:
            self._waiting.discard(person)
            self._answers[person].put(answer)

    def _shown(self, content: dict[str, Any]) -> Shown:
        assert content["msgtype"] in KINDS
        assert content["format"] == "org.matrix.custom.html"
        assert len(msgspec.json.encode(content)) < 65_536
        called = content["m.mentions"]["user_ids"]
        assert not called or content["msgtype"] != "m.notice", "notices call nobody"
        picture = content.get("url", "")
        assert not picture or picture in self.uploads
        return Shown(content["body"], called, picture)


def _numbers(text: str) -> list[str]:
    """What one may answer."""
    numbered = [line.partition(")")[0] for line in text.splitlines() if line.partition(")")[0].isdecimal()]
    return numbered or (["yes"] if "yes or no" in text or "oui ou non" in text else [])
