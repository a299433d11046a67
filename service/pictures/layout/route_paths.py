"""What is to be drawn between the cities: bundles of tracks that lie side by side, and ways to the edges.

Which way every bundle of tracks takes: bent as little as keeps it clear of the others and of their cities.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot, sqrt
from typing import Literal, NamedTuple

import msgspec

from service.pictures.layout.curves import BREADTH, LANE, STRAIGHT, Bends, along, curve, measured
from service.pictures.layout.geometry import Box, Point
from ttr_core import Ruleset
from ttr_core.boards.board import Route
from ttr_core.model.ids import CityId, RouteId
from ttr_core.rules.variants.festivals import Festivals
from ttr_core.rules.variants.polar import Polar, Segment
from ttr_core.rules.variants.regions import Region, Regions

Edge = Literal["left", "right", "top", "bottom"]
POLES: dict[str, Edge] = {"north": "top", "south": "bottom"}


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """Spaces of one route, or of one part of it."""

    routes: tuple[RouteId, ...]  # whoever has one of them has these spaces
    length: int
    colour: str
    locomotives: int = 0
    waves: int = 0
    tunnel: bool = False
    substitute: int = 0


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """Tracks side by side, from a city to another one or to an edge of the map."""

    name: str
    a: CityId
    b: CityId | None = None
    edge: Edge | None = None
    beyond: CityId | None = None  # where the way goes on at the opposite edge
    tracks: tuple[Track, ...]

    @property
    def length(self) -> int:
        return max(track.length for track in self.tracks)


def bundles_of(ruleset: Ruleset) -> tuple[Bundle, ...]:
    """Everything between the cities of the board, in its order."""
    plain = [route for route in ruleset.board.routes if not route.feature("wraps")]
    wraps = [route for route in ruleset.board.routes if route.feature("wraps")]
    longitudes = {city.id: city.lon for city in ruleset.board.cities}
    found = [_bundle(routes) for routes in _side_by_side(plain)]
    for routes in _side_by_side(wraps):
        found += _halves(routes, longitudes[routes[0].a] <= longitudes[routes[0].b])
    return (*found, *_polar(ruleset))


def _side_by_side(routes: Sequence[Route]) -> list[list[Route]]:
    groups: dict[tuple[CityId, ...], list[Route]] = {}
    for route in routes:
        groups.setdefault(tuple(sorted((route.a, route.b))), []).append(route)
    return list(groups.values())


def _bundle(routes: Sequence[Route]) -> Bundle:
    tracks = tuple(_track(route, route.length) for route in routes)
    return Bundle(name=f"{routes[0].a}--{routes[0].b}", a=routes[0].a, b=routes[0].b, tracks=tracks)


def _track(route: Route, length: int, locomotives: int | None = None) -> Track:
    return Track(
        routes=(route.id,),
        length=length,
        colour=route.colour,
        locomotives=route.feature("locomotives") if locomotives is None else locomotives,
        waves=route.feature("waves"),
        tunnel=bool(route.feature("tunnel")),
        substitute=route.feature("substitute"),
    )


def _halves(routes: Sequence[Route], a_is_west: bool) -> Iterator[Bundle]:
    """A way round the world leaves by one edge and comes back at the other; its spaces are shared out."""
    first = routes[0]
    west, east = (first.a, first.b) if a_is_west else (first.b, first.a)
    edges: tuple[tuple[CityId, CityId, Edge], ...] = ((west, east, "left"), (east, west, "right"))
    for number, (city, beyond, edge) in enumerate(edges):
        tracks = tuple(
            _track(route, (route.length + 1 - number) // 2, (route.feature("locomotives") + 1 - number) // 2)
            for route in routes
        )
        yield Bundle(name=f"{city}--{beyond}--{edge}", a=city, edge=edge, beyond=beyond, tracks=tracks)


def _polar(ruleset: Ruleset) -> Iterator[Bundle]:
    """One bundle for each segment, whether a route is one of them or two."""
    if "polar" not in ruleset.board.rules:
        return
    for segment in ruleset.setting(Polar).segments:
        track = Track(
            routes=tuple(route.id for route in ruleset.routes if _uses(route, segment)),
            length=segment.length,
            colour="gray",
            locomotives=segment.locomotives,
            tunnel=True,
        )
        yield Bundle(name=segment.id, a=segment.city, edge=POLES[segment.pole], tracks=(track,))


def _uses(route: Route, segment: Segment) -> bool:
    if not route.feature("pole"):
        return False
    return segment.city in (route.a, route.b) and (
        route.id == segment.id or route.id.endswith(f"--{segment.pole}_pole")
    )


def pole_cities(ruleset: Ruleset) -> dict[CityId, Edge]:
    """The poles that are stations like any other; they lie on the edge."""
    return {
        city.id: edge
        for city in ruleset.board.cities
        for pole, edge in POLES.items()
        if city.id == f"{pole}_pole"
    }


def poles_of(ruleset: Ruleset) -> tuple[Edge, ...]:
    """The edges of the map that are poles."""
    edges = {bundle.edge for bundle in bundles_of(ruleset)}
    return tuple(edge for edge in POLES.values() if edge in edges)


def regions_of(ruleset: Ruleset) -> tuple[Region, ...]:
    return ruleset.setting(Regions).regions if "regions" in ruleset.board.rules else ()


def festive_cities(ruleset: Ruleset) -> frozenset[CityId]:
    if "festivals" not in ruleset.board.rules:
        return frozenset()
    return frozenset(city for festival in ruleset.setting(Festivals).festivals for city in festival.cities)


_BENDS = (0.0, 0.07, -0.07, 0.14, -0.14, 0.22, -0.22, 0.31, -0.31, 0.42, -0.42)
BENDS = tuple((one, other) for one in _BENDS for other in _BENDS if abs(one - other) < 0.4)
GENTLE = tuple((one, other) for one, other in BENDS if abs(one - other) < 0.2)  # for tracks side by side
SHIFTS = (0.0, 18.0, -18.0, 36.0, -36.0, 58.0, -58.0, 84.0, -84.0, 115.0, -115.0)  # of where an edge is met
PASSES = (0.1, 1.0, 1.0, 1.0, 1.0)  # weights of what meets in a city: the first look is for crossings alone
STRIDE = 9.0  # between the places that are looked at
CELL = 48.0
CITY = 13.0
CITY_WEIGHT, EDGE_WEIGHT, STRANGER_WEIGHT = 3.0, 12.0, 3.0
BEND_COST = 55.0

Spot = tuple[float, float, float, int]  # x, y, half the breadth, and whose it is


class Way(NamedTuple):
    """From a city to a place, straight or bent."""

    to: Point
    bends: Bends


class Ground(msgspec.Struct, frozen=True):
    """What is fixed before ways are chosen."""

    places: Mapping[CityId, Point]
    frame: Box
    edge_heights: Mapping[str, float]  # where ways round the world meet the left and the right edge


class _Option(NamedTuple):
    """A way, places along it, and what its bends cost."""

    way: Way
    places: list[Point]
    bending: float


def choose_ways(bundles: Sequence[Bundle], ground: Ground) -> list[Way]:
    """One way for each bundle; each is chosen again a few times, when the others are known."""
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
    """Where the ways lie that are chosen already."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Spot]] = defaultdict(list)

    def put(self, number: int, radius: float, line: list[Point]) -> None:
        for x, y in line:
            self._cells[int(x // CELL), int(y // CELL)].append((x, y, radius, number))

    def take(self, number: int, line: list[Point]) -> None:
        for cell in {(int(x // CELL), int(y // CELL)): None for x, y in line}:
            self._cells[cell] = [spot for spot in self._cells[cell] if spot[3] != number]

    def crowding(self, x: float, y: float, radius: float, weights: Sequence[float]) -> float:
        """How much a place that is so wide overlaps what lies there."""
        found, column, row = 0.0, int(x // CELL), int(y // CELL)
        for i in (column - 1, column, column + 1):
            for j in (row - 1, row, row + 1):
                for other_x, other_y, other, whose in self._cells.get((i, j), ()):
                    near = radius + other + 2.0 - hypot(x - other_x, y - other_y)
                    if near > 0:
                        found += near * weights[whose]
        return found


class _Choice:
    """A bundle, the ways that it could take, and the one that it takes at present."""

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
        """The cheapest way; those that meet this one in a city count as much as `weight`, others more."""
        weights = [weight if meets else STRANGER_WEIGHT for meets in self._meets]
        least = float("inf")
        for option in self._options:
            if option.bending >= least:
                break
            cost = option.bending + self._cost(option.places, grid, weights, least - option.bending)
            if cost < least:
                self.chosen, least = option, cost

    def _cost(self, line: list[Point], grid: Grid, weights: Sequence[float], enough: float) -> float:
        """How much of the way is taken by others; it is not counted any further than `enough`."""
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
    """All ways that a bundle could take, the straight one first."""
    bends = BENDS if len(bundle.tracks) == 1 else GENTLE
    if bundle.b is not None:
        return [Way(ground.places[bundle.b], bend) for bend in bends]
    frame, x = ground.frame, ground.places[bundle.a].x
    if bundle.edge in ("top", "bottom"):
        y = frame.top if bundle.edge == "top" else frame.bottom
        ends = [min(frame.right - 12, max(frame.left + 12, x + shift)) for shift in SHIFTS]
        return [Way(Point(round(end, 1), y), STRAIGHT) for end in ends]
    edge = Point(frame.left if bundle.edge == "left" else frame.right, ground.edge_heights[bundle.name])
    return [Way(edge, bend) for bend in bends]


def _option(start: Point, way: Way) -> _Option:
    line = curve(start, way.to, way.bends)
    far = measured(line)
    count = max(3, int((far[-1] - 2 * CITY) / STRIDE))
    step = (far[-1] - 2 * CITY) / (count - 1)
    places = [along(line, far, CITY + number * step)[0] for number in range(count)]
    return _Option(way, places, _bending(line, far[-1]))


def _bending(line: list[Point], length: float) -> float:
    """What leaving the straight line costs."""
    straight = hypot(line[-1].x - line[0].x, line[-1].y - line[0].y) or 1.0
    slant = abs(line[-1].x - line[0].x) / straight if len(line) == 2 else 0.0
    return BEND_COST * sqrt(max(length / straight - 1.0, 0.0)) + 0.5 * slant
