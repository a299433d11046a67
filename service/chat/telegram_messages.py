"""Posts as Telegram shows them, within its limits."""

from html import escape
from typing import Any

from service.chat.fitting import fitted
from service.chat.platform import clipped
from service.rooms.posts import Post
from service.rooms.pressing import words_or_mark
from service.talk import Choice

TEXT, CAPTION = 4096, 1024
DATA = 64  # bytes that a button sends back
LABEL = 64  # characters; more are not seen on a phone
BUTTONS = 30  # more would be a wall
ALERT = 200  # characters of a text that pops up


def message(post: Post, most: int = TEXT) -> dict[str, Any]:
    """A text; as the caption of a picture it may be shorter."""
    people = dict.fromkeys(post.mentions)
    called = "".join(f'<a href="tg://user?id={escape(person)}">•</a> ' for person in people)
    text = called + fitted(post.text, most - len(called), _written)
    shown: dict[str, Any] = {"text" if most == TEXT else "caption": text, "parse_mode": "HTML"}
    if post.choices:
        rows = [[_button(choice)] for choice in post.choices[:BUTTONS]]
        shown["reply_markup"] = {"inline_keyboard": rows}
    return shown


def _written(text: str) -> str:
    return escape(text, quote=False)


def _button(choice: Choice) -> dict[str, str]:
    return {"text": clipped(choice.label, LABEL), "callback_data": words_or_mark(choice, DATA)}


def place_of(room: str) -> dict[str, Any]:
    """The chat, and the topic in it if it has topics: each of them is a room."""
    chat, _, topic = room.partition("/")
    return {"chat_id": chat, **({"message_thread_id": topic} if topic else {})}
