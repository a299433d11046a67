"""Names as games take them: one line of visible characters, and nobody called like somebody else at the table."""

import re
from collections.abc import Sequence

from service.chat.rooms.posts import Speaker

LONGEST = 40  # characters, so that a number can be added
_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")


def shown_name(who: Speaker) -> str:
    """As the platform tells it, or his id if nothing of it can be seen."""
    name = _UNSEEN.sub(" ", who.name).strip()[:LONGEST].strip()
    return name or _UNSEEN.sub(" ", who.person).strip()[:LONGEST] or "?"


def told_apart(names: Sequence[str]) -> list[str]:
    """The second of a name is told by a number."""
    found: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in found:
            number += 1
            unique = f"{name} {number}"
        found.append(unique)
    return found
