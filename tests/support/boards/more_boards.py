"""Germany, Pennsylvania and Legendary Asia: their rulesets, compiled once."""

from functools import cache

from ttr_core import Ruleset, load_ruleset


@cache
def germany(players: int = 2) -> Ruleset:
    return load_ruleset("germany", players)


@cache
def pennsylvania(players: int = 3) -> Ruleset:
    return load_ruleset("pennsylvania", players)


@cache
def legendary_asia(players: int = 2) -> Ruleset:
    return load_ruleset("legendary_asia", players)
