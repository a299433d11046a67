"""Slack: slash commands and block actions, signed with the app's signing secret.

Posts as Slack shows them, within its limits.

Slack's own API: messages in a channel, pictures, and late answers.
"""

import hmac
import logging
import time
from html import unescape
from typing import Any
from urllib.parse import parse_qs

import msgspec
from flask import Blueprint, Response, request

from service.chat.late_answers import hand_on
from service.chat.platform import Pictures, PlatformRefused, clipped, fitted, sent
from service.chat.replay_guard import hearing, is_late
from service.chat.rooms import Rooms, Speaker
from service.chat.rooms.posts import Post, Posts, words_or_mark
from service.config import Config
from service.errors import MalformedRequest, Unauthorized
from service.http.response import answer
from service.wiring import services

TEXT = 3000  # of a section
BUTTONS, BUTTON_TEXT = 25, 75
VALUE = 2000
ALT = 2000


def message(post: Post, file: str = "") -> dict[str, Any]:
    """`file` is a picture that was uploaded before."""
    called = "".join(f"<@{person}> " for person in dict.fromkeys(post.mentions))
    text = called + fitted(post.text, TEXT - len(called), escaped)
    blocks: list[dict[str, Any]] = [{"type": "section", "text": {"type": "mrkdwn", "text": text}}]
    if file:
        image = {"type": "image", "slack_file": {"id": file}, "alt_text": clipped(post.text, ALT)}
        blocks.append(image)
    if post.choices:
        blocks.append({"type": "actions", "elements": _buttons(post)})
    return {"text": text, "blocks": blocks}


def _buttons(post: Post) -> list[dict[str, Any]]:
    """Whoever wants what does not fit there says more words."""
    return [
        {
            "type": "button",
            "action_id": f"choice-{choice.number}",
            "text": {"type": "plain_text", "text": clipped(choice.label, BUTTON_TEXT)},
            "value": words_or_mark(choice, VALUE),
        }
        for choice in post.choices[:BUTTONS]
    ]


def escaped(text: str) -> str:
    """So that nothing that people write calls the whole room."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


log = logging.getLogger("ttr.chat")

SHARED = "board"  # the picture that everybody may see: files are nobody's own
PAUSES = (0.5, 1.0, 2.0)  # seconds, after which Slack may know a picture that it has just got
NO_PICTURE = "invalid_blocks"  # what it says until then
PASSING = frozenset({"internal_error", "fatal_error", "service_unavailable", "request_timeout"})


class Slack:
    def __init__(self, config: Config) -> None:
        self._api = config.slack_api.rstrip("/")
        self._token = config.slack_token

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        """A message is called by its time, and by the file of its picture if it has one."""
        return self._show("chat.postMessage", {"channel": room}, post, self._uploaded(post, pictures))

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        stamp, _, file = message.partition(" ")
        shown = self._uploaded(post, pictures) if pictures else file
        return self._show("chat.update", {"channel": room, "ts": stamp}, post, shown)

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """A handle is the channel and the address for answers, which takes no pictures."""
        room, address = handle.split(" ", 1)
        if posts.private:
            _post_answer(address, posts.private, "ephemeral")
        if posts.public and not self._drawn(room, posts.public, pictures):
            _post_answer(address, posts.public, "in_channel")

    def _drawn(self, room: str, post: Post, pictures: Pictures) -> bool:
        """Whether the channel has got the post with its picture; we may not be a member of it."""
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
        """With its picture, unless Slack does not take that."""
        for pause in PAUSES if file else ():
            try:
                return f"{self._call(method, json={**place, **message(post, file)})['ts']} {file}"
            except PlatformRefused as refused:
                if NO_PICTURE not in str(refused):
                    raise
            time.sleep(pause)
        return str(self._call(method, json={**place, **message(post)})["ts"])

    def _uploaded(self, post: Post, pictures: Pictures) -> str:
        """The file, if Slack takes it."""
        picture = pictures.get(post.picture) if post.picture == SHARED else None
        if picture is None:
            return ""
        try:
            return self._upload(f"{post.picture}.png", picture)
        except PlatformRefused as refused:
            if not refused.gone:
                raise
            log.warning("Slack does not take a picture: %s", refused)
            return ""

    def _upload(self, name: str, picture: bytes) -> str:
        place = self._call("files.getUploadURLExternal", data={"filename": name, "length": len(picture)})
        sent("POST", place["upload_url"], data=picture, headers={"Content-Type": "image/png"})
        file = str(place["file_id"])
        self._call("files.completeUploadExternal", json={"files": [{"id": file, "title": name}]})
        return file

    def _call(self, method: str, **request: Any) -> Any:  # JSON values
        """Slack says what went wrong inside an answer that is a success."""
        headers = {"Authorization": f"Bearer {self._token}"}
        found = sent("POST", f"{self._api}/{method}", headers=headers, **request)
        if not isinstance(found, dict) or not found.get("ok"):
            raise _refusal(found.get("error", "") if isinstance(found, dict) else "no JSON")
        return found


def _refusal(error: str) -> PlatformRefused:
    if error == "ratelimited":
        return PlatformRefused(429, error)
    return PlatformRefused(503 if error in PASSING else 400, error)


def _post_answer(address: str, post: Post, kind: str) -> None:
    """A new message: what had the button that was pressed stays as it is."""
    body = {**message(post), "response_type": kind, "replace_original": False}
    sent("POST", address, json=body)


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
            raise Unauthorized("the request was answered before")
        posts = Rooms(made.games).hear(f"{NAME}:{asked.room}", asked.who, asked.text, signature)
        return _answer(asked, posts)


def _verified(secret: str, body: bytes) -> str:
    """The signature, if it is right, and of now; it is of the time and the body, and so another one each time."""
    stamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    expected = "v0=" + hmac.digest(secret.encode(), f"v0:{stamp}:".encode() + body, "sha256").hex()
    if not hmac.compare_digest(expected.encode(), signature.encode()):
        raise Unauthorized("the signature is not right")
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise Unauthorized("the request is too old")
    return signature


def _read(form: dict[str, str]) -> Asked:
    try:
        return _pressed(form["payload"]) if "payload" in form else _command(form)
    except (KeyError, IndexError, msgspec.DecodeError) as error:
        raise MalformedRequest(f"not a slash command or block action: {error!r}") from error


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
