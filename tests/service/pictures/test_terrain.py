"""Terrain: coasts lie where the cities of a board put them, on every board, and cost little."""

import msgspec
import pytest
from msgspec.structs import replace

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import empty_scene
from service.pictures.layout.board_layout import Layout, layout_of
from service.pictures.layout.board_plan import plan_of
from service.pictures.layout.canvas import LARGE, SMALL, Canvas
from service.pictures.layout.geometry import Box, Point, distance
from service.pictures.layout.terrain import shipped_terrains, terrain_key, terrain_of
from service.pictures.png import png_of
from tests.support.boards.every_board import MOSTLY_SOAKED
from tests.support.boards.ground_warp import flat_warp, thin_plate_spline
from tests.support.boards.own_board import map_bytes
from tests.support.boards.pictured_tables import ruleset_for, scene_for
from tests.support.boards.regenerate_plans import everything_to_draw
from tests.support.boards.regenerate_terrain import SOURCE, TERRAIN, terrain_for, written
from ttr_core import compile_ruleset

QUICK = "nordic"
MOST = 1.3  # times the bytes of the same picture without terrain
ON_LAND = 0.85  # of all cities; islands and harbours may be lost when lines are straightened
DRAWN = everything_to_draw()

on_every_board = pytest.mark.parametrize("board", MOSTLY_SOAKED)
on_every_canvas = pytest.mark.parametrize("canvas", [LARGE, SMALL], ids=lambda canvas: canvas.name)


def test_every_board_has_its_terrain_and_none_is_left_over() -> None:
    keys = {terrain_key(ruleset, plan_of(ruleset, lang, canvas)) for ruleset, lang, canvas in DRAWN.values()}
    assert set(shipped_terrains().terrains) == keys, "run make generated"
    assert TERRAIN.read_bytes() == written(shipped_terrains().terrains)
    assert shipped_terrains().source == SOURCE
    assert "Natural Earth" in SOURCE


@on_every_canvas
def test_terrain_is_what_would_be_made_today(canvas: Canvas) -> None:
    """This checks one board; the soak run checks all others."""
    ruleset = ruleset_for(QUICK)
    plan = plan_of(ruleset, "en", canvas)
    assert terrain_of(ruleset, plan) == terrain_for(ruleset, plan)


@pytest.mark.soak
@pytest.mark.parametrize("key", DRAWN)
def test_all_terrain_is_what_would_be_made_today(key: str) -> None:
    ruleset, lang, canvas = DRAWN[key]
    plan = plan_of(ruleset, lang, canvas)
    assert terrain_of(ruleset, plan) == terrain_for(ruleset, plan)


@on_every_board
@pytest.mark.parametrize(
    ("width", "palette"),
    [
        pytest.param(1000, Palette("light"), id="1000-light"),
        pytest.param(400, Palette("light"), id="400-light"),
        pytest.param(1600, Palette("dark", "safe"), id="1600-safe", marks=pytest.mark.soak),
    ],
)
def test_terrain_costs_few_bytes(board: str, width: int, palette: Palette) -> None:
    """Also on an empty board, where there is least besides it."""
    ruleset, options = ruleset_for(board), PictureOptions(palette=palette, width=width)
    scene = empty_scene(ruleset)
    layout = layout_of(ruleset, "en", options.canvas)
    rich, plain = (
        board_svg(ruleset, scene, options, each) for each in (layout, replace(layout, terrain=None))
    )
    assert len(plain) < len(rich) <= MOST * len(plain)
    assert len(png_of(rich)) <= MOST * len(png_of(plain))


def on_land(layout: Layout, place: Point) -> bool:
    """Whether an odd number of coasts lies to the right of the place."""
    assert layout.terrain is not None
    crossed = 0
    for ring in rings(layout.terrain.land):
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (a.y > place.y) != (b.y > place.y):
                crossed += place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y)
    return crossed % 2 == 1


def rings(path: str) -> list[list[Point]]:
    shapes = []
    for part in path.removesuffix("z").split("z"):
        start, _, steps = part.removeprefix("M").partition("l")
        x, y = (int(number) for number in start.split())
        ring = [Point(x, y)]
        numbers = [int(number) for number in steps.replace("-", " -").split()]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append(Point(x, y))
        shapes.append(ring)
    return shapes


