"""The bridge for any other chat: JSON in, JSON out, signed both ways as Standard Webhooks describes.

In: one message of one person in one room, answered at once. Out: status messages and reminders go to the bridge's own
address; without one the bridge only answers.
"""

import secrets
import time
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated

import msgspec
from standardwebhooks import Webhook, WebhookVerificationError

from service.chat.picture_attachments import pictures_for
from service.chat.platform import Answer, Backend, Headers, Pictures, answering, call, decoded
from service.chat.rooms import Post, Posts, Rooms, Speaker
from service.config import Config
from service.errors import AnsweredBefore, PictureNotReady, SignatureInvalid
from service.games.games import Games
from service.language.languages import Lang
from service.webhooks.signatures import signed_headers

NAME = "bridge"

# what comes in

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Message(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One message of one person in one room."""

    room: Id
    person: Id
    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=2000)]
    lang: Lang | None = None
    pictures: bool = False  # whether to send them along
    addressed: bool = True  # false: people may be talking to each other


def is_configured(config: Config) -> bool:
    return bool(config.bridge_secret)


def receive(backend: Backend, headers: Headers, body: bytes) -> Answer:
    _verify(backend.config.bridge_secret, headers, body)
    message, number = decoded(body, Message), headers["webhook-id"]
    who = Speaker(person=message.person, name=message.name, lang=message.lang)
    with answering(backend.games.store, NAME, number) as new:
        if not new:
            raise AnsweredBefore
        rooms = Rooms(backend.games, backend.admit)
        room = f"{NAME}:{message.room}"
        posts = rooms.hear(room, who, message.text, number, addressed=message.addressed)
        return Answer(_reply(backend.games, posts, message.pictures))


def _verify(secret: str, headers: Headers, body: bytes) -> None:
    try:
        Webhook(secret).verify(body, dict(headers), json_parse=False)
    except (WebhookVerificationError, ValueError) as error:
        raise SignatureInvalid() from error


# what is answered at once


class Reply(msgspec.Struct, kw_only=True):
    """What to show to whom; pictures are PNG in base64, by what they show."""

    public: Post | None
    private: Post | None
    game: str
    lang: str
    pictures: Mapping[str, str]


def _reply(games: Games, posts: Posts, with_pictures: bool) -> Reply:
    pictures: Pictures = {}
    if with_pictures:
        with suppress(PictureNotReady):  # the first answers on a new board have none
            pictures = pictures_for(games, posts, wait=False)
    return Reply(
        public=posts.public,
        private=posts.private,
        game=posts.game,
        lang=posts.lang,
        pictures=_base64(pictures),
    )


def _base64(pictures: Pictures) -> dict[str, str]:
    return {name: b64encode(picture).decode() for name, picture in pictures.items()}


# what goes out unasked


class Update(msgspec.Struct, kw_only=True):
    """A new message for a room, or the new content of an earlier one."""

    room: str
    message: str
    replaces: bool
    post: Post
    pictures: Mapping[str, str]


class Bridge:
    def __init__(self, config: Config) -> None:
        self._url, self._secret = config.bridge_url, config.bridge_secret

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return self._send(room, secrets.token_hex(12), post, pictures, replaces=False)

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        return self._send(room, message, post, pictures, replaces=True)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        raise NotImplementedError("requests of the bridge are answered at once")

    def _send(self, room: str, message: str, post: Post, pictures: Pictures, *, replaces: bool) -> str:
        """The message's id; nothing is sent to a bridge without an address."""
        if self._url:
            update = Update(
                room=room, message=message, replaces=replaces, post=post, pictures=_base64(pictures)
            )
            body = msgspec.json.encode(update)
            signature = signed_headers(secrets.token_hex(12), int(time.time()), body, [self._secret])
            call("POST", self._url, data=body, headers={"Content-Type": "application/json", **signature})
        return message
