"""From latitude and longitude to the drawing plane, stretched to a shape that is pleasant to look at."""

from collections.abc import Mapping, Sequence
from math import cos, radians

import msgspec

from service.pictures.geometry import Box, Point
from ttr_core.board import City
from ttr_core.words import CityId

WIDTH = 1000.0
FRAME = 10.0  # around the map
POLE = 26.0  # height of the band that is a pole
NARROWEST, WIDEST = 0.8, 1.45  # width to height
EVEN = 0.5  # how much of the way to places with equal steps between them
MARGIN, MARGIN_Y = 52.0, 44.0


class Plane(msgspec.Struct, frozen=True):
    """The map's part of the picture, and where the cities would lie by geography alone."""

    width: float
    height: float
    cities: Mapping[CityId, Point]

    @property
    def inner(self) -> Box:
        """Where cities may lie."""
        return Box(MARGIN, MARGIN_Y, self.width - MARGIN, self.height - MARGIN_Y)


def project(cities: Sequence[City], top: float, bottom: float, least: float) -> Plane:
    """So much room is kept free above and below; the map has at least this height."""
    middle = (max(city.lat for city in cities) + min(city.lat for city in cities)) / 2
    xs = [city.lon * max(0.2, cos(radians(middle))) for city in cities]
    ys = [-city.lat for city in cities]
    shape = (max(xs) - min(xs) or 1.0) / (max(ys) - min(ys) or 1.0)
    height = max(least, WIDTH / min(WIDEST, max(NARROWEST, shape)))
    xs, ys = _evened(xs), _evened(ys)
    room = Box(MARGIN, MARGIN_Y + top, WIDTH - MARGIN, height - MARGIN_Y - bottom)
    return Plane(
        WIDTH,
        float(round(height)),
        {city.id: _fit(room, xs, ys, x, y) for city, x, y in zip(cities, xs, ys, strict=True)},
    )


def _evened(values: list[float]) -> list[float]:
    """From 0 to 1, a little less crowded where there are many: drawn towards equal steps."""
    low, high = min(values), max(values)
    ranks = {value: rank for rank, value in enumerate(sorted(set(values)))}
    most = len(ranks) - 1 or 1
    return [(1 - EVEN) * (value - low) / (high - low or 1.0) + EVEN * ranks[value] / most for value in values]


def _fit(room: Box, xs: list[float], ys: list[float], x: float, y: float) -> Point:
    across = (x - min(xs)) / (max(xs) - min(xs) or 1.0)
    down = (y - min(ys)) / (max(ys) - min(ys) or 1.0)
    return Point(room.left + across * (room.right - room.left), room.top + down * (room.bottom - room.top))
