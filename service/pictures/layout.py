"""The layout of a board: where its cities, spaces and names are drawn. It depends on the board alone."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from service.pictures.curves import lanes, spaces
from service.pictures.geometry import Box, Point, Tile
from service.pictures.labelling import Label, Name, Obstacles, place_names
from service.pictures.projection import WIDTH, Plane, project
from service.pictures.relaxing import SPACE, relax
from service.pictures.routing import Ground, Line, choose_ways
from service.pictures.tracks import POLES, Bundle, Edge, Track, bundles_of, pole_cities
from ttr_core import Ruleset
from ttr_core.rules.festivals import Festivals
from ttr_core.rules.regions import Region, Regions
from ttr_core.words import CityId

FRAME = 10.0  # around the map
POLE = 26.0  # height of the band that is a pole
POLAR_ROOM = 105.0
EDGE = 8.0  # what is left free before an edge of the map
CITY = 11.0  # what a city takes of a route's ends
BADGE = 20.0  # room for a number beside a name
AT_HAND = 64


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The spaces of one track."""

    track: Track
    line: tuple[Point, ...]
    tiles: tuple[Tile, ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    width: float
    height: float
    cities: Mapping[CityId, Point]
    terminals: frozenset[CityId]  # cities that are a part of a country beyond the map
    poles: tuple[Edge, ...]
    rows: tuple[Row, ...]
    labels: Mapping[str, Label]  # of cities, "edge:..." of ways round the world, "region:..." of regions
    regions: tuple[Region, ...]

    @property
    def frame(self) -> Box:
        return Box(FRAME, FRAME, self.width - FRAME, self.height - FRAME)


@lru_cache(maxsize=AT_HAND)
def layout_of(ruleset: Ruleset) -> Layout:
    """The layout, which is worked out once for each ruleset."""
    bundles = bundles_of(ruleset)
    poles = tuple(edge for edge in POLES.values() if any(bundle.edge == edge for bundle in bundles))
    plane = _plane(ruleset, poles)
    places = _places(ruleset, bundles, plane)
    frame = Box(FRAME, FRAME, plane.width - FRAME, plane.height - FRAME)
    inside = Box(
        frame.left,
        frame.top + (POLE if "top" in poles else 0.0),
        frame.right,
        frame.bottom - (POLE if "bottom" in poles else 0.0),
    )
    drawn = {bundle.a for bundle in bundles} | {bundle.b for bundle in bundles if bundle.b is not None}
    ground = Ground({c: p for c, p in places.items() if c in drawn}, inside, _edge_heights(bundles, places))
    rows = _rows(bundles, choose_ways(bundles, ground))
    obstacles = Obstacles([t for row in rows for t in row.tiles], _city_boxes(places), inside.grown(-3.0))
    return Layout(
        width=plane.width,
        height=plane.height,
        cities=places,
        terminals=frozenset(city for zone in ruleset.board.zones for city in zone.cities),
        poles=poles,
        rows=rows,
        labels=place_names(_names(ruleset, places, bundles, ground), obstacles),
        regions=_regions(ruleset),
    )


def _plane(ruleset: Ruleset, poles: Sequence[Edge]) -> Plane:
    ordinary = [city for city in ruleset.board.cities if city.id not in pole_cities(ruleset)]
    count = sum(route.length for route in ruleset.board.routes)
    crowd = min(1.4, max(1.0, count / 290))
    top, bottom = (POLAR_ROOM if edge in poles else 0.0 for edge in ("top", "bottom"))
    return project(ordinary, top, bottom, crowd)


def _places(ruleset: Ruleset, bundles: Sequence[Bundle], plane: Plane) -> dict[CityId, Point]:
    joined = [(b.a, b.b, b.length, len(b.tracks)) for b in bundles if b.b is not None]
    places = relax(plane.cities, joined, {city: _bounds(city, bundles, plane) for city in plane.cities})
    for pole, edge in pole_cities(ruleset).items():
        y = FRAME + POLE / 2 if edge == "top" else plane.height - FRAME - POLE / 2
        places[pole] = Point(WIDTH / 2 - 90, y)
    return {city: Point(round(place.x, 1), round(place.y, 1)) for city, place in places.items()}


def _bounds(city: CityId, bundles: Sequence[Bundle], plane: Plane) -> Box:
    """Where a city may lie: there is room for the spaces of its ways to the edges."""
    room = {"left": 0.0, "top": 0.0, "right": 0.0, "bottom": 0.0}
    for bundle in bundles:
        if bundle.edge in ("top", "bottom"):
            room[bundle.edge] = POLAR_ROOM * 0.8
        elif bundle.edge and bundle.a == city:
            room[bundle.edge] = bundle.length * SPACE - 20
    inner = plane.inner
    return Box(
        inner.left + room["left"],
        inner.top + room["top"],
        inner.right - room["right"],
        inner.bottom - room["bottom"],
    )


def _edge_heights(bundles: Sequence[Bundle], places: Mapping[CityId, Point]) -> dict[str, float]:
    """Both halves of a way round the world meet their edges at the same height, no two at one."""
    found: dict[str, float] = {}
    heights: list[float] = []
    for bundle in bundles:
        if bundle.edge == "left" and bundle.beyond is not None:
            height = (places[bundle.a].y + places[bundle.beyond].y) / 2
            while any(abs(height - other) < 46 for other in heights):
                height += 12
            heights.append(height)
            found[bundle.name] = found[f"{bundle.beyond}--{bundle.a}--right"] = height
    return found


def _rows(bundles: Sequence[Bundle], ways: Sequence[Line]) -> tuple[Row, ...]:
    found = []
    for bundle, way in zip(bundles, ways, strict=True):
        start, end = CITY + 2 * (len(bundle.tracks) - 1), EDGE
        for track, line in zip(bundle.tracks, lanes(way, len(bundle.tracks)), strict=True):
            tiles = spaces(line, track.length, start, end if bundle.b is None else start)
            found.append(Row(track=track, line=tuple(line), tiles=tiles))
    return tuple(found)


def _city_boxes(places: Mapping[CityId, Point]) -> list[Box]:
    return [Box(place.x, place.y, place.x, place.y).grown(8.0) for place in places.values()]


def _names(
    ruleset: Ruleset, places: Mapping[CityId, Point], bundles: Sequence[Bundle], ground: Ground
) -> list[Name]:
    zones = {city: zone.name for zone in ruleset.board.zones for city in zone.cities}
    festive = _festive(ruleset)
    names = [
        Name(
            key=city.id,
            text=zones.get(city.id, city.name),
            place=places[city.id],
            badge=BADGE if city.id in festive else 0.0,
        )
        for city in ruleset.board.cities
        if city.id not in pole_cities(ruleset)
    ]
    titles = {city.id: city.name for city in ruleset.board.cities}
    for bundle in bundles:
        if bundle.beyond is not None:
            x = ground.frame.left if bundle.edge == "left" else ground.frame.right
            spot = Point(x, ground.edge_heights[bundle.name])
            text = f"← {titles[bundle.beyond]}" if bundle.edge == "left" else f"{titles[bundle.beyond]} →"
            names.append(Name(key=f"edge:{bundle.name}", text=text, place=spot, sizes=(11.5,)))
    return [*names, *_region_names(ruleset, places)]


def _region_names(ruleset: Ruleset, places: Mapping[CityId, Point]) -> list[Name]:
    found = []
    for region in _regions(ruleset):
        inside = [places[city] for city in region.cities]
        x, y = (sum(values) / len(inside) for values in zip(*inside, strict=True))
        found.append(
            Name(
                key=f"region:{region.id}", text=region.name, place=Point(x, y), sizes=(11.5, 10.0), reach=2.0
            )
        )
    return found


def _regions(ruleset: Ruleset) -> tuple[Region, ...]:
    return ruleset.setting(Regions).regions if "regions" in ruleset.board.rules else ()


def _festive(ruleset: Ruleset) -> set[CityId]:
    if "festivals" not in ruleset.board.rules:
        return set()
    return {city for festival in ruleset.setting(Festivals).festivals for city in festival.cities}
