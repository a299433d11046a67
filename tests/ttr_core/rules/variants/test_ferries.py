"""[Europe] Ferries: one locomotive for each symbol, the other spaces as on any gray route."""

from itertools import combinations_with_replacement

import pytest

from tests.support.boards.europe import bag, board, claim, held
from tests.support.boards.italy_iberia import play, position, refused
from ttr_core import Code
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        ("palermo--smyrna", "4red 2locomotive"),  # two symbols, four other spaces
        ("palermo--smyrna", "1red 5locomotive"),  # further locomotives stand for the colour
        ("palermo--smyrna", "6locomotive"),
        ("athina--smyrna", "1blue 1locomotive"),
        ("amsterdam--london", "2locomotive"),  # nothing but symbols
    ],
)
def test_each_symbol_is_paid_with_a_locomotive(route: str, cards: str) -> None:
    ruleset = board("europe")
    events, after = play(ruleset, position(ruleset, seats=[held(cards)]), claim(route, cards))
    assert [event.cards for event in events if isinstance(event, RouteClaimed)] == [bag(cards)]
    assert sum(after.seats[0].hand) == 0


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        ("palermo--smyrna", "5red 1locomotive"),
        ("palermo--smyrna", "6red"),
        ("palermo--smyrna", "2blue 2red 2locomotive"),  # the other spaces are of one colour
        ("amsterdam--london", "1red 1locomotive"),
        ("athina--smyrna", "3red"),  # three cards for a locomotive: not on this board
        ("athina--smyrna", "1red 2locomotive"),
    ],
)
def test_too_few_locomotives_are_refused(route: str, cards: str) -> None:
    ruleset = board("europe")
    state, offered = position(ruleset, seats=[held(cards)]), list(bag(cards))
    refused(ruleset, state, claim(route, cards), Code.PAYMENT_NOT_ACCEPTED, route=route, offered=offered)


@pytest.mark.parametrize("name", ["europe", "india", "nordic", "world-light"])
def test_the_price_of_every_ferry_is_every_bag_that_fits(name: str) -> None:
    """Counted the other way round: all bags of the right size, and which of them the rule allows."""
    ruleset = board(name, 3)
    ferries = [route for route in ruleset.routes if route.feature("locomotives") and route.length <= 4]
    assert ferries
    for route in ferries:
        bags = combinations_with_replacement(ruleset.train_kinds, route.length)
        fitting = {
            cards
            for cards in bags
            if cards.count(LOCOMOTIVE) >= route.feature("locomotives")
            and len(set(cards) - {LOCOMOTIVE}) <= 1
            and set(cards) - {LOCOMOTIVE} <= set(route.colours(ruleset.colours))
        }
        full = (20,) * len(ruleset.cards)
        payments = ruleset.prices.payments(ruleset.route_index[route.id], full)
        whole = [payment.cards for payment in payments if len(payment.cards) == route.length]
        assert len(set(whole)) == len(whole)
        assert set(whole) == fitting


def test_routes_without_a_symbol_are_as_before() -> None:
    ruleset = board("europe")
    number = ruleset.route_index[RouteId("amsterdam--essen")]
    payments = ruleset.prices.payments(number, (20,) * len(ruleset.cards))
    assert [payment.cards.count(Card("yellow")) for payment in payments] == [3, 2, 1, 0]
