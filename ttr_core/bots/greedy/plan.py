"""What the greedy bot wants: the routes that complete its tickets, then routes for their points, and cards for both.

A plan holds the routes that complete tickets together, as far as trains and time allow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from math import inf
from typing import NamedTuple

from ttr_core.bots.greedy.outlook import Costs, Outlook, explore
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import LOCOMOTIVE, Card, TicketId
from ttr_core.model.state import route_numbers

CARDS_A_TURN = 2.0
TRAIN, ROUTE = 0.9, 0.5  # points that a train and a turn of the plan would bring elsewhere
POINT_ROUTES = 4  # targets at once when no ticket needs any
FITTING_CARDS_A_TURN = 1.5  # of the two that are drawn


class Plan(NamedTuple):
    """The routes to claim, and the tickets that are complete when all are claimed."""

    routes: tuple[int, ...] = ()
    tickets: tuple[TicketId, ...] = ()
    trains: int = 0
    points: int = 0  # of the tickets

    def turns(self, cards: int) -> float:
        """How many turns it takes with so many useful cards in hand."""
        return len(self.routes) + max(self.trains - cards, 0) / CARDS_A_TURN


def make_plan(outlook: Outlook, tickets: Iterable[TicketId], patience: float = inf) -> Plan:
    """The most valuable tickets first, each by the cheapest way that uses what is planned already."""
    plan, costs = Plan(), list(outlook.costs)
    worth = {ticket: max(points for _, points in outlook.ruleset.goals[ticket][1]) for ticket in tickets}
    cards = outlook.me.hand_size
    for ticket in sorted(worth, key=lambda ticket: (-worth[ticket], ticket)):
        longer = with_ticket(outlook, plan, ticket, costs)
        if longer and longer.trains <= outlook.trains and longer.turns(cards) <= patience:
            plan = longer
            for route in plan.routes:
                costs[route] = 0.0
    return plan


def with_ticket(outlook: Outlook, plan: Plan, ticket: TicketId, costs: Costs) -> Plan | None:
    """The plan that also completes the ticket, if there is one; in `costs` the plan's routes are free."""
    starts, goals = outlook.ruleset.goals[ticket]
    tree = explore(outlook.links, costs, starts)
    ends = [
        (points - tree.costs[end], points, end)
        for all_ends, points in goals
        for end in all_ends
        if end in tree.costs
    ]
    if not ends:
        return None
    _, points, end = max(ends)
    new = [route for route in tree.path_to(end) if costs[route]]
    trains = sum(outlook.ruleset.trains[route] for route in new)
    return Plan((*plan.routes, *new), (*plan.tickets, ticket), plan.trains + trains, plan.points + points)


@lru_cache(maxsize=16)
def fewest_locomotives(ruleset: Ruleset) -> tuple[int, ...]:
    """Of each route, those without which it cannot be paid for, whatever else is in the hand."""
    prices = ruleset.prices
    all_ways = [prices.ways(prices.price_of(route)) for route in range(len(ruleset.routes))]
    return tuple(min((way.cards.count(LOCOMOTIVE) for way in ways), default=0) for ways in all_ways)


class Intent(Outlook):
    """An outlook with a plan, calculated once for a decision and only as far as it is used."""

    @cached_property
    def plan(self) -> Plan:
        return make_plan(self, self.unfinished, self.turns_left)

    def worth_of_tickets(self, tickets: Sequence[TicketId]) -> float:
        """The points of these and the unfinished ones, less what their trains and turns would bring elsewhere."""
        wanted = dict.fromkeys((*self.unfinished, *tickets))
        plan = make_plan(self, wanted, self.turns_left if self.own else inf)
        failed = sum(self.ruleset.tickets[ticket].penalty for ticket in wanted if ticket not in plan.tickets)
        return plan.points - failed - TRAIN * plan.trains - ROUTE * len(plan.routes)

    @cached_property
    def spare_trains(self) -> int:
        return self.trains - self.plan.trains

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The routes to collect cards for, the first one first."""
        if self.plan.routes:
            return tuple(sorted(self.plan.routes, key=self.missing_for))
        rates = [(-self._rate(route), route) for route in route_numbers(self.open)]
        return tuple(route for _, route in sorted(rates)[:POINT_ROUTES])

    def _rate(self, route: int) -> float:
        """Points a turn, the turns for missing cards included."""
        missing = max(self.missing_for(route) - self.locomotives, 0)
        return self.ruleset.points[route] / (1 + missing / FITTING_CARDS_A_TURN)

    def missing_for(self, route: int) -> int:
        """How many cards of its best colour the route still needs, locomotives aside."""
        wanted = self.ruleset.routes[route]
        held = (self.hand.get(card, 0) for card in wanted.colours(self.ruleset.colours))
        return wanted.length - max(held, default=0)

    def coloured_spaces(self, route: int) -> int:
        """For which it collects cards of one colour."""
        return self.ruleset.routes[route].length

    @cached_property
    def locomotives_missing(self) -> int:
        """Locomotives that the most demanding target needs and the hand has not."""
        fewest = fewest_locomotives(self.ruleset)
        needed = max((fewest[route] for route in self.targets), default=0)
        return max(needed - self.locomotives, 0)

    @cached_property
    def reserved(self) -> Mapping[Card, int]:
        """How many cards of each colour the targets will use."""
        return {card: spaces for card, (spaces, _) in self._demand.items()}

    @cached_property
    def wishes(self) -> Mapping[Card, float]:
        """How much one more card of each colour helps: the more, the nearer it brings a route."""
        return {card: wish for card, (_, wish) in self._demand.items()}

    @cached_property
    def _demand(self) -> Mapping[Card, tuple[int, float]]:
        """For each colour the spaces of its targets, and how much one more card helps."""
        demand: dict[Card, tuple[int, float]] = {}
        for card, count, missing in self._allotment():
            spaces, wish = demand.get(card, (0, 0.0))
            demand[card] = (spaces + count, max(wish, 1 / missing if missing else 0.0))
        return demand

    def _allotment(self) -> Iterator[tuple[Card, int, int]]:
        """Each target's colour with its spaces and missing cards; targets of one colour come first."""
        left, colours = dict(self.hand), self.ruleset.colours
        routes = self.ruleset.routes
        choices = [(self.coloured_spaces(number), routes[number].colours(colours)) for number in self.targets]
        for length, accepted in sorted(choices, key=lambda choice: len(choice[1])):
            card = max(accepted, key=lambda card: left.get(card, 0))
            have = max(left.get(card, 0), 0)
            left[card] = have - length
            yield card, length, max(length - have, 0)
