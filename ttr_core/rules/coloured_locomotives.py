"""Coloured locomotives: three wagon cards of one colour stand for a locomotive when a route is built."""

from functools import lru_cache

from ttr_core.board import Route
from ttr_core.coloured import coloured_payments
from ttr_core.hooks import Payment, RuleModule, Settings
from ttr_core.ruleset import Ruleset
from ttr_core.state import Counts


class ColouredLocomotives(Settings, frozen=True, kw_only=True):
    wagons: int = 3  # of one colour, for one locomotive


def _payments(
    ruleset: Ruleset, route: Route, hand: Counts, options: tuple[Payment, ...]
) -> tuple[Payment, ...]:
    """After the payments without coloured locomotives those with them."""
    if max(hand[: len(ruleset.colours)]) < ruleset.setting(ColouredLocomotives).wagons:
        return options
    return options + _coloured(ruleset, ruleset.prices.price_of(ruleset.route_index[route.id]), hand)


@lru_cache(maxsize=1 << 7)  # about as many as a board has prices: a list of what is legal asks with one hand
def _coloured(ruleset: Ruleset, price: int, hand: Counts) -> tuple[Payment, ...]:
    """Wherever the price takes a locomotive, compulsory or wild, a coloured one does as well."""
    wagons = ruleset.setting(ColouredLocomotives).wagons
    found: list[Payment] = []
    for way in ruleset.prices.ways(price):
        found += coloured_payments(ruleset.cards, ruleset.counts(way.cards), hand, wagons)
    return tuple(found)


coloured_locomotives = RuleModule(
    name="coloured_locomotives", settings=ColouredLocomotives, payments=_payments
)
