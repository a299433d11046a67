"""Maps as graphs of numbered cities: distances, connected parts, bridges and loops."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush

Edge = tuple[int, int, int]  # two cities and a length
Pair = tuple[int, int]
Path = tuple[Pair, ...]
Neighbours = Mapping[int, Mapping[int, int]]  # the length of the shortest track to each neighbour


def neighbours_of(edges: Iterable[Edge]) -> Neighbours:
    """The graph of the edges; parallel tracks count as the shortest one."""
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for a, b, length in edges:
        if a != b:
            found[a][b] = found[b][a] = min(length, found[a].get(b, length))
    return found


def distances(graph: Neighbours, sources: Iterable[int]) -> dict[int, int]:
    """The length of the shortest connection from the nearest source to every city that has one."""
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
    found, waiting = {start}, [start]
    while waiting:
        city = waiting.pop()
        for other in graph.get(city, {}):
            if other not in found and other not in without and (city, other) not in without:
                found.add(other)
                waiting.append(other)
    return found


def parts(graph: Neighbours, cities: Iterable[int]) -> list[set[int]]:
    """The connected parts, in the order of their first cities."""
    found: list[set[int]] = []
    for city in cities:
        if not any(city in part for part in found):
            found.append(reached(graph, city))
    return found


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
    """Independent loops of the densest network found for so many trains: there may be denser ones.

    From each city in turn the network grows by the cheapest ear, again and again: a path that leaves the
    network and comes back to it, which makes one more loop.
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
    """The pairs of a shortest ear that costs at most so many trains, or none."""
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
