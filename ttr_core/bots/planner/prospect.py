"""What lies before a seat, in points: what each route costs it, which routes it may lose, and the network it aims at.

A turn has a price, which is what it would bring elsewhere. So long routes are cheap or even bring something, and a
ticket is worth the points that its routes leave over, less the chance that a rival takes one of them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from math import inf, prod
from typing import NamedTuple

from ttr_core.bots.greedy.outlook import Costs, exclusions_of
from ttr_core.bots.greedy.plan import Intent, Plan, fewest_locomotives, with_ticket
from ttr_core.engine.hooks import Standing
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import Card, DeckName, TicketId
from ttr_core.model.state import RouteSet, route_numbers, route_set

TURN = 2.0  # points that a turn brings
CARDS_A_TURN = 1.5  # that fit, of the two that are drawn
TRAIN = 1.0  # and a train
WILD = 3.0  # and a locomotive, if there is a plan
SCARCE = 1.0  # turns more for a locomotive that a route demands, if several rivals want them, too
LEAST = 1.0  # a detour adds routes that may be lost, however much they score

RESERVE = 6  # trains that no ticket takes into account when it is chosen
DETOUR = 6  # trains that a plan may need more, for each rival beside the first
LOSS = 0.04  # chance to lose a route before it is claimed
CONTESTED = 0.05  # more, for each rival who has trains at one of its ends

TARGETS = 3  # at once when no ticket needs any
ALL_ORDERS = 3  # tickets at most that are inserted in every order


class Scheme(NamedTuple):
    """A plan, and the points that it is worth."""

    value: float
    plan: Plan


class Prospect(Intent):
    """An intent that counts in points."""

    # costs

    @cached_property
    def metrics(self) -> tuple[Costs, Costs]:
        """What paths are compared by: points, by which long routes are cheap, and trains, which other tickets need."""
        return self.costs_by(lambda route: max(self.price_of(route), LEAST)), self.costs

    def price_of(self, route: int) -> float:
        """The turns for it, in points, less what it scores; below zero if it is worth its turns by itself.

        Cards in hand make it no cheaper: another route could use them as well.
        """
        ruleset = self.ruleset
        turns = 1 + ruleset.routes[route].length / CARDS_A_TURN + SCARCE * self.demanded[route]
        return TURN * turns + TRAIN * ruleset.trains[route] - self.score_of(route)

    def score_of(self, route: int) -> float:
        """The points of a claim: those of the route, and those that rules promise for it."""
        return self.ruleset.points[route] + self.promised[route]

    @cached_property
    def promised(self) -> Sequence[float]:
        """Of each route the points that rules promise for its claim."""
        ruleset, seat = self.ruleset, self.me.seat
        if not ruleset.claims_bring:
            return [0.0] * len(ruleset.routes)
        claims = [ClaimRoute(seat=seat, route=route.id, cards=()) for route in ruleset.routes]
        return [
            sum(weigh(ruleset, self.seen, claim).points for weigh in ruleset.claims_bring) for claim in claims
        ]

    def price_from_hand(self, route: int) -> float:
        """The same for the next route to claim: its cards in hand have cost their turns already."""
        missing = max(self.missing_for(route), self.demanded[route])
        wild = min(missing, self.locomotives)
        turns = 1 + (missing - wild) / CARDS_A_TURN
        return TURN * turns + self.price_of_wild * wild - self.score_of(route)

    @cached_property
    def demanded(self) -> Sequence[int]:
        """Of each route the locomotives that it cannot be had without, which are scarce among several rivals."""
        if len(self.rivals) > 1:
            return fewest_locomotives(self.ruleset)
        return [0] * len(self.ruleset.routes)

    def coloured_spaces(self, route: int) -> int:
        return super().coloured_spaces(route) - self.demanded[route]

    @property
    def price_of_wild(self) -> float:
        """What it costs to give a locomotive away, which a plan needs more than anything."""
        return WILD if self.plan.routes else TURN / CARDS_A_TURN

    def expense(self, plan: Plan) -> float:
        """The turns and trains of a plan, in points, less what its routes score; the hand is used once."""
        turns = len(plan.routes) + max(plan.trains - self.me.hand_size, 0) / CARDS_A_TURN
        turns += SCARCE * max(sum([self.demanded[route] for route in plan.routes]) - self.locomotives, 0)
        return TURN * turns + TRAIN * plan.trains - sum([self.score_of(route) for route in plan.routes])

    def chance_of(self, route: int) -> float:
        """That the route is still there when the seat comes to claim it."""
        a, b, _ = self.ruleset.edges[route]
        rivals = sum(a in cities or b in cities for cities in self._cities_of_rivals)
        return 1 - LOSS - CONTESTED * rivals

    @cached_property
    def _cities_of_rivals(self) -> tuple[frozenset[int], ...]:
        edges = self.ruleset.edges
        return tuple(
            frozenset(city for route in rival.routes for city in edges[self.ruleset.route_index[route]][:2])
            for rival in self.rivals
        )

    def bonus(self, routes: RouteSet, tickets: int = 0) -> float:
        """The points that rules promise for the seat's standing with these routes and so many tickets more."""
        if (routes, tickets) not in self._bonuses:
            seat, networks, completed = self.me.seat, [*self._standing.networks], [*self._standing.tickets]
            networks[seat] |= routes
            completed[seat] += tickets
            standing = Standing(networks, completed)
            self._bonuses[routes, tickets] = sum(
                worth(self.ruleset, standing, seat) for worth in self.ruleset.bonus_worths
            )
        return self._bonuses[routes, tickets]

    @cached_property
    def _bonuses(self) -> dict[tuple[RouteSet, int], float]:
        return {}

    @cached_property
    def _standing(self) -> Standing:
        """As it is; of rivals, who show only how many tickets they hold, all but one count as completed."""
        tickets = [max(seat.ticket_count - 1, 0) for seat in self.seen.seats]
        tickets[self.me.seat] = len(self.tickets) - len(self.unfinished)
        return Standing([self._numbers(seat.routes) for seat in self.seen.seats], tickets)

    def lead(self, route: int) -> float:
        """What the route brings by such bonuses."""
        return self.bonus(1 << route) - self.bonus(0)

    # plans

    @cached_property
    def plan(self) -> Plan:
        return self.scheme_for(self.unfinished, self.trains, self.turns_left).plan

    def scheme_for(self, tickets: Iterable[TicketId], trains: int, patience: float = inf) -> Scheme:
        """The best of the networks that come of connecting the tickets one after the other in several orders."""
        orders = tuple(self._orders(tuple(dict.fromkeys(tickets))))
        schemes = (self.connect(order, trains, patience, costs) for costs in self.metrics for order in orders)
        return max(schemes, key=lambda scheme: scheme.value)

    def _orders(self, tickets: Sequence[TicketId]) -> Iterator[Sequence[TicketId]]:
        if len(tickets) <= ALL_ORDERS:
            yield from permutations(tickets)
            return
        points = {ticket: max(points for _, points in self.ruleset.goals[ticket][1]) for ticket in tickets}
        falling = sorted(tickets, key=lambda ticket: -points[ticket])
        yield falling
        yield falling[::-1]
        yield [*falling[1::2], *falling[::2]]
        yield [*falling[::2], *falling[1::2]]

    def connect(self, tickets: Sequence[TicketId], trains: int, patience: float, metric: Costs) -> Scheme:
        penalties = {ticket: self.ruleset.tickets[ticket].penalty for ticket in tickets}
        plan, costs = Plan(), list(metric)
        value, cards = -float(sum(penalties.values())), self.me.hand_size
        for ticket in tickets:
            longer = self._with_ticket(plan, ticket, costs)
            if longer is None or longer.trains > trains or longer.turns(cards) > patience:
                continue
            new = longer.routes[len(plan.routes) :]
            more = self.bonus(0, len(longer.tickets)) - self.bonus(0, len(plan.tickets))
            swing = longer.points - plan.points + penalties[ticket] + more
            gain = swing * prod(map(self.chance_of, new)) - self.expense(longer) + self.expense(plan)
            if gain > 0:
                value, plan = value + gain, longer
                for route in new:
                    self._exclude(route, costs)
                    costs[route] = 0.0
        return Scheme(value + self.bonus(route_set(plan.routes)), plan)

    def _with_ticket(self, plan: Plan, ticket: TicketId, costs: Costs) -> Plan | None:
        """The plan that also completes the ticket, by routes that one seat may have together."""
        exclusions, left = exclusions_of(self.ruleset), list(costs)
        while longer := with_ticket(self, plan, ticket, left):
            new = sorted(longer.routes[len(plan.routes) :], key=left.__getitem__)
            clashes = [route for route, other in combinations(new, 2) if other in exclusions[route]]
            if not clashes:
                break
            self._exclude(clashes[0], left)
        return longer

    def _exclude(self, route: int, costs: list[float]) -> None:
        """Nobody who claims the route can claim these."""
        for other in exclusions_of(self.ruleset)[route]:
            costs[other] = inf

    @property
    def detours(self) -> int:
        """Trains that no route beside the plan may take: with several rivals, ways are often blocked."""
        return DETOUR * (len(self.rivals) - 1) if self.plan.routes else 0

    def worth_of_tickets(self, tickets: Sequence[TicketId]) -> float:
        patience = self.turns_left if self.own else inf
        return self.scheme_for((*self.unfinished, *tickets), self.trains - RESERVE, patience).value

    def gain_of_ticket(self, ticket: TicketId) -> float:
        """What it brings to hold the ticket beside those that are finished."""
        by_points, _ = self.metrics
        return self.connect((ticket,), self.trains - 2, self.turns_left - 1, by_points).value - self.bonus(0)

    def unseen_tickets(self, decks: Sequence[DeckName]) -> Iterator[TicketId]:
        """Those that the named decks, or all that are left, may still hold."""
        names = set(decks) or {name for name, count in self.seen.ticket_decks.items() if count}
        for name in sorted(names):
            yield from (ticket for ticket in self.ruleset.decks[name] if ticket not in self.tickets)

    # cards

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """Train cards that lie in the deck or in other hands."""
        ruleset, seen = self.ruleset, self.seen
        return {
            card: count
            - self.hand.get(card, 0)
            - seen.discard.get(card, 0)
            - sum(shown == card for shown in seen.market)
            for card, count in Counter(ruleset.train_cards).items()
        }

    # targets

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The routes to collect cards for: those of the plan, else those that bring the most."""
        if self.plan.routes:
            return self.plan.routes
        return self.fillers[:TARGETS]

    @cached_property
    def fillers(self) -> tuple[int, ...]:
        """Open routes by what they bring beyond their turns, the best first."""
        spare = self.ruleset.within[max(self.spare_trains, 0)]
        return tuple(sorted(route_numbers(self.open & spare), key=self.price_from_hand))
