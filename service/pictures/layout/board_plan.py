"""The plan of a board: where its cities lie, which paths its routes take and where its names are written.

A plan takes seconds to make, so the service ships those of all its boards (`data/plans.json`). Any other board is
planned when it is drawn for the first time.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.pictures.layout.canvas import LARGE, WIDTH, Canvas
from service.pictures.layout.city_positions import FRAME, POLE, SPACE, Plane, project, relax
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.board_names import city_names, names_of
from service.pictures.layout.lettering.chips import Path, appearance, chips_of, signs_of
from service.pictures.layout.lettering.labels import Label, Obstacles, place_labels, place_where_free
from service.pictures.layout.name_room import NameRoom, Site
from service.pictures.layout.paths.clearance import Ends, fit_ends, tile_rows
from service.pictures.layout.paths.curves import curve, lanes
from service.pictures.layout.paths.parallel_paths import trace
from service.pictures.layout.paths.route_paths import Ground, Way, choose_ways
from service.pictures.layout.paths.track_bundles import (
    Bundle,
    areas_of,
    bundles_of,
    cities_on_edges,
    city_marks_of,
    edges_of,
    route_marks_of,
)
from ttr_core import Ruleset
from ttr_core.model.ids import CityId, RouteId

WAY_ROOM = 105.0  # for ways to the upper or the lower edge
HEIGHT = 2.75  # of the map, for each space on it
SPARE = 15.0  # length of a path to the edge, beyond its spaces
CLEAR_EDGE = 3.0  # distance of labels from the frame
BETWEEN_WAYS = 84.0  # distance of paths where they meet the edge


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    width: float = WIDTH
    height: float
    cities: Mapping[CityId, Point]
    ways: tuple[Way, ...]  # of the bundles, in their order
    ends: tuple[Ends, ...]
    labels: tuple[Label, ...]


def plan_of(ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Plan:
    return shipped_plans().get(fingerprint(ruleset, lang, canvas)) or make_plan(ruleset, lang, canvas)


@cache
def shipped_plans() -> dict[str, Plan]:
    return msgspec.json.decode(
        files("service.pictures.data").joinpath("plans.json").read_bytes(), type=dict[str, Plan]
    )


def fingerprint(ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> str:
    """A hash of everything that a plan depends on: a changed board has no shipped plan."""
    board = ruleset.board
    names = city_names(ruleset, lang)
    cities = [(city.id, names[city.id], city.lat, city.lon) for city in board.cities]
    zones = [zone.cities for zone in board.zones]
    bundles = [
        (b.name, b.a, b.b, b.edge, b.beyond, [(track.routes, track.length) for track in b.tracks])
        for b in bundles_of(ruleset)
    ]
    areas = [(mark_name(area, Messages(lang, ruleset)), area.cities) for area in areas_of(ruleset)]
    edges = [(edge.side, edge.city) for edge in edges_of(ruleset)]
    badges = [mark.city for mark in city_marks_of(ruleset)]
    inputs = (canvas.name, cities, zones, bundles, areas, edges, badges, _signs_beside(ruleset))
    return sha256(msgspec.json.encode(inputs)).hexdigest()[:16]


def _signs_beside(ruleset: Ruleset) -> list[tuple[str, tuple[RouteId, ...]]]:
    marks = route_marks_of(ruleset)
    signs = signs_of(marks)
    return [(signs[appearance(mark)], mark.routes) for mark in marks]


def make_plan(ruleset: Ruleset, lang: Lang, canvas: Canvas = LARGE) -> Plan:
    bundles = bundles_of(ruleset)
    plane = _plane(ruleset, canvas)
    canvas = canvas.widened(plane.width)
    places = _places(ruleset, bundles, plane, canvas)
    drawn = {bundle.a for bundle in bundles} | {bundle.b for bundle in bundles if bundle.b is not None}
    ground = Ground(
        {city: place for city, place in places.items() if city in drawn},
        _inside(ruleset, plane),
        _edge_heights(bundles, places),
    )
    ways = choose_ways(bundles, ground)
    ends = fit_ends(
        bundles, [way_line(bundle, way, places) for bundle, way in zip(bundles, ways, strict=True)]
    )
    cities, frame = city_boxes(places, canvas), ground.frame.grown(-CLEAR_EDGE)
    names = names_of(ruleset, places, bundles, ground, lang, canvas)
    spare = [name for name in names if name.key not in places] if canvas.spares_quiet else []
    names = [name for name in names if name not in spare]
    first = paths_of(bundles, ways, ends, places)
    labels = place_labels(names, Obstacles(_tiles(first), cities, frame, _points(first)))
    room = NameRoom(bundles, ways, ends, Site(places, cities, frame), labels)
    of_cities = [name for name in names if name.key in places]
    room.bring_near(of_cities)
    room.spell_out(of_cities)
    room.separate()
    paths = paths_of(bundles, room.ways, room.ends, places)
    obstacles = Obstacles(_tiles(paths), cities, frame, _points(paths))
    labels = (*room.labels, *place_where_free(spare, obstacles, room.labels))
    marks = route_marks_of(ruleset)
    chips = list(chips_of(marks, paths, signs_of(marks), canvas)) if canvas.chip_sizes else []
    return Plan(
        width=plane.width,
        height=plane.height,
        cities=places,
        ways=room.ways,
        ends=room.ends,
        labels=(*labels, *place_labels(chips, obstacles, labels)),
    )


def paths_of(
    bundles: Sequence[Bundle], ways: Sequence[Way], ends: Sequence[Ends], places: Mapping[CityId, Point]
) -> list[Path]:
    """Every bundle on its way, with its spaces."""
    paths = []
    for bundle, way, free in zip(bundles, ways, ends, strict=True):
        line = way_line(bundle, way, places)
        paths.append(Path(bundle, line, tile_rows(bundle, lanes(line, len(bundle.tracks)), free)))
    return paths


def _tiles(paths: Sequence[Path]) -> list[Tile]:
    return [tile for path in paths for row in path.rows for tile in row]


def _points(paths: Sequence[Path]) -> Iterator[Point]:
    """Along the lines of all paths."""
    return (place for path in paths for place in trace(path.line, len(path.bundle.tracks)).places())


def way_line(bundle: Bundle, way: Way, places: Mapping[CityId, Point]) -> list[Point]:
    return curve(places[bundle.a], way.to, way.bends)


def _inside(ruleset: Ruleset, plane: Plane) -> Box:
    """The part of the map for routes and names."""
    top, bottom = (
        POLE if edge in {mark.side for mark in edges_of(ruleset)} else 0.0 for edge in ("top", "bottom")
    )
    return Box(FRAME, FRAME + top, plane.width - FRAME, plane.height - FRAME - bottom)


def _plane(ruleset: Ruleset, canvas: Canvas) -> Plane:
    ordinary = [city for city in ruleset.board.cities if city.id not in cities_on_edges(ruleset)]
    count = sum(route.length for route in ruleset.board.routes)
    used = {bundle.edge for bundle in bundles_of(ruleset)}
    top, bottom = (WAY_ROOM if edge in used else 0.0 for edge in ("top", "bottom"))
    return project(ordinary, top, bottom, count * HEIGHT, canvas)


def _places(ruleset: Ruleset, bundles: Sequence[Bundle], plane: Plane, canvas: Canvas) -> dict[CityId, Point]:
    joined = [(b.a, b.b, b.length, len(b.tracks)) for b in bundles if b.b is not None]
    bounds = {city: _bounds(city, bundles, plane) for city in plane.cities}
    places = relax(plane.cities, joined, bounds, canvas.apart)
    for city, edge in cities_on_edges(ruleset).items():
        y = FRAME + POLE / 2 if edge == "top" else plane.height - FRAME - POLE / 2
        places[city] = Point(plane.width / 2 - 90, y)
    return {
        city.id: Point(round(places[city.id].x, 1), round(places[city.id].y, 1))
        for city in ruleset.board.cities
    }


def _bounds(city: CityId, bundles: Sequence[Bundle], plane: Plane) -> Box:
    """Where a city may lie, so that its paths to the edges have room for their spaces."""
    room = {"left": 0.0, "top": 0.0, "right": 0.0, "bottom": 0.0}
    for bundle in bundles:
        if bundle.edge in ("top", "bottom"):
            room[bundle.edge] = WAY_ROOM * 0.8
        elif bundle.edge and bundle.a == city:
            room[bundle.edge] = bundle.length * SPACE + SPARE
    inner = plane.inner
    return Box(
        inner.left + room["left"],
        inner.top + room["top"],
        inner.right - room["right"],
        inner.bottom - room["bottom"],
    )


def _edge_heights(bundles: Sequence[Bundle], places: Mapping[CityId, Point]) -> dict[str, float]:
    """Both halves of a path round the world meet their edges at the same height, different for each path."""
    by_bundle: dict[str, float] = {}
    heights: list[float] = []
    for bundle in bundles:
        if bundle.edge == "left" and bundle.beyond is not None:
            height = round((places[bundle.a].y + places[bundle.beyond].y) / 2, 1)
            while any(abs(height - other) < BETWEEN_WAYS for other in heights):
                height += 12
            heights.append(height)
            by_bundle[bundle.name] = by_bundle[f"{bundle.beyond}--{bundle.a}--right"] = height
    return by_bundle


def city_boxes(places: Mapping[CityId, Point], canvas: Canvas) -> list[Box]:
    return [Box(place.x, place.y, place.x, place.y).grown(8.0 * canvas.dot) for place in places.values()]
