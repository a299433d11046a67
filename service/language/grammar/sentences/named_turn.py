"""Orders that name the turn they are for, such as "next turn draw 2"."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from service.language.grammar.phrases import Words, plain_words
from service.language.languages import heard_words, words_for

THEN = words_for(lambda heard: (*heard.then, *heard.and_, *heard.but))
REPORTED = words_for(lambda heard: heard.orders.reported)


class OpenedOrder(NamedTuple):
    lang: str
    rest: str  # what follows the words by which it begins
    is_sure: bool = True  # nothing but an order begins like this


def order_in(words: Words) -> OpenedOrder | None:
    """The standing order that the words begin, if they do."""
    rest, lang = " ".join(words), ""
    while opening := _opening(rest):
        lang, rest = lang or opening.lang, opening.rest
    if conditional := _condition_first(rest) or _if_nobody_is_faster(rest):
        return OpenedOrder(lang or conditional.lang, _without_turn(conditional.rest))
    if lang:
        return OpenedOrder(lang, _without_subject(rest))
    return _turn_named_last(rest) or (_turn_named_within(rest) if REPORTED.isdisjoint(words) else None)


def _without_subject(text: str) -> str:
    """What is to be done, without who does it: `quand ce sera mon tour tu pioches 2`."""
    for heard in heard_words().values():
        text = re.sub(rf"^(?:{'|'.join(heard.orders.mover)})(?=[^ ])", "", text) or text
    return text


def _without_turn(text: str) -> str:
    named = turn_named_in(text)
    return " ".join(f"{named.before} {named.behind}".split()) if named else text


class NamedTurn(NamedTuple):
    """What stands before and behind the words for the next turn."""

    lang: str
    before: str
    behind: str


def turn_named_in(text: str) -> NamedTurn | None:
    """The next turn, wherever a text names it: "grab it next turn, else draw"."""
    for lang, heard in heard_words().items():
        if named := re.search(rf"(?:^| )(?:{'|'.join(heard.orders.later)})(?= |$)", text):
            return NamedTurn(lang, text[: named.start()].strip(), text[named.end() :].strip())
    return None


def _turn_named_within(text: str) -> OpenedOrder | None:
    """`grab LA - Phoenix next turn, else draw`; behind an `and`, the turn is only that of what follows."""
    named = turn_named_in(text)
    is_second = named is not None and any(named.before.endswith(f" {word}") for word in THEN)
    if named is None or is_second or not (named.before or named.behind):
        return None
    return OpenedOrder(named.lang, _without_turn(text), is_sure=False)


def _condition_first(text: str) -> OpenedOrder | None:
    """`if ... is free, take it, else draw 2` says what `take ..., else draw 2` does: an order does what it can."""
    conditions = [
        (lang, heard.orders, one) for lang, heard in heard_words().items() for one in heard.orders.condition
    ]
    for lang, clauses, pattern in conditions:
        condition = re.match(rf"(?:{pattern})(?= )", text)
        if condition is None:
            continue
        behind = text[condition.end() + 1 :]
        step = re.match(rf"(?:{'|'.join(clauses.pronoun)})(?= |$)", behind)
        if step is not None:
            verb = next(filter(None, step.groups()))
            return OpenedOrder(lang, f"{verb} {condition['what']}{behind[step.end() :]}")
    return None


def _if_nobody_is_faster(text: str) -> OpenedOrder | None:
    """`if nobody grabs it before me I'll do ...`, `... if nobody beats me to it`: an order does what it can."""
    for lang, heard in heard_words().items():
        faster = re.search(rf"(?:^| )(?:{'|'.join(heard.orders.faster)})(?= |$)", text)
        rest = faster and f"{text[: faster.start()]} {text[faster.end() :]}".strip()
        if rest:
            return OpenedOrder(lang, _without_subject(rest), is_sure=False)
    return None


def _turn_named_last(text: str) -> OpenedOrder | None:
    """`draw two when it is my turn`: a move by its verb, and behind it the turn in which it is to be done."""
    for lang, heard in heard_words().items():
        begins = re.match(rf"(?:{'|'.join(heard.orders.mover)}) *(?:{'|'.join(_verbs_of(lang))}) ", text)
        ends = re.search(rf" (?:{'|'.join(heard.orders.when)})$", text)
        if begins and ends and begins.end() < ends.start():
            return OpenedOrder(lang, text[: ends.start()], is_sure=False)
    return None


@cache
def _verbs_of(lang: str) -> Sequence[str]:
    moves = heard_words()[lang].moves
    verbs = {" ".join(plain_words(text)) for name in ("draw", "take", "claim") for text in moves[name]}
    return sorted(map(re.escape, verbs), key=len, reverse=True)


def _opening(text: str) -> OpenedOrder | None:
    for lang, heard in heard_words().items():
        beginnings = (*heard.orders.opening, *heard.orders.when)
        if match := re.match(rf"(?:{'|'.join(beginnings)})(?: |$)", text):
            return OpenedOrder(lang, text[match.end() :])
    return None
