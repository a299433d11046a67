"""A smooth map from the globe to the plan of a board: a thin-plate spline through its cities.

The plan moves cities apart to make room for routes, so that no projection puts coasts where its cities are. A spline
through all cities bends the ground as little as it must. Where cities have changed places it would fold the ground;
then it may miss them a little, just enough to stay flat.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log

from service.pictures.layout.geometry import Box, Point

STIFFNESS = (0.0, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
GRID = 36  # cells across, for which folds are looked for

Warp = Callable[[Point], Point]


def flat_warp(sources: Sequence[Point], targets: Sequence[Point], frame: Box, area: Box) -> Warp:
    """The least stiff spline that does not fold the part of the area that lies within the frame."""
    warps = (thin_plate_spline(sources, targets, stiffness) for stiffness in STIFFNESS)
    return next(warp for warp in warps if not _folds(warp, frame, area))


def thin_plate_spline(sources: Sequence[Point], targets: Sequence[Point], stiffness: float) -> Warp:
    """The spline that maps the sources to the targets, or near them if it is stiff."""
    scale = max(max(point.x for point in sources) - min(point.x for point in sources), 1e-9)
    places = [(point.x / scale, point.y / scale) for point in sources]
    count = len(places)
    rows = [
        [
            *(_bend(x - u, y - v) + (stiffness if i == j else 0.0) for j, (u, v) in enumerate(places)),
            1.0,
            x,
            y,
            targets[i].x,
            targets[i].y,
        ]
        for i, (x, y) in enumerate(places)
    ]
    sides = ([1.0] * count, [x for x, _ in places], [y for _, y in places])
    rows += [[*side, 0.0, 0.0, 0.0, 0.0, 0.0] for side in sides]
    weights = _solved(rows)
    flat = weights[count:]

    def warp(point: Point) -> Point:
        x, y = point.x / scale, point.y / scale
        bends = [_bend(x - u, y - v) for u, v in places]
        across, down = (
            flat[0][k]
            + flat[1][k] * x
            + flat[2][k] * y
            + sum(b * w[k] for b, w in zip(bends, weights, strict=False))
            for k in (0, 1)
        )
        return Point(across, down)

    return warp


def _bend(x: float, y: float) -> float:
    square = x * x + y * y
    return square * log(square) if square > 1e-18 else 0.0


def _solved(rows: list[list[float]]) -> list[list[float]]:
    """Gaussian elimination with two right sides."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        first = rows[column]
        for row in rows[column + 1 :]:
            factor = row[column] / first[column]
            if factor:
                for place in range(column, size + 2):
                    row[place] -= factor * first[place]
    solution = [[0.0, 0.0] for _ in rows]
    for column in reversed(range(size)):
        row = rows[column]
        for side in (0, 1):
            rest = sum(row[place] * solution[place][side] for place in range(column + 1, size))
            solution[column][side] = (row[size + side] - rest) / row[column]
    return solution


def _folds(warp: Warp, frame: Box, area: Box) -> bool:
    """Whether a cell of the area is turned over, or nearly flattened."""
    width, height = (area.right - area.left) / GRID, (area.bottom - area.top) / GRID
    lines = [
        [warp(Point(area.left + i * width, area.top + j * height)) for i in range(GRID + 1)]
        for j in range(GRID + 1)
    ]
    for upper, lower in pairwise(lines):
        for (a, b), (c, d) in zip(pairwise(upper), pairwise(lower), strict=True):
            seen = any(
                frame.left < p.x < frame.right and frame.top < p.y < frame.bottom for p in (a, b, c, d)
            )
            if seen and min(_turn(a, b, c), _turn(d, c, b)) <= 0:
                return True
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
