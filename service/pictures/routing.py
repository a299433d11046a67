"""Which way every bundle of tracks takes: bent as little as keeps it clear of the others and of their cities."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import hypot

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
CITY_WEIGHT = 3.0
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
    radii = [half_breadth(bundle) for bundle in bundles]
    chosen = [0] * len(bundles)
    samples = [[_samples(line) for line in lines] for lines in options]
    order = sorted(range(len(bundles)), key=lambda n: (bundles[n].length, n))
    for _ in range(PASSES):
        for number in order:
            grid = _grid(samples, chosen, radii, number)
            obstacles = _cities(bundles[number], ground)
            costs = [
                _cost(sample, radii[number], grid, obstacles, ground.frame) + _bending(line)
                for sample, line in zip(samples[number], options[number], strict=True)
            ]
            chosen[number] = costs.index(min(costs))
    return [options[number][chosen[number]] for number in range(len(bundles))]


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


def _grid(
    samples: list[list[list[Point]]], chosen: list[int], radii: list[float], without: int
) -> dict[tuple[int, int], list[Spot]]:
    grid: dict[tuple[int, int], list[Spot]] = defaultdict(list)
    for number, options in enumerate(samples):
        if number != without:
            for x, y in options[chosen[number]]:
                grid[int(x // CELL), int(y // CELL)].append((x, y, radii[number], number))
    return grid


def _cities(bundle: Bundle, ground: Ground) -> list[Point]:
    return [place for city, place in ground.places.items() if city not in (bundle.a, bundle.b)]


def _cost(
    line: list[Point],
    radius: float,
    grid: dict[tuple[int, int], list[Spot]],
    cities: list[Point],
    frame: Box,
) -> float:
    """How much of the way is taken by others."""
    cost = 0.0
    for x, y in line:
        column, row = int(x // CELL), int(y // CELL)
        for cell in [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
            for other_x, other_y, other, _ in grid.get(cell, ()):
                near = radius + other + 2.0 - hypot(x - other_x, y - other_y)
                cost += near if near > 0 else 0.0
        for city in cities:
            near = radius + CITY - hypot(x - city.x, y - city.y)
            cost += CITY_WEIGHT * near if near > 0 else 0.0
        outside = max(frame.left + 8 - x, x - frame.right + 8, frame.top - y, y - frame.bottom, 0.0)
        cost += CITY_WEIGHT * outside
    return cost


def _bending(line: Line) -> float:
    """What leaving the straight line costs."""
    straight = hypot(line[-1].x - line[0].x, line[-1].y - line[0].y) or 1.0
    longer = measured(line)[-1] / straight - 1.0
    slant = abs(line[-1].x - line[0].x) / straight if len(line) == 2 else 0.0
    return BEND_COST * longer**0.5 + 0.5 * slant
