"""Discord: interactions come in signed with Ed25519; slash commands, buttons and menus all become words."""

import time

import msgspec
from flask import Blueprint, Response, request
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from service.chat.discord_calls import FIRST, MORE
from service.chat.discord_commands import TALK
from service.chat.discord_messages import message, pressed
from service.chat.freshness import hearing, is_late
from service.chat.parcels import hand_on
from service.config import Config
from service.context import services
from service.http import answer
from service.problems import Problem
from service.rooms import Posts, Rooms, Speaker

NAME = "discord"

PING, COMMAND, COMPONENT = 1, 2, 3  # types of interactions
PONG, MESSAGE, DEFERRED = 1, 4, 5  # types of answers
EPHEMERAL = 64


class _Option(msgspec.Struct):
    name: str
    value: str | int | float | bool = ""
    options: tuple["_Option", ...] = ()


class _Data(msgspec.Struct):
    name: str = ""
    options: tuple[_Option, ...] = ()
    custom_id: str = ""
    values: tuple[str, ...] = ()


class _User(msgspec.Struct):
    id: str
    username: str = ""
    global_name: str | None = None


class _Member(msgspec.Struct):
    user: _User
    nick: str | None = None


class Interaction(msgspec.Struct, kw_only=True):
    """What Discord sends, as far as we read it."""

    id: str
    application_id: str
    type: int
    token: str
    channel_id: str = ""
    locale: str = "en"
    data: _Data = msgspec.field(default_factory=_Data)
    member: _Member | None = None
    user: _User | None = None

    def speaker(self) -> Speaker:
        user = self.member.user if self.member else self.user
        if user is None:
            raise Problem("malformed_request", "an interaction is somebody's")
        name = (self.member.nick if self.member else None) or user.global_name or user.username or user.id
        return Speaker(person=user.id, name=name[:60], lang="fr" if self.locale.startswith("fr") else "en")

    def text(self) -> str:
        """A component says what it stands for; a command its options, or its name if it has none."""
        if self.type == COMPONENT:
            return pressed(self.data.values[0] if self.data.values else self.data.custom_id)
        said = " ".join(_said(self.data.options)) or self.data.name.replace("-", " ")
        return "help" if said == TALK else said


def _said(options: tuple[_Option, ...]) -> list[str]:
    """The values of options; a subcommand says its own name as well."""
    words: list[str] = []
    for option in options:
        words += [str(option.value)] if option.value != "" else [option.name, *_said(option.options)]
    return words


def register(blueprint: Blueprint, config: Config) -> None:
    if config.discord_public_key:
        blueprint.post("/v1/chat/discord")(discord_interaction)


def discord_interaction() -> Response:
    asked = _read(services().config.discord_public_key)
    if asked.type == PING:
        return answer({"type": PONG})
    if asked.type not in (COMMAND, COMPONENT):
        raise Problem("malformed_request", "this kind of interaction is not used here")
    if not asked.channel_id:
        raise Problem("malformed_request", "an interaction has a channel")
    room, who = f"{NAME}:{asked.channel_id}", asked.speaker()
    with hearing(services().store, NAME, asked.id, time.time()) as new:
        if not new:
            raise Problem("unauthorized", "the request was answered before")
        return _answer(asked, Rooms(services().games).hear(room, who, asked.text(), asked.id))


def _read(public_key: str) -> Interaction:
    """The interaction, if it is Discord's, and of now."""
    stamp, signature = (request.headers.get(f"X-Signature-{part}", "") for part in ("Timestamp", "Ed25519"))
    body = request.get_data()
    try:
        VerifyKey(bytes.fromhex(public_key)).verify(stamp.encode() + body, bytes.fromhex(signature))
    except (BadSignatureError, ValueError) as error:
        raise Problem("unauthorized", "the signature is not right") from error
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise Problem("unauthorized", "the request is too old")
    try:
        return msgspec.json.decode(body, type=Interaction)
    except msgspec.DecodeError as error:
        raise Problem("malformed_request", str(error)) from error


def _answer(asked: Interaction, posts: Posts) -> Response:
    """At once, if it is only text; pictures and a second message come from a worker."""
    first = posts.private or posts.public
    assert first is not None
    flags = EPHEMERAL if posts.private else 0
    handle = f"{asked.application_id}/{asked.token}"
    if first.picture and hand_on(NAME, f"{handle}/{FIRST}", posts):
        return answer({"type": DEFERRED, "data": {"flags": flags}})
    if posts.private and posts.public:
        hand_on(NAME, f"{handle}/{MORE}", msgspec.structs.replace(posts, private=None))
    return answer({"type": MESSAGE, "data": {**message(first), "flags": flags}})
