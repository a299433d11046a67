"""Tracks between the same cities: their numbers, and which of them are equal."""

from functools import lru_cache

from ttr_core.engine.ruleset import Ruleset


@lru_cache(maxsize=64)
def tracks_of(ruleset: Ruleset) -> dict[str, tuple[frozenset[str], int, int]]:
    """For each route its ends, its number among the tracks between them, and how many there are."""
    found: dict[frozenset[str], list[str]] = {}
    for route in ruleset.routes:
        found.setdefault(frozenset({route.a, route.b}), []).append(route.id)
    return {
        route: (ends, number, len(routes))
        for ends, routes in found.items()
        for number, route in enumerate(routes, 1)
    }


@lru_cache(maxsize=64)
def first_twins(ruleset: Ruleset) -> dict[str, str]:
    """For each route the first of those that are equal to it, between the same cities."""
    firsts: dict[object, str] = {}
    twins = {}
    for route in ruleset.routes:
        ends = frozenset({route.a, route.b})
        like = (ends, route.colour, route.length, tuple(sorted(route.features.items())))
        twins[str(route.id)] = firsts.setdefault(like, str(route.id))
    return twins


def alike(ruleset: Ruleset, route: str) -> list[str]:
    """The tracks that are equal to this one, itself included."""
    twins = first_twins(ruleset)
    return [other for other, first in twins.items() if first == twins[route]]


def join(ends: frozenset[str], first: frozenset[str], second: frozenset[str]) -> bool:
    """Whether the two places named are the two ends."""
    a, *rest = ends
    b = rest[0] if rest else a
    return (a in first and b in second) or (b in first and a in second)
