"""Posts as Slack shows them, within its limits."""

from typing import Any

from service.chat.fitting import fitted
from service.chat.platform import clipped
from service.rooms.posts import Post
from service.rooms.pressing import words_or_mark

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
