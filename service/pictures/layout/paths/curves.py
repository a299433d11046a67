"""Lines from city to city, straight or curved, and the spaces along them."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from service.pictures.layout.geometry import Point, Tile, distance

PIECES = 24
GAP = 2.6  # between two spaces
CITY = 11.0  # length of a route that a city covers at its end
LONGEST_SPACE = 38.0
BREADTH = 10.5  # of a space
LANE = 12.4  # distance between the middles of parallel tracks

Bends = tuple[float, float]
STRAIGHT: Bends = (0.0, 0.0)


def curve(a: Point, b: Point, bends: Bends) -> list[Point]:
    """Points along a curve; the bends say how far it leaves the straight line near its start and near its end."""
    if bends == STRAIGHT:
        return [a, b]
    corners = (a, _aside(a, b, 1 / 3, bends[0]), _aside(a, b, 2 / 3, bends[1]), b)
    return [_between(corners, number / PIECES) for number in range(PIECES + 1)]


def _aside(a: Point, b: Point, share: float, bend: float) -> Point:
    """A point so far along the straight line and to its side."""
    dx, dy = b.x - a.x, b.y - a.y
    return Point(a.x + share * dx + 4 / 3 * bend * dy, a.y + share * dy - 4 / 3 * bend * dx)


def _between(corners: tuple[Point, Point, Point, Point], t: float) -> Point:
    """A point of the Bézier curve."""
    u = 1.0 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return Point(
        sum(weight * corner.x for weight, corner in zip(weights, corners, strict=True)),
        sum(weight * corner.y for weight, corner in zip(weights, corners, strict=True)),
    )


def measured(points: Sequence[Point]) -> list[float]:
    """The distance of each point from the start, along the line."""
    far = [0.0]
    for one, other in pairwise(points):
        far.append(far[-1] + distance(one, other))
    return far


def along(points: Sequence[Point], far: Sequence[float], place: float) -> tuple[Point, float]:
    """The point at a distance from the start, and the direction there."""
    piece = 1
    while piece < len(points) - 1 and far[piece] < place:
        piece += 1
    a, b = points[piece - 1], points[piece]
    share = (place - far[piece - 1]) / (far[piece] - far[piece - 1] or 1.0)
    spot = Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))
    return spot, degrees(atan2(b.y - a.y, b.x - a.x))


def beside(points: Sequence[Point], by: float) -> list[Point]:
    """The same line moved sideways."""
    moved = []
    for number, point in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        dx, dy = after.x - before.x, after.y - before.y
        far = hypot(dx, dy) or 1.0
        moved.append(Point(point.x - by * dy / far, point.y + by * dx / far))
    return moved


def spaces(points: Sequence[Point], count: int, start: float, end: float) -> tuple[Tile, ...]:
    """So many spaces along the line, with free space at its start and its end."""
    far = measured(points)
    pitch = (far[-1] - start - end) / count
    length = round(max(4.0, min(LONGEST_SPACE, pitch - GAP)), 1)
    tiles = []
    for number in range(count):
        spot, angle = along(points, far, start + (number + 0.5) * pitch)
        tiles.append(Tile(round(spot.x, 1), round(spot.y, 1), length, BREADTH, round(angle, 1)))
    return tuple(tiles)


def lanes(points: Sequence[Point], count: int) -> list[list[Point]]:
    """The lines of parallel tracks."""
    return [beside(points, (number - (count - 1) / 2) * LANE) for number in range(count)]
