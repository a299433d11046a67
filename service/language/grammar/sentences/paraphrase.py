"""The same in other words: without what is said beside a wish, and with halves, minimums and codes spelled out."""

import re
from collections.abc import Sequence
from functools import cache

from service.language.grammar.command_match import Situation
from service.language.grammar.inquiry import (
    QUESTION_MARK,
    is_asking,
)
from service.language.grammar.lexicon import (
    EVERYDAY,
    Lexicon,
)
from service.language.grammar.phrases import (
    has_phrase,
    plain_words,
    spoken_words,
)
from service.language.languages import heard_words, words_for
from ttr_core.model.commands import (
    Command,
    KeepTickets,
)
from ttr_core.model.ids import DeckName
from ttr_core.model.kinds import field_kinds

CODE = re.compile(r"\b[A-Z]{2,3}\b")  # of a place, in capitals
HYPOTHETICAL = words_for(lambda heard: heard.hypothetical)  # what follows them is not to be done yet
MINIMUM = words_for(lambda heard: heard.minimum)
HALVES = words_for(lambda heard: heard.halves)


def without_lesser(situation: Situation, text: str) -> str:
    """The text without what is wanted less, and without what is kept beside a payment: neither changes the wish."""
    if QUESTION_MARK in text or situation.offer:
        return text
    spoken = f" {' '.join(spoken_words(text))} "
    wanted = next(filter(None, (regex.search(spoken) for regex in expressions("lesser"))), None)
    if wanted:
        return spoken[: wanted.end(1)].strip()
    spared = next(filter(None, (regex.search(spoken) for regex in expressions("sparing"))), None)
    return spoken[: spared.start()].strip() or text if spared else text


def without_idle_condition(situation: Situation, text: str) -> str:
    """The text without the condition that its move is possible; as it is if it asks, or depends on something else."""
    spoken = f" {' '.join(spoken_words(text))} "
    kinds = (*expressions("idle_conditions"), *expressions("means_conditions"))
    condition = next(filter(None, (regex.search(spoken) for regex in kinds)), None)
    if condition is None or situation.offer or not situation.legal or QUESTION_MARK in text:
        return text
    bare = tuple(f"{spoken[: condition.start()]} {spoken[condition.end() :]}".split())
    depends = is_asking(bare) or has_phrase(f" {' '.join(bare)} ", HYPOTHETICAL)
    return " ".join(bare) if bare and not depends else text


@cache
def expressions(name: str) -> list[re.Pattern[str]]:
    return [re.compile("|".join(getattr(heard, name))) for heard in heard_words().values()]


def with_halves_counted(situation: Situation, text: str) -> str:
    """`half and half` where tickets come from several decks: as many from each."""
    decks = situation.ruleset.decks
    is_half = len(decks) > 1 and has_phrase(f" {' '.join(spoken_words(text))} ", HALVES)
    sizes = [len(getattr(c, name)) for c in situation.legal[:1] for name in _deck_fields(type(c))]
    if not is_half or not sizes or sizes[0] % len(decks):
        return text
    return " ".join(f"{sizes[0] // len(decks)} {deck}" for deck in decks)


def with_minimum_counted(situation: Situation, text: str) -> str:
    """`the minimum` of tickets on offer as a number."""
    sizes = [len(one.tickets) for one in situation.legal if isinstance(one, KeepTickets)]
    spoken = f" {' '.join(spoken_words(text))} "
    if not sizes or not has_phrase(spoken, MINIMUM):
        return text
    phrase = max((one for one in MINIMUM if f" {one} " in spoken), key=len)
    return spoken.replace(f" {phrase} ", f" {min(sizes)} ", 1).strip()


@cache
def _deck_fields(kind: type[Command]) -> Sequence[str]:
    return [name for name, field in field_kinds(kind).items() if field.kind is DeckName and field.several]


def with_codes_spelled(lexicon: Lexicon, text: str) -> str:
    """`LA` in capitals is the city, `la` may be an article."""
    if text.isupper():
        return text

    def spelled(code: re.Match[str]) -> str:
        word = plain_words(code[0])[0]
        places = [min(match.values) for match in lexicon.exact((word,)) if match.sort == "place"]
        return places[0].replace("_", " ") if places and word in EVERYDAY else code[0]

    return CODE.sub(spelled, text)


def without_thrift(text: str) -> str:
    """The text without the wish to keep the locomotives: "claim it with orange, save my locos"."""
    spoken = f" {' '.join(spoken_words(text))} "
    wishes = (pattern.search(spoken) for pattern in expressions("thrift"))
    kept = next(filter(None, wishes), None)
    rest = f"{spoken[: kept.start()]} {spoken[kept.end() :]}".strip() if kept else ""
    return rest or text
