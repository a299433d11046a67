"""Looks that are asked for by a phrase, such as "my hand"."""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from service.language.grammar.phrases import TURNING, PhraseTable, Words, without_politeness
from service.language.languages import heard_words, words_for

ABOUT_PLACES = frozenset({"map"})  # looks that may name a place
COURTESIES = frozenset({"greeting", "thanks", "farewell", "patience"})  # looks that ask for nothing
AUDIENCE = words_for(lambda heard: heard.talk["audience"])  # words for those who are greeted or thanked
MOST_BEFORE_PLACE = 2  # words of a phrase that a place may follow
SHORTEST_MISTYPED = 5  # letters of a whole text


class Query(NamedTuple):
    look: str  # "" if the words are no look
    lang: str | None
    rest: Words
    preview: bool = False


def query_in(words: Words) -> Query:
    """The look that the words are, or what is left of them behind `preview`."""
    spoken = without_politeness(words)
    shown = _without_showing(spoken)
    if phrase := _looks().whole(words) or _looks().whole(spoken) or _looks().whole(shown):
        return Query(phrase.meaning, phrase.lang, ())
    for phrase in _looks().openings(words):
        if phrase.meaning in COURTESIES and AUDIENCE.issuperset(words[len(phrase.words) :]):
            return Query(phrase.meaning, phrase.lang, ())
    for phrase in _looks().openings(spoken):
        if phrase.meaning in ABOUT_PLACES and len(phrase.words) <= MOST_BEFORE_PLACE:
            return Query(phrase.meaning, phrase.lang, spoken[len(phrase.words) :])
    for phrase in _previews().openings(words[:-1]):
        return Query("", phrase.lang, words[len(phrase.words) :], preview=True)
    return Query("", None, spoken or words)


def _without_showing(words: Words) -> Words:
    """What somebody wants to see: "let me see the board" is "the board"."""
    opening = next(_showing().openings(words[:-1]), None)
    return words[len(opening.words) :] if opening else words


def is_showing(words: Words) -> bool:
    """Whether somebody asks to see or hear something: "remind me what I still need"."""
    return next(_showing().openings(words[:-1]), None) is not None


@cache
def _showing() -> PhraseTable:
    return PhraseTable({lang: {"showing": heard.showing} for lang, heard in heard_words().items()})


def mistyped_query(words: Words) -> Query | None:
    """The first look that the words nearly are."""
    spoken = " ".join(without_politeness(words))
    if len(spoken) < SHORTEST_MISTYPED or not TURNING.isdisjoint(words):  # "no tickets" is not "my tickets"
        return None
    near = (phrase for phrase in _looks() if is_near(spoken, [" ".join(phrase.words)]))
    phrase = next(near, None)
    return Query(phrase.meaning, phrase.lang, ()) if phrase else None


@cache
def _looks() -> PhraseTable:
    return PhraseTable({lang: heard.looks for lang, heard in heard_words().items()})


@cache
def _previews() -> PhraseTable:
    return PhraseTable({lang: {"preview": heard.preview} for lang, heard in heard_words().items()})


def is_near(spoken: str, phrases: Iterable[str]) -> bool:
    """Whether it is one of the phrases with a mistake, or with two in a longer one."""
    return any(OSA.distance(phrase, spoken) <= (1 if len(phrase) < 9 else 2) for phrase in phrases)
