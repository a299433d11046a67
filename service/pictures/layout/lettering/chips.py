"""Chips: the short signs of marks that stand beside a route, set in rows along its tracks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, product
from math import cos, radians, sin
from typing import NamedTuple

import msgspec

from service.language.languages import as_words
from service.pictures.layout.canvas import Canvas
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.labels import (
    GROUP,
    ON_CITY,
    ON_SPACE,
    OUTSIDE,
    Label,
    Obstacles,
    Option,
)
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.layout.paths.curves import BREADTH, LANE, along, measured
from service.pictures.layout.paths.track_bundles import Bundle
from ttr_core.model.ids import RouteId
from ttr_core.model.marks import CityMark, Mark, RouteMark, Symbol

HEIGHT = 1.4  # of a chip, in sizes of its letters
PADDING = 0.3  # beside the letters
GAP = 1.6  # between chips
AWAY = 1.6  # from the tracks
LETTERS = 4  # at most
HALO = 1.0  # free space around a group

SYMBOLS = frozenset(Symbol)  # these are drawn, all other signs are written
PLACES = tuple(0.1 + 0.05 * number for number in range(17))  # along the route
STEPS = (0.0, 1.5, 4.0, 7.0, 11.0, 16.0, 22.0)
ROWS = (1, 2, 3, 4, 6)

# costs
MORE_ROWS, OFF_CENTRE, FARTHER, OTHER_SIDE, SMALLER = 1.5, 12.0, 1.5, 0.2, 12.0
ACROSS = 70.0  # another route's space lies between
NEAR, STRANGE = 4.0, 4.0  # a group this near to another route's space seems to belong to that

Identity = tuple[str, str]  # of what a mark shows
Appearance = tuple[str, str, str]  # the same, with the sign that it shows it by


def identity(mark: Mark) -> Identity:
    return mark.name, "" if mark.thing is None else mark.thing.id


def appearance(mark: Mark) -> Appearance:
    return *identity(mark), mark.sign


def signs_of(marks: Sequence[Mark]) -> dict[Appearance, str]:
    """What stands for each mark: its symbol, its letters or initials; beside routes no two letters are alike.

    At a city, where there is room for little, it is one letter of its own.
    """
    signs: dict[Appearance, str] = {}
    usual: dict[Identity, str] = {}  # of marks that say no sign: that of the others of their thing
    for mark in marks:
        if appearance(mark) not in signs:
            sign = usual.get(identity(mark)) if not mark.sign else None
            signs[appearance(mark)] = sign or _sign(mark, set(signs.values()))
            usual.setdefault(identity(mark), signs[appearance(mark)])
    return signs


def _sign(mark: Mark, taken: set[str]) -> str:
    named = as_words(mark.name) if mark.thing is None else mark.thing.name
    if isinstance(mark, CityMark) and not mark.sign:
        return _own_letter(named, taken)
    base = mark.sign if mark.sign in SYMBOLS else _letters(mark.sign) or _initials(named)
    chosen = base in SYMBOLS or (mark.sign and not isinstance(mark, RouteMark))
    return base if chosen else _distinct(base, taken)


def _distinct(sign: str, taken: set[str]) -> str:
    numbered = (f"{sign}{number}" for number in count(2))
    return sign if sign not in taken else next(other for other in numbered if other not in taken)


def _own_letter(name: str, taken: set[str]) -> str:
    """An initial that nothing else has, else another letter of the name."""
    letters = [letter.upper() for letter in _initials(name) + name if letter.isalnum()]
    return next((letter for letter in letters if letter not in taken), _distinct(_initials(name)[:1], taken))


def _letters(sign: str) -> str:
    return "".join(sign.split())[:LETTERS]


def _initials(name: str) -> str:
    words = "".join(letter if letter.isalnum() else " " for letter in name).split()
    return "".join(word[0].upper() for word in words)[:LETTERS] or "?"


def chip_width(sign: str, size: float) -> float:
    least = HEIGHT * size
    return least if sign in SYMBOLS else max(least, width_of(sign, size) + 2 * PADDING * size)


def is_group(key: str) -> bool:
    return key.startswith(GROUP)


class Chips(msgspec.Struct, frozen=True, kw_only=True):
    """The signs beside one route, or beside parallel ones that have the same."""

    key: str
    signs: tuple[str, ...]
    routes: frozenset[RouteId]
    line: tuple[Point, ...]
    tiles: frozenset[Tile]  # its own
    half: float  # half of the breadth of all tracks
    sizes: tuple[float, ...]  # of the letters
    sides: tuple[int, ...]

    def options(self) -> list[Option]:
        layouts = list(dict.fromkeys(_in_rows(self.signs, rows) for rows in ROWS))
        options = [
            (
                MORE_ROWS * rank**1.6
                + OFF_CENTRE * abs(place - 0.5)
                + FARTHER * step
                + OTHER_SIDE * (side != self.sides[0])
                + SMALLER * (size != self.sizes[0]),
                partial(self._label, rows, size, place, side, step),
            )
            for (rank, rows), size, place, side, step in product(
                enumerate(layouts), self.sizes, PLACES, self.sides, STEPS
            )
        ]
        return sorted(options, key=lambda option: option[0])

    def cost(self, label: Label, obstacles: Obstacles) -> float:
        box = label.box.grown(HALO)
        cost = 0.0 if obstacles.frame.holds(box) else OUTSIDE
        cost += ON_SPACE * len(obstacles.spaces_under(box))
        cost += ON_CITY * sum(1 for city in obstacles.cities if city.meets(box))
        near = obstacles.spaces_under(label.box.grown(NEAR))
        cost += STRANGE * sum(1 for tile in near if tile not in self.tiles)
        return cost if cost >= ON_SPACE else cost + ACROSS * self._others_between(label.box, obstacles)

    def _others_between(self, box: Box, obstacles: Obstacles) -> int:
        """How many spaces of other routes lie between the group and its own route."""
        own = min(self.tiles, key=lambda tile: box.distance(Point(tile.x, tile.y)))
        between = obstacles.spaces_between(Point(own.x, own.y), box.middle())
        return sum(1 for tile in between if tile not in self.tiles)

    def _label(self, rows: tuple[str, ...], size: float, place: float, side: int, step: float) -> Label:
        far = measured(self.line)
        spot, angle = along(self.line, far, place * far[-1])
        across = Point(-sin(radians(angle)), cos(radians(angle)))
        width = max(_row_width(row, size) for row in rows)
        height = len(rows) * (HEIGHT * size + GAP) - GAP
        reach = (abs(across.x) * width + abs(across.y) * height) / 2
        away = side * (self.half + AWAY + reach + step)
        x, y = spot.x + away * across.x - width / 2, spot.y + away * across.y - height / 2
        box = Box(round(x, 1), round(y, 1), round(x + width, 1), round(y + height, 1))
        return Label(key=self.key, lines=rows, size=size, box=box, badge=0.0, leader=None)


def _in_rows(signs: Sequence[str], rows: int) -> tuple[str, ...]:
    each = -(-len(signs) // rows)
    return tuple(" ".join(signs[start : start + each]) for start in range(0, len(signs), each))


def _row_width(row: str, size: float) -> float:
    return sum(chip_width(sign, size) + GAP for sign in row.split()) - GAP


def chip_boxes(label: Label) -> Iterator[tuple[str, Box]]:
    """Each sign of a group with its place, row by row."""
    for number, row in enumerate(label.lines):
        top = label.box.top + number * (HEIGHT * label.size + GAP)
        left = (label.box.left + label.box.right - _row_width(row, label.size)) / 2
        for sign in row.split():
            right = left + chip_width(sign, label.size)
            yield sign, Box(left, top, right, top + HEIGHT * label.size)
            left = right + GAP


class Path(NamedTuple):
    """A bundle on its way."""

    bundle: Bundle
    line: Sequence[Point]
    rows: Sequence[tuple[Tile, ...]]  # of its tracks


def chips_of(
    marks: Sequence[RouteMark], paths: Sequence[Path], signs: Mapping[Appearance, str], canvas: Canvas
) -> Iterator[Chips]:
    """The groups of signs beside all bundles; tracks with different signs have a group each."""
    beside: dict[RouteId, tuple[str, ...]] = {}
    for mark in marks:
        for route in mark.routes:
            beside[route] = (*beside.get(route, ()), signs[appearance(mark)])
    for bundle, line, rows in paths:
        of_tracks = [
            tuple(dict.fromkeys(sign for route in track.routes for sign in beside.get(route, ())))
            for track in bundle.tracks
        ]
        group: Callable[..., Chips] = partial(
            Chips,
            line=tuple(line),
            tiles=frozenset(tile for row in rows for tile in row),
            half=(len(bundle.tracks) - 1) * LANE / 2 + BREADTH / 2,
            sizes=canvas.chip_sizes,
        )
        routes = [frozenset(track.routes) for track in bundle.tracks]
        if len(set(of_tracks)) == 1:
            of_tracks, routes = of_tracks[:1], [frozenset().union(*routes)]
        last = len(of_tracks) - 1
        for number, signs_here in enumerate(of_tracks):
            if signs_here:
                sides = (1, -1) if not last else (1,) if number == last else (-1,) if not number else (1, -1)
                yield group(
                    key=f"{GROUP}{bundle.name}:{number}", signs=signs_here, routes=routes[number], sides=sides
                )
