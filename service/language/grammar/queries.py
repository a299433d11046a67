"""Messages that are no moves: looks around the table, and `preview` before a move."""

from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from service.language.grammar.phrases import PhraseTable, Words
from service.language.languages import heard_words, words_for

ABOUT_PLACES = frozenset({"map"})  # looks that may name a place
MOST_BEFORE_PLACE = 2  # words of a phrase that a place may follow
PLEASE = words_for(lambda heard: heard.please)
SHORTEST_MISTYPED = 5  # letters of a whole text


class Query(NamedTuple):
    look: str  # "" if the words are no look
    lang: str | None
    rest: Words
    preview: bool = False


def query_in(words: Words) -> Query:
    """The look that the words are, or what is left of them behind `preview`."""
    spoken = tuple(word for word in words if word not in PLEASE)
    if phrase := _looks().whole(spoken):
        return Query(phrase.meaning, phrase.lang, ())
    for phrase in _looks().openings(spoken):
        if phrase.meaning in ABOUT_PLACES and len(phrase.words) <= MOST_BEFORE_PLACE:
            return Query(phrase.meaning, phrase.lang, spoken[len(phrase.words) :])
    for phrase in _previews().openings(words[:-1]):
        return Query("", phrase.lang, words[len(phrase.words) :], preview=True)
    return Query("", None, spoken or words)


def mistyped_query(words: Words) -> Query | None:
    """The first look that the words nearly are."""
    spoken = " ".join(word for word in words if word not in PLEASE)
    if len(spoken) < SHORTEST_MISTYPED:
        return None
    near = (phrase for phrase in _looks() if _is_near(" ".join(phrase.words), spoken))
    phrase = next(near, None)
    return Query(phrase.meaning, phrase.lang, ()) if phrase else None


@cache
def _looks() -> PhraseTable:
    return PhraseTable({lang: heard.looks for lang, heard in heard_words().items()})


@cache
def _previews() -> PhraseTable:
    return PhraseTable({lang: {"preview": heard.preview} for lang, heard in heard_words().items()})


def _is_near(phrase: str, spoken: str) -> bool:
    """One mistake in a short text, two in a longer one."""
    most = 1 if len(phrase) < 9 else 2
    return OSA.distance(phrase, spoken, score_cutoff=most) <= most
