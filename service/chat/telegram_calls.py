"""Telegram's own API: messages with and without pictures, and answers that took longer."""

import json
import re
from typing import Any

import msgspec

from service.chat.platform import Pictures, PlatformRefused, sent
from service.chat.telegram_messages import CAPTION, TEXT, message, place_of
from service.config import Config
from service.rooms.posts import Post, Posts

FORBIDDEN, BAD = 403, 400
STRANGER = "chat not found"  # what a person is who has never written to the bot
SAME = "message is not modified"
WRITE_FIRST = {
    "en": "I have something for you alone, but may not write to you: send me a private message first.",
    "fr": "J'ai quelque chose pour vous seul, mais ne peux pas vous écrire : envoyez-moi d'abord un message privé.",
}
_NEW_CHAT = re.compile(r'"migrate_to_chat_id":\s*(-?\d+)')


class Handle(msgspec.Struct, frozen=True, kw_only=True):
    """Where the answers go."""

    chat: str
    person: str


class Telegram:
    def __init__(self, config: Config) -> None:
        self._api = f"{config.telegram_api.rstrip('/')}/bot{config.telegram_token}"

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return str(self._send(room, post, pictures)["result"]["message_id"])

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """A message that has a picture keeps having one; one that says so already is as it should be."""
        try:
            self._edit({"chat_id": room.partition("/")[0], "message_id": message}, post, pictures)
        except PlatformRefused as refused:
            if SAME not in str(refused):
                raise
        return message

    def _edit(self, place: dict[str, str], post: Post, pictures: Pictures) -> None:
        picture = pictures.get(post.picture)
        if picture is None:
            method, most = ("editMessageCaption", CAPTION) if post.picture else ("editMessageText", TEXT)
            self._call(method, json={**place, **message(post, most)})
            return
        shown = message(post, CAPTION)
        media = {"type": "photo", "media": "attach://photo", "caption": shown.pop("caption")}
        media["parse_mode"] = shown.pop("parse_mode")
        data = {name: _flat(value) for name, value in {**place, "media": media, **shown}.items()}
        self._call("editMessageMedia", data=data, files={"photo": _file(post, picture)})

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        where = msgspec.json.decode(handle, type=Handle)
        if posts.private:
            self._to_person(where, posts.private, pictures, posts.lang)
        if posts.public:
            self._send(where.chat, posts.public, pictures)

    def _to_person(self, where: Handle, post: Post, pictures: Pictures, lang: str) -> None:
        try:
            self._send(where.person, post, pictures)
        except PlatformRefused as refused:
            if refused.status != FORBIDDEN and STRANGER not in str(refused):
                raise
            self._send(where.chat, Post(text=WRITE_FIRST[lang], mentions=(where.person,)), {})

    def _send(self, room: str, post: Post, pictures: Pictures) -> Any:  # JSON values
        """A group that became a bigger one has another id; Telegram tells it."""
        try:
            return self._send_to(place_of(room), post, pictures)
        except PlatformRefused as refused:
            moved = _NEW_CHAT.search(str(refused))
            if moved is None:
                raise
            return self._send_to({"chat_id": moved[1]}, post, pictures)

    def _send_to(self, place: dict[str, Any], post: Post, pictures: Pictures) -> Any:  # JSON values
        picture = pictures.get(post.picture)
        if picture is None:
            return self._call("sendMessage", json={**place, **message(post)})
        data = {name: _flat(value) for name, value in {**place, **message(post, CAPTION)}.items()}
        return self._call("sendPhoto", data=data, files={"photo": _file(post, picture)})

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        return sent("POST", f"{self._api}/{method}", **request)


def _file(post: Post, picture: bytes) -> tuple[str, bytes, str]:
    return f"{post.picture}.png", picture, "image/png"


def _flat(value: Any) -> str:  # JSON values
    """A field of a form."""
    return value if isinstance(value, str) else json.dumps(value)
