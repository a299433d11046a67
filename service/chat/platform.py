"""What all chat platforms share: answering their requests, calling their APIs, and keeping to their length limits.

An adapter is a module for one platform. Its function `receive` takes a request as plain headers and bytes and returns
an `Answer`; its class is a `Platform`, which posts messages through the platform's own API. Routes and status codes
belong to `service/api/chat.py`.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec
import requests

from service.chat.replay_guard import is_late
from service.chat.rooms.posts import Post, Posts
from service.config import Config
from service.errors import MalformedRequest, Unauthorized
from service.games.games import Games

# requests that come in

Headers = Mapping[str, str]  # names in lower case
AnswerLater = Callable[[str, str, Posts], bool]  # platform, handle and posts; False if the queue is away

Body = TypeVar("Body")


class Backend(msgspec.Struct, frozen=True):
    """What adapters need from the service."""

    config: Config
    games: Games
    answer_later: AnswerLater


class Answer(msgspec.Struct, frozen=True):
    """The answer to a platform's request: JSON, or nothing but an acknowledgement."""

    json: Any = None  # JSON values or a struct


ACKNOWLEDGED = Answer()


def decoded(body: bytes | str, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise MalformedRequest(str(error)) from error


def check_time(stamp: str) -> None:
    """Refuse a signed request whose own time is not about now: somebody may have recorded it."""
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise Unauthorized("the request is too old")


# messages that go out

CALL_SECONDS = 10.0
NO_ANSWER = 599  # in place of a status when the platform does not answer at all
TOO_MANY_REQUESTS = 429

Pictures = Mapping[str, bytes]  # PNG, by what they show


class PlatformRefused(Exception):
    """The platform refused a call; `gone` says that repeating it is of no use."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text[:200]}")
        self.status = status
        self.gone = 400 <= status < 500 and status != TOO_MANY_REQUESTS


class Platform(Protocol):
    """Rooms and handles are the platform's own, as its adapter has read them from a request."""

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        """Post a new message in the room; return its id."""
        ...

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """Change a message and return its id from now on; a picture that is not passed stays as it is."""
        ...

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """Send the answer to a request that was not answered at once."""
        ...


def call(method: str, url: str, **request: Any) -> Any:  # arguments of `requests`; JSON values
    """Call a platform and return the JSON of its response; raise `PlatformRefused` unless it is a success."""
    try:
        response = requests.request(method, url, timeout=CALL_SECONDS, allow_redirects=False, **request)
    except requests.RequestException as error:  # without its text: the address may hold a token
        raise PlatformRefused(NO_ANSWER, type(error).__name__) from None
    if not 200 <= response.status_code < 300:
        raise PlatformRefused(response.status_code, response.text)
    return _json_of(response)


def _json_of(response: requests.Response) -> Any:  # JSON values
    if not response.content:
        return None
    try:
        return response.json()
    except requests.JSONDecodeError:
        return None


# length limits: platforms refuse a text that is too long instead of cutting it


def clipped(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def utf16_length(text: str) -> int:
    """The length as platforms count it: a character beyond the first 65,536 is two."""
    return len(text.encode("utf-16-le")) // 2


def clipped_escaped(text: str, limit: int, escape: Callable[[str], str]) -> str:
    """The escaped text, cut between two characters and never inside an escape sequence."""
    whole = escape(text)
    if utf16_length(whole) <= limit:
        return whole
    kept, room = [], limit - 1
    for character in map(escape, text):
        room -= utf16_length(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept) + "…"
