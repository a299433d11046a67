"""What the picture shows between cities: bundles of parallel tracks, from city to city or to an edge of the map.

Also what the rules of a board add to its ground: poles, regions, festival cities.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ttr_core import Ruleset
from ttr_core.boards.board import Route
from ttr_core.model.ids import CityId, RouteId
from ttr_core.rules.variants.festivals import Festivals
from ttr_core.rules.variants.polar import Polar, Segment
from ttr_core.rules.variants.regions import Region, Regions

Edge = Literal["left", "right", "top", "bottom"]
POLES: dict[str, Edge] = {"north": "top", "south": "bottom"}


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """The spaces of one route, or of one part of it."""

    routes: tuple[RouteId, ...]  # the owner of any of them owns these spaces
    length: int
    colour: str
    locomotives: int = 0
    waves: int = 0
    tunnel: bool = False
    substitute: int = 0


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """Parallel tracks, from a city to another one or to an edge of the map."""

    name: str
    a: CityId
    b: CityId | None = None
    edge: Edge | None = None
    beyond: CityId | None = None  # the city behind the opposite edge
    tracks: tuple[Track, ...]

    @property
    def length(self) -> int:
        return max(track.length for track in self.tracks)


def bundles_of(ruleset: Ruleset) -> tuple[Bundle, ...]:
    """All bundles of the board, in its order."""
    plain = [route for route in ruleset.board.routes if not route.feature("wraps")]
    wraps = [route for route in ruleset.board.routes if route.feature("wraps")]
    longitudes = {city.id: city.lon for city in ruleset.board.cities}
    bundles = [_bundle(routes) for routes in _side_by_side(plain)]
    for routes in _side_by_side(wraps):
        bundles += _halves(routes, longitudes[routes[0].a] <= longitudes[routes[0].b])
    return (*bundles, *_polar(ruleset))


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
    """A path round the world leaves by one edge and comes back at the other; each half has half the spaces."""
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
    """One bundle for each segment; a polar route is one segment or two."""
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
    """The poles that are cities of the board; they lie on an edge."""
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
