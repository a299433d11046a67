"""The score counted a second time, from the public events alone and in another way than the engine does it.

Each reason of a score line that is understood here has a function in `RECOUNTS`; a rule that adds a reason adds
its function there. A reason is recounted only where `understood` says so: a rule that changes what routes are worth
makes the plain count wrong, and brings its own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from math import prod

import msgspec
from msgspec import structs

from tests.support.boards.world import explores, goes_around
from tests.support.whole_games.effective_events import effective_events
from ttr_core import Ruleset
from ttr_core.boards.board import Board, Route
from ttr_core.model.events import Event, GameScored, RouteClaimed, TicketsRevealed
from ttr_core.model.scoresheet import ScoreSheet
from ttr_core.rules.variants.festivals import FestivalTaken
from ttr_core.rules.variants.shares import ShareSetAside, ShareTaken
from ttr_core.rules.variants.stations.stations import RoutesBorrowed, StationBuilt


class Network(msgspec.Struct):
    """What one seat shows at the end."""

    routes: list[Route]
    tickets: list[str]
    festivals: Counter[str] = msgspec.field(default_factory=Counter)
    shares: list[tuple[str, int]] = []  # railroads and numbers
    stations: int = 0
    station_cities: list[str] = msgspec.field(default_factory=list)
    borrowed: list[Route] = []  # for tickets alone


class Showing(msgspec.Struct, frozen=True):
    """What lies open when the game is over."""

    board: Board
    seats: list[Network]
    third_hand: Sequence[tuple[str, int]] = ()  # shares that nobody's seat has taken


MOST_CHOICES = 1000  # of borrowed routes that are tried for one seat; more take too long

Recount = Callable[[Showing], list[int]]  # points of each seat; 0 where the sheet has no line


def showing(ruleset: Ruleset, events: Iterable[Event]) -> Showing:
    by_id = {route.id: route for route in ruleset.routes}
    seats = [Network([], []) for _ in range(ruleset.players)]
    third_hand = []
    for event in effective_events(events):
        if isinstance(event, ShareTaken):
            seats[event.seat].shares.append((event.railroad, event.share))
        if isinstance(event, ShareSetAside):
            third_hand.append((event.railroad, event.share))
        if isinstance(event, RouteClaimed):
            seats[event.seat].routes.append(by_id[event.route])
        if isinstance(event, TicketsRevealed):
            seats[event.seat].tickets.extend(event.tickets)
        if isinstance(event, FestivalTaken):
            seats[event.seat].festivals[event.festival] += event.count
        if isinstance(event, StationBuilt):
            seats[event.seat].stations += 1
            seats[event.seat].station_cities.append(event.city)
        if isinstance(event, RoutesBorrowed):
            seats[event.seat].borrowed.extend(by_id[route] for route in event.routes)
    return Showing(ruleset.board, seats, third_hand)


def understood(ruleset: Ruleset) -> dict[str, Recount]:
    """The reasons that can be recounted for this ruleset."""
    recounts = dict(RECOUNTS)
    if any(route.feature("pole") for route in ruleset.routes):  # whose points are capped
        del recounts["routes"]
    return recounts


# ---------------------------------------------------------------------------------------- connections


def reachable(routes: Sequence[Route], start: str) -> set[str]:
    """Every city that can be travelled to, by going on from whatever was reached last."""
    reached, frontier = {start}, [start]
    while frontier:
        here = frontier.pop(0)
        for route in routes:
            for one, other in ((str(route.a), str(route.b)), (str(route.b), str(route.a))):
                if one == here and other not in reached:
                    reached.add(other)
                    frontier.append(other)
    return reached


def ticket_values(board: Board, network: Network) -> list[int]:
    """What each ticket is worth to its owner; negative for those not completed."""
    cities = {str(zone.id): [str(city) for city in zone.cities] for zone in board.zones}
    tickets = {ticket.id: ticket for ticket in board.tickets}
    routes = network.routes + network.borrowed
    values = []
    for name in network.tickets:
        goals = [(str(to), points) for to, points in tickets[name].goals]  # type: ignore[index]  # a ticket's id
        start = str(tickets[name].a)  # type: ignore[index]  # a ticket's id
        reached = {c for city in cities.get(start, [start]) for c in reachable(routes, city)}
        done = [points for to, points in goals if reached & set(cities.get(to, [to]))]
        values.append(max(done) if done else -min(points for _, points in goals))
    return values


def longest_trail(routes: Sequence[Route]) -> int:
    """From every city along every track not yet used."""
    at: dict[str, list[int]] = {}
    for number, route in enumerate(routes):
        at.setdefault(route.a, []).append(number)
        at.setdefault(route.b, []).append(number)

    @cache
    def onward(city: str, used: int) -> int:
        lengths = [0]
        for number in at[city]:
            if not used >> number & 1:
                route = routes[number]
                there = route.b if route.a == city else route.a
                lengths.append(route.length + onward(there, used | 1 << number))
        return max(lengths)

    return max((onward(city, 0) for city in at), default=0)


# ------------------------------------------------------------------------------------------ the lines


def _routes(table: Showing) -> list[int]:
    worth = table.board.rules["routes"]["points"]
    return [sum(worth[str(route.length)] for route in seat.routes) for seat in table.seats]


def _tickets(table: Showing) -> list[int]:
    return [sum(ticket_values(table.board, seat)) for seat in table.seats]


def _longest_path(table: Showing) -> list[int]:
    return _bonus(trail_lengths(table), table.board.rules["longest_path"].get("points", 10))


def _globetrotter(table: Showing) -> list[int]:
    return _bonus(tickets_completed(table), table.board.rules["globetrotter"].get("points", 15))


def _regions(table: Showing) -> list[int]:
    """Network by network: the regions of its cities, some of them twice."""
    return [sum(_network_points(table.board, cities) for cities in _networks(seat)) for seat in table.seats]


def _networks(seat: Network) -> set[frozenset[str]]:
    return {frozenset(reachable(seat.routes, route.a)) for route in seat.routes}


def _network_points(board: Board, cities: frozenset[str]) -> int:
    rules = board.rules["regions"]
    touched = [region for region in rules["regions"] if cities & set(region["cities"])]
    twice = [region for region in touched if region.get("counts_twice") and cities >= set(region["cities"])]
    count = len(touched) + len(twice)
    return int(rules["points"][str(min(count, 15))]) if count >= 5 else 0


def _festivals(table: Showing) -> list[int]:
    points = {festival["id"]: festival["points"] for festival in table.board.rules["festivals"]["festivals"]}
    return [sum(points[name][count - 1] for name, count in seat.festivals.items()) for seat in table.seats]


def _shares(table: Showing) -> list[int]:
    """Railroad by railroad: take out the best holder again and again, and pay them."""
    totals = [0] * len(table.seats)
    for railroad in table.board.rules["shares"]["railroads"]:
        third = sorted(share for name, share in table.third_hand if name == railroad["id"])
        hands = [[share for name, share in s.shares if name == railroad["id"]] for s in table.seats]
        left = dict(enumerate([*hands, third[: -(-len(third) // 2)]]))
        for points in railroad["payouts"]:
            most = max(map(len, left.values()), default=0)
            if most:
                first = min((min(hand), seat) for seat, hand in left.items() if len(hand) == most)[1]
                del left[first]
                if first < len(totals):
                    totals[first] += points
    return totals


def _mountains(table: Showing) -> list[int]:
    return [table.board.rules["mountains"]["points"] * count for count in mountain_trains(table)]


def mountain_trains(table: Showing) -> list[int]:
    return [sum(route.feature("mountains") for route in seat.routes) for seat in table.seats]


def _asian_explorer(table: Showing) -> list[int]:
    sizes = [max((len(cities) for cities in _networks(seat)), default=0) for seat in table.seats]
    return _bonus(sizes, table.board.rules["asian_explorer"]["points"])


def _stations(table: Showing) -> list[int]:
    rules = table.board.rules["stations"]
    each, worth = rules.get("each", 3), rules.get("unbuilt_points", 4)
    return [worth * (each - seat.stations) for seat in table.seats]


def _mandalas(table: Showing) -> list[int]:
    """A ticket counts if it stays completed whichever of the routes is taken away."""
    worth = [0, *table.board.rules["mandalas"]["points"]]
    bonuses = []
    for seat in table.seats:
        less = [Network([r for r in seat.routes if r is not gone], seat.tickets) for gone in seat.routes]
        kept = [ticket_values(table.board, network) for network in less]
        count = sum(min(values) > 0 for values in zip(*kept, strict=True))
        bonuses.append(worth[min(count, len(worth) - 1)])
    return bonuses


def _world_tour(table: Showing) -> list[int]:
    points = table.board.rules["world_tour"]["points"]
    return [points * goes_around(seat.routes) for seat in table.seats]


def _polar_exploration(table: Showing) -> list[int]:
    points = table.board.rules["polar_exploration"]["points"]
    return [points * explores(seat.routes) for seat in table.seats]


def _bonus(measures: Sequence[int], points: int) -> list[int]:
    """The bonus for all who have the most, unless that is nothing."""
    return [points if measure and measure == max(measures) else 0 for measure in measures]


def trail_lengths(table: Showing) -> list[int]:
    return [longest_trail(seat.routes) for seat in table.seats]


def tickets_completed(table: Showing) -> list[int]:
    return [sum(value > 0 for value in ticket_values(table.board, seat)) for seat in table.seats]


RECOUNTS: dict[str, Recount] = {
    "routes": _routes,
    "tickets": _tickets,
    "longest_path": _longest_path,
    "globetrotter": _globetrotter,
    "regions": _regions,
    "festivals": _festivals,
    "shares": _shares,
    "mountains": _mountains,
    "asian_explorer": _asian_explorer,
    "stations": _stations,
    "mandalas": _mandalas,
    "world_tour": _world_tour,
    "polar_exploration": _polar_exploration,
}

MEASURES: dict[str, Callable[[Showing], list[int]]] = {
    "tickets_completed": tickets_completed,
    "longest_path": trail_lengths,
    "mountain_trains": mountain_trains,
    "-stations_built": lambda table: [-seat.stations for seat in table.seats],
}


# ---------------------------------------------------------------------------------------- borrowing


def compare_borrowing(ruleset: Ruleset, table: Showing) -> None:
    """Asserts that no other choice of borrowed routes brings more points, or as many with more tickets.

    Seats are looked at in order, with the others as they stand: those before with what they borrowed.
    """
    for number, seat in enumerate(table.seats):
        offers = [_lent(table, number, city) for city in seat.station_cities]
        if not ruleset.ruled_since("2") or prod(1 + len(routes) for routes in offers) > MOST_CHOICES:
            continue
        later = [structs.replace(other, borrowed=[]) for other in table.seats[number + 1 :]]
        others = [*table.seats[:number], *later]
        rivals = max(tickets_completed(Showing(table.board, others)), default=0)
        picks = product(*([None, *routes] for routes in offers))
        choices = [[route for route in pick if route is not None] for pick in picks]
        worths = [_worth(table.board, structs.replace(seat, borrowed=choice), rivals) for choice in choices]
        assert _worth(table.board, seat, rivals) == max(worths), number


def _lent(table: Showing, borrower: int, city: str) -> list[Route]:
    others = [seat for number, seat in enumerate(table.seats) if number != borrower]
    return [route for seat in others for route in seat.routes if city in (route.a, route.b)]


def _worth(board: Board, seat: Network, rivals: int) -> tuple[int, int]:
    """The points that hang on tickets, and how many are completed."""
    values = ticket_values(board, seat)
    done = sum(value > 0 for value in values)
    bonus = board.rules["globetrotter"].get("points", 15) if "globetrotter" in board.rules else 0
    return sum(values) + (bonus if done and done >= rivals else 0), done


# ---------------------------------------------------------------------------------------- comparing


def sheet_of(events: Iterable[Event]) -> ScoreSheet:
    (sheet,) = (event.sheet for event in events if isinstance(event, GameScored))
    return sheet


def compare(ruleset: Ruleset, events: Sequence[Event]) -> set[str]:
    """Asserts that every line that is understood is right; answers the reasons that are not."""
    sheet, table, recounts = sheet_of(events), showing(ruleset, events), understood(ruleset)
    lines = [{line.reason: line.points for line in seat.lines} for seat in sheet.seats]
    reasons = {reason for mine in lines for reason in mine} | (set(recounts) & set(ruleset.board.rules))
    for reason in sorted(reasons & set(recounts)):
        assert [mine.get(reason, 0) for mine in lines] == recounts[reason](table), reason
    assert [seat.total for seat in sheet.seats] == [sum(mine.values()) for mine in lines]
    if "station_choice" not in ruleset.board.rules:
        compare_borrowing(ruleset, table)
    if not reasons - set(recounts) and set(ruleset.board.tie_breaks) <= set(MEASURES):
        assert list(sheet.winners) == _winners(ruleset, table, sorted(reasons))
    return reasons - set(recounts)


def _winners(ruleset: Ruleset, table: Showing, reasons: Sequence[str]) -> list[int]:
    """The seats that are left after comparing the points and then each tie-break."""
    left = list(range(ruleset.players))
    columns = [RECOUNTS[reason](table) for reason in reasons]
    totals = [sum(column[seat] for column in columns) for seat in left]
    for measure in (totals, *(MEASURES[name](table) for name in ruleset.board.tie_breaks)):
        left = [seat for seat in left if measure[seat] == max(measure[other] for other in left)]
    return left
