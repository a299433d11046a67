"""Points, boxes and tiles on the drawing plane, and whether they overlap."""

from collections.abc import Iterable
from math import cos, hypot, radians, sin
from typing import NamedTuple


class Point(NamedTuple):
    x: float
    y: float


class Box(NamedTuple):
    """An upright rectangle, such as a text or a frame."""

    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, other: "Box") -> bool:
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def contains(self, point: Point) -> bool:
        return self.left <= point.x <= self.right and self.top <= point.y <= self.bottom

    def crossed(self, a: Point, b: Point) -> bool:
        """Whether the straight line between the points touches the box."""
        if max(a.x, b.x) < self.left or min(a.x, b.x) > self.right:
            return False
        if max(a.y, b.y) < self.top or min(a.y, b.y) > self.bottom:
            return False
        dx, dy = b.x - a.x, b.y - a.y
        middle = self.middle()
        aside = abs((middle.x - a.x) * dy - (middle.y - a.y) * dx)
        return aside <= abs(dy) * (self.right - self.left) / 2 + abs(dx) * (self.bottom - self.top) / 2

    def middle(self) -> Point:
        return Point((self.left + self.right) / 2, (self.top + self.bottom) / 2)

    def distance(self, point: Point) -> float:
        """The distance of a point outside the box; 0 inside."""
        dx = max(self.left - point.x, point.x - self.right, 0.0)
        return hypot(dx, max(self.top - point.y, point.y - self.bottom, 0.0))

    def common(self, other: "Box") -> float:
        """The area that both cover."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, wide) * max(0.0, high)

    def meets(self, other: "Box") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Tile(NamedTuple):
    """A rotated rectangle: one space of a route."""

    x: float
    y: float
    length: float
    breadth: float
    angle: float  # degrees

    def corners(self) -> tuple[Point, ...]:
        along, across = self.length / 2, self.breadth / 2
        c, s = cos(radians(self.angle)), sin(radians(self.angle))
        places = ((along, across), (along, -across), (-along, -across), (-along, across))
        return tuple(Point(self.x + u * c - v * s, self.y + u * s + v * c) for u, v in places)

    def reach(self, angle: float, slack: float = 0.0) -> float:
        """How far the tile extends from its middle in a direction."""
        turn = radians(angle - self.angle)
        return (self.length - slack) / 2 * abs(cos(turn)) + (self.breadth - slack) / 2 * abs(sin(turn))

    def bounds(self) -> Box:
        corners = self.corners()
        xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
        return Box(min(xs), min(ys), max(xs), max(ys))


def tile_meets_box(tile: Tile, bounds: Box, box: Box) -> bool:
    """Whether they overlap; `bounds` are the tile's own, computed before."""
    if not bounds.meets(box):
        return False
    c, s = cos(radians(tile.angle)), sin(radians(tile.angle))
    half_width, half_height = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    dx, dy = (box.left + box.right) / 2 - tile.x, (box.top + box.bottom) / 2 - tile.y
    along, across = abs(dx * c + dy * s), abs(dy * c - dx * s)
    reach_along = half_width * abs(c) + half_height * abs(s)
    reach_across = half_width * abs(s) + half_height * abs(c)
    return along < tile.length / 2 + reach_along and across < tile.breadth / 2 + reach_across


def tiles_meet(one: Tile, other: Tile, slack: float) -> bool:
    """Whether two tiles overlap when each is shrunk by the slack (grown, if it is negative)."""
    for angle in (one.angle, one.angle + 90, other.angle, other.angle + 90):
        c, s = cos(radians(angle)), sin(radians(angle))
        apart = abs((one.x - other.x) * c + (one.y - other.y) * s)
        if apart >= one.reach(angle, slack) + other.reach(angle, slack):
            return False
    return True


def tile_distance(tile: Tile, bounds: Box, box: Box) -> float:
    """The distance between them, 0 if they overlap; `bounds` are the tile's own, computed before."""
    if tile_meets_box(tile, bounds, box):
        return 0.0
    c, s = cos(radians(tile.angle)), sin(radians(tile.angle))
    half_length, half_breadth = tile.length / 2, tile.breadth / 2
    flat = Box(-half_length, -half_breadth, half_length, half_breadth)
    shifts = [(x - tile.x, y - tile.y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    corners = [Point(dx * c + dy * s, dy * c - dx * s) for dx, dy in shifts]
    return min(*map(flat.distance, corners), *map(box.distance, tile.corners()))


def enclosing(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def distance(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def nearest_on(a: Point, b: Point, point: Point) -> float:
    """Where the line from `a` to `b` is nearest to the point, from 0 to 1."""
    dx, dy = b.x - a.x, b.y - a.y
    square = dx * dx + dy * dy
    if not square:
        return 0.0
    return min(1.0, max(0.0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / square))
