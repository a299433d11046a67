"""[Nordic] Ferries and Lieksa - Murmansk: any three or four cards in the place of one that the route asks for."""

from itertools import combinations_with_replacement
from time import thread_time

import pytest

from tests.support.boards.europe import bag, begin, board, held
from tests.support.boards.italy_iberia import Json, hand, play, position, refused
from ttr_core import Code, legal_commands
from ttr_core.engine.views import view
from ttr_core.model.commands import BeginPayment, ClaimRoute
from ttr_core.model.events import RouteClaimed, TurnStarted
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId
from ttr_core.rules.base.stepwise_payment import LaySet, PayingInSteps, PaymentBegun, SetLaid

SMALL = "alborg--goteborg"  # gray, 2 spaces, 1 symbol
LARGE = "andalsnes--bergen"  # black, 5 spaces, 2 symbols
SYMBOL = "umea--vaasa"  # gray, 1 space, which is a symbol
NORTH = "lieksa--murmansk"  # gray, 9 spaces, four cards for one


def replace(cards: str) -> Json:
    return {"type": "lay_set", "seat": 0, "cards": bag(cards)}


def claims(hand: str, route: str) -> list[tuple[Card, ...]]:
    ruleset = board("nordic")
    listed = legal_commands(ruleset, position(ruleset, seats=[held(hand)]), 0)
    return [c.cards for c in listed if isinstance(c, ClaimRoute | BeginPayment) and c.route == route]


@pytest.mark.parametrize(
    ("route", "laid", "sets"),
    [
        (SMALL, "1red", ["1blue 1green 1white"]),
        (SMALL, "1red", ["3red"]),  # any cards, also of the same colour
        (SMALL, "1locomotive", ["1blue 1green 1white"]),  # a locomotive stands for the colour
        (SYMBOL, "", ["2pink 1orange"]),
        (LARGE, "3black 1locomotive", ["3red"]),
        (LARGE, "3black", ["3red", "1blue 2locomotive"]),
        (LARGE, "1black 2locomotive", ["1black 2red", "3green"]),
        (NORTH, "8red", ["4blue"]),
        (NORTH, "7red", ["4blue", "2blue 2locomotive"]),
        (NORTH, "8red", ["4locomotive"]),
    ],
)
def test_any_cards_stand_for_one_that_is_missing(route: str, laid: str, sets: list[str]) -> None:
    ruleset = board("nordic")
    whole = bag(" ".join([laid, *sets]))
    state = position(ruleset, seats=[{"hand": {card: whole.count(card) for card in whole}}])
    events, after = play(ruleset, state, begin(route, laid), *map(replace, sets))
    kinds = [type(event) for event in events]
    assert kinds == [PaymentBegun, *[SetLaid] * len(sets), RouteClaimed, TurnStarted]
    (claimed,) = [event for event in events if isinstance(event, RouteClaimed)]
    assert claimed.cards == ruleset.in_order(whole)
    assert claimed.trains == ruleset.routes[ruleset.route_index[RouteId(route)]].length
    assert hand(ruleset, after, 0) == {}
    assert after.discard == ruleset.counts(whole)


@pytest.mark.parametrize(
    ("cards", "route", "listed"),
    [
        ("4red", SMALL, ["1red"]),
        ("3red", SMALL, []),  # too few for both
        ("3red 1locomotive", SMALL, ["1red 1locomotive", "1red", "1locomotive"]),
        ("3red", SYMBOL, [""]),
        ("2red", SYMBOL, []),
        ("2black 1locomotive 6red", LARGE, ["2black 1locomotive"]),  # locomotives are wild on ferries
        ("1black 1locomotive 9red", LARGE, []),  # a set stands for no card of the colour
        ("8red 4blue", NORTH, ["8red"]),
        ("8red 1blue 3locomotive", NORTH, ["8red"]),
        ("8red 1locomotive", NORTH, []),  # a single locomotive is not wild there
        ("9red", NORTH, ["9red"]),
    ],
)
def test_what_can_be_laid_is_what_can_be_completed(cards: str, route: str, listed: list[str]) -> None:
    assert claims(cards, route) == [bag(text) for text in listed]


