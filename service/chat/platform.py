"""What every platform can do: post in a room, change what was posted, and answer late.

Texts that are cut to a platform's length after some of their signs were written out.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import requests

from service.chat.rooms.posts import Post, Posts

SECONDS = 10.0  # for one call

Pictures = Mapping[str, bytes]  # PNG, by what they show


class PlatformRefused(Exception):
    """The platform does not take what we sent; `gone` says that repeating it is of no use."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text[:200]}")
        self.status = status
        self.gone = 400 <= status < 500 and status != 429


class Platform(Protocol):
    """Rooms and handles are the platform's own, as its adapter has read them from a request."""

    def post(self, room: str, post: Post, pictures: Pictures) -> str:
        """A new message in the room; its id."""
        ...

    def edit(self, room: str, message: str, post: Post, pictures: Pictures) -> str:
        """What the message is called from now on; a picture that is not among those given stays as it is."""
        ...

    def answer(self, handle: str, posts: Posts, pictures: Pictures) -> None:
        """What was not answered at once."""
        ...


def sent(method: str, url: str, **request: Any) -> Any:  # what `requests` takes; JSON values
    """The platform's answer; raises `PlatformRefused` unless it is a success."""
    try:
        answer = requests.request(method, url, timeout=SECONDS, allow_redirects=False, **request)
    except requests.RequestException as error:  # the address may hold a token: it is not told
        raise PlatformRefused(599, type(error).__name__) from None
    if not 200 <= answer.status_code < 300:
        raise PlatformRefused(answer.status_code, answer.text)
    return _value(answer)


def _value(answer: requests.Response) -> Any:  # JSON values
    if not answer.content:
        return None
    try:
        return answer.json()
    except requests.JSONDecodeError:
        return None


def clipped(text: str, most: int) -> str:
    """Platforms refuse what is too long instead of cutting it."""
    return text if len(text) <= most else text[: most - 1] + "…"


def size(text: str) -> int:
    """As platforms count, to whom signs beyond the first 65,536 are two."""
    return len(text.encode("utf-16-le")) // 2


def fitted(text: str, most: int, written: Callable[[str], str]) -> str:
    """The text with every sign written out, and no sign cut apart; what is left out is told by a dot of three."""
    whole = written(text)
    if size(whole) <= most:
        return whole
    kept, room = [], most - 1
    for sign in map(written, text):
        room -= size(sign)
        if room < 0:
            break
        kept.append(sign)
    return "".join(kept) + "…"
