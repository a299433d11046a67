"""[002] Règles générales: to build, a locomotive may be replaced by three wagon cards of one colour."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, permutations, product
from time import process_time
from typing import NamedTuple

import pytest

from tests.support.boards.world import DENSE, LIGHT, PLAYERS, WORLDS, bag, owning, world
from tests.support.positions.positions import Given, GivenSeat, build
from ttr_core import Code, Event, Ruleset, RuleViolation, State, legal_commands, load_ruleset
from ttr_core.boards.board import Route
from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.engine import advance
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import RULES_VERSIONS
from ttr_core.engine.views import view
from ttr_core.model.commands import BeginPayment, Command, DrawCard, RouteCommand
from ttr_core.model.events import RouteClaimed, TurnStarted
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId
from ttr_core.model.state import Counts
from ttr_core.rules.base.stepwise_payment import LaySet, PayingInSteps, PaymentBegun, PayRest, SetLaid
from ttr_core.rules.variants.tunnels import PayingTunnel, TunnelRevealed, WithdrawTunnel

NORMAL = "bresil--perou"  # 3 yellow
GRAY_ROAD = "bresil--guyane"  # 3 of any colour
FERRY = "hawai--polynesie"  # 4 gray, two of them locomotives
WHITE_OR_BLUE = "arabie--inde"  # 3, one of them a locomotive
TUNNEL = "france--italie"  # 1 red
LONG_TUNNEL = "kazakhstan--mongolie"  # 3 red
POLAR = "alaska--nunavut--north_pole"  # 6 gray, two of them locomotives
KINDS = (NORMAL, GRAY_ROAD, FERRY, WHITE_OR_BLUE, TUNNEL, LONG_TUNNEL, POLAR)
WITH_SETS = (5, 6, 7)  # players
RANDOM = SeededRandomness(bytes(32), ())
SHORT = 110  # commands: a set of each colour, and what can pay the longest route without one
QUICK, QUICK_AT_FIRST = 0.004, 0.02  # seconds of the processor for one list; for the first one of a ruleset

Cards = tuple[Card, ...]


def counts(ruleset: Ruleset, **hand: int) -> Counts:
    return tuple(hand.get(card, 0) for card in ruleset.cards)


def holding(ruleset: Ruleset, hand: Counts) -> State:
    return owning(ruleset, hand=dict(zip(ruleset.cards, hand, strict=True)))


def begin(route: str) -> BeginPayment:
    return BeginPayment(seat=0, route=RouteId(route))


def run(ruleset: Ruleset, state: State, *commands: Command) -> tuple[tuple[Event, ...], State]:
    happened: tuple[Event, ...] = ()
    for command in commands:
        events, state = advance(ruleset, state, command, RANDOM)
        happened += events
    return happened, state


def steps(sets: Sequence[Cards], rest: Cards) -> list[Command]:
    """Each set, and the other cards if there are any."""
    laid = [LaySet(seat=0, cards=cards) for cards in sets]
    return [*laid, PayRest(seat=0, cards=rest)] if rest else list(laid)


# ------------------------------------------------------------------------- every payment, and no other


class Paid(NamedTuple):
    """All cards, and the colours of which a set is among them."""

    cards: Cards
    coloured: Cards


def plainly(ruleset: Ruleset, route: Route, hand: Counts) -> Iterator[Paid]:
    """Every payment by its definition: try each number of sets, locomotives and wagons of each colour."""
    sets = [c for n in range(route.length + 1) for c in combinations_with_replacement(ruleset.colours, n)]
    for coloured, locomotives in product(sets, range(hand[ruleset.card_index[LOCOMOTIVE]] + 1)):
        wagons = route.length - len(coloured) - locomotives
        if wagons < 0 or len(coloured) + locomotives < route.feature("locomotives"):
            continue
        for colour in route.colours(ruleset.colours) if wagons else ruleset.colours[:1]:
            cards = [*coloured * 3, *[colour] * wagons, *[LOCOMOTIVE] * locomotives]
            if not Counter(cards) - Counter(dict(zip(ruleset.cards, hand, strict=True))):
                yield Paid(ruleset.in_order(tuple(cards)), ruleset.in_order(coloured))


def payment_of(ruleset: Ruleset, events: Sequence[Event]) -> Paid:
    """What was laid for a tunnel or, elsewhere, paid; the sets before that are among it."""
    paid = next(event for event in events if isinstance(event, TunnelRevealed | RouteClaimed))
    sets = tuple(event.cards[0] for event in events if isinstance(event, SetLaid))
    return Paid(paid.cards, ruleset.in_order(sets))


def paths(ruleset: Ruleset, state: State, route: str, before: tuple[Event, ...] = ()) -> Iterator[Paid]:
    """What every sequence of listed commands comes to; each list is asserted to lead on."""
    listed = legal_commands(ruleset, state, 0)
    if not isinstance(state.phase, PayingInSteps):
        listed = tuple(c for c in listed if isinstance(c, RouteCommand) and c.route == route)
    else:
        assert listed, "a dead end"
    for command in listed:
        events, after = run(ruleset, state, command)
        if isinstance(after.phase, PayingInSteps):
            yield from paths(ruleset, after, route, before + events)
        else:
            yield payment_of(ruleset, before + events)


def small_hand(ruleset: Ruleset, dice: Dice) -> Counts:
    few = [dice.below(5) if dice.below(3) else 0 for _ in ruleset.colours]
    few[dice.below(8)] += dice.below(5)
    return (*few, dice.below(4))


@pytest.mark.parametrize("route", KINDS)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("rules_version", RULES_VERSIONS)
def test_all_payments_of_the_definition_can_be_laid_and_no_others(
    route: str, seed: int, rules_version: str
) -> None:
    """Every choice of cards and of the colours that stand for locomotives, each in every order of its sets.

    Under the first rules in the order of the colours only.
    """
    ruleset, dice = world(WITH_SETS[seed % 3], rules_version=rules_version), Dice(seed)
    hand = small_hand(ruleset, dice)
    listed = Counter(paths(ruleset, holding(ruleset, hand), route))
    expected = set(plainly(ruleset, ruleset.routes[ruleset.route_index[RouteId(route)]], hand))
    orders = {payment: len(set(permutations(payment.coloured))) for payment in expected}
    assert listed == (dict.fromkeys(expected, 1) if rules_version == "1" else orders)


def test_hands_of_the_definition_reach_all_kinds_of_payment() -> None:
    """The hands of the test above lead to payments with and without sets, wagons and locomotives."""
    ruleset = world(5)
    kinds: set[tuple[bool, bool]] = set()
    for route, seed in product(KINDS, range(6)):
        hand = small_hand(ruleset, Dice(seed))
        for way in plainly(ruleset, ruleset.routes[ruleset.route_index[RouteId(route)]], hand):
            kinds.add((bool(way.coloured), LOCOMOTIVE in way.cards))
    assert len(kinds) == 4


@pytest.mark.parametrize(
    ("route", "sets", "rest"),
    [
        (NORMAL, [bag(red=3)], bag(yellow=2)),
        (NORMAL, [bag(yellow=3)], bag(yellow=2)),  # of the route's own colour
        (NORMAL, [bag(blue=3), bag(red=3)], bag(yellow=1)),
        (NORMAL, [bag(red=3), bag(red=3)], bag(yellow=1)),
        (NORMAL, [bag(red=3)] * 3, ()),
        (NORMAL, [bag(red=3)], bag(yellow=1, locomotive=1)),
        (NORMAL, [bag(red=3)], bag(locomotive=2)),
        (FERRY, [bag(blue=3), bag(green=3)], bag(red=2)),  # both compulsory ones
        (FERRY, [bag(blue=3)], bag(red=2, locomotive=1)),
        (WHITE_OR_BLUE, [bag(white=3)], bag(blue=2)),
        (POLAR, [bag(pink=3)] * 2, bag(red=4)),
        (POLAR, [bag(pink=3)], bag(red=4, locomotive=1)),
    ],
)
def test_three_wagons_of_one_colour_are_a_locomotive(route: str, sets: list[Cards], rest: Cards) -> None:
    """A hand of exactly these cards is enough."""
    ruleset = world(5)
    whole = ruleset.in_order(tuple(card for cards in [*sets, rest] for card in cards))
    state = holding(ruleset, ruleset.counts(whole))
    assert begin(route) in legal_commands(ruleset, state, 0)
    events, _ = run(ruleset, state, begin(route), *steps(sets, rest))
    assert payment_of(ruleset, events) == (whole, tuple(cards[0] for cards in sets))


@pytest.mark.parametrize(
    ("route", "hand"),
    [
        (NORMAL, bag(yellow=2, red=2)),
        (NORMAL, bag(yellow=2, red=2, blue=1)),  # not of one colour
        (NORMAL, bag(yellow=2, red=2, locomotive=1)),  # wagons only
        (NORMAL, bag(yellow=1, red=3)),
        (NORMAL, bag(yellow=2, locomotive=3)),  # no set of locomotives
        (FERRY, bag(red=3, blue=3)),  # two are compulsory
        (FERRY, bag(red=1, green=1, blue=6)),  # the others still of one colour
        (WHITE_OR_BLUE, bag(blue=1, white=4)),
    ],
)
def test_what_cannot_be_completed_is_not_begun(route: str, hand: Cards) -> None:
    ruleset = world(5)
    state = holding(ruleset, ruleset.counts(hand))
    assert begin(route) not in legal_commands(ruleset, state, 0)
    with pytest.raises(RuleViolation) as refusal:
        run(ruleset, state, begin(route))
    assert refusal.value.code == Code.PAYMENT_NOT_ACCEPTED


@pytest.mark.parametrize("players", PLAYERS)
def test_only_from_five_players(players: int) -> None:
    ruleset = world(players)
    state = holding(ruleset, counts(ruleset, red=2, blue=6))
    assert (begin(FERRY) in legal_commands(ruleset, state, 0)) == (players >= 5)


# ------------------------------------------------------------------------------------- step by step


def test_all_three_cards_are_discarded_and_fill_one_space() -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"yellow": 3, "red": 4})
    events, after = run(ruleset, state, begin(NORMAL), *steps([bag(red=3)], bag(yellow=2)))
    kinds = [type(event) for event in events]
    assert kinds == [PaymentBegun, SetLaid, RouteClaimed, TurnStarted]
    (claimed,) = (event for event in events if isinstance(event, RouteClaimed))
    assert (claimed.trains, claimed.points) == (3, 4)
    assert payment_of(ruleset, events).coloured == ("red",)
    assert after.seats[0].hand == counts(ruleset, yellow=1, red=1)
    assert after.discard == counts(ruleset, yellow=2, red=3)
    assert after.seats[0].trains == ruleset.board.trains - 3


def test_payments_without_sets_are_listed_as_ever_and_the_beginning_comes_last() -> None:
    listed = []
    for ruleset in (world(5), world(4)):
        state = holding(ruleset, counts(ruleset, red=5, blue=4, locomotive=3))
        legal = legal_commands(ruleset, state, 0)
        listed.append([c for c in legal if isinstance(c, RouteCommand) and c.route == FERRY])
    with_sets, without = listed
    assert with_sets == [*without, begin(FERRY)]


def test_what_is_laid_stays_in_the_hand_until_the_route_is_claimed() -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"yellow": 2, "red": 4})
    _, laying = run(ruleset, state, begin(NORMAL), *steps([bag(red=3)], ()))
    assert laying.phase == PayingInSteps(0, route=RouteId(NORMAL), missing=2, sets=(bag(red=3),))
    assert laying.seats[0].hand == counts(ruleset, yellow=2, red=4)
    assert view(ruleset, laying, 1).rules["stepwise_payment"]["missing"] == 2
    with pytest.raises(RuleViolation) as refusal:
        run(ruleset, laying, DrawCard(seat=0))
    assert refusal.value.code == Code.NOT_NOW


def test_only_sets_that_leave_enough_for_the_rest_are_listed() -> None:
    """A yellow set would use up the wagons, and under the first rules no white one came after it."""
    ruleset = world(5, rules_version="1")
    state = owning(ruleset, hand={"white": 3, "yellow": 4})
    _, laying = run(ruleset, state, begin(NORMAL))
    assert legal_commands(ruleset, laying, 0) == (LaySet(seat=0, cards=bag(white=3)),)
    _, further = run(ruleset, laying, LaySet(seat=0, cards=bag(white=3)))
    assert legal_commands(ruleset, further, 0) == (
        LaySet(seat=0, cards=bag(yellow=3)),
        PayRest(seat=0, cards=bag(yellow=2)),
    )


def test_sets_are_laid_in_any_order() -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"white": 3, "yellow": 4})
    _, laying = run(ruleset, state, begin(NORMAL))
    both = tuple(LaySet(seat=0, cards=cards) for cards in (bag(white=3), bag(yellow=3)))
    assert legal_commands(ruleset, laying, 0) == both
    ends = [
        run(ruleset, laying, *sets, PayRest(seat=0, cards=bag(yellow=1)))[0]
        for sets in (both, tuple(reversed(both)))
    ]
    assert payment_of(ruleset, ends[0]) == payment_of(ruleset, ends[1])


def test_under_the_first_rules_no_colour_comes_after_a_later_one() -> None:
    ruleset = world(5, rules_version="1")
    state = owning(ruleset, hand={"yellow": 2, "red": 6, "white": 3, "locomotive": 3})
    _, laying = run(ruleset, state, begin(NORMAL), *steps([bag(red=3)], ()))
    with pytest.raises(RuleViolation) as refusal:
        run(ruleset, laying, LaySet(seat=0, cards=bag(white=3)))
    assert refusal.value.code == Code.PAYMENT_NOT_ACCEPTED


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (LaySet(seat=0, cards=bag(red=2)), Code.PAYMENT_NOT_ACCEPTED),
        (LaySet(seat=0, cards=bag(red=2, white=1)), Code.PAYMENT_NOT_ACCEPTED),
        (LaySet(seat=0, cards=bag(red=4)), Code.CARDS_NOT_IN_HAND),  # three lie there already
        (LaySet(seat=0, cards=bag(black=3)), Code.CARDS_NOT_IN_HAND),
        (LaySet(seat=0, cards=bag(locomotive=3)), Code.PAYMENT_NOT_ACCEPTED),
        (LaySet(seat=0, cards=()), Code.PAYMENT_NOT_ACCEPTED),
        (PayRest(seat=0, cards=bag(yellow=1)), Code.PAYMENT_NOT_ACCEPTED),
        (PayRest(seat=0, cards=bag(yellow=1, red=1)), Code.PAYMENT_NOT_ACCEPTED),
        (PayRest(seat=0, cards=bag(yellow=3)), Code.CARDS_NOT_IN_HAND),
        (PayRest(seat=0, cards=()), Code.PAYMENT_NOT_ACCEPTED),
    ],
)
def test_other_offers_are_refused(command: Command, code: Code) -> None:
    ruleset = world(5)
    state = owning(ruleset, hand={"yellow": 2, "red": 6, "white": 3, "locomotive": 3})
    _, laying = run(ruleset, state, begin(NORMAL), *steps([bag(red=3)], ()))
    with pytest.raises(RuleViolation) as refusal:
        run(ruleset, laying, command)
    assert (refusal.value.code, refusal.value.facts["route"]) == (code, NORMAL)
    assert refusal.value.facts["missing"] == 2


def test_without_a_set_the_claim_itself_names_the_cards() -> None:
    ruleset = world(5)
    _, laying = run(ruleset, owning(ruleset, hand={"yellow": 3, "red": 3}), begin(NORMAL))
    with pytest.raises(RuleViolation) as refusal:
        run(ruleset, laying, PayRest(seat=0, cards=bag(yellow=3)))
    assert refusal.value.code == Code.PAYMENT_NOT_ACCEPTED


def test_in_a_tunnel_the_cards_are_turned_over_when_all_is_laid() -> None:
    """The laid cards decide which turned cards cost extra, so they have to be complete."""
    ruleset = world(5)
    given = Given(seats=(GivenSeat(hand={"red": 2, "pink": 6}),), deck=bag(pink=1, red=1, white=1))
    state = build(ruleset, given)
    begun, laying = run(ruleset, state, begin(LONG_TUNNEL), *steps([bag(pink=3)], ()))
    assert not any(isinstance(event, TunnelRevealed) for event in begun)
    events, waiting = run(ruleset, laying, PayRest(seat=0, cards=bag(red=2)))
    (reveal,) = (event for event in events if isinstance(event, TunnelRevealed))
    assert reveal.extra == 2
    assert isinstance(waiting.phase, PayingTunnel)
    assert (waiting.phase.cards, waiting.phase.sets) == (bag(red=2), (bag(pink=3),))
    assert reveal.cards == ruleset.in_order(waiting.phase.laid)
    _, after = run(ruleset, waiting, WithdrawTunnel(seat=0))
    assert after.seats[0].hand == counts(ruleset, red=2, pink=6)


def test_the_greedy_bot_lays_no_more_sets_than_it_must() -> None:
    """With red cards enough for three sets, it lays one and pays the rest as it is."""
    ruleset = world(5)
    state, chosen = owning(ruleset, hand={"yellow": 2, "red": 9}), list[Command]()
    _, state = run(ruleset, state, begin(NORMAL))
    while isinstance(state.phase, PayingInSteps):
        chosen.append(choose_greedy(situation_of(ruleset, state, 0, Dice(0))))
        _, state = run(ruleset, state, chosen[-1])
    assert chosen == steps([bag(red=3)], bag(yellow=2))


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


# -------------------------------------------------------------------------------------- large hands


def large_hand(ruleset: Ruleset, dice: Dice, size: int) -> Counts:
    """This many random cards, from about half of the deck or from all of it."""
    box = (
        [card for card in ruleset.train_cards if dice.below(2)]
        if dice.below(2)
        else list(ruleset.train_cards)
    )
    drawn = Counter(box.pop(dice.below(len(box))) for _ in range(min(size, len(box) - 1)))
    return tuple(drawn[card] for card in ruleset.cards)


def some_payment(ruleset: Ruleset, route: Route, hand: Counts, dice: Dice) -> Paid | None:
    """A payment with sets by its definition, thrown together; often there is none."""
    left = dict(zip(ruleset.cards, hand, strict=True))
    coloured, wagon = (
        list[Card](),
        route.colours(ruleset.colours)[dice.below(len(route.colours(ruleset.colours)))],
    )
    for _ in range(1 + dice.below(route.length)):
        colour = ruleset.colours[dice.below(8)]
        if left[colour] >= 3:
            left[colour] -= 3
            coloured.append(colour)
    locomotives = min(left[LOCOMOTIVE], dice.below(route.length - len(coloured) + 1))
    wagons = route.length - len(coloured) - locomotives
    if not coloured or left[wagon] < wagons or len(coloured) + locomotives < route.feature("locomotives"):
        return None
    cards = (*coloured * 3, *[wagon] * wagons, *[LOCOMOTIVE] * locomotives)
    return Paid(ruleset.in_order(cards), ruleset.in_order(tuple(coloured)))


@pytest.mark.parametrize("players", WITH_SETS)
@pytest.mark.parametrize("board", WORLDS)
def test_any_payment_of_a_large_hand_can_be_laid(board: str, players: int) -> None:
    """Up to 60 cards and any route: each step is listed, and the lists of all steps are short."""
    ruleset, dice, tried = world(players, board), Dice(players), 0
    for _ in range(60):
        hand = large_hand(ruleset, dice, 20 + dice.below(41))
        state = holding(ruleset, hand)
        for _ in range(10):
            route = ruleset.routes[dice.below(len(ruleset.routes))]
            way = some_payment(ruleset, route, hand, dice)
            if way is None:
                continue
            tried += 1
            rest = Counter(way.cards) - Counter(way.coloured * 3)
            sets = [(colour,) * 3 for colour in way.coloured]
            after, events = state, tuple[Event, ...]()
            for command in (begin(route.id), *steps(sets, ruleset.in_order(tuple(rest.elements())))):
                listed = legal_commands(ruleset, after, 0)
                assert command in listed
                assert after is state or len(listed) <= SHORT
                happened, after = run(ruleset, after, command)
                events += happened
            assert payment_of(ruleset, events) == way
    assert tried > 100


@pytest.mark.parametrize("players", WITH_SETS)
@pytest.mark.parametrize("board", WORLDS)
def test_whatever_is_begun_with_a_large_hand_is_completed(board: str, players: int) -> None:
    ruleset, dice = world(players, board), Dice(players)
    for _ in range(40):
        state = holding(ruleset, large_hand(ruleset, dice, 3 + dice.below(58)))
        begun = [c for c in legal_commands(ruleset, state, 0) if isinstance(c, BeginPayment)]
        for _ in range(min(5, len(begun))):
            _, after = run(ruleset, state, begun[dice.below(len(begun))])
            while isinstance(after.phase, PayingInSteps):
                listed = legal_commands(ruleset, after, 0)
                assert len(set(listed)) == len(listed) > 0
                _, after = run(ruleset, after, listed[dice.below(len(listed))])


HANDS = [
    (3,) * 8 + (1,),
    (6, 6, 3, 3, 3, 2, 1, 0, 1),
    (11, 6, 3, 2, 1, 1, 0, 0, 1),
    (11, 9, 8, 8, 8, 8, 7, 6, 5),
    (6, 6, 6, 6, 6, 6, 6, 4, 14),
]


@pytest.mark.parametrize("hand", HANDS)
def test_a_large_hand_adds_one_command_for_each_route_and_little_time(hand: Counts) -> None:
    """Processor time, on rulesets that remember nothing yet; the best of three runs."""
    times, begun = [], list[BeginPayment]()
    for _ in range(3):
        ruleset = load_ruleset(DENSE, 5)
        state = holding(ruleset, hand)
        start = process_time()
        listed = legal_commands(ruleset, state, 0)
        times.append(process_time() - start)
        begun = [c for c in listed if isinstance(c, BeginPayment)]
    assert 0 < len({command.route for command in begun}) == len(begun)
    assert min(times) < QUICK_AT_FIRST


def test_each_step_of_the_longest_route_is_quick() -> None:
    """The most spaces, any colour, and cards of every kind: the longest lists of all."""
    ruleset = load_ruleset(DENSE, 5)
    longest = max(ruleset.routes, key=lambda route: route.length)
    state, times = holding(ruleset, (6, 6, 6, 6, 6, 6, 6, 4, 14)), []
    _, after = run(ruleset, state, begin(longest.id))
    while isinstance(after.phase, PayingInSteps):
        start = process_time()
        listed = legal_commands(ruleset, after, 0)
        times.append(process_time() - start)
        assert len(listed) <= SHORT
        _, after = run(ruleset, after, listed[0])
    assert len(times) == longest.length
    assert sorted(times)[len(times) // 2] < QUICK


def test_a_price_is_shared_by_the_routes_that_cost_the_same() -> None:
    ruleset = world(5, LIGHT)
    prices = {ruleset.prices.price_of(number) for number in range(len(ruleset.routes))}
    assert len(prices) < len(ruleset.routes) / 2
