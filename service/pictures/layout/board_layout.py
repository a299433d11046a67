"""The layout of a board: where its cities, spaces and names are drawn. It depends on board and language alone."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from service.language.languages import DEFAULT_LANG, Lang
from service.pictures.layout.board_plan import CLEAR_EDGE, Plan, city_boxes, plan_of, way_line
from service.pictures.layout.chips import Path
from service.pictures.layout.city_positions import FRAME, WIDTH
from service.pictures.layout.clearance import tile_rows
from service.pictures.layout.curves import lanes
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.labels import Label, Obstacles
from service.pictures.layout.track_bundles import Track, areas_of, bundles_of, edges_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.marks import AreaMark, EdgeMark

CACHED = 64


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The spaces of one track."""

    track: Track
    line: tuple[Point, ...]
    tiles: tuple[Tile, ...]


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    width: float
    height: float
    cities: Mapping[CityId, Point]
    terminals: frozenset[CityId]  # cities that stand for a country beyond the map
    edges: tuple[EdgeMark, ...]
    paths: tuple[Path, ...]  # of the bundles
    rows: tuple[Row, ...]  # of all their tracks
    labels: Mapping[str, Label]  # by city; "edge:...", "area:..." and "route:..." for what is no city
    areas: tuple[AreaMark, ...]

    @property
    def frame(self) -> Box:
        return Box(FRAME, FRAME, self.width - FRAME, self.height - FRAME)


@lru_cache(maxsize=CACHED)
def layout_of(ruleset: Ruleset, lang: Lang = DEFAULT_LANG) -> Layout:
    """The layout, computed once for each ruleset and language."""
    return layout_on(ruleset, plan_of(ruleset, lang))


def layout_on(ruleset: Ruleset, plan: Plan) -> Layout:
    """The layout that follows from a plan."""
    paths = tuple(_paths(ruleset, plan))
    return Layout(
        width=WIDTH,
        height=plan.height,
        cities=plan.cities,
        terminals=frozenset(city for zone in ruleset.board.zones for city in zone.cities),
        edges=tuple(edges_of(ruleset)),
        paths=paths,
        rows=tuple(row for path in paths for row in _rows(path)),
        labels={label.key: label for label in plan.labels},
        areas=tuple(areas_of(ruleset)),
    )


def _paths(ruleset: Ruleset, plan: Plan) -> Iterator[Path]:
    for bundle, way, free in zip(bundles_of(ruleset), plan.ways, plan.ends, strict=True):
        line = way_line(bundle, way, plan.cities)
        yield Path(bundle, line, tile_rows(bundle, lanes(line, len(bundle.tracks)), free))


def _rows(path: Path) -> Iterator[Row]:
    lines = lanes(path.line, len(path.bundle.tracks))
    for track, line, tiles in zip(path.bundle.tracks, lines, path.rows, strict=True):
        yield Row(track=track, line=tuple(line), tiles=tiles)


def obstacles_of(layout: Layout) -> Obstacles:
    """What lies in the way of further labels, besides those that are there."""
    tiles = [tile for row in layout.rows for tile in row.tiles]
    return Obstacles(tiles, city_boxes(layout.cities), layout.frame.grown(-CLEAR_EDGE))
