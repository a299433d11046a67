"""Whether somebody wants to play again once a game is over: in words of their own, or as an answer to "rematch?"."""

import re
from functools import cache

from service.language.grammar.phrases import Answer, PhraseTable, answer_in, sentence
from service.language.languages import heard_words

WISH = "rematch"  # also the look that tells how to play again
DECLINED = "no"  # what that look is about if they do not want to


def rematch_in(text: str) -> Answer | None:
    """A wish to play again is a yes; None if the text is about something else."""
    return rematch_wish_in(text) or answer_in(sentence(text))


def rematch_wish_in(text: str) -> Answer | None:
    """A wish that nobody has asked for: "same again", « une revanche ? »."""
    words = sentence(text)
    if phrase := _phrases().whole(words):
        return Answer(yes=True, lang=phrase.lang)
    spoken = " ".join(words)
    return next((Answer(True, lang) for lang, wish in _patterns() if wish.fullmatch(spoken)), None)


@cache
def _phrases() -> PhraseTable:
    return PhraseTable({lang: {WISH: heard.rooms[WISH]} for lang, heard in heard_words().items()})


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(lang, re.compile("|".join(heard.arranging[WISH]))) for lang, heard in heard_words().items()]
