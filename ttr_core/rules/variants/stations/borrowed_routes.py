"""The best use of borrowed routes: one for each lender, so that a player's tickets are worth the most.

Every choice is tried, after two reductions that lose none: tracks that join the same two networks count as one, and a
route that leads to nothing a ticket asks for is left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product

from ttr_core.engine.networks import best_goal, networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import TicketId
from ttr_core.model.state import RouteSet, route_set

Choice = tuple[int, ...]  # numbers of routes, in order
Offers = Sequence[Sequence[int]]  # for each lender the routes of which one may be used


def choices(offers: Offers) -> list[Choice]:
    """Every set of at most one route of each lender; nothing borrowed comes first."""
    picks = product(*((None, *routes) for routes in offers))
    return sorted({tuple(sorted({route for route in pick if route is not None})) for pick in picks})


def best_borrowing(ruleset: Ruleset, own: RouteSet, offers: Offers, tickets: Iterable[TicketId]) -> RouteSet:
    """Most points, then most tickets, then fewest routes, then those with the lowest numbers."""
    network = networks(ruleset, own)
    open_tickets = [ticket for ticket in tickets if not _complete(ruleset, network, ticket)]
    useful = _useful(ruleset, network, offers, open_tickets)
    if not any(useful):
        return 0
    best = max(choices(useful), key=lambda choice: _worth(ruleset, network, choice, open_tickets))
    return route_set(best)


def _complete(ruleset: Ruleset, network: list[int], ticket: TicketId) -> bool:
    """Whether the ticket already brings all that it can."""
    _, goals = ruleset.goals[ticket]
    return best_goal(ruleset, network, ticket) == max(points for _, points in goals)


def _worth(
    ruleset: Ruleset, network: list[int], choice: Choice, tickets: Sequence[TicketId]
) -> tuple[int, int, int, Choice]:
    for number in choice:
        a, b, _ = ruleset.edges[number]
        here, there = network[a], network[b]
        network = [here if home == there else home for home in network]
    points = done = 0
    for ticket in tickets:
        value = best_goal(ruleset, network, ticket)
        points += -ruleset.tickets[ticket].penalty if value is None else value
        done += value is not None
    return points, done, -len(choice), tuple(-number for number in choice)


def _useful(
    ruleset: Ruleset, network: list[int], offers: Offers, tickets: Iterable[TicketId]
) -> list[list[int]]:
    """The offers without the routes that cannot change anything."""
    joins = [_joins(ruleset, network, routes) for routes in offers]
    wanted = {network[city] for ticket in tickets for city in _cities(ruleset, ticket)}
    while True:
        ends = Counter(home for joined in joins for pair in joined for home in pair)
        kept = [
            {pair: route for pair, route in joined.items() if all(h in wanted or ends[h] > 1 for h in pair)}
            for joined in joins
        ]
        if kept == joins:
            return [list(joined.values()) for joined in joins]
        joins = kept


def _joins(ruleset: Ruleset, network: list[int], routes: Iterable[int]) -> dict[tuple[int, int], int]:
    """The networks that the routes join, each pair by the route with the lowest number."""
    joins: dict[tuple[int, int], int] = {}
    for number in sorted(routes):
        a, b, _ = ruleset.edges[number]
        homes = min(network[a], network[b]), max(network[a], network[b])
        if homes[0] != homes[1]:
            joins.setdefault(homes, number)
    return joins


def _cities(ruleset: Ruleset, ticket: TicketId) -> list[int]:
    starts, goals = ruleset.goals[ticket]
    return [*starts, *(city for ends, _ in goals for city in ends)]
