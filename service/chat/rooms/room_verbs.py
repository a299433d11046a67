"""The room's own verbs (new, join, start, status ...): recognized before a message is read as words of the game."""

from functools import cache
from typing import NamedTuple

from service.language.grammar.phrases import PhraseTable, Words, plain_words
from service.language.languages import heard_words, languages_by_name

ALONE = frozenset({"status", "remind"})  # during a game they count only as whole messages


class RoomVerb(NamedTuple):
    """One of the room's verbs, the words after it, and its language; an empty verb if there is none."""

    verb: str
    rest: Words
    lang: str | None = None


def room_verb_in(text: str) -> RoomVerb:
    """The longest of the room's phrases with which the message begins."""
    words = plain_words(text)
    for phrase in _phrases().openings(words):
        return RoomVerb(phrase.meaning, words[len(phrase.words) :], phrase.lang)
    return RoomVerb("", words)


def room_verb_during_game(text: str) -> RoomVerb:
    """The same during a game, which keeps what may be about a route or a card: "new york boston" is a move."""
    verb = room_verb_in(text)
    words = plain_words(text)
    if verb.verb in ALONE and not verb.rest:
        return verb
    if verb.verb == "language" and any(word in languages_by_name() for word in verb.rest):
        return verb
    if verb.verb == "new" and (len(words) - len(verb.rest) > 1 or not verb.rest):
        return verb
    return RoomVerb("", words)


@cache
def _phrases() -> PhraseTable:
    return PhraseTable({lang: heard.rooms for lang, heard in heard_words().items()})
