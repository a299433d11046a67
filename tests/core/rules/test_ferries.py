"""[Europe] Ferries: one locomotive for each symbol, the other spaces as on any gray route."""

from functools import cache
from itertools import combinations_with_replacement

import pytest

from tests.core.peninsulas import play, position, refused
from ttr_core import Code, Ruleset, load_ruleset
from ttr_core.events import RouteClaimed
from ttr_core.words import RouteId


@cache
def europe(players: int = 2) -> Ruleset:
    return load_ruleset("europe", players)


def bag(text: str) -> list[str]:
    """`4red 2locomotive` as cards."""
    return [word[1:] for word in text.split() for _ in range(int(word[0]))]


def claim(route: str, cards: str) -> dict[str, object]:
    return {"type": "claim_route", "seat": 0, "route": route, "cards": bag(cards)}


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
    ruleset = europe()
    held = {card: bag(cards).count(card) for card in bag(cards)}
    events, after = play(ruleset, position(ruleset, seats=[{"hand": held}]), claim(route, cards))
    claimed = next(event for event in events if isinstance(event, RouteClaimed))
    assert sorted(claimed.cards) == sorted(bag(cards))
    assert sum(after.seats[0].hand) == 0


@pytest.mark.parametrize(
    ("route", "cards"),
    [
        ("palermo--smyrna", "5red 1locomotive"),
        ("palermo--smyrna", "6red"),
        ("palermo--smyrna", "2red 2blue 2locomotive"),  # the other spaces are of one colour
        ("amsterdam--london", "1red 1locomotive"),
        ("athina--smyrna", "3red"),  # three cards for a locomotive: not on this board
        ("athina--smyrna", "1red 2locomotive"),
    ],
)
def test_too_few_locomotives_are_refused(route: str, cards: str) -> None:
    ruleset = europe()
    state = position(ruleset, seats=[{"hand": {card: bag(cards).count(card) for card in bag(cards)}}])
    offered = list(ruleset.in_order(tuple(bag(cards))))  # type: ignore[arg-type]  # words of a case are cards
    refused(ruleset, state, claim(route, cards), Code.PAYMENT_NOT_ACCEPTED, route=route, offered=offered)


@pytest.mark.parametrize("name", ["europe", "india", "nordic", "world-light"])
def test_the_price_of_every_ferry_is_every_bag_that_fits(name: str) -> None:
    """Counted the other way round: all bags of the right size, and which of them the rule allows."""
    ruleset = load_ruleset(name, 3)
    for number, route in enumerate(ruleset.routes):
        symbols = route.feature("locomotives")
        if not symbols or route.length > 4:
            continue
        bags = combinations_with_replacement(ruleset.train_kinds, route.length)
        fitting = {
            cards
            for cards in bags
            if cards.count("locomotive") >= symbols  # type: ignore[arg-type]  # a word is a card
            and len(set(cards) - {"locomotive"}) <= 1
            and set(cards) - {"locomotive"} <= set(route.colours(ruleset.colours))
        }
        full = (20,) * len(ruleset.cards)
        listed = [p.cards for p in ruleset.prices.payments(number, full)]
        whole = [cards for cards in listed if len(cards) == route.length]
        assert len(set(whole)) == len(whole)
        assert set(whole) == fitting


def test_routes_without_a_symbol_are_as_before() -> None:
    ruleset = europe()
    number = ruleset.route_index[RouteId("amsterdam--essen")]
    payments = ruleset.prices.payments(number, (20,) * len(ruleset.cards))
    assert [p.cards.count("yellow") for p in payments] == [3, 2, 1, 0]  # type: ignore[arg-type]  # a word is a card
