"""What a hand can pay: each route's ways to be paid, the routes that a hand can afford, and why a payment is refused.

Routes that cost the same share one price. A way to pay uses at most one colour beside the wild kinds
(locomotives and kinds that modules add), so that it is worked out from the number of cards of that colour and the
numbers of the wild ones. Both are small, and the results are kept: by colour, and by half of a hand. Payments with
several cards for one are not among them: `rules/base/stepwise_payment.py` has them laid step by step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, reduce
from operator import attrgetter, le, or_, sub
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from ttr_core.engine.hooks import Payment
from ttr_core.model.commands import RouteCommand
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import LOCOMOTIVE, Card, SeatId
from ttr_core.model.phases import OpenPayment
from ttr_core.model.state import Counts, RouteSet, State, route_set
from ttr_core.model.violations import Code, RuleViolation

if TYPE_CHECKING:
    from ttr_core.engine.engine import Decision
    from ttr_core.engine.ruleset import Ruleset

T = TypeVar("T")
NEARLY = 0.8  # how alike the name of a route and a mistyped one are at least


def plain_payments(colours: Sequence[Card], length: int, wild: bool) -> tuple[Payment, ...]:
    """A set of one colour, locomotives standing for any of its cards; all locomotives once, at the end."""
    most = length if wild else 1
    mixed = [
        Payment((colour,) * (length - locomotives) + (LOCOMOTIVE,) * locomotives)
        for colour in colours
        for locomotives in range(most)
    ]
    return (*mixed, Payment((LOCOMOTIVE,) * length)) if wild else tuple(mixed)


class _Way:
    """A payment with the numbers of cards that it needs."""

    __slots__ = ("colour", "count", "counts", "payment", "wilds")

    def __init__(self, payment: Payment, cards: Sequence[Card], colours: int) -> None:
        self.counts = counts = tuple(payment.cards.count(card) for card in cards)
        used = [kind for kind in range(colours) if counts[kind]]
        assert len(used) <= 1, "a price names one colour; other cards stand in for some of it in sets"
        self.payment = payment
        self.colour = used[0] if used else colours  # without any, it comes after all colours
        self.count = counts[used[0]] if used else 0
        self.wilds = counts[colours:]

    def within(self, count: int, wilds: Counts) -> bool:
        return self.count <= count and all(need <= have for need, have in zip(self.wilds, wilds, strict=True))


Ways = tuple[int, ...]  # some ways to pay a price, each by its number


class _OfColour(NamedTuple):
    """What some cards of one colour can pay together with some wild ones."""

    routes: RouteSet
    ways: tuple[Ways, ...]  # by price


class _OfColours(dict[int, Ways]):
    """What cards of several colours can pay: the routes, and by price the ways, joined when asked for."""

    __slots__ = ("_parts", "routes")

    def __init__(self, parts: Sequence[_OfColour]) -> None:
        super().__init__()
        self._parts = parts
        self.routes: RouteSet = reduce(or_, (part.routes for part in parts), 0)

    def __missing__(self, price: int) -> Ways:
        self[price] = ways = tuple(way for part in self._parts for way in part.ways[price])
        return ways


class Prices:
    """The prices of all routes of a ruleset. The ways to pay a price are numbered colour by colour.

    Each half of a hand's colours is looked up by itself: nearly nine of ten halves in random games on usa were seen
    before, of whole hands hardly any. Claims are listed in two thirds of the time that they take colour by colour.
    """

    def __init__(self, cards: Sequence[Card], colours: int, ways: Sequence[tuple[Payment, ...]]) -> None:
        self._colours, self._half = colours, colours // 2
        distinct = sorted(set(ways), key=ways.index)
        self._price_of = tuple(distinct.index(price) for price in ways)
        self._prices = tuple(
            tuple(sorted((_Way(way, cards, colours) for way in price), key=attrgetter("colour")))
            for price in distinct
        )
        self._payments = tuple(tuple(way.payment for way in price) for price in self._prices)
        self._needs = tuple({way.payment.cards: way.counts for way in price} for price in self._prices)
        self._of_colour = lru_cache(maxsize=1 << 11)(self._pay)
        self._of_colours = lru_cache(maxsize=1 << 12)(self._pay_together)

    def payments(self, route: int, hand: Counts) -> tuple[Payment, ...]:
        """Every distinct way in which this hand can pay for this route, in canonical order."""
        return tuple(self.payable(1 << route, hand, {route: self._payments[self._price_of[route]]}))

    def accepts(self, route: int, hand: Counts, cards: tuple[Card, ...]) -> bool:
        """Whether the cards, in canonical order, pay for the route, and the hand holds them."""
        need = self._needs[self._price_of[route]].get(cards)
        return need is not None and all(map(le, need, hand))

    def payable(
        self, routes: RouteSet, hand: Counts, entries: Sequence[Sequence[T]] | Mapping[int, Sequence[T]]
    ) -> list[T]:
        """The entries of all ways in which the hand can pay for one of the routes: one for each route and way."""
        half, colours = self._half, self._colours
        wilds = hand[colours:]
        first = self._of_colours(0, hand[:half], wilds)
        second = self._of_colours(half, hand[half:colours], wilds)
        left = routes & (first.routes | second.routes)
        listed: list[T] = []
        price_of = self._price_of
        while left:  # `route_numbers` without another list
            lowest = left & -left
            left ^= lowest
            route = lowest.bit_length() - 1
            price, of_route = price_of[route], entries[route]
            for way in first[price] + second[price]:
                listed.append(of_route[way])  # noqa: PERF401 - faster for the one or two ways of most routes
        return listed

    def price_of(self, route: int) -> int:
        """The number of the route's price; routes that cost the same share it."""
        return self._price_of[route]

    def ways(self, price: int) -> tuple[Payment, ...]:
        """Every way to pay this price, affordable or not."""
        return self._payments[price]

    def _pay_together(self, first: int, counts: Counts, wilds: Counts) -> _OfColours:
        """What the colours from the first on can pay; after the last colour, what wild cards pay alone."""
        parts = [self._of_colour(first + n, count, wilds) for n, count in enumerate(counts)]
        if first + len(counts) == self._colours:
            parts.append(self._of_colour(self._colours, 0, wilds))
        return _OfColours(parts)

    def _pay(self, colour: int, count: int, wilds: Counts) -> _OfColour:
        """What so many cards of the colour can pay, together with the wild ones."""
        ways = tuple(
            tuple(n for n, w in enumerate(listed) if w.colour == colour and w.within(count, wilds))
            for listed in self._prices
        )
        return _OfColour(route_set(r for r, price in enumerate(self._price_of) if ways[price]), ways)


