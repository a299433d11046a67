"""Slack: slash commands and button presses in, messages out.

In: forms, signed with the app's signing secret; a slash command and a press become words for the room.
Out: a text answers a slash command at once. A worker sends second messages and answers to presses to the request's
`response_url`, and everything else through Slack's API. Pictures are files that the whole workspace may open, so only
the board is ever sent as a picture.
"""

import hmac
import logging
import time
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import msgspec

from service.chat.platform import (
    ACKNOWLEDGED,
    TOO_MANY_REQUESTS,
    Answer,
    Backend,
    Headers,
    Pictures,
    PlatformRefused,
    answering,
    call,
    check_time,
    clipped,
    clipped_escaped,
    clipped_label,
)
from service.chat.rooms import Rooms, Speaker
from service.chat.rooms.room import Post, Posts
from service.config import Config
from service.errors import MalformedRequest, SignatureInvalid

log = logging.getLogger("ttr.chat")

NAME = "slack"
SHARED = "board"  # the one picture that everybody may see

# Slack's limits, in characters
SECTION_TEXT = 3000
BUTTONS, BUTTON_TEXT = 25, 75
ALT_TEXT = 2000

# what comes in


class _Action(msgspec.Struct):
    value: str


class _Channel(msgspec.Struct):
    id: str


class _Person(msgspec.Struct):
    id: str
    name: str = ""
    username: str = ""


class _Actions(msgspec.Struct):
    """The part of a button press that we read."""

    user: _Person
    channel: _Channel
    actions: tuple[_Action, ...]
    response_url: str


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """A slash command or a press, in one shape."""

    room: str
    who: Speaker
    text: str
    response_url: str
    pressed: bool = False  # then Slack shows nobody the answer to the request itself

    @property
    def handle(self) -> str:
        return f"{self.room} {self.response_url}"


def is_configured(config: Config) -> bool:
    return bool(config.slack_signing_secret)


