"""A board in integers: what playouts look up for each route, ticket and card."""

from functools import lru_cache
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from ttr_core.bots.greedy.outlook import Links, links_of
from ttr_core.engine.engine import Decision
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import LOCOMOTIVE, TicketId
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.state import RouteSet, route_numbers


class Track(NamedTuple):
    """One route. Its price is cards of one of its colours, of which so many may, or must, be locomotives."""

    number: int
    bit: RouteSet
    length: int  # cards, those included that it usually costs beside its price
    trains: int
    points: int
    colour: int  # the only one, or -1
    colours: tuple[int, ...]
    fewest: int  # locomotives
    most: int


class CompactBoard:
    """The tables of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.kinds = len(ruleset.train_kinds)
        self.locomotive = ruleset.card_index[LOCOMOTIVE]
        self.links: Links = links_of(ruleset)
        dearer = _routes_taken_over(ruleset)
        self.tracks = tuple(
            _track(ruleset, number, extra=dearer >> number & 1) for number in range(len(ruleset.routes))
        )
        payable = [track for track in self.tracks if track.colours]
        self.by_points = sorted(payable, key=lambda track: (-track.points, track.number))
        self.groups = ruleset.groups_of
        self.value = {
            ticket: max(points for _, points in ends) for ticket, (_, ends) in ruleset.goals.items()
        }

    def closed_to(self, own: RouteSet, claimed: RouteSet) -> RouteSet:
        """The routes that a seat with these routes cannot claim any more, whatever its cards and trains."""
        shut = claimed
        for number in route_numbers(claimed):
            for tracks, limit in self.groups[number]:
                if own & tracks or (claimed & tracks).bit_count() >= limit:
                    shut |= tracks
        return shut

    def cheapest_way(self, ticket: TicketId, costs: list[float]) -> "Way | None":
        """The routes that complete the ticket, and their cost; None if they cannot be had."""
        starts, goals = self.ruleset.goals[ticket]
        worth = {end: points for ends, points in reversed(goals) for end in ends}
        single = len(goals) == 1
        cheapest = dict.fromkeys(starts, 0.0)
        steps: dict[int, tuple[int, int]] = {}
        waiting = [(0.0, city) for city in starts]
        best: tuple[float, float, int] | None = None
        while waiting:
            cost, city = heappop(waiting)
            if cost > cheapest[city]:
                continue
            if city in worth:
                best = (
                    max(best, (worth[city] - cost, cost, city)) if best else (worth[city] - cost, cost, city)
                )
                if single:
                    break
            for other, route in self.links[city]:
                total = cost + costs[route]
                if total < cheapest.get(other, inf):
                    cheapest[other] = total
                    steps[other] = (city, route)
                    heappush(waiting, (total, other))
        return _way(steps, best, worth) if best else None


class Way(NamedTuple):
    routes: list[int]
    cost: float
    points: int


def _way(steps: dict[int, tuple[int, int]], best: tuple[float, float, int], worth: dict[int, int]) -> Way:
    _, cost, end = best
    routes, city = [], end
    while city in steps:
        city, route = steps[city]
        routes.append(route)
    return Way(routes, cost, worth[end])


def _track(ruleset: Ruleset, number: int, extra: int) -> Track:
    """From the ways to pay that take train cards alone."""
    colours: dict[int, None] = {}
    fewest, most = inf, 0
    index, plain = ruleset.card_index, set(ruleset.train_kinds)
    length = ruleset.edges[number][2]
    for way in ruleset.prices.ways(ruleset.prices.price_of(number)):
        if not plain.issuperset(way.cards):
            continue
        locomotives = way.cards.count(LOCOMOTIVE)
        fewest, most, length = min(fewest, locomotives), max(most, locomotives), len(way.cards)
        colours.update(dict.fromkeys(index[card] for card in way.cards if card != LOCOMOTIVE))
    if most and not colours:  # locomotives alone
        colours[0] = None
    return Track(
        number=number,
        bit=1 << number,
        length=length + extra,
        trains=ruleset.trains[number],
        points=ruleset.points[number],
        colour=next(iter(colours)) if len(colours) == 1 else -1,
        colours=tuple(colours),
        fewest=int(fewest) if colours else 0,
        most=most,
    )


def _routes_taken_over(ruleset: Ruleset) -> RouteSet:
    """The routes whose claims a rule takes over once they are paid for: as a rule they cost one more card."""
    no_cards, deck = (0,) * len(ruleset.train_kinds), ruleset.train_cards
    table = replace(ruleset.new_state(), phase=PlayingTurn(0), deck=deck, discard=no_cards, shuffles=1)
    taken_over = 0
    for number, route in enumerate(ruleset.routes) if ruleset.claims else ():
        price = ruleset.prices.ways(ruleset.prices.price_of(number))
        decision = Decision(ruleset, table, SeededRandomness(bytes(32)))
        if any(take_over(decision, 0, route, price[0]) for take_over in ruleset.claims if price):
            taken_over |= 1 << number
    return taken_over


@lru_cache(maxsize=16)
def compact(ruleset: Ruleset) -> CompactBoard:
    return CompactBoard(ruleset)