def test_all_nine_may_be_replaced() -> None:
    """Five of each kind are enough for four cards of any colour and 4 × 5 others, or for 36 cards of any kind."""
    every = "5white 5blue 5yellow 5green 5red 5pink 5black 5orange 5locomotive"
    assert sorted({len(cards) for cards in claims(every, NORTH)}) == [0, 1, 2, 3, 4, 5]
    assert claims(every, NORTH).count(()) == 1
    assert claims("4white 4blue 4yellow 4green 4red 4pink 4black 4orange 4locomotive", NORTH)[-1] == ()


@pytest.mark.parametrize("route", ["bergen--oslo--1", "boden--kiruna--1"])
def test_neither_tunnels_nor_ordinary_routes_take_sets(route: str) -> None:
    """A hand of everything but the last card of the colour."""
    ruleset = board("nordic")
    track = ruleset.routes[ruleset.route_index[RouteId(route)]]
    assert claims(f"{track.length - 1}{track.colour} 9pink 9white", route) == []


def test_every_set_of_the_rest_of_the_hand_is_listed_once() -> None:
    ruleset = board("nordic")
    state = position(ruleset, seats=[held("3red 2blue 1locomotive")])
    _, laying = play(ruleset, state, begin(SMALL, "1red"))
    rest = bag("2blue 2red 1locomotive")
    fitting = [
        cards
        for cards in combinations_with_replacement(ruleset.train_kinds, 3)
        if all(cards.count(card) <= rest.count(card) for card in cards)
    ]
    listed = [c.cards for c in legal_commands(ruleset, laying, 0) if isinstance(c, LaySet)]
    assert len(set(listed)) == len(listed) == len(legal_commands(ruleset, laying, 0))
    assert set(listed) == set(fitting)


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ("2blue", Code.PAYMENT_NOT_ACCEPTED),
        ("4blue", Code.PAYMENT_NOT_ACCEPTED),
        ("3green", Code.CARDS_NOT_IN_HAND),
        ("1blue 2red", Code.CARDS_NOT_IN_HAND),  # one of the two red cards is laid already
    ],
)
def test_other_sets_are_refused(cards: str, code: Code) -> None:
    ruleset = board("nordic")
    _, laying = play(ruleset, position(ruleset, seats=[held("2red 5blue")]), begin(SMALL, "1red"))
    refused(ruleset, laying, replace(cards), code, route=SMALL, missing=1, each=3, offered=list(bag(cards)))


def test_what_is_laid_stays_in_the_hand_until_the_route_is_claimed() -> None:
    ruleset = board("nordic")
    state = position(ruleset, seats=[held("3black 6red")])
    _, laying = play(ruleset, state, begin(LARGE, "3black"), replace("3red"))
    assert laying.phase == PayingInSteps(
        0, route=RouteId(LARGE), cards=bag("3black"), sets=(bag("3red"),), missing=1
    )
    assert hand(ruleset, laying, 0) == {"black": 3, "red": 6}
    assert view(ruleset, laying, 1).rules["stepwise_payment"]["missing"] == 1
    refused(ruleset, laying, {"type": "draw_card", "seat": 0}, Code.NOT_NOW, phase="paying_in_steps")


def test_locomotives_are_wild_on_ferries_and_tunnels_only() -> None:
    assert claims("2black 1locomotive 9red", "boden--kiruna--1") == []
    assert bag("2black 3locomotive") in claims("2black 3locomotive", LARGE)
    assert bag("3blue 1locomotive") in claims("3blue 1locomotive", "bergen--oslo--1")


@pytest.mark.parametrize("size", [25, 50])
def test_large_hands_are_listed_fast(size: int) -> None:
    """Cards of every kind in turn: the hand with the most different bags."""
    ruleset = board("nordic")
    cards = (ruleset.train_kinds * 6)[:size]
    state = position(ruleset, seats=[{"hand": {card: cards.count(card) for card in cards}}])
    started = thread_time()
    listed = legal_commands(ruleset, state, 0)
    assert thread_time() - started < 0.5
    assert len(listed) < 2000
    _, laying = play(ruleset, state, begin(SMALL, "1red"))
    assert len(legal_commands(ruleset, laying, 0)) <= 165  # bags of three out of nine kinds
    assert LOCOMOTIVE in {card for c in listed if isinstance(c, BeginPayment) for card in c.cards}
