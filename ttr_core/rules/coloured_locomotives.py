"""Coloured locomotives: three wagon cards of one colour stand for a locomotive when a route is built."""

from functools import lru_cache

from ttr_core.board import Route
from ttr_core.coloured import coloured_payments, count_coloured_payments, every_choice, fullest_colours
from ttr_core.hooks import Payment, RuleModule, Settings
from ttr_core.ruleset import Ruleset
from ttr_core.state import Counts


class ColouredLocomotives(Settings, frozen=True, kw_only=True):
    wagons: int = 3  # of one colour, for one locomotive
    most_choices: int = 2000  # ways to pay a route; a hand with more of them uses its fullest colours


def _payments(
    ruleset: Ruleset, route: Route, hand: Counts, options: tuple[Payment, ...]
) -> tuple[Payment, ...]:
    """After the payments without coloured locomotives those with them."""
    if max(hand[: len(ruleset.colours)]) < ruleset.setting(ColouredLocomotives).wagons:
        return options
    return options + _coloured(ruleset, ruleset.prices.price_of(ruleset.route_index[route.id]), hand)


@lru_cache(maxsize=1 << 7)  # about as many as a board has prices: a list of what is legal asks with one hand
def _coloured(ruleset: Ruleset, price: int, hand: Counts) -> tuple[Payment, ...]:
    """Wherever the price takes a locomotive, compulsory or wild, a coloured one does as well.

    Half of all cards in one hand could pay in millions of ways, which nobody can list. Such a hand still chooses
    everything but the colours of the sets.
    """
    settings, cards = ruleset.setting(ColouredLocomotives), ruleset.cards
    needs = [ruleset.counts(way.cards) for way in ruleset.prices.ways(price)]
    count = sum(count_coloured_payments(cards, need, hand, settings.wagons) for need in needs)
    choices = fullest_colours if count > settings.most_choices else every_choice
    found: list[Payment] = []
    for need in needs:
        found += coloured_payments(cards, need, hand, settings.wagons, choices)
    return tuple(found)


coloured_locomotives = RuleModule(
    name="coloured_locomotives", settings=ColouredLocomotives, payments=_payments
)
