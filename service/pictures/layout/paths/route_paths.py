"""The path of every bundle of tracks: bent as little as keeps it clear of other bundles and of cities.

Each bundle takes the cheapest of a fixed list of curves; then all choose again a few times, knowing the others.
The same board always gives the same paths.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from math import hypot, sqrt
from typing import NamedTuple

import msgspec

from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.paths.curves import BREADTH, LANE, STRAIGHT, Bends, along, curve, measured
from service.pictures.layout.paths.track_bundles import Bundle
from ttr_core.model.ids import CityId

BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22, 0.31, -0.31, 0.42, -0.42)
UNEVEN, UNEVEN_PARALLEL = 0.4, 0.2  # how much the two bends of a path may differ
SHIFTS = (0.0, 18.0, -18.0, 36.0, -36.0, 58.0, -58.0, 84.0, -84.0, 115.0, -115.0)  # of where it meets an edge
# weights of bundles that share a city: the first pass only avoids crossings
PASSES = (
    0.1,
    1.0,
    1.0,
    1.0,
    1.0,
)
STRIDE = 9.0  # distance between the points that are checked
CELL = 48.0
CITY = 13.0
CITY_WEIGHT, EDGE_WEIGHT, STRANGER_WEIGHT = 3.0, 12.0, 3.0
BEND_COST = 55.0
BETWEEN = 4.0  # distance of two bundles, from which on neither costs the other anything

Spot = tuple[float, float, float, int]  # x, y, half the breadth, and the number of the bundle


class Way(NamedTuple):
    """A path from a city to a point, straight or bent."""

    to: Point
    bends: Bends


class Ground(msgspec.Struct, frozen=True):
    """What is fixed before paths are chosen."""

    places: Mapping[CityId, Point]
    frame: Box
    edge_heights: Mapping[str, float]  # where paths round the world meet the left and the right edge


class _Option(NamedTuple):
    """A path, points along it, and the cost of its bends."""

    way: Way
    places: list[Point]
    bending: float


def choose_ways(bundles: Sequence[Bundle], ground: Ground) -> list[Way]:
    """One path for each bundle."""
    choices = [_Choice(number, bundles, ground) for number in range(len(bundles))]
    order = sorted(choices, key=lambda choice: (choice.bundle.length, choice.number))
    grid = Grid()
    for choice in order:
        grid.put(choice.number, choice.radius, choice.chosen.places)
    for weight in PASSES:
        for choice in order:
            grid.take(choice.number, choice.chosen.places)
            choice.choose(grid, weight)
            grid.put(choice.number, choice.radius, choice.chosen.places)
    return [choice.chosen.way for choice in choices]


class Grid:
    """Where the chosen paths lie."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)

    def put(self, number: int, radius: float, line: list[Point]) -> None:
        for x, y in line:
            self._cells[int(x // CELL), int(y // CELL)].append((x, y, radius, number))

    def take(self, number: int, line: list[Point]) -> None:
        for cell in {(int(x // CELL), int(y // CELL)): None for x, y in line}:
            self._cells[cell] = [spot for spot in self._cells[cell] if spot[3] != number]

    def crowding(self, x: float, y: float, radius: float, weights: Sequence[float]) -> float:
        """How much a point of this radius overlaps what lies there."""
        overlap, column, row = 0.0, int(x // CELL), int(y // CELL)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for other_x, other_y, other, whose in self._cells.get((i, j), ()):
                    near = radius + other + BETWEEN - hypot(x - other_x, y - other_y)
                    if near > 0:
                        overlap += near * weights[whose]
        return overlap


class _Choice:
    """A bundle, its possible paths, and the one chosen so far."""

    def __init__(self, number: int, bundles: Sequence[Bundle], ground: Ground) -> None:
        self.number, self.bundle = number, bundles[number]
        self.radius = (len(self.bundle.tracks) - 1) * LANE / 2 + BREADTH / 2
        ends = (self.bundle.a, self.bundle.b)
        self._frame = ground.frame.grown(-self.radius - 3)
        self._cities = [place for city, place in ground.places.items() if city not in ends]
        self._meets = [bool({other.a, other.b} & set(ends) - {None}) for other in bundles]
        options = [_option(ground.places[self.bundle.a], way) for way in _ways(self.bundle, ground)]
        self._options = sorted(options, key=lambda option: option.bending)
        self.chosen = options[0]

    def choose(self, grid: Grid, weight: float) -> None:
        """Choose the cheapest path; bundles that share a city with this one count `weight`, others more."""
        weights = [weight if meets else STRANGER_WEIGHT for meets in self._meets]
        least = float("inf")
        for option in self._options:
            if option.bending >= least:
                break
            cost = option.bending + self._cost(option.places, grid, weights, least - option.bending)
            if cost < least:
                self.chosen, least = option, cost

    def _cost(self, line: list[Point], grid: Grid, weights: Sequence[float], enough: float) -> float:
        """The cost of everything in the way, counted no further than `enough`."""
        cost = 0.0
        for place in line:
            cost += grid.crowding(place.x, place.y, self.radius, weights)
            cost += EDGE_WEIGHT * self._outside(place) + CITY_WEIGHT * self._on_cities(place)
            if cost >= enough:
                break
        return cost

    def _outside(self, place: Point) -> float:
        x, y, frame = place.x, place.y, self._frame
        return max(frame.left - x, x - frame.right, frame.top - y, y - frame.bottom, 0.0)

    def _on_cities(self, place: Point) -> float:
        reach = self.radius + CITY
        near = [hypot(place.x - x, place.y - y) for x, y in self._cities if abs(place.x - x) < reach]
        return sum(reach - far for far in near if far < reach)


def _ways(bundle: Bundle, ground: Ground) -> list[Way]:
    """All possible paths of a bundle, the straight one first."""
    bends = [bends for bends in product(BENDS, BENDS) if is_gentle(bundle, bends)]
    if bundle.b is not None:
        return [Way(ground.places[bundle.b], bend) for bend in bends]
    frame, x = ground.frame, ground.places[bundle.a].x
    if bundle.edge in ("top", "bottom"):
        y = frame.top if bundle.edge == "top" else frame.bottom
        ends = [min(frame.right - 12, max(frame.left + 12, x + shift)) for shift in SHIFTS]
        return [Way(Point(round(end, 1), y), STRAIGHT) for end in ends]
    edge = Point(frame.left if bundle.edge == "left" else frame.right, ground.edge_heights[bundle.name])
    return [Way(edge, bend) for bend in bends]


def is_gentle(bundle: Bundle, bends: Bends) -> bool:
    """Whether a path with these bends does not turn too sharply for its tracks."""
    return abs(bends[0] - bends[1]) < (UNEVEN if len(bundle.tracks) == 1 else UNEVEN_PARALLEL)


def _option(start: Point, way: Way) -> _Option:
    line = curve(start, way.to, way.bends)
    far = measured(line)
    count = max(3, int((far[-1] - 2 * CITY) / STRIDE))
    step = (far[-1] - 2 * CITY) / (count - 1)
    places = [along(line, far, CITY + number * step)[0] for number in range(count)]
    return _Option(way, places, _bending(line, far[-1]))


def _bending(line: list[Point], length: float) -> float:
    """The cost of leaving the straight line."""
    straight = hypot(line[-1].x - line[0].x, line[-1].y - line[0].y) or 1.0
    slant = abs(line[-1].x - line[0].x) / straight if len(line) == 2 else 0.0
    return BEND_COST * sqrt(max(length / straight - 1.0, 0.0)) + 0.5 * slant
