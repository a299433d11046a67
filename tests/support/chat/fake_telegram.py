"""Telegram as its documentation describes it: it sends updates with the secret token and checks every call."""

import json
import time
from html.parser import HTMLParser
from itertools import count
from queue import Empty, Queue
from threading import Lock
from typing import Any

import msgspec

from tests.support.chat.platform_server import Call, Endpoint, recording
from tests.support.chat.room_players import Answer
from tests.support.http.api_calls import Caller, Reply

SECRET, BOT, GROUP = "a_secret-of-ours", "123456", -4567890
TOKEN = f"{BOT}:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
ANSWER_SECONDS = 3.0  # of work: a machine that does much else takes longer
LATE_SECONDS = 30.0
HEADER = {"Content-Type": "application/json", "X-Telegram-Bot-Api-Secret-Token": SECRET}


def recorded(name: str) -> dict[str, Any]:
    """An update as if it had just been sent."""
    update: dict[str, Any] = recording(f"telegram_{name}")
    if "message" in update:
        update["message"]["date"] = int(time.time())
    return update


class Shown(msgspec.Struct):
    """One version of a message."""

    text: str
    buttons: list[str]
    picture: bool = False
    called: list[str] = []


class FakeTelegram:
    """One group, and everybody's private chat with the bot."""

    def __init__(self, names: dict[str, str]) -> None:
        self.endpoint = Endpoint(self._take)
        self.messages: dict[str, list[Shown]] = {}  # of the group, with all their versions
        self.public: list[str] = []  # all that everybody could read
        self.private: dict[str, Queue[Shown]] = {person: Queue() for person in names}
        self.strangers: set[str] = set()  # who has never written to the bot
        self.unknown = False  # whether Telegram refuses them by its other error
        self.pictures = 0  # that were replaced
        self.topics: list[str] = []  # in which something was posted
        self.moved_to: int | None = None
        self.caller: Caller | None = None
        self._names = names
        self._numbers, self._lock = count(20_000), Lock()

    @property
    def settings(self) -> dict[str, Any]:
        return {"telegram_secret": SECRET, "telegram_token": TOKEN, "telegram_api": self.endpoint.url}

    # people with their phones

    def say(self, person: str, text: str) -> Answer:
        update = self.update("command", person)
        update["message"]["text"] = f"/ttr {text}"
        reply = self.send(update)
        if not reply.body:
            return self._private(person)
        shown = self._answered(reply.json, GROUP)
        self.public.append(shown.text)
        return Answer(shown.text, "", shown.buttons)

    def write(self, person: str, text: str) -> Answer:
        """Write to the bot in a private chat."""
        update = self.update("private", person)
        update["message"] |= {"text": text, "chat": {"id": int(person), "type": "private"}}
        reply = self.send(update)
        if not reply.body:
            return self._private(person)
        shown = self._answered(reply.json, int(person))
        return Answer("", shown.text, shown.buttons)

    def press(self, person: str, button: str) -> Answer:
        """Press a button below a private message of the bot."""
        update = self.update("button", person)
        update["callback_query"]["data"] = button
        update["callback_query"]["message"]["chat"] = {"id": int(person), "type": "private"}
        answer = self.send(update).json
        assert answer == {"method": "answerCallbackQuery", "callback_query_id": "4382bfdwdsb323b2d9"}
        return self._private(person)

    def update(self, name: str, person: str) -> dict[str, Any]:
        update = {**recorded(name), "update_id": next(self._numbers)}
        part = update.get("message") or update["callback_query"]
        names = {"first_name": self._names[person], "language_code": "en"}
        part["from"] = {"id": int(person), "is_bot": False, **names}
        return update

    def send(self, update: dict[str, Any]) -> Reply:
        assert self.caller
        begun = time.thread_time()
        reply = self.caller.post("/v1/chat/telegram", update, headers=HEADER)
        assert time.thread_time() - begun < ANSWER_SECONDS
        assert reply.status == 200, reply.body
        return reply

    def _private(self, person: str) -> Answer:
        try:
            shown = self.private[person].get(timeout=LATE_SECONDS)
        except Empty:
            raise AssertionError("no answer came") from None
        return Answer("", shown.text, shown.buttons)

    def _answered(self, body: dict[str, Any], chat: int) -> Shown:
        """The answer to the update itself is a call as well."""
        assert body.pop("method") == "sendMessage"
        assert int(body.pop("chat_id")) == chat
        return _shown(body, "text", 4096)

    # the API

    def _take(self, call: Call) -> tuple[int, Any]:
        assert call.method == "POST"
        _, bot, method = call.path.split("/")
        assert bot == f"bot{TOKEN}"
        fields = self._fields(call)
        chat = str(fields.pop("chat_id"))
        if self.moved_to and chat == str(GROUP):
            error = "Bad Request: group chat was upgraded to a supergroup chat"
            return 400, _refusal(400, error, migrate_to_chat_id=self.moved_to)
        if chat in self.strangers and self.unknown:
            return 400, _refusal(400, "Bad Request: chat not found")
        if chat in self.strangers:
            return 403, _refusal(403, "Forbidden: bot can't initiate conversation with a user")
        doing = {
            "sendMessage": self._send,
            "sendPhoto": self._send,
            "editMessageMedia": self._edit,
            "editMessageCaption": self._edit,
        }
        return doing[method](chat, fields)

    def _fields(self, call: Call) -> dict[str, Any]:
        if call.headers["content-type"] == "application/json":
            body: dict[str, Any] = call.json
            return body
        parts = call.parts()
        assert parts["photo"].startswith(b"\x89PNG")
        fields: dict[str, Any] = {"photo": parts.pop("photo")}
        for name, part in parts.items():
            text = part.decode()
            fields[name] = json.loads(text) if name in ("reply_markup", "media") else text
        return fields

    def _send(self, chat: str, fields: dict[str, Any]) -> tuple[int, Any]:
        topic = fields.pop("message_thread_id", None)
        photo = fields.pop("photo", None)
        shown = _shown(fields, "caption", 1024) if photo else _shown(fields, "text", 4096)
        shown.picture = photo is not None
        number = str(next(self._numbers))
        with self._lock:
            if topic:
                self.topics.append(topic)
            if int(chat) < 0:
                self.messages[number] = [shown]
                self.public.append(shown.text)
            else:
                self.private[chat].put(shown)
        return 200, {"ok": True, "result": {"message_id": int(number), "chat": {"id": int(chat)}}}

    def _edit(self, chat: str, fields: dict[str, Any]) -> tuple[int, Any]:
        assert int(chat) < 0
        number, media = fields.pop("message_id"), fields.pop("media", {})
        if media:
            assert fields.pop("photo")
            assert (media.pop("type"), media.pop("media")) == ("photo", "attach://photo")
            self.pictures += 1
        shown = _shown({**media, **fields}, "caption", 1024)
        with self._lock:
            versions = self.messages.get(number)
            if versions is None:
                return 400, _refusal(400, "Bad Request: message to edit not found")
            if versions[-1].text == shown.text:
                return 400, _refusal(400, "Bad Request: message is not modified: specified new message ...")
            assert versions[-1].picture, "it had none before"
            versions.append(msgspec.structs.replace(shown, picture=True))
        self.public.append(shown.text)
        return 200, {"ok": True, "result": {"message_id": int(number)}}


def _refusal(code: int, description: str, **parameters: Any) -> dict[str, Any]:
    return {"ok": False, "error_code": code, "description": description, "parameters": parameters}


def _shown(fields: dict[str, Any], name: str, most: int) -> Shown:
    """The limits of messages and keyboards."""
    assert set(fields) <= {name, "parse_mode", "reply_markup"}
    assert fields["parse_mode"] == "HTML"
    reader = _Reader()
    reader.feed(fields[name])
    reader.close()
    text = "".join(reader.texts)
    assert 1 <= len(text.encode("utf-16-le")) // 2 <= most
    rows = fields.get("reply_markup", {"inline_keyboard": []})["inline_keyboard"]
    assert sum(map(len, rows)) <= 100
    for button in (button for row in rows for button in row):
        assert set(button) == {"text", "callback_data"}
        assert button["text"]
        assert 1 <= len(button["callback_data"].encode()) <= 64
    return Shown(text, [button["callback_data"] for row in rows for button in row], called=reader.called)


class _Reader(HTMLParser):
    """Only people may be marked."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.called: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        ((name, value),) = attrs
        assert (tag, name) == ("a", "href")
        assert value
        assert value.startswith("tg://user?id=")
        self.called.append(value.removeprefix("tg://user?id="))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