# several cards that stand for one


class StandIn(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Several cards that stand together for one card of a route's price. They are laid set by set."""

    size: int  # cards of a set
    most: int  # sets on the route
    alike: bool = False  # of one colour; if not, any train cards
    in_order: bool = False  # no set of a colour after one of a later colour
    for_locomotive: bool = False  # each stands for a locomotive; if not, for a card of the route's colour

    def rests(self, ways: Iterable[Payment], sets: int) -> tuple[Payment, ...]:
        """What is left of each way to pay when so many sets stand for some of its cards."""
        rests = (_less(way.cards, sets, self.for_locomotive) for way in ways)
        return tuple(dict.fromkeys(Payment(rest) for rest in rests if rest is not None))

    def openings(self, ways: Sequence[Payment]) -> tuple[Payment, ...]:
        """The cards with which a payment in steps begins: none where sets of one colour come first."""
        if self.alike:
            return (Payment(()),)
        return tuple(way for sets in range(1, self.most + 1) for way in self.rests(ways, sets))


def _less(cards: tuple[Card, ...], sets: int, for_locomotive: bool) -> tuple[Card, ...] | None:
    """The cards without so many locomotives, or wagons; None if there are not that many."""
    wagons = len(cards) - cards.count(LOCOMOTIVE)  # the locomotives come last
    start, end = (wagons, len(cards)) if for_locomotive else (0, wagons)
    return cards[:start] + cards[start + sets :] if sets <= end - start else None


# routes that a seat may pay for


def open_routes(ruleset: Ruleset, state: State, seat: SeatId) -> RouteSet:
    """The routes that the seat may claim if it can pay for them."""
    me = state.seats[seat]
    return ruleset.within[me.trains] & ~(state.closed | me.barred)


def unknown_route(ruleset: Ruleset, route: str) -> RuleViolation:
    """The refusal of a route that the board does not have, with the tracks between the two cities that are meant."""
    named = {
        name: {one.a, one.b}
        for one in ruleset.routes
        for name in (one.id, f"{one.a}--{one.b}", f"{one.b}--{one.a}")
    }
    near = [named[name] for name in get_close_matches(route, named, n=1, cutoff=NEARLY)]
    tracks = [str(one.id) for one in ruleset.routes if {one.a, one.b} in near]
    return RuleViolation(Code.UNKNOWN_ROUTE, route=route, nearest=tracks)


def check_route_open(ruleset: Ruleset, state: State, command: RouteCommand) -> int:
    """The number of the route; raises `RuleViolation` if the seat may not claim it."""
    number = ruleset.route_index.get(command.route)
    if number is None:
        raise unknown_route(ruleset, command.route)
    me = state.seats[command.seat]
    if state.claimed >> number & 1:
        raise RuleViolation(Code.ROUTE_TAKEN, route=command.route)
    if (state.closed | me.barred) >> number & 1:
        raise RuleViolation(Code.ROUTE_CLOSED, route=command.route)
    if ruleset.trains[number] > me.trains:
        raise RuleViolation(Code.NOT_ENOUGH_TRAINS, route=command.route, trains=me.trains)
    return number


# payments that are not the price of a route: tunnels, stations, payments in steps


def holds(ruleset: Ruleset, hand: Counts, cards: tuple[Card, ...]) -> bool:
    """Whether all these cards are in the hand."""
    return all(cards.count(kind) <= hand[ruleset.card_index[kind]] for kind in dict.fromkeys(cards))


def rest_of_hand(ruleset: Ruleset, state: State) -> Counts:
    """The hand of the seat that pays for a route, without the cards that it has laid out already."""
    payment = state.phase_as(OpenPayment)
    return tuple(map(sub, state.seats[payment.seat].hand, ruleset.counts(payment.laid)))


def payable(ruleset: Ruleset, hand: Counts, ways: Iterable[Payment]) -> tuple[Payment, ...]:
    """Those of the ways to pay that the hand holds, in their order."""
    return tuple(way for way in ways if holds(ruleset, hand, way.cards))


def payment_refused(ruleset: Ruleset, hand: Counts, payment: Payment, **facts: Any) -> RuleViolation:
    """The refusal of a payment that is not among the accepted ones, with facts of the rule as JSON values.

    Only the seat that pays gets the answer: what it holds is no secret to it.
    """
    on_this_board = tuple(card for card in payment.cards if card in ruleset.card_index)
    code = Code.PAYMENT_NOT_ACCEPTED if holds(ruleset, hand, on_this_board) else Code.CARDS_NOT_IN_HAND
    held = {str(card): count for card, count in zip(ruleset.cards, hand, strict=True) if count}
    return RuleViolation(code, offered=list(payment.cards), held=held, **facts)


def nearest_payment(ways: Iterable[Payment], payment: Payment) -> list[Card]:
    """The cards of the way to pay that differs least from what was offered; none if there is no way."""
    wanted = Counter(payment.cards)

    def difference(way: Payment) -> int:
        paid = Counter(way.cards)
        return (paid - wanted).total() + (wanted - paid).total()

    return list(min(ways, key=difference, default=Payment(())).cards)


# claims


def pay(decision: Decision, seat: SeatId, route: int, payment: Payment) -> None:
    """Pay for a route and claim it, unless a rule takes the claim over, as tunnels do."""
    for take_over in decision.ruleset.claims:
        if take_over(decision, seat, decision.ruleset.routes[route], payment):
            return
    claim(decision, seat, route, payment)


def claim(decision: Decision, seat: SeatId, route: int, payment: Payment) -> None:
    """Give the route to the seat: cards to the discards, trains onto the board, points at once."""
    ruleset = decision.ruleset
    decision.emit(
        RouteClaimed(
            seat=seat,
            route=ruleset.routes[route].id,
            cards=payment.cards,
            trains=ruleset.trains[route],
            points=ruleset.points[route],
        )
    )
