"""Slack: slash commands and block actions, signed with the app's signing secret."""

import hmac
import time
from html import unescape
from urllib.parse import parse_qs

import msgspec
from flask import Blueprint, Response, request

from service.chat.freshness import hearing, is_late
from service.chat.parcels import hand_on
from service.chat.slack_calls import SHARED
from service.chat.slack_messages import message
from service.config import Config
from service.context import services
from service.http import answer
from service.problems import Problem
from service.rooms import Posts, Rooms, Speaker

NAME = "slack"


class _Action(msgspec.Struct):
    value: str


class _Channel(msgspec.Struct):
    id: str


class _Person(msgspec.Struct):
    id: str
    name: str = ""
    username: str = ""


class _Actions(msgspec.Struct):
    """A press of a button, as far as we read it."""

    user: _Person
    channel: _Channel
    actions: tuple[_Action, ...]
    response_url: str


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A slash command or a press, in one shape."""

    room: str
    who: Speaker
    text: str
    response_url: str
    pressed: bool = False  # then the answer to the request itself is shown to nobody

    @property
    def handle(self) -> str:
        return f"{self.room} {self.response_url}"


def register(blueprint: Blueprint, config: Config) -> None:
    if config.slack_signing_secret:
        blueprint.post("/v1/chat/slack")(slack_request)


def slack_request() -> Response:
    made, body = services(), request.get_data()
    signature = _verified(made.config.slack_signing_secret, body)
    form = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
    if "ssl_check" in form:  # now and then Slack asks only whether somebody is there
        return Response(status=200)
    asked = _read(form)
    with hearing(made.store, NAME, signature, time.time()) as new:
        if not new:
            raise Problem("unauthorized", "the request was answered before")
        posts = Rooms(made.games).hear(f"{NAME}:{asked.room}", asked.who, asked.text, signature)
        return _answer(asked, posts)


def _verified(secret: str, body: bytes) -> str:
    """The signature, if it is right, and of now; it is of the time and the body, and so another one each time."""
    stamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    expected = "v0=" + hmac.digest(secret.encode(), f"v0:{stamp}:".encode() + body, "sha256").hex()
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise Problem("unauthorized", "the signature is not right")
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise Problem("unauthorized", "the request is too old")
    return signature


def _read(form: dict[str, str]) -> Asked:
    try:
        return _pressed(form["payload"]) if "payload" in form else _command(form)
    except (KeyError, IndexError, msgspec.DecodeError) as error:
        raise Problem("malformed_request", f"not a slash command or block action: {error!r}") from error


def _command(form: dict[str, str]) -> Asked:
    return Asked(
        room=form["channel_id"],
        who=_speaker(form["user_id"], form.get("user_name", "")),
        text=unescape(form.get("text", "help")),
        response_url=form["response_url"],
    )


def _pressed(payload: str) -> Asked:
    found = msgspec.json.decode(payload, type=_Actions)
    return Asked(
        room=found.channel.id,
        who=_speaker(found.user.id, found.user.name or found.user.username),
        text=found.actions[0].value,
        response_url=found.response_url,
        pressed=True,
    )


def _speaker(person: str, name: str) -> Speaker:
    return Speaker(person=person, name=name or person)


def _answer(asked: Asked, posts: Posts) -> Response:
    """At once, if it is only text; pictures, a second message, and what follows a press come from a worker."""
    first = posts.private or posts.public
    assert first is not None
    if asked.pressed or (first is posts.public and _is_drawn(posts)):
        if hand_on(NAME, asked.handle, posts) or asked.pressed:
            return Response(status=200)
    elif posts.private and posts.public:
        hand_on(NAME, asked.handle, msgspec.structs.replace(posts, private=None))
    return answer({**message(first), "response_type": "ephemeral" if posts.private else "in_channel"})


def _is_drawn(posts: Posts) -> bool:
    """Whether the channel gets a picture; a file would be for all, and so a hand is told in words alone."""
    shown = posts.public is not None and posts.public.picture == SHARED
    return shown and bool(services().config.slack_token)
