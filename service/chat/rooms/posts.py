"""What a room gets to read, before any platform gives it a shape.

Buttons whose words are too long for a platform carry a mark instead; it is read with the question that is open.

A number would be shorter still, but a button that is pressed late would then answer another question.
"""

from hashlib import sha256

import msgspec

from service.games.game_cache import Loaded
from service.language import Choice
from service.language.conversation.questions import Questions
from service.store import Store
from ttr_core.model.ids import SeatId


class Post(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    choices: tuple[Choice, ...] = ()
    picture: str = ""  # "board" or "hand": what would show it
    mentions: tuple[str, ...] = ()  # the platform's ids of people who should hear of it


class Posts(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a message: something for the room, something for the one who wrote, or both."""

    public: Post | None = None
    private: Post | None = None
    game: str = ""  # whose pictures are meant
    version: int = 0  # of the game that was answered from
    seat: SeatId | None = None  # of the one who wrote
    lang: str = "en"


class Speaker(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who writes in a room, as the platform knows him."""

    person: str
    name: str
    lang: str | None = None  # as his own settings say


MARK, LENGTH = "=", 20  # how a mark begins, and how many characters follow


def words_or_mark(choice: Choice, longest: int) -> str:
    """What a button carries that may hold so many bytes."""
    return choice.say if len(choice.say.encode()) <= longest else mark_of(choice.say)


def mark_of(words: str) -> str:
    return MARK + sha256(words.encode()).hexdigest()[:LENGTH]


def is_mark(text: str) -> bool:
    return text.startswith(MARK) and len(text) == len(MARK) + LENGTH


def words_of(store: Store, loaded: Loaded, seat: SeatId | None, mark: str) -> str | None:
    """The words of the button that was pressed, if the seat is still asked about them."""
    question = None if seat is None else Questions(store).open(loaded, seat)
    said = question.says if question else ()
    return next((words for words in said if mark_of(words) == mark), None)
