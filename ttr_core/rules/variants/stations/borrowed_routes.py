"""The best use of borrowed routes: one for each lender, so that they bring their borrower the most points.

Every choice is tried, after two reductions that lose none: tracks that join the same two networks count as one, and a
route that leads to nothing a ticket asks for is left out.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from ttr_core.engine.networks import best_goal, networks
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import TicketId
from ttr_core.model.state import RouteSet, route_set

Choice = tuple[int, ...]  # numbers of routes, in order
Offers = Sequence[Sequence[int]]  # for each lender the routes of which one may be used
Values = tuple[int | None, ...]  # what each ticket is worth; None: it is not completed


def choices(offers: Offers) -> list[Choice]:
    """Every set of at most one route of each lender; nothing borrowed comes first."""
    picks = product(*((None, *routes) for routes in offers))
    return sorted({tuple(sorted({route for route in pick if route is not None})) for pick in picks})


def best_borrowing(
    ruleset: Ruleset,
    own: RouteSet,
    offers: Offers,
    tickets: Iterable[TicketId],
    total: Callable[[RouteSet], int] | None = None,
) -> RouteSet:
    """Most points, then most tickets, then fewest routes, then those with the lowest numbers.

    `total` counts all points of the borrower with these routes; without it the points of the tickets count.
    """
    network = networks(ruleset, own)
    open_tickets = [ticket for ticket in tickets if not _complete(ruleset, network, ticket)]
    useful = _useful(ruleset, network, offers, open_tickets)
    if not any(useful):
        return 0
    outcomes = _outcomes(ruleset, network, choices(useful), open_tickets)

    def worth(values: Values) -> tuple[int, int, tuple[int, Choice]]:
        choice, done = outcomes[values], sum(value is not None for value in values)
        points = total(route_set(choice)) if total else _ticket_points(ruleset, open_tickets, values)
        return points, done, _modesty(choice)

    return route_set(outcomes[max(outcomes, key=worth)])


def _complete(ruleset: Ruleset, network: Sequence[int], ticket: TicketId) -> bool:
    """Whether the ticket already brings all that it can."""
    _, goals = ruleset.goals[ticket]
    return best_goal(ruleset, network, ticket) == max(points for _, points in goals)


def _outcomes(
    ruleset: Ruleset, network: Sequence[int], listed: Iterable[Choice], tickets: Sequence[TicketId]
) -> dict[Values, Choice]:
    """Everything that can become of the tickets, each with the most modest choice that leads to it."""
    outcomes: dict[Values, Choice] = {}
    for choice in listed:
        values = _values(ruleset, network, choice, tickets)
        outcomes[values] = max(outcomes.get(values, choice), choice, key=_modesty)
    return outcomes


def _modesty(choice: Choice) -> tuple[int, Choice]:
    return -len(choice), tuple(-number for number in choice)


def _values(ruleset: Ruleset, network: Sequence[int], choice: Choice, tickets: Sequence[TicketId]) -> Values:
    for number in choice:
        a, b, _ = ruleset.edges[number]
        here, there = network[a], network[b]
        network = [here if home == there else home for home in network]
    return tuple(best_goal(ruleset, network, ticket) for ticket in tickets)


def _ticket_points(ruleset: Ruleset, tickets: Sequence[TicketId], values: Values) -> int:
    pairs = zip(tickets, values, strict=True)
    return sum(-ruleset.tickets[ticket].penalty if value is None else value for ticket, value in pairs)


def _useful(
    ruleset: Ruleset, network: Sequence[int], offers: Offers, tickets: Iterable[TicketId]
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


def _joins(ruleset: Ruleset, network: Sequence[int], routes: Iterable[int]) -> dict[tuple[int, int], int]:
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
