"""The room's own verbs (new, join, start, status ...): recognized before a message is read as words of the game."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.plain_text import Words, plain_words
from service.language.texts.rooms import LANGUAGES, VERBS

ALONE = frozenset({"status", "remind"})  # during a game they count only as whole messages


class RoomVerb(NamedTuple):
    """One of the room's verbs, the words after it, and its language; an empty verb if there is none."""

    verb: str
    rest: Words
    lang: str | None = None


def room_verb_in(text: str) -> RoomVerb:
    """The longest of the room's phrases with which the message begins."""
    words = plain_words(text)
    for phrase, verb, lang in _phrases():
        if words[: len(phrase)] == phrase:
            return RoomVerb(verb, words[len(phrase) :], lang)
    return RoomVerb("", words)


def room_verb_during_game(text: str) -> RoomVerb:
    """The same during a game, which keeps what may be about a route or a card: "new york boston" is a move."""
    verb = room_verb_in(text)
    words = plain_words(text)
    if verb.verb in ALONE and not verb.rest:
        return verb
    if verb.verb == "language" and any(word in LANGUAGES for word in verb.rest):
        return verb
    if verb.verb == "new" and (len(words) - len(verb.rest) > 1 or not verb.rest):
        return verb
    return RoomVerb("", words)


@cache
def _phrases() -> Sequence[tuple[Words, str, str | None]]:
    """The longest first; a phrase of both languages belongs to neither."""
    phrases = [
        (plain_words(phrase), verb, None if phrase in english and phrase in french else lang)
        for verb, (english, french) in VERBS.items()
        for lang, texts in (("en", english), ("fr", french))
        for phrase in texts
    ]
    return sorted(phrases, key=lambda phrase: -len(phrase[0]))
