"""What came of a game, for its pictures: tickets that are done, open or failed, and the final score."""

from collections import deque
from collections.abc import Collection, Iterable
from itertools import pairwise, product
from math import cos, hypot, radians
from typing import Literal

import msgspec

from ttr_core import Ruleset, State
from ttr_core.boards.board import City
from ttr_core.engine.networks import best_goal, networks
from ttr_core.engine.scoring import score
from ttr_core.engine.views import View
from ttr_core.model.ids import CityId, RouteId, SeatId, TicketId
from ttr_core.model.phases import Scored
from ttr_core.model.scoresheet import SeatScore

TicketState = Literal["done", "open", "failed"]
TICKETS, LONGEST_PATH = "tickets", "longest_path"  # reasons whose items are tickets, and the routes of a path


class TicketResult(msgspec.Struct, frozen=True, kw_only=True):
    ticket: TicketId
    state: TicketState
    points: int  # what it adds or, if it has failed, subtracts
    path: tuple[CityId, ...] = ()  # by which it is done, if the player's own routes are enough
    gap: tuple[CityId, CityId] | None = (
        None  # if it has failed: where the player was nearest to completing it
    )


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    seat: SeatId
    rank: int
    total: int
    lines: tuple[tuple[str, int], ...]  # points by reason
    tickets: tuple[TicketResult, ...]
    longest_path: tuple[RouteId, ...]  # if it counts as the longest


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The final score."""

    seats: tuple[SeatResult, ...]  # the winner first
    winners: tuple[SeatId, ...]


def tickets_of(ruleset: Ruleset, seen: View, seat: SeatId) -> tuple[TicketResult, ...]:
    """The seat's own tickets; one has failed if no route that is free or theirs can complete it any more."""
    own = seen.seats[seat].routes
    others = {route for other in seen.seats if other.seat != seat for route in other.routes}
    network = networks(ruleset, _route_set(ruleset, own))
    free = [] if seen.end else [route.id for route in ruleset.routes if route.id not in others]
    reachable = networks(ruleset, _route_set(ruleset, [*own, *free]))
    results = []
    for ticket in seen.seats[seat].tickets or ():
        value = best_goal(ruleset, network, ticket)
        if value is not None:
            results.append(TicketResult(ticket=ticket, state="done", points=value))
        elif best_goal(ruleset, reachable, ticket) is None:
            penalty = ruleset.tickets[ticket].penalty
            results.append(TicketResult(ticket=ticket, state="failed", points=-penalty))
        else:
            best = max(points for _, points in ruleset.goals[ticket][1])
            results.append(TicketResult(ticket=ticket, state="open", points=best))
    return tuple(results)


def _route_set(ruleset: Ruleset, routes: Iterable[RouteId]) -> int:
    return sum(1 << number for number in {ruleset.route_index[route] for route in routes})


def result_of(ruleset: Ruleset, state: State) -> Result | None:
    """The final score of a game whose points are counted: by then everything is open."""
    if not isinstance(state.phase, Scored):
        return None
    sheet = score(ruleset, state)
    seats = sorted(sheet.seats, key=lambda each: (each.rank, each.seat))
    return Result(seats=tuple(_seat_result(ruleset, state, each) for each in seats), winners=sheet.winners)


def _seat_result(ruleset: Ruleset, state: State, scored: SeatScore) -> SeatResult:
    tickets = [
        _ticket_result(ruleset, state, scored.seat, TicketId(item.id), item.points)
        for line in scored.lines
        if line.reason == TICKETS  # a route may have the id of a ticket
        for item in line.items
    ]
    return SeatResult(
        seat=scored.seat,
        rank=scored.rank,
        total=scored.total,
        lines=tuple((line.reason, line.points) for line in scored.lines),
        tickets=tuple(sorted(tickets, key=lambda each: (-each.points, each.ticket))),
        longest_path=tuple(
            RouteId(item.id) for line in scored.lines if line.reason == LONGEST_PATH for item in line.items
        ),
    )


def _ticket_result(
    ruleset: Ruleset, state: State, seat: SeatId, ticket: TicketId, points: int
) -> TicketResult:
    routes = state.seats[seat].routes
    starts, goals = ruleset.goals[ticket]
    ends = [city for places, _ in goals for city in places]
    if points >= 0:
        path = _path(ruleset, routes, starts, ends)
        return TicketResult(ticket=ticket, state="done", points=points, path=_named(ruleset, path))
    network = networks(ruleset, routes)
    near, far = (
        [city for city, number in enumerate(network) if number in {network[place] for place in places}]
        for places in (starts, ends)
    )
    gap = _narrowest(ruleset, near, far)
    return TicketResult(ticket=ticket, state="failed", points=points, gap=gap)


def _narrowest(ruleset: Ruleset, near: Iterable[int], far: Iterable[int]) -> tuple[CityId, CityId]:
    """The two cities that are nearest to each other on the globe: the same ones in pictures of every size."""

    def apart(pair: tuple[City, City]) -> float:
        one, other = pair
        return hypot(one.lat - other.lat, (one.lon - other.lon) * cos(radians((one.lat + other.lat) / 2)))

    cities = ruleset.board.cities
    one, other = min(product([cities[n] for n in near], [cities[n] for n in far]), key=apart)
    return one.id, other.id


def ticket_routes(ruleset: Ruleset, owned: Collection[RouteId], ticket: TicketId) -> frozenset[RouteId]:
    """The routes of a player by which their ticket is completed; none if their own are not enough."""
    starts, goals = ruleset.goals[ticket]
    path = _path(
        ruleset, _route_set(ruleset, owned), starts, [city for places, _ in goals for city in places]
    )
    by_ends: dict[frozenset[int], RouteId] = {}
    for number, (a, b, _) in enumerate(ruleset.edges):
        if ruleset.routes[number].id in owned:
            by_ends.setdefault(frozenset((a, b)), ruleset.routes[number].id)
    return frozenset(by_ends[frozenset(step)] for step in pairwise(path))


def _named(ruleset: Ruleset, cities: Iterable[int]) -> tuple[CityId, ...]:
    return tuple(ruleset.board.cities[city].id for city in cities)


def _path(ruleset: Ruleset, routes: int, starts: Iterable[int], ends: Iterable[int]) -> list[int]:
    """The cities along the way with the fewest stops; none if other people's routes are needed."""
    before: dict[int, int | None] = dict.fromkeys(starts)
    waiting, goals = deque(before), set(ends)
    edges = [edge for number, edge in enumerate(ruleset.edges) if routes >> number & 1]
    while waiting:
        city = waiting.popleft()
        if city in goals:
            path: list[int] = []
            step: int | None = city
            while step is not None:
                path.append(step)
                step = before[step]
            return path[::-1]
        for a, b, _ in edges:
            for one, other in ((a, b), (b, a)):
                if one == city and other not in before:
                    before[other] = city
                    waiting.append(other)
    return []
