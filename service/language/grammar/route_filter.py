"""Which routes a question is about: "any six-long routes left?", "what has Bob built?"."""

import re
from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from service.language.grammar.concepts import concepts_in, left_out
from service.language.grammar.contrast import terms_in
from service.language.grammar.lexicon import Lexicon, lexicon_of
from service.language.grammar.phrases import Words
from service.language.languages import heard_words, words_for
from ttr_core.boards.board import Route
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import LOCOMOTIVE

ROUTE_LIST = "route_list"  # the look about the routes that have something in common
REMAINING = words_for(lambda heard: heard.remaining)
ARTICLES = words_for(lambda heard: heard.articles)
MINE = words_for(lambda heard: heard.handover.my)
SPEAKER = words_for(lambda heard: heard.speaker)


class RouteFilter(NamedTuple):
    """What the routes of a question have in common."""

    lengths: frozenset[int] = frozenset()
    colours: frozenset[str] = frozenset()
    is_free: bool = False
    is_taken: bool = False
    is_own: bool = False
    owners: frozenset[str] = frozenset()  # words of the names of people at the table
    places: frozenset[str] = frozenset()  # where they end

    @classmethod
    def in_words(cls, ruleset: Ruleset, words: Words, names: Collection[str]) -> "RouteFilter | None":
        """None if the words ask for no list of routes, or say nothing of them."""
        named = concepts_in(words)
        spoken = f" {' '.join(words)} "
        lists = any(pattern.search(spoken) for pattern in _listing())
        if "route" not in named or not lists or left_out(ROUTE_LIST, named):
            return None
        lexicon = lexicon_of(ruleset)
        owners = frozenset(word for word in words if word in names)
        is_taken = "taken" in named or bool(owners)
        meant = cls(
            lengths=_lengths(lexicon, words),
            colours=_colours(lexicon, words),
            is_free="free" in named or not is_taken,
            is_taken=is_taken,
            is_own=is_taken and not owners and not SPEAKER.isdisjoint(words),
            owners=owners,
        )
        says_something = is_taken or "free" in named or not REMAINING.isdisjoint(words)
        return meant if says_something or meant.colours else None

    @classmethod
    def of_free(cls, ruleset: Ruleset, words: Words) -> "RouteFilter":
        """Those that are free, of the colours that are named; of "my routes", those that the speaker has."""
        is_own = not MINE.isdisjoint(words) and "free" not in concepts_in(words)
        colours = _colours(lexicon_of(ruleset), words)
        return cls(is_free=not is_own, is_taken=is_own, is_own=is_own, colours=colours)

    def fits(self, route: Route, *, is_free: bool, is_taken: bool) -> bool:
        """Whether a route is one of them; `is_taken`, whether it belongs to those who are meant."""
        if self.places and self.places.isdisjoint((str(route.a), str(route.b))):
            return False
        colours = frozenset(route.colour.split("/"))
        return (
            (not self.lengths or route.length in self.lengths)
            and (not self.colours or not colours.isdisjoint(self.colours))
            and (is_free or not self.is_free)
            and (is_taken or not self.is_taken or self.is_free)
        )


def _lengths(lexicon: Lexicon, words: Words) -> frozenset[int]:
    """Numbers that are no articles: "any six-long routes"."""
    numbers = {word for word in words if word.isdecimal()}
    numbers |= {
        value
        for word in words
        if word not in ARTICLES
        for match in lexicon.exact((word,))
        if match.sort == "number"
        for value in match.values
    }
    return frozenset(int(number) for number in numbers if len(number) == 1)


def _colours(lexicon: Lexicon, words: Words) -> frozenset[str]:
    cards = {
        value
        for term in terms_in(lexicon, words)
        for match in lexicon.exact(term)
        if match.sort == "card"
        for value in match.values
    }
    return frozenset(cards - {LOCOMOTIVE})


@cache
def _listing() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.questions.listing)) for heard in heard_words().values()]
