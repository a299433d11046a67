"""A short question that goes on from the one before: "and Berlin?" after "which routes leave Paris?"."""

from collections.abc import Mapping, Sequence
from functools import cache

from service.language.grammar.command_match import Situation
from service.language.grammar.inquiry import QUESTION_MARK, SMALL_WORDS, places_in
from service.language.grammar.phrases import PhraseTable, Words, spoken_words
from service.language.languages import heard_words, words_for
from service.language.recognition.features import COLOURS
from service.language.recognition.intents import rule_nouns

MYSELF = words_for(lambda heard: heard.speaker)
Named = Mapping[str, Sequence[Words]]  # the names in a text by their sort, in their order


def in_full(situation: Situation, before: str, text: str, speaker: str) -> str:
    """The question before with the names of this one in it; nothing if this one is no more than names."""
    words, earlier = spoken_words(text), spoken_words(before)
    opening = next(_openings().openings(words), None)
    rest = words[len(opening.words) :] if opening else ()
    if len(rest) == 1 and rest[0] in MYSELF:
        rest = spoken_words(speaker)
    new, old = _named(situation, rest), _named(situation, earlier)
    if len(new) != 1:
        return ""
    ((sort, names),) = new.items()
    others = [word for word in _without(rest, names) if word not in SMALL_WORDS]
    if others or len(old.get(sort, ())) != len(names):
        return ""
    for was, becomes in zip(old[sort], names, strict=True):
        earlier = _replaced(earlier, was, becomes)
    return " ".join(earlier) + (QUESTION_MARK if QUESTION_MARK in before else "")


def _named(situation: Situation, words: Words) -> Named:
    places = [named for named, _ in places_in(situation.ruleset, words)]
    in_places = {word for named in places for word in named}
    singles = [word for word in words if word not in in_places]
    rules = [noun for noun in rule_nouns(situation.ruleset) if _begin(words, noun) is not None]
    by_sort: dict[str, list[Words]] = {
        "place": places,
        "person": [(word,) for word in singles if word in situation.names],
        "colour": [(word,) for word in singles if word in COLOURS],
        "rule": [max(rules, key=len)] if rules else [],
    }
    return {sort: names for sort, names in by_sort.items() if names}


def _without(words: Words, names: Sequence[Words]) -> Words:
    for name in names:
        words = _replaced(words, name, ())
    return words


def _replaced(words: Words, was: Words, becomes: Words) -> Words:
    begin = _begin(words, was)
    return words if begin is None else (*words[:begin], *becomes, *words[begin + len(was) :])


def _begin(words: Words, name: Words) -> int | None:
    return next((n for n in range(len(words)) if words[n : n + len(name)] == name), None)


@cache
def _openings() -> PhraseTable:
    return PhraseTable({lang: {"following_up": heard.following_up} for lang, heard in heard_words().items()})
