"""Networks: which cities a player's trains connect, and which tickets that completes."""

from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.state import RouteSet, State, route_numbers


def networks(ruleset: Ruleset, routes: RouteSet) -> list[int]:
    """For each city the number of its network: cities with equal numbers are connected by these routes."""
    parent = list(range(len(ruleset.city_index)))

    def find(city: int) -> int:
        while parent[city] != city:
            parent[city] = parent[parent[city]]
            city = parent[city]
        return city

    for number in route_numbers(routes):
        a, b, _ = ruleset.edges[number]
        parent[find(a)] = find(b)
    return [find(city) for city in range(len(parent))]


def best_goal(ruleset: Ruleset, network: list[int], ticket: TicketId) -> int | None:
    """The highest value of the ticket that the network reaches, if any."""
    starts, goals = ruleset.goals[ticket]
    reached = {network[city] for city in starts}
    return max(
        (points for ends, points in goals if any(network[end] in reached for end in ends)), default=None
    )


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
        points.append((ticket, -ruleset.tickets[ticket].penalty if value is None else value))
    return points


def completed_tickets(ruleset: Ruleset, state: State, seat: SeatId) -> list[TicketId]:
    network = networks(ruleset, connecting_routes(ruleset, state, seat))
    return [t for t in state.seats[seat].tickets if best_goal(ruleset, network, t) is not None]
