"""Posts: what a room reads, before a platform gives it a shape."""

import re
from collections.abc import Sequence

import msgspec

from service.language import Choice
from service.language.languages import DEFAULT_LANG
from ttr_core.model.ids import SeatId


class Post(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": the picture that goes with it
    mentions: tuple[str, ...] = ()  # the platform's ids of people to notify


class Posts(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a message: for the room, for the writer alone, or both."""

    public: Post | None = None
    private: Post | None = None
    game: str = ""  # the one that pictures show
    version: int = 0  # of the game, when the answer was made
    seat: SeatId | None = None  # of the writer
    lang: str = DEFAULT_LANG


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """A person who writes in a room, as the platform knows them."""

    person: str
    name: str
    lang: str | None = None  # from their own settings


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
