"""Where cities lie: projected from latitude and longitude, then moved apart to make room for routes.

`project` stretches the map to a pleasant shape. `relax` moves cities a little, so that every route has space for its
trains and no city lies on another's route. Order and number of steps are fixed: the same board always looks the same.
"""

from collections.abc import Mapping, Sequence
from math import cos, hypot, radians, sqrt

import msgspec

from service.pictures.layout.canvas import WIDTH, Canvas
from service.pictures.layout.geometry import Box, Point, nearest_on
from ttr_core.boards.board import City
from ttr_core.model.ids import CityId

# projection

FRAME = 10.0  # around the map
POLE = 26.0  # height of the band that is a pole
MARGIN_Y = 44.0
VERY_BROAD, BROAD = 2.0, 1.26  # width to height of a land that must not become a high map, and of its map


class Plane(msgspec.Struct, frozen=True):
    """The map's part of the picture, and where cities lie by geography alone."""

    width: float
    height: float
    cities: Mapping[CityId, Point]
    margin: float  # at the left and at the right

    @property
    def inner(self) -> Box:
        """The part where cities may lie."""
        return Box(self.margin, MARGIN_Y, self.width - self.margin, self.height - MARGIN_Y)


def project(cities: Sequence[City], top: float, bottom: float, least: float, canvas: Canvas) -> Plane:
    """Project the cities; `top` and `bottom` are kept free, and `least` is the least height of the map."""
    middle = (max(city.lat for city in cities) + min(city.lat for city in cities)) / 2
    xs = [city.lon * max(0.2, cos(radians(middle))) for city in cities]
    ys = [-city.lat for city in cities]
    shape = (max(xs) - min(xs) or 1.0) / (max(ys) - min(ys) or 1.0)
    width, height = _size(shape, least, canvas)
    xs, ys = _evened(xs, canvas.even), _evened(ys, canvas.even)
    room = Box(canvas.margin, MARGIN_Y + top, width - canvas.margin, height - MARGIN_Y - bottom)
    return Plane(
        width,
        float(round(height)),
        {city.id: _fit(room, xs, ys, x, y) for city, x, y in zip(cities, xs, ys, strict=True)},
        canvas.margin,
    )


def _size(shape: float, least: float, canvas: Canvas) -> tuple[float, float]:
    """Width and height of the map: higher than its land if it needs the room; broader, if the land is very broad."""
    pleasant = min(canvas.widest, max(canvas.narrowest, shape))
    width = WIDTH
    if shape >= VERY_BROAD:
        width = min(canvas.broadest, max(WIDTH, float(round(sqrt(WIDTH * least * BROAD)))))
    return width, max(WIDTH * least / width, width / pleasant)


def _evened(values: list[float], even: float) -> list[float]:
    """Coordinates from 0 to 1, moved towards equal steps: less crowded where there are many."""
    low, high = min(values), max(values)
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
    most = len(ranks) - 1 or 1
    return [(1 - even) * (value - low) / (high - low or 1.0) + even * ranks[value] / most for value in values]


def _fit(room: Box, xs: list[float], ys: list[float], x: float, y: float) -> Point:
    across = (x - min(xs)) / (max(xs) - min(xs) or 1.0)
    down = (y - min(ys)) / (max(ys) - min(ys) or 1.0)
    return Point(room.left + across * (room.right - room.left), room.top + down * (room.bottom - room.top))


# making room

STEPS = 250
SPACE = 21.0  # the least length of a space that looks like one
ENDS = 22.0  # length of a route that its two cities cover
CLEAR = 27.0  # distance between a city and a route that passes it
LANE = 12.0  # distance between parallel tracks
HOME = 0.01  # how strongly geography pulls back


class Connection(msgspec.Struct, frozen=True):
    """Two connected cities, and how far apart they should be."""

    a: int
    b: int
    length: float
    breadth: float


