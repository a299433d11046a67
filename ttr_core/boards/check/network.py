"""Checks of a map as a graph: connections and values of tickets, weak spots, separate parts, balance and loops."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ttr_core.boards.check.defects import Defect, PartialBoard, error, goals, warning

COLOUR_SPREAD = 4  # spaces by which the richest colour may exceed the poorest one without a remark
MANY_LOOPS = 16  # independent loops up to which the longest path is found fast

Edge = tuple[int, int, int]  # two cities and a length
Pair = tuple[int, int]
Path = tuple[Pair, ...]
Neighbours = Mapping[int, Mapping[int, int]]  # the length of the shortest track to each neighbour


# ------------------------------------------------------------------------------- graphs of numbered cities


def neighbours_of(edges: Iterable[Edge]) -> Neighbours:
    """The graph of the edges; parallel tracks count as the shortest one."""
    graph: dict[int, dict[int, int]] = defaultdict(dict)
    for a, b, length in edges:
        if a != b:
            graph[a][b] = graph[b][a] = min(length, graph[a].get(b, length))
    return graph


def distances(graph: Neighbours, sources: Iterable[int]) -> dict[int, int]:
    """The length of the shortest connection from the nearest source to every city that is connected."""
    done: dict[int, int] = {}
    waiting = [(0, source) for source in sources]
    while waiting:
        distance, city = heappop(waiting)
        if city in done:
            continue
        done[city] = distance
        for other, length in graph.get(city, {}).items():
            if other not in done:
                heappush(waiting, (distance + length, other))
    return done


def reached(graph: Neighbours, start: int, without: Collection[int | Pair] = ()) -> set[int]:
    """The cities connected with a city, leaving out some cities and pairs."""
    cities, waiting = {start}, [start]
    while waiting:
        city = waiting.pop()
        for other in graph.get(city, {}):
            if other not in cities and other not in without and (city, other) not in without:
                cities.add(other)
                waiting.append(other)
    return cities


def parts(graph: Neighbours, cities: Iterable[int]) -> list[set[int]]:
    """The connected parts, in the order of their first cities."""
    connected: list[set[int]] = []
    for city in cities:
        if not any(city in part for part in connected):
            connected.append(reached(graph, city))
    return connected


def bridges(graph: Neighbours) -> list[Pair]:
    """The pairs of neighbours that nothing else connects, smaller city first."""
    pairs = sorted((a, b) for a, others in graph.items() for b in others if a < b)
    return [(a, b) for a, b in pairs if b not in reached(graph, a, without=((a, b), (b, a)))]


def cut_cities(graph: Neighbours) -> list[int]:
    """The cities without which some of their neighbours are no longer connected."""
    return [city for city in sorted(graph) if _is_cut(graph, city)]


def _is_cut(graph: Neighbours, city: int) -> bool:
    around = set(graph[city])
    return len(around) > 1 and not around <= reached(graph, min(around), without=(city,))


def loops_within(graph: Neighbours, trains: int) -> int:
    """Independent loops in the densest network found for this number of trains: there may be denser ones.

    From each city in turn the network grows again and again by its cheapest ear (the word of graph theory): a path
    that leaves the network and returns to it, which adds one loop.
    """
    return max((_grown_loops(graph, city, trains) for city in graph), default=0)


def _grown_loops(graph: Neighbours, city: int, trains: int) -> int:
    cities, used, loops = {city}, set[Pair](), 0
    while ear := _cheapest_ear(graph, cities, used, trains):
        trains -= sum(graph[a][b] for a, b in ear)
        loops += 1
        used.update(ear, ((b, a) for a, b in ear))
        cities.update(a for a, _ in ear)
        cities.update(b for _, b in ear)
    return loops


def _cheapest_ear(graph: Neighbours, cities: set[int], used: set[Pair], most: int) -> Path:
    """The pairs of a shortest ear within this number of trains, or none."""
    best: tuple[int, Path] = (most + 1, ())
    paths: dict[int, tuple[int, Path]] = {}  # the shortest way out of the network to a city outside
    out = ((a, b) for a in cities for b in graph[a] if (a, b) not in used)
    waiting: list[tuple[int, Path]] = sorted((graph[a][b], ((a, b),)) for a, b in out)
    while waiting and waiting[0][0] < best[0]:
        length, path = heappop(waiting)
        city = path[-1][1]
        if city in cities:
            best = min(best, (length, path))
        elif city not in paths:
            paths[city] = (length, path)
            for other, step in graph[city].items():
                if other != path[-1][0]:
                    heappush(waiting, (length + step, (*path, (city, other))))
        elif paths[city][1][0] != path[0]:
            best = min(best, (length + paths[city][0], path + paths[city][1]))
    return best[1]


# ------------------------------------------------------------------------------------------------ checks


class Network(NamedTuple):
    """The cities by their index in the document, and the tracks between known ones."""

    numbers: Mapping[str, int]
    names: Mapping[int, str]
    edges: Sequence[Edge]


def network(board: PartialBoard) -> Network:
    numbers = {str(city.id): n for n, city in board.cities}
    routes = [r for _, r in board.routes if r.a in numbers and r.b in numbers and r.length > 0]
    edges = [(numbers[r.a], numbers[r.b], r.length) for r in routes]
    return Network(numbers, {n: name for name, n in numbers.items()}, edges)


def map_defects(board: PartialBoard, train_features: Collection[str]) -> Iterator[Defect]:
    """The defects of the map; each number of a train feature is how many more trains its route takes."""
    yield from _connections(board, train_features)
    yield from _balance(board)
    yield from _weak_spots(board)
    yield from _separate_parts(board)


def _connections(board: PartialBoard, train_features: Collection[str]) -> Iterator[Defect]:
    """Tickets that no network can complete, and those that are not worth their shortest connection."""
    numbers, _, _ = network(board)
    graph = neighbours_of(_trains(board, numbers, train_features))
    ends = {place: [numbers[c] for c in cities if c in numbers] for place, cities in board.places.items()}
    for n, ticket in board.tickets:
        away = distances(graph, ends.get(ticket.a, ()))
        for (place, name), (_, points) in zip(goals(n, ticket), ticket.goals, strict=True):
            lengths = [away[city] for city in ends.get(name, ()) if city in away]
            if not lengths and ends.get(ticket.a) and ends.get(name):
                yield error(place, "unreachable", f"no routes connect {ticket.a} and {name}")
            elif lengths and min(lengths) not in {0, points}:
                message = f"{ticket.a} - {name} is worth {points}, the shortest connection is {min(lengths)}"
                yield warning(place.rpartition("/")[0] + "/points", "value_differs", message)


def _trains(
    board: PartialBoard, numbers: Mapping[str, int], train_features: Collection[str]
) -> Iterator[Edge]:
    """The tracks between known cities with the trains that they take, by which tickets are valued."""
    for _, route in board.routes:
        if route.a in numbers and route.b in numbers and route.length > 0:
            extra = sum(route.feature(feature) for feature in train_features)
            yield numbers[route.a], numbers[route.b], route.length + extra


def _balance(board: PartialBoard) -> Iterator[Defect]:
    """A route of two colours counts half for each."""
    halves = Counter({str(colour): 0 for colour in board.cards.colours} if board.cards else {})
    for _, route in board.routes:
        colours = [colour for colour in route.colour.split("/") if colour in halves]
        halves.update({colour: 2 * route.length // len(colours) for colour in colours})
    if halves and max(halves.values()) - min(halves.values()) > 2 * COLOUR_SPREAD:
        spaces = ", ".join(f"{colour} {count / 2:g}" for colour, count in halves.items())
        message = f"the spaces of the colours differ by more than {COLOUR_SPREAD}: {spaces}"
        yield warning("/routes", "unbalanced_colours", message)


def _weak_spots(board: PartialBoard) -> Iterator[Defect]:
    """Routes and cities that split the map when they are gone; cities of zones are meant to be dead ends."""
    numbers, names, edges = network(board)
    terminals = {numbers[city] for _, zone in board.zones for city in zone.cities if city in numbers}
    graph = neighbours_of(edge for edge in edges if terminals.isdisjoint(edge[:2]))
    for a, b in bridges(graph):
        first = next(n for n, route in board.routes if {route.a, route.b} == {names[a], names[b]})
        yield warning(f"/routes/{first}", "bridge", f"nothing else connects {names[a]} and {names[b]}")
    for city in cut_cities(graph):
        yield warning(f"/cities/{city}", "cut_city", f"without {names[city]} the map falls apart")


def _separate_parts(board: PartialBoard) -> Iterator[Defect]:
    numbers, names, edges = network(board)
    for part in parts(neighbours_of(edges), numbers.values())[1:]:
        city = min(part)
        message = f"{names[city]} is not connected with {names[min(names)]}"
        yield warning(f"/cities/{city}", "not_connected", message)


def loop_defects(board: PartialBoard, trains: int) -> Iterator[Defect]:
    """A remark if this number of trains can build a network whose longest path takes long to find."""
    loops = loops_within(neighbours_of(network(board).edges), trains)
    if loops > MANY_LOOPS:
        message = (
            f"{trains} trains can make {loops} loops; above {MANY_LOOPS} the longest path takes long to find"
        )
        yield warning("/trains", "many_loops", message)
