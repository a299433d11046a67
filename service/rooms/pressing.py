"""Buttons whose words are too long for a platform carry a mark instead; it is read with the question that is open.

A number would be shorter still, but a button that is pressed late would then answer another question.
"""

from hashlib import sha256

from service.shelf import Loaded
from service.store import Store
from service.talk import Choice
from service.talk.questions import Questions
from ttr_core.words import SeatId

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
