"""What one seat can tell from its view: the routes still open to it, its cards, and how much time is left."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from math import inf

from ttr_core.bots.paths import Costs, Links, links_of
from ttr_core.connections import best_goal, networks
from ttr_core.ruleset import Ruleset
from ttr_core.state import RouteSet, route_numbers, route_set
from ttr_core.view import SeatView, View
from ttr_core.words import LOCOMOTIVE, Card, RouteId, TicketId

TRAINS_A_TURN = 1.6  # laid by a steady player, waiting included
TURN = 1.0  # what a route costs beside its spaces: the turn that claims it
POINT = 0.35  # what a point on the way makes a route cheaper


class Outlook:
    """One seat's situation, reckoned once for a decision."""

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
        """Whether nothing can be done with what this turn brings."""
        return self.seen.last_seat is not None

    @cached_property
    def turns_left(self) -> float:
        """A guess: until somebody's trains run low, and the last round."""
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
        """Of each route: nothing for an own one, else its spaces and its turn, less what it scores."""
        costs = [inf] * len(self.ruleset.routes)
        for number in route_numbers(self.own):
            costs[number] = 0.0
        for number in route_numbers(self.open):
            costs[number] = self._cost(number)
        return costs

    @cached_property
    def network(self) -> list[int]:
        return networks(self.ruleset, self.own)

    @cached_property
    def unfinished(self) -> tuple[TicketId, ...]:
        return tuple(t for t in self.tickets if best_goal(self.ruleset, self.network, t) is None)

    def _cost(self, number: int) -> float:
        length = self.ruleset.edges[number][2]
        return max(length + TURN - POINT * self.ruleset.points[number], 0.5)

    def _numbers(self, routes: Iterable[RouteId]) -> RouteSet:
        return route_set(self.ruleset.route_index[route] for route in routes)
