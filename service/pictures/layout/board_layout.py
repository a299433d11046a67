"""The layout of a board: where its cities, spaces and names are drawn. It follows from board, language and canvas."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from service.language.languages import DEFAULT_LANG, Lang
from service.pictures.layout.board_plan import CLEAR_EDGE, Plan, city_boxes, paths_of, plan_of
from service.pictures.layout.canvas import LARGE, Canvas
from service.pictures.layout.city_positions import FRAME
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.chips import Path
from service.pictures.layout.lettering.labels import Label, Obstacles
from service.pictures.layout.paths.curves import lanes
from service.pictures.layout.paths.track_bundles import Track, areas_of, bundles_of, edges_of
from service.pictures.layout.terrain import Terrain, terrain_of
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
    canvas: Canvas
    cities: Mapping[CityId, Point]
    terminals: frozenset[CityId]  # cities that stand for a country beyond the map
    edges: tuple[EdgeMark, ...]
    paths: tuple[Path, ...]  # of the bundles
    rows: tuple[Row, ...]  # of all their tracks
    labels: Mapping[str, Label]  # by city; "edge:...", "area:..." and "route:..." for what is no city
    areas: tuple[AreaMark, ...]
    terrain: Terrain | None = None

    @property
    def frame(self) -> Box:
        return Box(FRAME, FRAME, self.width - FRAME, self.height - FRAME)


def layout_of(ruleset: Ruleset, lang: Lang = DEFAULT_LANG, canvas: Canvas = LARGE) -> Layout:
    """The layout, computed once for each ruleset, language and canvas."""
    return _layout(ruleset, lang, canvas)


@lru_cache(maxsize=CACHED)
def _layout(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> Layout:
    return layout_on(ruleset, plan_of(ruleset, lang, canvas), canvas)


def layout_on(ruleset: Ruleset, plan: Plan, canvas: Canvas) -> Layout:
    """The layout that follows from a plan."""
    canvas = canvas.widened(plan.width)
    paths = tuple(paths_of(bundles_of(ruleset), plan.ways, plan.ends, plan.cities))
    return Layout(
        width=plan.width,
        height=plan.height,
        canvas=canvas,
        cities=plan.cities,
        terminals=frozenset(city for zone in ruleset.board.zones for city in zone.cities),
        edges=tuple(edges_of(ruleset)),
        paths=paths,
        rows=tuple(row for path in paths for row in _rows(path)),
        labels={label.key: label for label in plan.labels},
        areas=tuple(areas_of(ruleset)),
        terrain=terrain_of(ruleset, plan),
    )


def _rows(path: Path) -> Iterator[Row]:
    lines = lanes(path.line, len(path.bundle.tracks))
    for track, line, tiles in zip(path.bundle.tracks, lines, path.rows, strict=True):
        yield Row(track=track, line=tuple(line), tiles=tiles)


def obstacles_of(layout: Layout) -> Obstacles:
    """What lies in the way of further labels, besides those that are there."""
    tiles = [tile for row in layout.rows for tile in row.tiles]
    return Obstacles(tiles, city_boxes(layout.cities, layout.canvas), layout.frame.grown(-CLEAR_EDGE))
