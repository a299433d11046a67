"""The layout of a board: where its cities, spaces and names are drawn. It depends on board and language alone."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from service.language.languages import DEFAULT_LANG, Lang
from service.pictures.layout.board_plan import Plan, plan_of, way_line
from service.pictures.layout.city_positions import FRAME, WIDTH
from service.pictures.layout.clearance import tile_rows
from service.pictures.layout.curves import lanes
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.labels import Label
from service.pictures.layout.track_bundles import Edge, Track, bundles_of, poles_of, regions_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.rules.variants.regions import Region

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
    poles: tuple[Edge, ...]
    rows: tuple[Row, ...]
    labels: Mapping[str, Label]  # by city, "edge:..." for paths round the world, "region:..." for regions
    regions: tuple[Region, ...]

    @property
    def frame(self) -> Box:
        return Box(FRAME, FRAME, self.width - FRAME, self.height - FRAME)


@lru_cache(maxsize=CACHED)
def layout_of(ruleset: Ruleset, lang: Lang = DEFAULT_LANG) -> Layout:
    """The layout, computed once for each ruleset and language."""
    return layout_on(ruleset, plan_of(ruleset, lang))


def layout_on(ruleset: Ruleset, plan: Plan) -> Layout:
    """The layout that follows from a plan."""
    return Layout(
        width=WIDTH,
        height=plan.height,
        cities=plan.cities,
        terminals=frozenset(city for zone in ruleset.board.zones for city in zone.cities),
        poles=poles_of(ruleset),
        rows=tuple(_rows(ruleset, plan)),
        labels={label.key: label for label in plan.labels},
        regions=regions_of(ruleset),
    )


def _rows(ruleset: Ruleset, plan: Plan) -> Iterator[Row]:
    for bundle, way, free in zip(bundles_of(ruleset), plan.ways, plan.ends, strict=True):
        lines = lanes(way_line(bundle, way, plan.cities), len(bundle.tracks))
        for track, line, tiles in zip(bundle.tracks, lines, tile_rows(bundle, lines, free), strict=True):
            yield Row(track=track, line=tuple(line), tiles=tiles)
