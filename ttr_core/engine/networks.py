"""Networks: which cities a player's trains connect, and which tickets that completes."""

from collections.abc import Sequence
from functools import lru_cache

from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.state import RouteSet, State, route_numbers


@lru_cache(maxsize=1 << 12)  # a score asks for the same ones several times
def networks(ruleset: Ruleset, routes: RouteSet) -> tuple[int, ...]:
    """For each city the number of its network: cities with equal numbers are connected by these routes."""
    network = list(range(len(ruleset.city_index)))
    members: dict[int, list[int]] = {}  # of each network with more than one city
    for number in route_numbers(routes):
        a, b, _ = ruleset.edges[number]
        home, other = network[a], network[b]
        if home != other:
            joining = members.pop(other, [other])
            members.setdefault(home, [home]).extend(joining)
            for city in joining:
                network[city] = home
    return tuple(network)


def best_goal(ruleset: Ruleset, network: Sequence[int], ticket: TicketId) -> int | None:
    """The highest value of the ticket that the network reaches, if any."""
    starts, goals = ruleset.goals[ticket]
    if len(starts) == len(goals) == len(goals[0][0]) == 1:  # two cities, as on most tickets
        return goals[0][1] if network[starts[0]] == network[goals[0][0][0]] else None
    reached = {network[city] for city in starts}
    best = None
    for ends, points in goals:
        if (best is None or points > best) and not reached.isdisjoint([network[end] for end in ends]):
            best = points
    return best


def connecting_routes(ruleset: Ruleset, state: State, seat: SeatId) -> RouteSet:
    """The routes that serve the seat's tickets: its own, and those that rules lend it."""
    routes = state.seats[seat].routes
    for lend in ruleset.lenders:
        routes |= lend(ruleset, state, seat)
    return routes


def ticket_points(ruleset: Ruleset, state: State, seat: SeatId) -> list[tuple[TicketId, int]]:
    """Each ticket with the points that it adds or, if it is not completed, subtracts."""
    network = networks(ruleset, connecting_routes(ruleset, state, seat))
    points = []
    for ticket in state.seats[seat].tickets:
        value = best_goal(ruleset, network, ticket)
        points.append((ticket, -ruleset.penalties[ticket] if value is None else value))
    return points


def completed_tickets(ruleset: Ruleset, state: State, seat: SeatId) -> list[TicketId]:
    network = networks(ruleset, connecting_routes(ruleset, state, seat))
    return [t for t in state.seats[seat].tickets if best_goal(ruleset, network, t) is not None]
