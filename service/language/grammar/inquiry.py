"""Questions about the table: what they ask to be shown, and which places they name.

A question is answered or not understood; it never becomes the offer of a move.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from service.language.grammar.lexicon import BEGUN, Lexicon, lexicon_of
from service.language.grammar.phrases import Words, has_phrase, plain_words, prevailing_language
from service.language.languages import heard_words, words_for
from service.language.languages.heard_words import Names
from service.language.vocabulary.board_words import join, tracks_of
from service.language.vocabulary.move_words import COMMON, move_words
from ttr_core.engine.ruleset import Ruleset

QUESTION_MARK = "?"
MINE = words_for(lambda heard: heard.handover.my)
PLEASE = words_for(lambda heard: heard.wishes)
SMALL_WORDS = words_for(lambda heard: heard.fillers)
SHORTEST_BEGINNING = 4  # letters of a name that is cut short in a question
ROUTE, MAP, MARKET = "route", "map", "market"  # looks about places, and one that asks what there is
ABOUT_PLACES = frozenset({"", "map", "market", "help"})  # what is asked beside one place is about that place
STRANGER = "stranger"  # the look that says that there is no such place
SHORTEST_STRANGER = 4  # letters of a word that is taken for a name
RULE = "rule"  # the look about a rule of the board
# what everybody asks of any board; what else is asked with a noun of a rule is about that rule
ABOUT_RULES = frozenset({"", "moves", "help", "market", "hand"})
ABOUT_PEOPLE = frozenset({"history"})  # looks that may name somebody


class Inquiry(NamedTuple):
    """A question, and the look that answers it; an empty look if none does."""

    look: str
    about: str
    lang: str | None
    vague: bool = False  # the look is a guess from what is named


def inquiry_in(ruleset: Ruleset, text: str, words: Words) -> Inquiry | None:
    """The question that a text is; None if it is none, or asks for a move politely."""
    spoken = f" {' '.join(words)} "
    if (
        words[:1]
        and words[0] in MINE
        and (rule := _rule(ruleset, " ".join(("", *words[1:], "")), whole=True))
    ):
        return Inquiry(RULE, rule, everyday_language(words))
    lang = _language(spoken, "asking")
    if not (lang or text.rstrip().endswith(QUESTION_MARK)):
        return None
    named = places_in(ruleset, words)
    is_polite = has_phrase(f" {' '.join(plain_words(text))} ", PLEASE) and not text.rstrip().endswith(
        QUESTION_MARK
    )
    if _language(spoken, "bidding") or (is_polite and _language(spoken, "requests")):
        return None
    if is_about_route(ruleset, [places for _, places in named]):
        return Inquiry(ROUTE, " ".join(words), lang or everyday_language(words))
    if _language(spoken, "requests"):
        return None
    look, heard_in = _look(spoken)
    is_there = look in ("", MARKET) and named  # "is there a station in Paris?" is about Paris
    if look in ABOUT_RULES and not is_there and (rule := _rule(ruleset, spoken)):
        return Inquiry(RULE, rule, lang or heard_in or everyday_language(words), not look)
    if named and look in ABOUT_PLACES:
        return _about_places(ruleset, words, named)._replace(lang=lang or heard_in, vague=look != MAP)
    is_vague = not look
    if is_vague:
        look, heard_in = _topic(spoken)
    about = " ".join(words) if look in ABOUT_PEOPLE else ""
    return Inquiry(look, about, lang or heard_in or everyday_language(words), is_vague)


def _about_places(ruleset: Ruleset, words: Words, named: Sequence[tuple[Words, frozenset[str]]]) -> Inquiry:
    """A route that is not there, a place that is not there, or what lies around a place."""
    if len({places for _, places in named}) > 1:
        return Inquiry(ROUTE, " ".join(words), None)
    if stranger := _stranger(ruleset, words, named[0][0]):
        return Inquiry(STRANGER, stranger, None)
    return Inquiry(MAP, " ".join(named[0][0]), None)


def is_asking(words: Words) -> bool:
    """Whether the words are a question even without a question mark."""
    return _language(f" {' '.join(words)} ", "asking") is not None


def is_bidding(words: Words) -> bool:
    """Whether they tell the service to do something: "can you draw 2 for me?"."""
    return _language(f" {' '.join(words)} ", "bidding") is not None


def is_about_route(ruleset: Ruleset, places: Sequence[frozenset[str]]) -> bool:
    tracks = tracks_of(ruleset).values()
    return any(join(ends, *pair) for pair in pairwise(places) for ends, *_ in tracks)


class _Mention(NamedTuple):
    """Words of a text that name a place; an everyday word such as `la` may only seem to."""

    begin: int
    words: Words
    places: frozenset[str]
    is_sure: bool

    @property
    def end(self) -> int:
        return self.begin + len(self.words)


def places_in(ruleset: Ruleset, words: Words) -> list[tuple[Words, frozenset[str]]]:
    """The places that are named, in their order, with the words that name them.

    An everyday word names a place only next to the other end of a route: `la to phoenix`. A small word between two
    places does not: `chicago to st louis`.
    """
    mentions = _without_links(list(_mentions(lexicon_of(ruleset), words)))
    pairs = [pair for pair in combinations(mentions, 2) if _is_route(ruleset, words, *pair)]
    sure = {mention for mention in mentions if mention.is_sure}
    sure |= {mention for pair in pairs if not sure.isdisjoint(pair) for mention in pair}
    return [(mention.words, mention.places) for mention in mentions if mention in sure]


def _without_links(mentions: list[_Mention]) -> list[_Mention]:
    """The mentions without small words that stand between two places which are surely named."""
    sure = [number for number, mention in enumerate(mentions) if mention.is_sure]
    first, last = min(sure, default=len(mentions)), max(sure, default=-1)
    return [
        mention
        for number, mention in enumerate(mentions)
        if mention.is_sure or mention.words[0] not in SMALL_WORDS or not first < number < last
    ]


def _mentions(lexicon: Lexicon, words: Words) -> Iterator[_Mention]:
    at = 0
    while at < len(words):
        spans = (words[at : at + length] for length in range(lexicon.longest, 0, -1))
        span = next((span for span in spans if _place(lexicon, span)), ())
        codes = [match.values for match in lexicon.exact((words[at],)) if match.sort == "place"]
        if span:
            yield _Mention(at, span, _place(lexicon, span), is_sure=True)
        elif codes:
            yield _Mention(at, (words[at],), codes[0], is_sure=False)
        at += len(span) or 1


def _is_route(ruleset: Ruleset, words: Words, first: _Mention, second: _Mention) -> bool:
    """Whether nothing but small words parts two ends of a route."""
    between = words[first.end : second.begin]
    return SMALL_WORDS.issuperset(between) and is_about_route(ruleset, [first.places, second.places])


def _place(lexicon: Lexicon, words: Words) -> frozenset[str]:
    if len(words) == 1 and lexicon.is_everyday(words[0]):
        return frozenset()
    for match in lexicon.matches(words):
        plain = match.tier == 0 or (
            match.tier == BEGUN and len(words[0]) >= SHORTEST_BEGINNING and len(words) == 1
        )
        if match.sort == "place" and plain:
            return match.values
    return frozenset()


def _look(spoken: str) -> tuple[str, str | None]:
    for look, lang, pattern in _patterns():
        if pattern.search(spoken):
            return look, lang
    return "", None


def _stranger(ruleset: Ruleset, words: Words, place: Words) -> str:
    """The unknown word where the other end of a route would stand: `how much is Paris Atlantis`."""
    begin = next(n for n in range(len(words)) if words[n : n + len(place)] == place)
    end = begin + len(place)
    lexicon = lexicon_of(ruleset)
    for beside in (words[end:], words[:begin][::-1]):
        word = next((one for one in beside if one not in SMALL_WORDS), "")
        is_name = len(word) >= SHORTEST_STRANGER and not lexicon.is_everyday(word)
        if is_name and word in words[-1:] and not lexicon.matches((word,)):
            return word
    return ""


def _rule(ruleset: Ruleset, spoken: str, *, whole: bool = False) -> str:
    """The rule whose own noun stands in the text, or is all of it: a festival, a station, a share."""
    if whole:
        return next((rule for rule, nouns in _nouns_of_rules(ruleset) if spoken.strip() in nouns), "")
    return next((rule for rule, nouns in _nouns_of_rules(ruleset) if has_phrase(spoken, nouns)), "")


@lru_cache(maxsize=64)
def _nouns_of_rules(ruleset: Ruleset) -> list[tuple[str, Names]]:
    """The nouns that only rules with something to show bring, as all languages say them."""
    words = move_words(ruleset)
    return [
        (
            module.name,
            tuple(
                " ".join(plain_words(text))
                for name, word in module.heard.items()
                if word.is_noun and name not in COMMON
                for texts in words[name].said.values()
                for text in texts
            ),
        )
        for module in ruleset.modules
        if module.looks
    ]


def _topic(spoken: str) -> tuple[str, str | None]:
    """The look of which the text has most nouns; the first of those that have equally many."""
    counts = [
        (sum(f" {noun} " in spoken for noun in nouns), look, lang)
        for lang, heard in heard_words().items()
        for look, nouns in heard.topics.items()
    ]
    most, look, lang = max(counts, key=lambda count: count[0])
    return (look, lang) if most else ("", None)


def _language(spoken: str, signs: str) -> str | None:
    """The first language in which the text has one of the signs of a question."""
    return next((lang for lang, pattern in _signs(signs) if pattern.search(spoken)), None)


def everyday_language(words: Words) -> str | None:
    """The language that most of the words of every day are from."""
    languages = heard_words().items()
    return prevailing_language(
        Counter(lang for lang, heard in languages for word in words if word in heard.everyday)
    )


@cache
def _patterns() -> list[tuple[str, str, re.Pattern[str]]]:
    """What is looked for first decides: the order of the looks is that of the default language."""
    languages = heard_words()
    looks = dict.fromkeys(look for heard in languages.values() for look in heard.inquiries)
    return [
        (look, lang, re.compile("|".join(heard.inquiries[look])))
        for look in looks
        for lang, heard in languages.items()
        if look in heard.inquiries
    ]


@cache
def _signs(name: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (lang, re.compile("|".join(getattr(heard.questions, name)))) for lang, heard in heard_words().items()
    ]