def relax(
    home: Mapping[CityId, Point],
    joined: Sequence[tuple[CityId, CityId, int, int]],
    bounds: Mapping[CityId, Box],
    apart: tuple[float, float],
) -> dict[CityId, Point]:
    """Move the cities within their bounds; `joined` holds two cities, and the spaces and tracks between them.

    `apart` is how far cities should be from each other, across and down.
    """
    names = list(home)
    number = {name: index for index, name in enumerate(names)}
    connections = [
        Connection(number[a], number[b], spaces * SPACE + ENDS, lanes * LANE)
        for a, b, spaces, lanes in joined
    ]
    places = [home[name] for name in names]
    start, limits = list(places), [bounds[name] for name in names]
    for step in range(STEPS):
        moves = [[HOME * (s.x - p.x), HOME * (s.y - p.y)] for s, p in zip(start, places, strict=True)]
        _keep_apart(places, moves, *apart)
        _stretch(places, moves, connections)
        _clear_ways(places, moves, connections)
        pace = 1.0 - 0.6 * step / STEPS
        places = [
            _within(limit, place.x + pace * move[0], place.y + pace * move[1])
            for limit, place, move in zip(limits, places, moves, strict=True)
        ]
    return dict(zip(names, places, strict=True))


def _within(inner: Box, x: float, y: float) -> Point:
    return Point(min(inner.right, max(inner.left, x)), min(inner.bottom, max(inner.top, y)))


def _keep_apart(places: list[Point], moves: list[list[float]], apart_x: float, apart_y: float) -> None:
    for i, one in enumerate(places):
        for j in range(i):
            dx, dy = one.x - places[j].x, one.y - places[j].y
            if abs(dx) >= apart_x or abs(dy) >= apart_y:
                continue
            far = hypot(dx / apart_x, dy / apart_y)
            if far < 1.0:
                push = 0.2 * (1.0 - far) / (far or 1.0)
                _push(moves, i, j, push * dx, push * dy + (0.1 if not far else 0.0))


def _stretch(places: list[Point], moves: list[list[float]], connections: list[Connection]) -> None:
    for connection in connections:
        a, b = places[connection.a], places[connection.b]
        dx, dy = a.x - b.x, a.y - b.y
        far = hypot(dx, dy) or 1.0
        if far < connection.length:
            push = 0.18 * (connection.length - far) / far
            _push(moves, connection.a, connection.b, push * dx, push * dy)


def _clear_ways(places: list[Point], moves: list[list[float]], connections: list[Connection]) -> None:
    for connection in connections:
        a, b, clear = places[connection.a], places[connection.b], CLEAR + connection.breadth / 2
        left, right = min(a.x, b.x) - clear, max(a.x, b.x) + clear
        top, bottom = min(a.y, b.y) - clear, max(a.y, b.y) + clear
        for c, city in enumerate(places):
            if left < city.x < right and top < city.y < bottom and c not in (connection.a, connection.b):
                _clear_way(moves, connection, c, (a, b, city), clear)


def _clear_way(
    moves: list[list[float]], connection: Connection, c: int, corner: tuple[Point, Point, Point], clear: float
) -> None:
    a, b, city = corner
    along = nearest_on(a, b, city)
    dx, dy = city.x - (a.x + along * (b.x - a.x)), city.y - (a.y + along * (b.y - a.y))
    far = hypot(dx, dy)
    if far >= clear:
        return
    if far < 0.01:
        dx, dy, far = b.y - a.y, a.x - b.x, hypot(b.y - a.y, a.x - b.x) or 1.0
    push = 0.22 * (clear - min(far, clear)) / far
    _push(moves, c, connection.a, push * dx * 0.6, push * dy * 0.6)
    _push(moves, c, connection.b, push * dx * 0.6, push * dy * 0.6)


def _push(moves: list[list[float]], i: int, j: int, x: float, y: float) -> None:
    moves[i][0] += x
    moves[i][1] += y
    moves[j][0] -= x
    moves[j][1] -= y
