"""The layout of a board: where its cities, spaces and names are drawn. It follows from board, language and canvas."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin

import msgspec
from msgspec.structs import replace

from service.language.languages import DEFAULT_LANG, Lang
from service.pictures.layout.board_plan import CLEAR_EDGE, Plan, city_boxes, paths_of, plan_of
from service.pictures.layout.canvas import LARGE, Canvas
from service.pictures.layout.city_positions import FRAME
from service.pictures.layout.curves import lanes
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.chips import Path
from service.pictures.layout.lettering.labels import Label, Obstacles
from service.pictures.layout.terrain import Terrain, terrain_of
from service.pictures.layout.track_bundles import Track, areas_of, bundles_of, edges_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.marks import AreaMark, EdgeMark

CACHED = 64
LETTER_ASIDES = (
    0.0,
    9.0,
    -9.0,
    14.0,
    -14.0,
    20.0,
    -20.0,
)  # from the middle of a space that has no room for a letter


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The spaces of one track."""

    track: Track
    line: tuple[Point, ...]
    tiles: tuple[Tile, ...]
    letter: Point | None = None  # where its one letter is written, if its spaces are too small for letters


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
    rows = [row for path in paths for row in _rows(path)]
    if canvas.one_letter:
        rows = _with_letters(rows, plan, canvas)
    return Layout(
        width=plan.width,
        height=plan.height,
        canvas=canvas,
        cities=plan.cities,
        terminals=frozenset(city for zone in ruleset.board.zones for city in zone.cities),
        edges=tuple(edges_of(ruleset)),
        paths=paths,
        rows=tuple(rows),
        labels={label.key: label for label in plan.labels},
        areas=tuple(areas_of(ruleset)),
        terrain=terrain_of(ruleset, plan),
    )


def _rows(path: Path) -> Iterator[Row]:
    lines = lanes(path.line, len(path.bundle.tracks))
    for track, line, tiles in zip(path.bundle.tracks, lines, path.rows, strict=True):
        yield Row(track=track, line=tuple(line), tiles=tiles)


def _with_letters(rows: Sequence[Row], plan: Plan, canvas: Canvas) -> list[Row]:
    """Give each row one letter on one of its spaces, clear of names, cities and other letters if possible."""
    half = canvas.words * 0.37
    names = [label.box for label in plan.labels]
    others = city_boxes(plan.cities, canvas)
    lettered = []

    def covered(box: Box) -> tuple[int, int]:
        """How many names, and how many cities and letters."""
        return sum(box.meets(name) for name in names), sum(box.meets(other) for other in others)

    for row in rows:
        boxes = [Box(*place, *place).grown(half) for place in _letter_places(row)]
        box = min(boxes, key=covered)
        others.append(box)
        lettered.append(replace(row, letter=box.middle()))
    return lettered


def _letter_places(row: Row) -> list[Point]:
    """On the spaces, those in the middle first; then half beside them."""
    middle = (len(row.tiles) - 1) / 2
    order = sorted(enumerate(row.tiles), key=lambda place: (abs(place[0] - middle), place[0]))
    tiles = [tile for _, tile in order]
    return [
        Point(tile.x - aside * sin(radians(tile.angle)), tile.y + aside * cos(radians(tile.angle)))
        for aside in LETTER_ASIDES
        for tile in tiles
    ]


def obstacles_of(layout: Layout) -> Obstacles:
    """What lies in the way of further labels, besides those that are there."""
    tiles = [tile for row in layout.rows for tile in row.tiles]
    return Obstacles(tiles, city_boxes(layout.cities, layout.canvas), layout.frame.grown(-CLEAR_EDGE))
