"""The outlook of one seat, from its view alone: the routes still open to it, its cards, and the turns that are left.

Also the cheapest paths over the map: the seat's own routes are free, closed ones cannot be used.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from heapq import heappop, heappush
from math import inf
from operator import or_
from typing import NamedTuple

from ttr_core.engine.networks import best_goal, networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import SeatView, View
from ttr_core.model.ids import LOCOMOTIVE, Card, RouteId, TicketId
from ttr_core.model.state import RouteSet, route_numbers, route_set

TRAINS_A_TURN = 1.6  # laid by a steady player, waiting included
TURN = 1.0  # the turn that claims a route, in spaces
POINT = 0.35  # spaces by which a point makes a route cheaper

Links = tuple[tuple[tuple[int, int], ...], ...]  # at each city: the neighbours and the routes to them
Costs = Sequence[float]  # of every route; infinite where the player cannot go


class Tree(NamedTuple):
    """The cost of every city from the nearest start, and the last step of its path."""

    costs: dict[int, float]
    steps: dict[int, tuple[int, int]]  # the city before, and the route

    def path_to(self, city: int) -> list[int]:
        """The routes from a start to the city."""
        routes = []
        while city in self.steps:
            city, route = self.steps[city]
            routes.append(route)
        return routes[::-1]


@lru_cache(maxsize=16)
def links_of(ruleset: Ruleset) -> Links:
    links: list[list[tuple[int, int]]] = [[] for _ in ruleset.city_index]
    for route, (a, b, _) in enumerate(ruleset.edges):
        links[a].append((b, route))
        links[b].append((a, route))
    return tuple(map(tuple, links))


@lru_cache(maxsize=16)
def exclusions_of(ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Of each route those that its owner cannot claim as well."""
    groups = [reduce(or_, (tracks for tracks, _ in groups), 0) for groups in ruleset.groups_of]
    return tuple(tuple(route_numbers(tracks & ~(1 << route))) for route, tracks in enumerate(groups))


def explore(links: Links, costs: Costs, starts: Iterable[int]) -> Tree:
    """Dijkstra's search from all starts at once."""
    best = dict.fromkeys(starts, 0.0)
    steps: dict[int, tuple[int, int]] = {}
    waiting = [(0.0, city) for city in best]
    while waiting:
        cost, city = heappop(waiting)
        if cost > best[city]:
            continue
        for other, route in links[city]:
            total = cost + costs[route]
            if total < best.get(other, inf):
                best[other] = total
                steps[other] = (city, route)
                heappush(waiting, (total, other))
    return Tree(best, steps)


class Outlook:
    """One seat's situation, calculated once for a decision."""

    def __init__(self, ruleset: Ruleset, seen: View) -> None:
        assert isinstance(seen.viewer, int), "bots have a seat"
        self.ruleset = ruleset
        self.seen = seen
        self.me: SeatView = seen.seats[seen.viewer]
        self.rivals = tuple(seat for seat in seen.seats if seat.seat != seen.viewer)
        self.hand: Mapping[Card, int] = self.me.hand or {}
        self.tickets: tuple[TicketId, ...] = self.me.tickets or ()
        self.trains = self.me.trains
        self.own = self._numbers(self.me.routes)
        self.claimed = self.own
        for seat in self.rivals:
            self.claimed |= self._numbers(seat.routes)

    @property
    def locomotives(self) -> int:
        return self.hand.get(LOCOMOTIVE, 0)

    @property
    def last_turn(self) -> bool:
        """Whether this turn brings nothing that could still be used."""
        return self.seen.last_seat is not None

    @cached_property
    def turns_left(self) -> float:
        """A guess: until a player's trains run low, and the last round."""
        if self.last_turn:
            return 1
        fewest = min(seat.trains for seat in self.seen.seats)
        return max(fewest - 2, 0) / TRAINS_A_TURN + 2

    @cached_property
    def open(self) -> RouteSet:
        """The routes that this seat may still claim, if it gets the cards."""
        shut = self.claimed
        for number in route_numbers(self.claimed):
            for tracks, limit in self.ruleset.groups_of[number]:
                if self.own & tracks or (self.claimed & tracks).bit_count() >= limit:
                    shut |= tracks
        return self.ruleset.within[max(self.trains, 0)] & ~shut

    @property
    def links(self) -> Links:
        return links_of(self.ruleset)

    @cached_property
    def costs(self) -> Costs:
        """Of each route: its spaces and its turn, less what it scores."""
        return self.costs_by(self._cost)

    def costs_by(self, cost_of: Callable[[int], float]) -> Costs:
        """Of each route: nothing for an own one, infinite for a closed one, else what the function says."""
        costs = [inf] * len(self.ruleset.routes)
        for number in route_numbers(self.own):
            costs[number] = 0.0
        for number in route_numbers(self.open):
            costs[number] = cost_of(number)
        return costs

    @cached_property
    def network(self) -> tuple[int, ...]:
        return networks(self.ruleset, self.own)

    @cached_property
    def unfinished(self) -> tuple[TicketId, ...]:
        return tuple(t for t in self.tickets if best_goal(self.ruleset, self.network, t) is None)

    def _cost(self, number: int) -> float:
        return max(self.ruleset.trains[number] + TURN - POINT * self.ruleset.points[number], 0.5)

    def _numbers(self, routes: Iterable[RouteId]) -> RouteSet:
        return route_set(self.ruleset.route_index[route] for route in routes)
