"""What a message is to the room itself, before it is taken for words of the game."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.plain_text import Words, plain_words
from service.language.texts.rooms import LANGUAGES, VERBS

ALONE = frozenset({"status", "remind"})  # during a game these are whole messages


class Order(NamedTuple):
    """One of the room's verbs, and what follows it, in its language; no verb if it is none."""

    verb: str
    rest: Words
    lang: str | None = None


def order_in(text: str) -> Order:
    """The longest phrase of the room's own with which the message begins, and what follows it."""
    words = plain_words(text)
    for phrase, verb, lang in _phrases():
        if words[: len(phrase)] == phrase:
            return Order(verb, words[len(phrase) :], lang)
    return Order("", words)


def order_during_game(text: str) -> Order:
    """As `order_in`, but whatever may be about a route or a card is left to the game: "new york boston" is a move."""
    order = order_in(text)
    words = plain_words(text)
    if order.verb in ALONE and not order.rest:
        return order
    if order.verb == "language" and any(word in LANGUAGES for word in order.rest):
        return order
    if order.verb == "new" and (len(words) - len(order.rest) > 1 or not order.rest):
        return order
    return Order("", words)


@cache
def _phrases() -> Sequence[tuple[Words, str, str | None]]:
    """The longest first; what belongs to both languages is of none."""
    found = [
        (plain_words(phrase), verb, None if phrase in english and phrase in french else lang)
        for verb, (english, french) in VERBS.items()
        for lang, phrases in (("en", english), ("fr", french))
        for phrase in phrases
    ]
    return sorted(found, key=lambda phrase: -len(phrase[0]))
