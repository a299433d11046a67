"""The cheapest ways over the map for one player: own routes are free, closed ones are walls."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from math import inf
from typing import NamedTuple

from ttr_core.ruleset import Ruleset

Links = tuple[tuple[tuple[int, int], ...], ...]  # at each city: the neighbours and the routes to them
Costs = Sequence[float]  # of every route; infinite where the player cannot go


class Tree(NamedTuple):
    """What every city costs from the nearest start, and the step by which it is reached."""

    costs: dict[int, float]
    steps: dict[int, tuple[int, int]]  # the city before, and the route

    def path_to(self, city: int) -> list[int]:
        """The routes from a start to the city."""
        routes = []
        while city in self.steps:
            city, route = self.steps[city]
            routes.append(route)
        return routes[::-1]


@lru_cache(maxsize=16)
def links_of(ruleset: Ruleset) -> Links:
    links: list[list[tuple[int, int]]] = [[] for _ in ruleset.city_index]
    for route, (a, b, _) in enumerate(ruleset.edges):
        links[a].append((b, route))
        links[b].append((a, route))
    return tuple(map(tuple, links))


def explore(links: Links, costs: Costs, starts: Iterable[int]) -> Tree:
    """Dijkstra's search from all starts at once."""
    best = dict.fromkeys(starts, 0.0)
    steps: dict[int, tuple[int, int]] = {}
    waiting = [(0.0, city) for city in best]
    while waiting:
        cost, city = heappop(waiting)
        if cost > best[city]:
            continue
        for other, route in links[city]:
            total = cost + costs[route]
            if total < best.get(other, inf):
                best[other] = total
                steps[other] = (city, route)
                heappush(waiting, (total, other))
    return Tree(best, steps)