def receive(backend: Backend, headers: Headers, body: bytes) -> Answer:
    signature = _verified(backend.config.slack_signing_secret, headers, body)
    form = {name: values[0] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
    if "ssl_check" in form:  # now and then Slack only checks that the address answers
        return ACKNOWLEDGED
    message = _message(form)
    with answering(backend.games.store, NAME, signature) as new:
        if not new:
            raise SignatureInvalid("answered_before")
        rooms = Rooms(backend.games, backend.admit)
        posts = rooms.hear(f"{NAME}:{message.room}", message.who, message.text, signature)
        return _answer(backend, message, posts)


def _verified(secret: str, headers: Headers, body: bytes) -> str:
    """The signature, if it is right and of now. It covers time and body, so it identifies the request."""
    stamp = headers.get("x-slack-request-timestamp", "")
    signature = headers.get("x-slack-signature", "")
    expected = "v0=" + hmac.digest(secret.encode(), f"v0:{stamp}:".encode() + body, "sha256").hex()
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise SignatureInvalid()
    check_time(stamp)
    return signature


def _message(form: dict[str, str]) -> Message:
    try:
        return _press(form["payload"]) if "payload" in form else _command(form)
    except (KeyError, IndexError, msgspec.DecodeError) as error:
        raise MalformedRequest("message", problem=repr(error)) from error


def _command(form: dict[str, str]) -> Message:
    return Message(
        room=form["channel_id"],
        who=_speaker(form["user_id"], form.get("user_name", "")),
        text=unescape(form.get("text", "help")),
        response_url=form["response_url"],
    )


def _press(payload: str) -> Message:
    press = msgspec.json.decode(payload, type=_Actions)
    return Message(
        room=press.channel.id,
        who=_speaker(press.user.id, press.user.name or press.user.username),
        text=press.actions[0].value,
        response_url=press.response_url,
        pressed=True,
    )


def _speaker(person: str, name: str) -> Speaker:
    return Speaker(person=person, name=name or person)


# what is answered at once


def _answer(backend: Backend, to: Message, posts: Posts) -> Answer:
    """A text at once; a worker sends pictures, the second of two messages, and everything after a press."""
    first = posts.private or posts.public
    assert first is not None
    if to.pressed or (first is posts.public and _has_picture(posts, backend.config)):
        if backend.answer_later(NAME, to.handle, posts) or to.pressed:
            return ACKNOWLEDGED
    elif posts.private and posts.public:
        backend.answer_later(NAME, to.handle, msgspec.structs.replace(posts, private=None))
    return Answer({**message(first), "response_type": "ephemeral" if posts.private else "in_channel"})


def _has_picture(posts: Posts, config: Config) -> bool:
    """Whether the channel gets a picture, which takes a token to upload."""
    return posts.public is not None and posts.public.picture == SHARED and bool(config.slack_token)


# how messages look


def message(post: Post, file: str = "") -> dict[str, Any]:
    """The message's JSON; `file` is a picture that was uploaded before."""
    mentions = "".join(f"<@{person}> " for person in dict.fromkeys(post.mentions))
    text = mentions + clipped_escaped(post.text, SECTION_TEXT - len(mentions), escaped)
    blocks: list[dict[str, Any]] = [{"type": "section", "text": {"type": "mrkdwn", "text": text}}]
    if file:
        image = {"type": "image", "slack_file": {"id": file}, "alt_text": clipped(post.text, ALT_TEXT)}
        blocks.append(image)
    if post.choices:
        blocks.append({"type": "actions", "elements": _buttons(post)})
    return {"text": text, "blocks": blocks}


def _buttons(post: Post) -> list[dict[str, Any]]:
    """As many as fit; the other choices can be typed."""
    return [
        {
            "type": "button",
            "action_id": f"choice-{choice.number}",
            "text": {"type": "plain_text", "text": clipped_label(choice.label, BUTTON_TEXT)},
            "value": choice.button,
        }
        for choice in post.choices[:BUTTONS]
    ]


def escaped(text: str) -> str:
    """The text without Slack's markup, so that nothing people type notifies the whole channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


# Slack's API

PAUSES = (0.5, 1.0, 2.0)  # seconds: Slack needs some time before it knows a picture that it has just received
UNKNOWN_PICTURE = "invalid_blocks"  # its error until then
RATE_LIMITED = "ratelimited"
TRANSIENT = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})
UNAVAILABLE, BAD_REQUEST = 503, 400  # statuses that Slack's errors stand for


class Slack:
    """Slack identifies a message by its time; our id of a message with a picture also holds the picture's file."""

    def __init__(self, config: Config) -> None:
        self._api = config.slack_api.rstrip("/")
        self._token = config.slack_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        return self._show("chat.postMessage", {"channel": room}, post, self._uploaded(post, pictures))

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        stamp, _, old_file = message.partition(" ")
        file = self._uploaded(post, pictures) if pictures else old_file
        return self._show("chat.update", {"channel": room, "ts": stamp}, post, file)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the channel and the `response_url`, which takes no pictures."""
        room, address = handle.split(" ", 1)
        if posts.private:
            _post_answer(address, posts.private, "ephemeral")
        if posts.public and not self._posted_with_picture(room, posts.public, pictures):
            _post_answer(address, posts.public, "in_channel")

    def _posted_with_picture(self, room: str, post: Post, pictures: Pictures) -> bool:
        """Whether the post went to the channel with its picture; the app may not be a member there."""
        if not self._token or post.picture not in pictures or post.picture != SHARED:
            return False
        try:
            self.post(room, post, pictures)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            return False
        return True

    def _show(self, method: str, place: dict[str, str], post: Post, file: str) -> str:
        """Send the post with its picture, or without it if Slack keeps refusing the picture."""
        for pause in PAUSES if file else ():
            try:
                return f"{self._call(method, json={**place, **message(post, file)})['ts']} {file}"
            except PlatformRefused as refused:
                if UNKNOWN_PICTURE not in str(refused):
                    raise
            time.sleep(pause)
        return str(self._call(method, json={**place, **message(post)})["ts"])

    def _uploaded(self, post: Post, pictures: Pictures) -> str:
        """The id of the uploaded picture; empty if there is none or Slack refuses it."""
        picture = pictures.get(post.picture) if post.picture == SHARED else None
        if picture is None:
            return ""
        try:
            return self._upload(f"{post.picture}.png", picture)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            log.warning("Slack refused a picture: %s", refused)
            return ""

    def _upload(self, name: str, picture: bytes) -> str:
        place = self._call("files.getUploadURLExternal", data={"filename": name, "length": len(picture)})
        call("POST", place["upload_url"], data=picture, headers={"Content-Type": "image/png"})
        file = str(place["file_id"])
        self._call("files.completeUploadExternal", json={"files": [{"id": file, "title": name}]})
        return file

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        """Slack reports errors inside successful responses."""
        headers = {"Authorization": f"Bearer {self._token}"}
        response = call("POST", f"{self._api}/{method}", headers=headers, **request)
        if not isinstance(response, dict) or not response.get("ok"):
            raise _refusal(response.get("error", "") if isinstance(response, dict) else "no JSON")
        return response


def _refusal(error: str) -> PlatformRefused:
    if error == RATE_LIMITED:
        return PlatformRefused(TOO_MANY_REQUESTS, error)
    return PlatformRefused(UNAVAILABLE if error in TRANSIENT else BAD_REQUEST, error)


def _post_answer(address: str, post: Post, kind: str) -> None:
    """A new message: the one whose button was pressed stays as it is."""
    body = {**message(post), "response_type": kind, "replace_original": False}
    call("POST", address, json=body)