@on_every_board
@on_every_canvas
def test_most_cities_lie_on_land(board: str, canvas: Canvas) -> None:
    layout = layout_of(ruleset_for(board), "en", canvas)
    assert layout.terrain is not None
    if not layout.terrain.land:
        assert layout.terrain.rivers
        return
    inland = [city for city, place in layout.cities.items() if near_land(layout, place)]
    assert len(inland) >= ON_LAND * len(layout.cities)


def near_land(layout: Layout, place: Point) -> bool:
    around = [Point(place.x + dx, place.y + dy) for dx in (-9, 0, 9) for dy in (-9, 0, 9)]
    return any(on_land(layout, spot) for spot in around)


@pytest.mark.parametrize("cities", [("palermo", "smyrna"), ("edinburgh", "stockholm")])
@on_every_canvas
def test_there_is_sea_between_cities_on_different_coasts(cities: tuple[str, str], canvas: Canvas) -> None:
    layout = layout_of(ruleset_for("europe"), "en", canvas)
    places = {str(city): place for city, place in layout.cities.items()}
    a, b = (places[city] for city in cities)
    between = [Point(a.x + (b.x - a.x) * n / 40, a.y + (b.y - a.y) * n / 40) for n in range(41)]
    assert {on_land(layout, spot) for spot in between} == {True, False}


def test_a_board_of_ones_own_is_drawn_on_a_plain_sheet() -> None:
    document = msgspec.json.decode(map_bytes())
    assert document
    ruleset = ruleset_for("usa")
    moved = [{**city, "lat": city["lat"] + 0.5} for city in ruleset.document["cities"]]
    own = compile_ruleset({**ruleset.document, "cities": moved}, 2)
    assert terrain_of(own, plan_of(ruleset, "en")) is None
    bare = replace(layout_of(ruleset), terrain=None)
    svg = board_svg(ruleset, scene_for("usa"), PictureOptions(), bare)
    assert 'fill-rule="evenodd"' not in svg
    assert 'fill-rule="evenodd"' in board_svg(ruleset, scene_for("usa"), PictureOptions())
    assert f'fill="{Palette().ink.sea}"' not in svg
    assert f'fill="{Palette().ink.sea}"' in board_svg(ruleset, scene_for("usa"), PictureOptions())


def test_a_spline_goes_through_its_points_unless_it_is_stiff() -> None:
    sources = [Point(0, 0), Point(10, 0), Point(0, 10), Point(10, 10), Point(4, 6)]
    targets = [Point(0, 0), Point(100, 5), Point(-5, 100), Point(110, 100), Point(50, 50)]
    exact, stiff = (thin_plate_spline(sources, targets, stiffness) for stiffness in (0.0, 1.0))
    misses = [
        [distance(warp(source), target) for source, target in zip(sources, targets, strict=True)]
        for warp in (exact, stiff)
    ]
    assert max(misses[0]) < 1e-6
    assert 1 < max(misses[1]) < 30


def test_ground_is_never_folded() -> None:
    """Two cities that have changed places would fold it."""
    sources = [Point(0, 0), Point(100, 0), Point(0, 100), Point(100, 100), Point(45, 50), Point(55, 50)]
    targets = [*sources[:4], Point(60, 50), Point(40, 50)]
    frame = Box(0, 0, 100, 100)
    warp = flat_warp(sources, targets, frame, frame)
    line = [warp(Point(x, 50)).x for x in range(0, 101, 5)]
    assert line == sorted(line)
    folded = [thin_plate_spline(sources, targets, 0.0)(Point(x, 50)).x for x in range(0, 101, 5)]
    assert folded != sorted(folded)


@on_every_canvas
def test_the_rivers_of_lyon_leave_the_map(canvas: Canvas) -> None:
    layout = layout_of(ruleset_for("lyon"), "en", canvas)
    assert layout.terrain is not None
    inner = layout.frame.grown(-4)
    for piece in layout.terrain.rivers.split("M")[1:]:
        (line,) = rings("M" + piece)
        assert len(line) > 2
        if distance(line[0], line[-1]) > layout.height / 2:
            assert not any(inner.contains(end) for end in (line[0], line[-1]))
