"""Which of the routes that can be claimed a question is about: those of a city, or those of so many points."""

import re
from functools import cache
from typing import NamedTuple

from service.language.grammar.inquiry import places_in
from service.language.grammar.phrases import Words, is_number, number_of
from service.language.languages import heard_words
from ttr_core.engine.ruleset import Ruleset


class ClaimsMeant(NamedTuple):
    """What the routes have in common."""

    places: frozenset[str] = frozenset()
    points: int = 0  # at least

    def fits(self, ruleset: Ruleset, number: int) -> bool:
        route = ruleset.routes[number]
        is_there = not self.places or not self.places.isdisjoint((str(route.a), str(route.b)))
        return is_there and ruleset.points[number] >= self.points


def claims_meant(ruleset: Ruleset, words: Words) -> ClaimsMeant:
    places = frozenset[str]().union(*(own for _, own in places_in(ruleset, words)))
    return ClaimsMeant(places, _points(words))


def _points(words: Words) -> int:
    """The number before "points": a question for few points would not say so."""
    spoken = f" {' '.join(words)} "
    match = next(filter(None, (regex.search(spoken) for regex in _numbers())), None)
    return number_of(match[1]) if match and is_number(match[1]) else 0


@cache
def _numbers() -> list[re.Pattern[str]]:
    return [re.compile("|".join(heard.single_facts["number_of_points"])) for heard in heard_words().values()]
