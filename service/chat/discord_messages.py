"""Posts as Discord shows them, within its limits."""

from typing import Any

from service.chat.platform import clipped
from service.rooms.posts import Post
from service.rooms.pressing import words_or_mark
from service.talk import Choice

CONTENT = 2000
ID = 100
BUTTONS, BUTTON_LABEL = 5, 80  # in a row
OPTIONS, OPTION_LABEL = 25, 100  # in a menu
ROW, BUTTON, MENU = 1, 2, 3  # types of components
GREY = 2
NUMBERED = 3  # characters before the words: a number of at most two digits, and a colon


def message(post: Post) -> dict[str, Any]:
    called = "".join(f"<@{person}> " for person in post.mentions)
    return {
        "content": clipped(called + post.text, CONTENT),
        "components": [_row(post)] if post.choices else [],
        # nobody else is called by what people write
        "allowed_mentions": {"parse": [], "users": list(dict.fromkeys(post.mentions))},
    }


def _row(post: Post) -> dict[str, Any]:
    """Buttons if they fit, else a menu; whoever wants what does not fit there says more words."""
    if len(post.choices) <= BUTTONS:
        found = [
            {"type": BUTTON, "style": GREY, "label": clipped(c.label, BUTTON_LABEL), "custom_id": _id(c)}
            for c in post.choices
        ]
        return {"type": ROW, "components": found}
    options = [{"label": clipped(c.label, OPTION_LABEL), "value": _id(c)} for c in post.choices[:OPTIONS]]
    return {"type": ROW, "components": [{"type": MENU, "custom_id": "choice", "options": options}]}


def _id(choice: Choice) -> str:
    """Two of them may say the same, but no two may have the same id."""
    return f"{choice.number}:{words_or_mark(choice, ID - NUMBERED)}"


def pressed(chosen: str) -> str:
    """What a component says that was chosen."""
    return chosen.partition(":")[2]
