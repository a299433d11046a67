"""[002] Règles générales: to build, a locomotive may be replaced by three wagon cards of one colour."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from time import process_time

import pytest

from tests.core.positions import Given, GivenSeat, build
from tests.core.world import DENSE, LIGHT, PLAYERS, bag, owning, world
from ttr_core import Code, Ruleset, RuleViolation, legal_commands, load_ruleset
from ttr_core.board import Route
from ttr_core.bots.dice import Dice
from ttr_core.commands import ClaimRoute
from ttr_core.engine import advance
from ttr_core.events import RouteClaimed
from ttr_core.fairness import SeededRandomness
from ttr_core.hooks import Payment
from ttr_core.state import Counts
from ttr_core.words import LOCOMOTIVE, Card, RouteId

NORMAL = "bresil--perou"  # 3 yellow
GRAY_ROAD = "bresil--guyane"  # 3 of any colour
FERRY = "hawai--polynesie"  # 4 gray, two of them locomotives
WHITE_OR_BLUE = "arabie--inde"  # 3, one of them a locomotive
TUNNEL = "france--italie"  # 1 red
POLAR = "alaska--nunavut--north_pole"  # 6 gray, two of them locomotives
RANDOM = SeededRandomness(bytes(32), ())


def counts(ruleset: Ruleset, **hand: int) -> Counts:
    return tuple(hand.get(card, 0) for card in ruleset.cards)


def payments(ruleset: Ruleset, route: str, hand: Counts) -> tuple[Payment, ...]:
    return ruleset.prices.payments(ruleset.route_index[RouteId(route)], hand)


def plainly(ruleset: Ruleset, route: Route, hand: Counts) -> Iterator[Payment]:
    """Every payment by its definition: try each number of sets, locomotives and wagons of each colour."""
    sets = [c for n in range(route.length + 1) for c in combinations_with_replacement(ruleset.colours, n)]
    for coloured, locomotives in product(sets, range(hand[ruleset.card_index[LOCOMOTIVE]] + 1)):
        wagons = route.length - len(coloured) - locomotives
        if wagons < 0 or len(coloured) + locomotives < route.feature("locomotives"):
            continue
        for colour in route.colours(ruleset.colours) if wagons else ruleset.colours[:1]:
            cards = [*coloured * 3, *[colour] * wagons, *[LOCOMOTIVE] * locomotives]
            if not Counter(cards) - Counter(dict(zip(ruleset.cards, hand, strict=True))):
                yield Payment(ruleset.in_order(tuple(cards)), ruleset.in_order(coloured))


@pytest.mark.parametrize("route", [NORMAL, GRAY_ROAD, FERRY, WHITE_OR_BLUE, TUNNEL, POLAR])
@pytest.mark.parametrize("seed", range(6))
def test_the_payments_are_those_of_the_definition(route: str, seed: int) -> None:
    """Every distinct choice of cards and of the colours that stand for locomotives, and none twice."""
    ruleset, dice = world(5), Dice(seed)
    few = [dice.below(5) if dice.below(3) else 0 for _ in ruleset.colours]
    few[dice.below(8)] += dice.below(8)
    hand = (*few, dice.below(4))
    found = payments(ruleset, route, hand)
    expected = set(plainly(ruleset, ruleset.routes[ruleset.route_index[RouteId(route)]], hand))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_payments_without_coloured_locomotives_come_first() -> None:
    ruleset = world(5)
    found = payments(ruleset, FERRY, counts(ruleset, red=5, blue=4, locomotive=3))
    plain = [not payment.coloured for payment in found]
    assert plain == sorted(plain, reverse=True)
    assert True in plain
    assert False in plain


@pytest.mark.parametrize(
    ("route", "hand", "coloured", "accepted"),
    [
        (NORMAL, bag(yellow=2, red=3), bag(red=1), True),
        (NORMAL, bag(yellow=5), bag(yellow=1), True),  # of the route's own colour
        (NORMAL, bag(yellow=1, red=3, blue=3), bag(red=1, blue=1), True),
        (NORMAL, bag(yellow=1, red=6), bag(red=2), True),
        (NORMAL, bag(red=9), bag(red=3), True),
        (NORMAL, bag(yellow=1, red=3, locomotive=1), bag(red=1), True),
        (NORMAL, bag(yellow=2, red=3), (), False),  # it must be said which cards are a locomotive
        (NORMAL, bag(yellow=2, red=2, blue=1), bag(red=1), False),  # not of one colour
        (NORMAL, bag(yellow=2, red=2, locomotive=1), bag(red=1), False),  # wagons only
        (NORMAL, bag(yellow=2, red=3), bag(blue=1), False),
        (NORMAL, bag(yellow=2, red=4), bag(red=1), False),
        (NORMAL, bag(yellow=2, locomotive=3), bag(locomotive=1), False),
        (FERRY, bag(red=2, blue=3, green=3), bag(blue=1, green=1), True),  # both compulsory ones
        (FERRY, bag(red=3, blue=3), bag(blue=1), False),  # two are compulsory
        (FERRY, bag(red=1, green=1, blue=6), bag(blue=2), False),  # the others still of one colour
        (WHITE_OR_BLUE, bag(blue=2, white=3), bag(white=1), True),
        (WHITE_OR_BLUE, bag(blue=1, white=4), bag(white=1), False),
        (POLAR, bag(red=4, pink=6), bag(pink=2), True),
        (POLAR, bag(red=4, pink=3, locomotive=1), bag(pink=1), True),
    ],
)
def test_three_wagons_of_one_colour_are_a_locomotive(
    route: str, hand: tuple[Card, ...], coloured: tuple[Card, ...], accepted: bool
) -> None:
    ruleset = world(5)
    found = payments(ruleset, route, ruleset.counts(hand))
    assert (Payment(ruleset.in_order(hand), ruleset.in_order(coloured)) in found) == accepted


@pytest.mark.parametrize("players", PLAYERS)
def test_only_from_five_players(players: int) -> None:
    ruleset = world(players)
    found = payments(ruleset, FERRY, counts(ruleset, red=2, blue=6))
    assert bool(found) == (players >= 5)


def test_all_three_cards_are_discarded_and_fill_one_space() -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"yellow": 3, "red": 4})
    claim = ClaimRoute(seat=0, route=RouteId(NORMAL), cards=bag(yellow=2, red=3), coloured=(Card("red"),))
    assert claim in legal_commands(ruleset, state, 0)
    events, after = advance(ruleset, state, claim, RANDOM)
    (claimed,) = (event for event in events if isinstance(event, RouteClaimed))
    assert (claimed.trains, claimed.points, claimed.coloured) == (3, 4, ("red",))
    assert after.seats[0].hand == counts(ruleset, yellow=1, red=1)
    assert after.discard == counts(ruleset, yellow=2, red=3)
    assert after.seats[0].trains == ruleset.board.trains - 3


@pytest.mark.parametrize(
    ("cards", "coloured", "code"),
    [
        (bag(red=3, yellow=2), bag(blue=1), Code.PAYMENT_NOT_ACCEPTED),
        (bag(red=3, yellow=2), (), Code.PAYMENT_NOT_ACCEPTED),
        (bag(blue=3, yellow=2), bag(blue=1), Code.CARDS_NOT_IN_HAND),
    ],
)
def test_other_offers_are_refused(cards: tuple[Card, ...], coloured: tuple[Card, ...], code: Code) -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"yellow": 3, "red": 4})
    claim = ClaimRoute(seat=0, route=RouteId(NORMAL), cards=cards, coloured=coloured)
    with pytest.raises(RuleViolation) as refusal:
        advance(ruleset, state, claim, RANDOM)
    assert refusal.value.code == code


# stations are no routes: their price never takes coloured locomotives


def test_not_for_stations() -> None:
    ruleset = world(7)
    state = build(ruleset, Given(seats=(GivenSeat(hand={"red": 6}),)))
    prices = {
        len(getattr(command, "cards", ()))
        for command in legal_commands(ruleset, state, 0)
        if type(command).__name__ == "BuildStation"
    }
    assert prices == {1}


# speed: what is listed may be long and must still be quick


@pytest.mark.parametrize("hand", [(3,) * 8 + (1,), (6, 6, 3, 3, 3, 2, 1, 0, 1), (11, 6, 3, 2, 1, 1, 0, 0, 1)])
def test_a_hand_of_25_cards_is_reckoned_quickly(hand: Counts) -> None:
    """Processor time, on a ruleset that remembers nothing yet."""
    ruleset = load_ruleset(DENSE, 5)
    state = owning(ruleset, hand=dict(zip(ruleset.cards, hand, strict=True)))
    start = process_time()
    assert payments(ruleset, "afrique_du_sud--bresil", hand)  # 6 gray, two of them locomotives
    one = process_time()
    assert len(legal_commands(ruleset, state, 0)) > 5_000
    assert (one - start < 0.05, process_time() - one < 0.5) == (True, True)


def shape(ruleset: Ruleset, payment: Payment) -> tuple[int, int, str]:
    """How many sets and locomotives there are, and the colour of the other wagons."""
    rest = Counter(payment.cards) - Counter(payment.coloured * 3)
    wagons = [str(card) for card in rest if card != LOCOMOTIVE]
    return len(payment.coloured), rest[LOCOMOTIVE], "".join(wagons)


def test_a_hoarder_chooses_all_but_the_colours_of_the_sets() -> None:
    """With more cards than half the deck there are millions of payments: sets come from the fullest colours."""
    ruleset = load_ruleset(DENSE, 5)
    hand = (11, 9, 8, 8, 8, 8, 7, 6, 5)
    start = process_time()
    state = owning(ruleset, hand=dict(zip(ruleset.cards, hand, strict=True)))
    listed = legal_commands(ruleset, state, 0)
    assert process_time() - start < 0.5
    assert len(set(listed)) == len(listed)
    found = payments(ruleset, FERRY, hand)
    shapes = {shape(ruleset, payment) for payment in found}
    mixed = {(s, n, c) for s in range(5) for n in range(5) for c in ruleset.colours if 2 <= s + n <= 3}
    assert shapes == mixed | {(s, 4 - s, "") for s in range(5)}
    assert len(found) == len(shapes)
    red = next(p for p in found if shape(ruleset, p) == (2, 0, "red"))
    assert red.coloured == ("white", "white")


def test_a_price_is_shared_by_the_routes_that_cost_the_same() -> None:
    ruleset = world(5, LIGHT)
    prices = {ruleset.prices.price_of(number) for number in range(len(ruleset.routes))}
    assert len(prices) < len(ruleset.routes) / 2
