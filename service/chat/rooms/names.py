"""Names of people in a game: one line of visible characters, different for everybody at the table."""

import re
from collections.abc import Sequence

from service.chat.rooms.posts import Speaker

LONGEST = 40  # characters, so that a number can be added
_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+")


def shown_name(who: Speaker) -> str:
    """The platform's name of a person, or their id if no character of it is visible."""
    name = _UNSEEN.sub(" ", who.name).strip()[:LONGEST].strip()
    return name or _UNSEEN.sub(" ", who.person).strip()[:LONGEST] or "?"


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names, with a number added to repeated ones."""
    distinct: list[str] = []
    for name in names:
        number, unique = 1, name
        while unique in distinct:
            number += 1
            unique = f"{name} {number}"
        distinct.append(unique)
    return distinct
