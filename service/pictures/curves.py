"""Lines from city to city, straight or bent, and the spaces along them."""

from collections.abc import Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from service.pictures.geometry import Point, Tile, distance

PIECES = 24
GAP = 2.6  # between two spaces
LONGEST_SPACE = 38.0
BREADTH = 10.5  # of a space
LANE = 12.4  # from the middle of a track to that of the next one


def curve(a: Point, b: Point, bend: float) -> list[Point]:
    """Points along an arc that leaves the straight line by `bend` of its length."""
    middle = Point((a.x + b.x) / 2 + 2 * bend * (b.y - a.y), (a.y + b.y) / 2 - 2 * bend * (b.x - a.x))
    pieces = PIECES if bend else 1
    return [_between(a, middle, b, number / pieces) for number in range(pieces + 1)]


def _between(a: Point, middle: Point, b: Point, t: float) -> Point:
    u = 1.0 - t
    return Point(
        u * u * a.x + 2 * u * t * middle.x + t * t * b.x, u * u * a.y + 2 * u * t * middle.y + t * t * b.y
    )


def measured(points: Sequence[Point]) -> list[float]:
    """How far along the line each of its points lies."""
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
    """So many spaces along the line, which leave room at its start and its end."""
    far = measured(points)
    pitch = (far[-1] - start - end) / count
    length = round(max(4.0, min(LONGEST_SPACE, pitch - GAP)), 1)
    found = []
    for number in range(count):
        spot, angle = along(points, far, start + (number + 0.5) * pitch)
        found.append(Tile(round(spot.x, 1), round(spot.y, 1), length, BREADTH, round(angle, 1)))
    return tuple(found)


def lanes(points: Sequence[Point], count: int) -> list[list[Point]]:
    """The lines of tracks side by side."""
    return [beside(points, (number - (count - 1) / 2) * LANE) for number in range(count)]
