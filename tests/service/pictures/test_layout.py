"""Nothing lies upon anything that must be read, and nothing leaves the frame, on any board in any language."""

from collections import Counter
from itertools import combinations
from math import cos, radians, sin

import msgspec
import pytest

from service.language.languages import Lang
from service.pictures.layout.board_layout import Layout, layout_of, obstacles_of
from service.pictures.layout.canvas import SMALL, Canvas
from service.pictures.layout.geometry import Box, Point, Tile, tile_meets_box, tiles_meet
from service.pictures.layout.lettering.board_names import city_names
from service.pictures.layout.lettering.chips import is_group
from service.pictures.layout.lettering.labels import FARTHEST, SHORT, Label, least_distance
from service.pictures.layout.lettering.text_width import abbreviated
from service.pictures.layout.paths.parallel_paths import TOO_FAR, stretch, trace
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import crossings, ruleset_for
from tests.support.boards.regenerate_plans import everything_to_draw
from ttr_core import Ruleset, load_ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.marks import Symbol

DRAWN = everything_to_draw()
MOST_CROSSED = 1  # spaces under the line to the name of a city
WHOLE_NAMES = 0.8  # of all names at least, on a small canvas
ASTRAY = 2  # names at most that stand as near to another city, on one small map
GAPS = (0.5, 0.25)  # beside and below a name, in sizes: less, and two names are read as one
UNPARTED = {"world-dense": 3}  # pairs of routes on its small map that find no way apart
LED = {"large": 0.1, "small": 0.32}  # of all names at most, that need a line to their city

on_every_board = pytest.mark.parametrize("board", PLAYABLE)
on_everything = pytest.mark.parametrize(
    ("ruleset", "lang", "canvas"),
    DRAWN.values(),
    ids=[
        f"{ruleset.board.name}-{lang}-{canvas.name}-{number}"
        for number, (ruleset, lang, canvas) in enumerate(DRAWN.values())
    ],
)


def touching_names(layout: Layout) -> list[tuple[str, str]]:
    labels = list(layout.labels.values())
    return [
        (one.key, other.key)
        for place, one in enumerate(labels)
        for other in labels[:place]
        if one.box.meets(other.box)
    ]


def bounded_tiles(layout: Layout) -> list[tuple[str, Tile, Box]]:
    """Every space with its route and its bounds."""
    return [(row.track.routes[0], tile, tile.bounds()) for row in layout.rows for tile in row.tiles]


def names_on_spaces(layout: Layout) -> list[tuple[str, str]]:
    tiles = bounded_tiles(layout)
    return [
        (label.key, route)
        for label in layout.labels.values()
        for route, tile, bounds in tiles
        if tile_meets_box(tile, bounds, label.box)
    ]


def dots(layout: Layout, size: float) -> dict[str, Box]:
    return {city: Box(x, y, x, y).grown(size) for city, (x, y) in layout.cities.items()}


def names_on_cities(layout: Layout) -> list[tuple[str, str]]:
    places = dots(layout, 6.0).items()
    return [
        (label.key, city) for label in layout.labels.values() for city, dot in places if label.box.meets(dot)
    ]


def spaces_on_cities(layout: Layout) -> list[tuple[str, str]]:
    places = dots(layout, 5.0).items()
    return [
        (route, city)
        for route, tile, bounds in bounded_tiles(layout)
        for city, dot in places
        if tile_meets_box(tile, bounds, dot)
    ]


def outside(layout: Layout) -> list[str]:
    outside = [label.key for label in layout.labels.values() if not layout.frame.holds(label.box)]
    for row in layout.rows:
        outside += [row.track.routes[0] for tile in row.tiles if not layout.frame.holds(tile.bounds())]
    return outside + [city for city, dot in dots(layout, 7.0).items() if not layout.frame.holds(dot)]


def leaders(layout: Layout) -> list[Label]:
    return [label for label in layout.labels.values() if label.leader]


