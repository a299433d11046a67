"""The bridge, for any other chat: JSON in, JSON out, signed both ways as Standard Webhooks describes it.

What is said in a room comes to our address; what a room is to be told without asking goes to the bridge's own.
"""

import time
from base64 import b64encode
from collections.abc import Mapping
from typing import Annotated

import msgspec
from flask import Blueprint, Response, request
from standardwebhooks import Webhook, WebhookVerificationError

from service.background.enqueue import new_parcel
from service.chat.picture_attachments import pictures_for
from service.chat.platform import Pictures, sent
from service.chat.replay_guard import hearing
from service.chat.rooms import Post, Posts, Rooms, Speaker
from service.config import Config
from service.errors import AnsweredBefore, MalformedRequest, Unauthorized
from service.http.response import answer
from service.webhooks.http_post import signed_headers
from service.wiring import services

NAME = "bridge"

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Said(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One message of one person in one room."""

    room: Id
    person: Id
    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(max_length=2000)]
    lang: Annotated[str, msgspec.Meta(pattern="^(en|fr)$")] | None = None
    pictures: bool = False  # whether to send those along


class Heard(msgspec.Struct, kw_only=True):
    """What to show to whom; pictures are PNG in base64, by what they show."""

    public: Post | None
    private: Post | None
    game: str
    lang: str
    pictures: Mapping[str, str]


class Told(msgspec.Struct, kw_only=True):
    """What a room is to be told: a new message, or, if it names one, what an earlier one becomes."""

    room: str
    message: str
    replaces: bool
    post: Post
    pictures: Mapping[str, str]


def register(blueprint: Blueprint, config: Config) -> None:
    if config.bridge_secret:
        blueprint.post("/v1/chat/bridge")(bridge_message)


def bridge_message() -> Response:
    made = services()
    said = _read(made.config.bridge_secret)
    who = Speaker(person=said.person, name=said.name, lang=said.lang)
    message = request.headers["webhook-id"]
    with hearing(made.store, NAME, message, time.time()) as new:
        if not new:
            raise AnsweredBefore()
        posts = Rooms(made.games).hear(f"{NAME}:{said.room}", who, said.text, message)
        return answer(_heard(posts, said.pictures))


def _read(secret: str) -> Said:
    body = request.get_data()
    try:
        Webhook(secret).verify(body, dict(request.headers), json_parse=False)
    except (WebhookVerificationError, ValueError) as error:
        raise Unauthorized("the signature is not right, or too old") from error
    try:
        return msgspec.json.decode(body, type=Said)
    except msgspec.DecodeError as error:
        raise MalformedRequest(str(error)) from error


def _heard(posts: Posts, wanted: bool) -> Heard:
    drawn = pictures_for(services().games, posts) if wanted else {}
    return Heard(
        public=posts.public, private=posts.private, game=posts.game, lang=posts.lang, pictures=_text(drawn)
    )


def _text(drawn: Pictures) -> dict[str, str]:
    return {name: b64encode(picture).decode() for name, picture in drawn.items()}


class Bridge:
    """The bridge's own address; without one rooms are told nothing that they did not ask for."""

    def __init__(self, config: Config) -> None:
        self._url, self._secret = config.bridge_url, config.bridge_secret

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        message = new_parcel()
        self._tell(Told(room=room, message=message, replaces=False, post=post, pictures=_text(pictures)))
        return message

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        self._tell(Told(room=room, message=message, replaces=True, post=post, pictures=_text(pictures)))
        return message

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        raise NotImplementedError("the bridge is answered at once")

    def _tell(self, told: Told) -> None:
        if not self._url:
            return
        body = msgspec.json.encode(told)
        signed = signed_headers(new_parcel(), int(time.time()), body, [self._secret])
        sent("POST", self._url, data=body, headers={"Content-Type": "application/json", **signed})
