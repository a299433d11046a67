"""What all chat platforms share: answering a request once, calling their APIs, and keeping to their length limits.

An adapter is a module for one platform. Its function `receive` takes a request as plain headers and bytes and returns
an `Answer`; its class is a `Platform`, which posts messages through the platform's own API. Routes and status codes
belong to `service/api/chat.py`.
"""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Protocol, TypeVar

import msgspec
import requests

from service.chat.rooms.room import Post, Posts
from service.config import Config
from service.errors import MalformedRequest, SignatureInvalid, StoreUnavailable, TemporarilyUnavailable
from service.games.games import Games
from service.store.interface import ExpiringKeys

# requests that come in

Headers = Mapping[str, str]  # names in lower case
Admit = Callable[[str], None]  # counts what somebody writes to others, or refuses it
AnswerLater = Callable[[str, str, Posts], bool]  # platform, handle and posts; False if the queue is away

Body = TypeVar("Body")

WINDOW = 300  # seconds by which a platform's clock and ours may differ, either way
LEASE_SECONDS = 20.0  # a handler that takes longer is considered crashed
DONE = "done"


class Backend(msgspec.Struct, frozen=True):
    """What adapters need from the service."""

    config: Config
    games: Games
    answer_later: AnswerLater
    admit: Admit


class Answer(msgspec.Struct, frozen=True):
    """The answer to a platform's request: JSON, or nothing but an acknowledgement."""

    json: Any = None  # JSON values or a struct


ACKNOWLEDGED = Answer()


def decoded(body: bytes | str, kind: type[Body]) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError as error:
        raise MalformedRequest("message", problem=str(error)) from error


def check_time(stamp: str) -> None:
    """Refuse a signed request whose own time is not about now: somebody may have recorded it."""
    if not stamp.isascii() or not stamp.isdecimal() or is_late(int(stamp), time.time()):
        raise SignatureInvalid("too_old")


def is_late(sent: int, now: float) -> bool:
    return abs(now - sent) > WINDOW


@contextmanager
def answering(store: ExpiringKeys, platform: str, request: str) -> Iterator[bool]:
    """Yields whether the request is new. If answering fails, the request counts as never received.

    An answered request is remembered until it would be late, however far its sender's clock is ahead.
    """
    name, holder = f"request/{platform}/{request}", secrets.token_hex(8)
    if not store.set_once(name, holder, LEASE_SECONDS):
        if store.expiring(name) != DONE:
            raise TemporarilyUnavailable("being_answered")
        yield False
        return
    try:
        yield True
    except Exception:
        with suppress(StoreUnavailable):  # then the request may come again when the lease has expired
            store.swap_expiring(name, holder, "")
        raise
    with suppress(StoreUnavailable):
        store.set_expiring(name, DONE, 2 * WINDOW)


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


def clipped_label(label: str, limit: int) -> str:
    """A choice on a button: its title goes first, then its middle; the payment at its end tells it apart."""
    if len(label) <= limit:
        return label
    _, _, untitled = label.partition(":")
    text = untitled.strip() if ":" in untitled else label
    if len(text) <= limit:
        return text
    end = (limit - 1) // 2
    return f"{text[: limit - 1 - end]}…{text[-end:]}"


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
