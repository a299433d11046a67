"""What the map of a board must hold as a graph, and what is worth knowing about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ttr_core.graph import Edge, bridges, cut_cities, distances, loops_within, neighbours_of, parts
from ttr_core.readable import Readable, goals
from ttr_core.shape import Defect, error, warning

COLOUR_SPREAD = 4  # spaces by which the richest colour may exceed the poorest one without a remark
MANY_LOOPS = 16  # independent loops up to which the longest path is found fast


class Network(NamedTuple):
    """The cities by their index in the document, and the tracks between known ones."""

    numbers: Mapping[str, int]
    names: Mapping[int, str]
    edges: Sequence[Edge]


def network(board: Readable) -> Network:
    numbers = {str(city.id): n for n, city in board.cities}
    known = [r for _, r in board.routes if r.a in numbers and r.b in numbers and r.length > 0]
    edges = [(numbers[r.a], numbers[r.b], r.length) for r in known]
    return Network(numbers, {n: name for name, n in numbers.items()}, edges)


def map_defects(board: Readable) -> Iterator[Defect]:
    yield from _connections(board)
    yield from _balance(board)
    yield from _weak_spots(board)
    yield from _separate_parts(board)


def _connections(board: Readable) -> Iterator[Defect]:
    """Tickets that no network can complete, and those that are not worth their shortest connection."""
    numbers, _, edges = network(board)
    graph = neighbours_of(edges)
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


def _balance(board: Readable) -> Iterator[Defect]:
    """A route of two colours counts half for each."""
    halves = Counter({str(colour): 0 for colour in board.cards.colours} if board.cards else {})
    for _, route in board.routes:
        colours = [colour for colour in route.colour.split("/") if colour in halves]
        halves.update({colour: 2 * route.length // len(colours) for colour in colours})
    if halves and max(halves.values()) - min(halves.values()) > 2 * COLOUR_SPREAD:
        told = ", ".join(f"{colour} {count / 2:g}" for colour, count in halves.items())
        message = f"the spaces of the colours differ by more than {COLOUR_SPREAD}: {told}"
        yield warning("/routes", "unbalanced_colours", message)


def _weak_spots(board: Readable) -> Iterator[Defect]:
    """What splits the map when it is gone; the ends of zones do not count, they are meant to be dead ends."""
    numbers, names, edges = network(board)
    terminals = {numbers[city] for _, zone in board.zones for city in zone.cities if city in numbers}
    graph = neighbours_of(edge for edge in edges if terminals.isdisjoint(edge[:2]))
    for a, b in bridges(graph):
        first = next(n for n, route in board.routes if {route.a, route.b} == {names[a], names[b]})
        yield warning(f"/routes/{first}", "bridge", f"nothing else connects {names[a]} and {names[b]}")
    for city in cut_cities(graph):
        yield warning(f"/cities/{city}", "cut_city", f"without {names[city]} the map falls apart")


def _separate_parts(board: Readable) -> Iterator[Defect]:
    numbers, names, edges = network(board)
    for part in parts(neighbours_of(edges), numbers.values())[1:]:
        city = min(part)
        message = f"{names[city]} is not connected with {names[min(names)]}"
        yield warning(f"/cities/{city}", "not_connected", message)


def loop_defects(board: Readable, trains: int) -> Iterator[Defect]:
    """A remark if so many trains can make a network whose longest path takes long to find."""
    loops = loops_within(neighbours_of(network(board).edges), trains)
    if loops > MANY_LOOPS:
        message = (
            f"{trains} trains can make {loops} loops; above {MANY_LOOPS} the longest path takes long to find"
        )
        yield warning("/trains", "many_loops", message)