@on_everything
def test_nothing_lies_upon_anything_else(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    layout = layout_of(ruleset, lang, canvas)
    assert touching_names(layout) == []
    assert names_on_spaces(layout) == []
    assert names_on_cities(layout) == []
    assert spaces_on_cities(layout) == []
    assert crossings(layout) == []


@on_everything
def test_nothing_leaves_the_frame(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    assert outside(layout_of(ruleset, lang, canvas)) == []


@on_everything
def test_names_are_near_their_cities(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    """Few need a line to their city, no such line crosses more than one track, and none passes through a name."""
    layout = layout_of(ruleset, lang, canvas)
    names = [layout.labels[city] for city in layout.cities if city in layout.labels]
    away = {name.key: name.box.distance(layout.cities[CityId(name.key)]) / name.size for name in names}
    assert {city: sizes for city, sizes in away.items() if sizes > FARTHEST} == {}
    crossed = [
        (one.key, other.key)
        for one in leaders(layout)
        for other in layout.labels.values()
        if one.leader and other is not one and other.box.crossed(*one.leader)
    ]
    assert crossed == []
    obstacles = obstacles_of(layout)
    assert [
        name.key
        for name in names
        if name.leader and len(obstacles.spaces_between(*name.leader)) > MOST_CROSSED
    ] == []
    assert sum(name.leader is not None for name in names) <= len(names) * LED[canvas.name]


def _near(layout: Layout, label: Label) -> float:
    """How far other cities must be from a name."""
    return (
        label.box.distance(layout.cities[CityId(label.key)])
        if label.leader is None
        else least_distance(label)
    )


def astray(layout: Layout) -> list[str]:
    """The cities whose names are nearer to another one, or beside it although a line leads to theirs."""
    names = [layout.labels[city] for city in layout.cities if city in layout.labels]
    return [
        label.key
        for label in names
        for near in [_near(layout, label)]
        if any(label.box.distance(place) < near for city, place in layout.cities.items() if city != label.key)
    ]


@on_everything
def test_names_belong_to_their_cities(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    assert len(astray(layout_of(ruleset, lang, canvas))) <= (ASTRAY if canvas is SMALL else 0)


def read_as_one(layout: Layout) -> list[tuple[str, str]]:
    """Pairs of names that stand in one line like words, or below each other like lines."""
    names = [label for key, label in layout.labels.items() if not is_group(key)]
    pairs = []
    for one, other in combinations(names, 2):
        beside, below = (gap * min(one.size, other.size) for gap in GAPS)
        left, top, right, bottom = one.box
        if Box(left - beside, top - below, right + beside, bottom + below).meets(other.box):
            pairs.append((one.key, other.key))
    return pairs


@on_everything
def test_two_names_are_not_read_as_one(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    assert read_as_one(layout_of(ruleset, lang, canvas)) == []


@on_everything
def test_routes_do_not_run_alongside_each_other_as_if_they_were_one(
    ruleset: Ruleset, lang: Lang, canvas: Canvas
) -> None:
    """On the small map of the United States, Phoenix - Santa Fe was mistaken for Santa Fe - El Paso."""
    paths = layout_of(ruleset, lang, canvas).paths
    traces = [(path.bundle.name, trace(path.line, len(path.bundle.tracks))) for path in paths]
    close = {
        (name, other_name): stretch(one, other)
        for (name, one), (other_name, other) in combinations(traces, 2)
    }
    mistaken = {pair: far for pair, far in close.items() if far > TOO_FAR}
    assert len(mistaken) <= (UNPARTED.get(ruleset.board.name, 0) if canvas is SMALL else 0), mistaken


def test_paths_that_run_alongside_each_other_are_found() -> None:
    straight = trace([Point(0, 0), Point(300, 0)], 1)
    near, apart = (trace([Point(0, y), Point(300, y)], 1) for y in (16.0, 30.0))
    assert stretch(straight, near) > 280
    assert stretch(straight, apart) == 0
    across = trace([Point(150, -100), Point(150, 100)], 1)
    assert stretch(straight, across) == 0
    fork = trace([Point(0, 0), Point(300, 40)], 1)  # from the same city: close at first, as they must be
    assert 0 < stretch(straight, fork) < 100


def test_new_york_is_not_at_allentown() -> None:
    assert astray(layout_of(ruleset_for("pennsylvania"), "en", SMALL)) == []


@on_every_board
def test_spaces_are_large_enough_for_a_letter(board: str) -> None:
    assert min(tile.length for row in layout_of(ruleset_for(board)).rows for tile in row.tiles) > 14


@on_every_board
def test_every_route_has_its_spaces(board: str) -> None:
    ruleset = ruleset_for(board)
    spaces: Counter[str] = Counter()
    for row in layout_of(ruleset).rows:
        for route in row.track.routes:
            spaces[route] += len(row.tiles)
    assert spaces == {route.id: route.length for route in ruleset.routes}
    locomotives: Counter[str] = Counter({route.id: 0 for route in ruleset.routes})
    for row in layout_of(ruleset).rows:
        for route in row.track.routes:
            locomotives[route] += row.track.signs.count(Symbol.LOCOMOTIVE)
    assert locomotives == {route.id: route.feature("locomotives") for route in ruleset.routes}


@on_everything
def test_every_city_has_a_place_and_a_name(ruleset: Ruleset, lang: Lang, canvas: Canvas) -> None:
    layout, names = layout_of(ruleset, lang, canvas), city_names(ruleset, lang)
    cities = [city.id for city in ruleset.board.cities]
    assert list(layout.cities) == cities
    assert len(set(layout.cities.values())) == len(cities)
    written = {city: "".join(layout.labels[city].lines) for city in cities if not city.endswith("_pole")}
    forms = {city: [names[city], *(abbreviated(names[city], most) for most in SHORT)] for city in written}
    wrong = {
        city: text
        for city, text in written.items()
        if text.replace(" ", "") not in [form.replace(" ", "") for form in forms[city]]
    }
    assert wrong == {}
    whole = [city for city, text in written.items() if text.replace(" ", "") == names[city].replace(" ", "")]
    assert len(whole) >= len(written) * (WHOLE_NAMES if canvas is SMALL else 0.95)


@pytest.mark.parametrize("board", ["world-light", "world-dense"])
def test_poles_that_are_stations_lie_on_the_edge(board: str) -> None:
    layout = layout_of(load_ruleset(board, 4, {"poles": "stations"}))
    assert [edge.side for edge in layout.edges] == ["top", "bottom"]
    ends = {str(city): place.y for city, place in layout.cities.items() if city.endswith("_pole")}
    assert ends["north_pole"] < 40 < layout.height - 40 < ends["south_pole"]


def test_what_overlaps_is_found() -> None:
    layout = layout_of(ruleset_for("usa"))
    tile = layout.rows[0].tiles[0]
    box = Box(tile.x, tile.y, tile.x, tile.y).grown(5.0)
    moved = {
        key: msgspec.structs.replace(label, box=box) if key in ("denver", "omaha") else label
        for key, label in layout.labels.items()
    }
    broken = msgspec.structs.replace(layout, labels=moved, width=300.0)
    assert touching_names(broken) == [("omaha", "denver")]
    assert {key for key, _ in names_on_spaces(broken)} == {"denver", "omaha"}
    assert "miami" in outside(broken)
    twice = msgspec.structs.replace(layout, rows=(layout.rows[0], layout.rows[0]))
    assert crossings(twice)[0][2] >= layout.rows[0].track.length
    here = msgspec.structs.replace(layout, cities={**layout.cities, "miami": Point(tile.x, tile.y)})
    assert {city for _, city in spaces_on_cities(here)} == {"miami"}


@pytest.mark.parametrize(
    ("angle", "apart"), [(0, 19.9), (0, 20.1), (90, 14.9), (90, 15.1), (30, 12.0), (30, 25.0)]
)
def test_tiles_meet_when_no_line_parts_them(angle: float, apart: float) -> None:
    """Compare with a plain check of every line along one of their sides."""
    one, other = Tile(0, 0, 20, 10, 0), Tile(apart, 0, 20, 10, angle)
    parted = False
    for direction in (0, 90, angle, angle + 90):
        c, s = cos(radians(direction)), sin(radians(direction))
        first, second = ([x * c + y * s for x, y in tile.corners()] for tile in (one, other))
        parted |= max(first) <= min(second) or max(second) <= min(first)
    assert tiles_meet(one, other, 0.0) is not parted


@pytest.mark.parametrize(
    ("a", "b", "crosses"),
    [
        (Point(-5, 5), Point(15, 5), True),
        (Point(-5, -5), Point(15, 15), True),
        (Point(-5, 8), Point(4, 14), False),
        (Point(2, 2), Point(3, 3), True),
        (Point(12, 0), Point(12, 10), False),
        (Point(0, -2), Point(10, -1), False),
    ],
)
def test_lines_through_boxes_are_found(a: Point, b: Point, crosses: bool) -> None:
    box = Box(0, 0, 10, 10)
    assert box.crossed(a, b) is crosses is box.crossed(b, a)


def test_names_beyond_the_edge_tell_where_a_way_goes_on() -> None:
    texts = {}
    for lang in ("en", "fr"):
        layout = layout_of(ruleset_for("world-dense"), lang)
        texts[lang] = sorted(
            " ".join(label.lines) for key, label in layout.labels.items() if key.startswith("edge:")
        )
    for lang, name in (("en", "Polynesia →"), ("fr", "Polynésie →")):
        forms = [name, *(abbreviated(name, most) for most in SHORT)]
        assert sum(text in forms for text in texts[lang]) == 2
    assert "← Japon" in texts["fr"]
    assert "← Japan" in texts["en"]
