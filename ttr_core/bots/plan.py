"""A plan: the routes that complete the tickets together, as far as trains and time allow."""

from collections.abc import Iterable
from math import inf
from typing import NamedTuple

from ttr_core.bots.outlook import Outlook
from ttr_core.bots.paths import Costs, explore
from ttr_core.words import TicketId

CARDS_A_TURN = 2.0


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
    """The plan that also completes the ticket, if any does; `costs` has the plan's routes at nothing."""
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
    trains = sum(outlook.ruleset.edges[route][2] for route in new)
    return Plan((*plan.routes, *new), (*plan.tickets, ticket), plan.trains + trains, plan.points + points)
