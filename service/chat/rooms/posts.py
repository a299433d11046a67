"""Posts: what a room reads, before a platform gives it a shape.

A button whose words are too long for a platform carries a mark instead, a hash of the words. It is looked up in the
open question, so that a button of an older question never answers a newer one, as a number would.
"""

import re
from collections.abc import Sequence
from hashlib import sha256

import msgspec

from service.games.game_cache import Loaded
from service.language import Choice
from service.language.conversation.questions import Questions
from service.language.languages import DEFAULT_LANG
from service.store import Store
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


MARK, LENGTH = "=", 20  # the first character of a mark, and how many follow


def words_or_mark(choice: Choice, longest: int) -> str:
    """What a button of at most so many bytes carries."""
    return choice.say if len(choice.say.encode()) <= longest else mark_of(choice.say)


def mark_of(words: str) -> str:
    return MARK + sha256(words.encode()).hexdigest()[:LENGTH]


def is_mark(text: str) -> bool:
    return text.startswith(MARK) and len(text) == len(MARK) + LENGTH


def words_of(store: Store, loaded: Loaded, seat: SeatId | None, mark: str) -> str | None:
    """The words behind a mark, if the seat's open question still offers them."""
    question = None if seat is None else Questions(store).open(loaded, seat)
    offered = question.says if question else ()
    return next((words for words in offered if mark_of(words) == mark), None)


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
