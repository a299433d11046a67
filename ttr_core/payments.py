"""What a hand can pay: each route's ways to be paid, and the routes that a hand can afford.

Routes that cost the same share one price. A way to pay uses at most one colour beside the wild kinds
(locomotives and kinds that modules add), so that it is looked up by the number of cards of that colour and the
numbers of the wild ones: both are small, and the answers are remembered.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ttr_core.hooks import Payment
from ttr_core.state import Counts, RouteSet, route_set
from ttr_core.words import LOCOMOTIVE, Card

WILD_ONLY = -1  # the "colour" of payments without any


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

    __slots__ = ("colour", "count", "payment", "wilds")

    def __init__(self, payment: Payment, cards: Sequence[Card], colours: int) -> None:
        counts = tuple(payment.cards.count(card) for card in cards)
        used = [kind for kind in range(colours) if counts[kind]]
        assert len(used) <= 1, "a price names one colour; mixed payments belong into `payments`"
        self.payment = payment
        self.colour = used[0] if used else WILD_ONLY
        self.count = counts[used[0]] if used else 0
        self.wilds = counts[colours:]

    def within(self, count: int, wilds: Counts) -> bool:
        return self.count <= count and all(need <= have for need, have in zip(self.wilds, wilds, strict=True))


Extend = Callable[[int, Counts, tuple[Payment, ...]], tuple[Payment, ...]]


class Prices:
    """The prices of all routes of a ruleset."""

    def __init__(
        self,
        cards: Sequence[Card],
        colours: int,
        ways: Sequence[tuple[Payment, ...]],
        extend: Extend,
        extended: RouteSet,
    ) -> None:
        self._colours = colours
        self._extend, self._extended = extend, extended
        distinct = sorted(set(ways), key=ways.index)
        self._price_of = tuple(distinct.index(price) for price in ways)
        self._prices = tuple(tuple(_Way(way, cards, colours) for way in price) for price in distinct)
        self._slots = tuple(tuple(dict.fromkeys(way.colour for way in price)) for price in self._prices)
        self._select = lru_cache(maxsize=1 << 16)(self._find)
        self._routes_for = lru_cache(maxsize=1 << 14)(self._find_routes)

    def payments(self, route: int, hand: Counts) -> tuple[Payment, ...]:
        """Every distinct way in which this hand can pay for this route, in canonical order."""
        found = self._pay(self._price_of[route], hand)
        return self._extend(route, hand, found) if self._extended >> route & 1 else found

    def payable(self, routes: RouteSet, hand: Counts) -> Iterator[tuple[int, tuple[Payment, ...]]]:
        """Those of the routes that the hand can pay, each with its payments; prices are reckoned once."""
        price_of, extended = self._price_of, self._extended
        reckoned: dict[int, tuple[Payment, ...]] = {}
        routes &= self.affordable(hand)
        while routes:
            lowest = routes & -routes
            routes ^= lowest
            route = lowest.bit_length() - 1
            price = price_of[route]
            if price not in reckoned:
                reckoned[price] = self._pay(price, hand)
            found = reckoned[price]
            yield route, self._extend(route, hand, found) if extended else found

    def price_of(self, route: int) -> int:
        """The number of the route's price; routes that cost the same share it."""
        return self._price_of[route]

    def ways(self, price: int) -> tuple[Payment, ...]:
        """Every way to pay this price, whatever is in a hand."""
        return tuple(way.payment for way in self._prices[price])

    def _pay(self, price: int, hand: Counts) -> tuple[Payment, ...]:
        wilds = hand[self._colours :]
        found: tuple[Payment, ...] = ()
        for colour in self._slots[price]:
            if colour == WILD_ONLY:
                found += self._select(price, colour, 0, wilds)
            elif hand[colour]:
                found += self._select(price, colour, hand[colour], wilds)
        return found

    def affordable(self, hand: Counts) -> RouteSet:
        """Routes that the hand can pay, and those where only `payments` can tell."""
        wilds = hand[self._colours :]
        routes_for = self._routes_for
        routes = self._extended | routes_for(WILD_ONLY, 0, wilds)
        for colour in range(self._colours):
            if hand[colour]:
                routes |= routes_for(colour, hand[colour], wilds)
        return routes

    def _find(self, price: int, colour: int, count: int, wilds: Counts) -> tuple[Payment, ...]:
        ways = self._prices[price]
        return tuple(way.payment for way in ways if way.colour == colour and way.within(count, wilds))

    def _find_routes(self, colour: int, count: int, wilds: Counts) -> RouteSet:
        routes = (r for r, price in enumerate(self._price_of) if self._select(price, colour, count, wilds))
        return route_set(routes)
