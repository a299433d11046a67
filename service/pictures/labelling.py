"""Where names go: beside their cities, clear of spaces, of other names and of the frame.

Names are placed one after the other, those with the least choice first, each at the cheapest of its places; then
each is tried again a few times. The same board always gives the same places.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

import msgspec

from service.pictures.geometry import Box, Point, Tile, tile_meets_box
from service.pictures.lettering import ASCENT, DESCENT, LINE, line_breaks, width_of

SIZES = (16.0, 14.0, 12.5)
ANGLES = (0, 4, 1, 7, 3, 5, 2, 6, 8, 9, 10, 11, 12, 13, 14, 15)  # sixteenths: beside, then above and below
STEPS = (0.0, 4.0, 9.0, 16.0, 24.0, 34.0, 46.0, 60.0, 76.0, 94.0, 114.0)
LEADER = 14.0  # farther away than this, a line shows which city is meant
REACH = 11.0  # of the city itself
PASSES = 3
CELL = 60.0
HALO = 1.0  # of room around a name

ON_SPACE, ON_NAME, ON_CITY, OUTSIDE = 60.0, 200.0, 120.0, 1000.0
SMALLER, BROKEN, FARTHER = 5.0, 2.0, 0.45


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be written beside a place."""

    key: str
    text: str
    place: Point
    badge: float = 0.0  # room for something beside the words
    sizes: tuple[float, ...] = SIZES
    reach: float = REACH


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name in its place."""

    key: str
    lines: tuple[str, ...]
    size: float
    box: Box
    badge: float
    leader: tuple[Point, Point] | None

    def middle(self) -> float:
        return (self.box.left + self.box.right - self.badge) / 2


class _Place(msgspec.Struct, frozen=True):
    label: Label
    cost: float


class Obstacles:
    """Spaces and cities, found quickly by where they are."""

    def __init__(self, tiles: Sequence[Tile], cities: Sequence[Box], frame: Box) -> None:
        self.frame = frame
        self.cities = cities
        self._tiles: dict[tuple[int, int], list[tuple[Tile, Box]]] = defaultdict(list)
        for tile in tiles:
            bounds = tile.bounds()
            for cell in _cells(bounds):
                self._tiles[cell].append((tile, bounds))

    def cost(self, box: Box) -> float:
        cost = 0.0 if self.frame.holds(box) else OUTSIDE
        for tile in self.spaces_under(box):
            cost += ON_SPACE * (1.0 if tile else 0.0)
        return cost + ON_CITY * sum(1 for city in self.cities if city.meets(box))

    def spaces_under(self, box: Box) -> list[Tile]:
        found: dict[Tile, None] = {}
        for cell in _cells(box):
            for tile, bounds in self._tiles.get(cell, ()):
                if tile_meets_box(tile, bounds, box):
                    found[tile] = None
        return list(found)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // CELL), int(box.right // CELL) + 1):
        for row in range(int(box.top // CELL), int(box.bottom // CELL) + 1):
            yield column, row


def place_names(names: Sequence[Name], obstacles: Obstacles) -> dict[str, Label]:
    """Every name's place."""
    choices = {name.key: _places(name, obstacles) for name in names}
    order = sorted(choices, key=lambda key: (_freedom(choices[key]), key))
    placed: dict[str, Label] = {}
    for _ in range(PASSES):
        for key in order:
            others = [label.box for other, label in placed.items() if other != key]
            placed[key] = _best(choices[key], others)
    return {name.key: placed[name.key] for name in names}


def _freedom(places: list[_Place]) -> int:
    return sum(1 for place in places if place.cost < ON_SPACE)


def _best(places: list[_Place], others: list[Box]) -> Label:
    """The cheapest place; they are sorted, so the first that touches no other name ends the search."""
    best, least = places[0].label, float("inf")
    for place in places:
        if place.cost >= least:
            break
        box = place.label.box
        cost = place.cost + ON_NAME * sum(1 for other in others if other.meets(box))
        if cost < least:
            best, least = place.label, cost
    return best


def _places(name: Name, obstacles: Obstacles) -> list[_Place]:
    """All places that are tried, the best first."""
    found = []
    for shrink, size in enumerate(name.sizes):
        for broken, lines in enumerate(line_breaks(name.text)[:2]):
            for rank, angle in enumerate(ANGLES):
                for step in STEPS:
                    label = _label(name, lines, size, angle * pi / 8, step)
                    cost = SMALLER * shrink + BROKEN * broken + FARTHER * step + 0.15 * rank
                    found.append(_Place(label, cost + obstacles.cost(label.box.grown(HALO))))
    return sorted(found, key=lambda place: place.cost)


def _label(name: Name, lines: tuple[str, ...], size: float, angle: float, step: float) -> Label:
    width = max(width_of(line, size) for line in lines) + name.badge
    height = (ASCENT + DESCENT + LINE * (len(lines) - 1)) * size
    reach = name.reach + step
    x, y = name.place.x + reach * cos(angle), name.place.y + reach * sin(angle)
    left = x - width * (1 - cos(angle)) / 2
    top = y - height * (1 - sin(angle)) / 2
    box = Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + height, 1))
    leader = _leader(name.place, box) if step > LEADER else None
    return Label(key=name.key, lines=lines, size=size, box=box, badge=name.badge, leader=leader)


def _leader(place: Point, box: Box) -> tuple[Point, Point]:
    """From the city to the nearest side of its name."""
    end = Point(min(box.right, max(box.left, place.x)), min(box.bottom, max(box.top, place.y)))
    far = hypot(end.x - place.x, end.y - place.y) or 1.0
    start = Point(place.x + 6 * (end.x - place.x) / far, place.y + 6 * (end.y - place.y) / far)
    return start, end
