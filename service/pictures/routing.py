"""Which way every bundle of tracks takes: bent as little as keeps it clear of the others and of their cities."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import hypot, sqrt

import msgspec

from service.pictures.curves import BREADTH, LANE, along, curve, measured
from service.pictures.geometry import Box, Point
from service.pictures.tracks import Bundle
from ttr_core.words import CityId

BENDS = (0.0, 0.06, -0.06, 0.12, -0.12, 0.18, -0.18, 0.25, -0.25, 0.33, -0.33, 0.42, -0.42)
SHIFTS = (0.0, 18.0, -18.0, 36.0, -36.0, 58.0, -58.0, 84.0, -84.0, 115.0, -115.0)  # of where an edge is met
PASSES = 4
STRIDE = 9.0  # between the places that are looked at
CELL = 48.0
CITY = 13.0
CITY_WEIGHT, EDGE_WEIGHT = 3.0, 12.0
BEND_COST = 55.0

Line = list[Point]
Spot = tuple[float, float, float, int]  # x, y, half the breadth, and whose it is


class Ground(msgspec.Struct, frozen=True):
    """What is fixed before ways are chosen."""

    places: Mapping[CityId, Point]
    frame: Box
    edge_heights: Mapping[str, float]  # where ways round the world meet the left and the right edge


def choose_ways(bundles: Sequence[Bundle], ground: Ground) -> list[Line]:
    """One line for each bundle; each is chosen again a few times, when the others are known."""
    options = [_options(bundle, ground) for bundle in bundles]
    samples = [[_samples(line) for line in lines] for lines in options]
    order = sorted(range(len(bundles)), key=lambda n: (bundles[n].length, n))
    chosen = [0] * len(bundles)
    grid = Grid()
    for number in order:
        grid.put(number, half_breadth(bundles[number]), samples[number][0])
    for _ in range(PASSES):
        for number in order:
            grid.take(number, samples[number][chosen[number]])
            radius, cities = half_breadth(bundles[number]), _cities(bundles[number], ground)
            best, least = 0, float("inf")
            for place, sample in enumerate(samples[number]):
                bending = _bending(options[number][place])
                if bending < least:
                    cost = bending + _cost(sample, radius, grid, cities, ground.frame, least - bending)
                    best, least = (place, cost) if cost < least else (best, least)
            chosen[number] = best
            grid.put(number, radius, samples[number][best])
    return [options[number][chosen[number]] for number in range(len(bundles))]


class Grid:
    """Where the ways lie that are chosen already."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)

    def put(self, number: int, radius: float, line: list[Point]) -> None:
        for x, y in line:
            self._cells[int(x // CELL), int(y // CELL)].append((x, y, radius, number))

    def take(self, number: int, line: list[Point]) -> None:
        for cell in {(int(x // CELL), int(y // CELL)): None for x, y in line}:
            self._cells[cell] = [spot for spot in self._cells[cell] if spot[3] != number]

    def crowding(self, x: float, y: float, radius: float) -> float:
        """How much a place that is so wide overlaps what lies there."""
        found, column, row = 0.0, int(x // CELL), int(y // CELL)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for other_x, other_y, other, _ in self._cells.get((i, j), ()):
                    near = radius + other + 2.0 - hypot(x - other_x, y - other_y)
                    if near > 0:
                        found += near
        return found


def half_breadth(bundle: Bundle) -> float:
    return (len(bundle.tracks) - 1) * LANE / 2 + BREADTH / 2


def _options(bundle: Bundle, ground: Ground) -> list[Line]:
    a = ground.places[bundle.a]
    if bundle.b is not None:
        return [curve(a, ground.places[bundle.b], bend) for bend in BENDS]
    if bundle.edge in ("top", "bottom"):
        y = ground.frame.top if bundle.edge == "top" else ground.frame.bottom
        ends = [Point(min(ground.frame.right - 12, max(ground.frame.left + 12, a.x + s)), y) for s in SHIFTS]
        return [curve(a, end, 0.0) for end in ends]
    x = ground.frame.left if bundle.edge == "left" else ground.frame.right
    return [curve(a, Point(x, ground.edge_heights[bundle.name]), bend) for bend in BENDS]


def _samples(line: Line) -> list[Point]:
    far = measured(line)
    count = max(3, int((far[-1] - 2 * CITY) / STRIDE))
    step = (far[-1] - 2 * CITY) / (count - 1)
    return [along(line, far, CITY + number * step)[0] for number in range(count)]


def _cities(bundle: Bundle, ground: Ground) -> list[Point]:
    return [place for city, place in ground.places.items() if city not in (bundle.a, bundle.b)]


def _cost(
    line: list[Point], radius: float, grid: Grid, cities: list[Point], frame: Box, enough: float
) -> float:
    """How much of the way is taken by others; it is not counted any further than `enough`."""
    cost, edge = 0.0, radius + 3
    for x, y in line:
        cost += grid.crowding(x, y, radius)
        for city in cities:
            near = radius + CITY - hypot(x - city.x, y - city.y)
            if near > 0:
                cost += CITY_WEIGHT * near
        outside = max(
            frame.left + edge - x, x - frame.right + edge, frame.top + edge - y, y - frame.bottom + edge
        )
        cost += EDGE_WEIGHT * max(outside, 0.0)
        if cost >= enough:
            return cost
    return cost


def _bending(line: Line) -> float:
    """What leaving the straight line costs."""
    straight = hypot(line[-1].x - line[0].x, line[-1].y - line[0].y) or 1.0
    longer = measured(line)[-1] / straight - 1.0
    slant = abs(line[-1].x - line[0].x) / straight if len(line) == 2 else 0.0
    return BEND_COST * sqrt(max(longer, 0.0)) + 0.5 * slant
