"""What the picture shows between cities: bundles of parallel tracks, from city to city or to an edge of the map."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from ttr_core import Ruleset
from ttr_core.boards.board import Route
from ttr_core.engine.views import marks_of
from ttr_core.model.ids import CityId, RouteId
from ttr_core.model.marks import (
    AreaMark,
    CityMark,
    EdgeMark,
    Mark,
    RouteMark,
    Side,
    SpaceMark,
    Symbol,
    WayMark,
)

M = TypeVar("M", bound=Mark)


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """The spaces of one route, or of one part of it."""

    routes: tuple[RouteId, ...]  # the owner of any of them owns these spaces
    colour: str
    signs: tuple[str, ...]  # printed on its spaces; empty where there is none
    tunnel: bool = False

    @property
    def length(self) -> int:
        return len(self.signs)


class Bundle(msgspec.Struct, frozen=True, kw_only=True):
    """Parallel tracks, from a city to another one or to an edge of the map."""

    name: str
    a: CityId
    b: CityId | None = None
    edge: Side | None = None
    beyond: CityId | None = None  # the city behind the opposite edge
    tracks: tuple[Track, ...]

    @property
    def length(self) -> int:
        return max(track.length for track in self.tracks)


def bundles_of(ruleset: Ruleset) -> tuple[Bundle, ...]:
    """All bundles of the board in its order, then those that lead to an edge."""
    marks = marks_of(ruleset)
    ways, prints = of_type(marks, WayMark), _Prints(of_type(marks, SpaceMark))
    elsewhere = {route for way in ways for route in way.routes}
    plain = [route for route in ruleset.routes if route.id not in elsewhere]
    colours = {route.id: route.colour for route in ruleset.routes}
    return (
        *(_bundle(routes, prints) for routes in _side_by_side(plain)),
        *(_way_bundle(parts, colours, ways, prints) for parts in _ways_side_by_side(ways)),
    )


def of_type(marks: Iterable[Mark], kind: type[M]) -> list[M]:
    return [mark for mark in marks if isinstance(mark, kind)]


def _side_by_side(routes: Sequence[Route]) -> list[list[Route]]:
    groups: dict[tuple[CityId, ...], list[Route]] = {}
    for route in routes:
        groups.setdefault(tuple(sorted((route.a, route.b))), []).append(route)
    return list(groups.values())


def _ways_side_by_side(ways: Sequence[WayMark]) -> list[list[WayMark]]:
    """Those that go on behind the opposite edge first: they have the least choice of where to meet it."""
    groups: dict[tuple[object, ...], list[WayMark]] = {}
    for way in sorted(ways, key=lambda way: way.beyond is None):
        alone = way.id if way.beyond is None else None
        groups.setdefault((way.city, way.side, way.beyond, alone), []).append(way)
    return list(groups.values())


def _bundle(routes: Sequence[Route], prints: "_Prints") -> Bundle:
    tracks = tuple(
        Track(
            routes=(route.id,),
            colour=route.colour,
            signs=prints.signs(route.id, route.length),
            tunnel=prints.is_tunnel(route.id),
        )
        for route in routes
    )
    return Bundle(name=f"{routes[0].a}--{routes[0].b}", a=routes[0].a, b=routes[0].b, tracks=tracks)


def _way_bundle(
    parts: Sequence[WayMark], colours: dict[RouteId, str], ways: Sequence[WayMark], prints: "_Prints"
) -> Bundle:
    first = parts[0]
    tracks = tuple(
        Track(
            routes=way.routes,
            colour=colours[way.routes[0]],
            signs=prints.signs_of_way(way, ways),
            tunnel=prints.is_tunnel(way.id) or prints.is_tunnel(way.routes[0]),
        )
        for way in parts
    )
    name = str(first.id) if first.beyond is None else f"{first.city}--{first.beyond}--{first.side}"
    return Bundle(name=name, a=first.city, edge=first.side, beyond=first.beyond, tracks=tracks)


class _Prints:
    """What rules print on the spaces of routes and ways."""

    def __init__(self, marks: Sequence[SpaceMark]) -> None:
        self._by_route: dict[RouteId, dict[str, SpaceMark]] = defaultdict(dict)
        for mark in marks:
            self._by_route[mark.route][mark.sign] = mark

    def is_tunnel(self, route: RouteId) -> bool:
        return Symbol.TUNNEL in self._by_route.get(route, {})

    def signs(self, route: RouteId, length: int, part: int = 0, parts: int = 1) -> tuple[str, ...]:
        """The sign on each space; of a route in several parts, those of one part."""
        signs = [""] * length
        marks = [mark for sign, mark in self._by_route.get(route, {}).items() if sign != Symbol.TUNNEL]
        for mark in sorted(marks, key=lambda mark: (mark.spaces is None, mark.at_end)):
            free = [place for place, sign in enumerate(signs) if not sign]
            count = length if mark.spaces is None else (mark.spaces + parts - 1 - part) // parts
            for place in free[len(free) - min(count, len(free)) :] if mark.at_end else free[:count]:
                signs[place] = mark.sign
        return tuple(signs)

    def signs_of_way(self, way: WayMark, ways: Sequence[WayMark]) -> tuple[str, ...]:
        """Its own, or its share of what is printed on its route."""
        if way.id in self._by_route:
            return self.signs(way.id, way.spaces)
        parts = [other.id for other in ways if other.routes == way.routes]
        return self.signs(way.routes[0], way.spaces, parts.index(way.id), len(parts))


# what else the rules of a board put on its map before the game


def edges_of(ruleset: Ruleset) -> list[EdgeMark]:
    return of_type(marks_of(ruleset), EdgeMark)


def cities_on_edges(ruleset: Ruleset) -> dict[CityId, Side]:
    return {edge.city: edge.side for edge in edges_of(ruleset) if edge.city is not None}


def areas_of(ruleset: Ruleset) -> list[AreaMark]:
    return of_type(marks_of(ruleset), AreaMark)


def city_marks_of(ruleset: Ruleset) -> Iterator[CityMark]:
    """Those for which room is kept beside the names of their cities."""
    return (mark for mark in of_type(marks_of(ruleset), CityMark) if mark.seat is None)


def route_marks_of(ruleset: Ruleset) -> list[RouteMark]:
    return of_type(marks_of(ruleset), RouteMark)
