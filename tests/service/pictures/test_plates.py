"""In the safe colours every free route shows the letters of its colour and its signs, every claimed one its owner."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest

from service.language.languages import Lang
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette, cards_of
from service.pictures.drawing.routes.route_plates import placed_plates, plate_boxes
from service.pictures.drawing.scene import empty_scene, scene_of
from service.pictures.drawing.svg import number, polyline
from service.pictures.layout.board_layout import Layout, Row, layout_of
from service.pictures.layout.board_plan import city_boxes
from service.pictures.layout.canvas import LARGE, LEGIBLE, SMALL, Canvas
from service.pictures.layout.geometry import (
    Box,
    Point,
    Tile,
    distance,
    nearest_on,
    tile_distance,
    tile_meets_box,
)
from service.pictures.layout.lettering.board_names import city_names
from service.pictures.layout.lettering.chips import SYMBOLS
from service.pictures.layout.lettering.plates import (
    CAPITAL,
    TOUCH,
    Plated,
    Surroundings,
    leaders_of,
    place_plates,
)
from service.pictures.layout.map_window import inset_of, insets, with_one_letter
from tests.support.boards.pictured_tables import NAMES, positions, ruleset_for, scene_for
from tests.support.boards.regenerate_plans import everything_to_draw
from ttr_core import Ruleset, view

SVG = "{http://www.w3.org/2000/svg}"
SAFE = Palette("light", "safe")
SMALL_ONES = [drawn for drawn in everything_to_draw().values() if drawn[2] is SMALL]

on_every_small_map = pytest.mark.parametrize(
    ("ruleset", "lang", "canvas"),
    SMALL_ONES,
    ids=[f"{ruleset.board.name}-{lang}-{number}" for number, (ruleset, lang, _) in enumerate(SMALL_ONES)],
)


def boxes_on(layout: Layout, ruleset: Ruleset, lang: Lang) -> list[Box]:
    boxes = plate_boxes(layout, SAFE.named_by(ruleset.board, lang), layout.frame)
    assert None not in boxes
    return [box for box in boxes if box is not None]


def hidden(tile: Tile, boxes: list[Box]) -> bool:
    bounds = tile.bounds()
    return any(tile_meets_box(tile, bounds, box.grown(-TOUCH - 0.01)) for box in boxes)


@on_every_small_map
def test_plates_hide_no_sign_no_name_no_city_and_no_whole_route(
    ruleset: Ruleset, lang: Lang, canvas: Canvas
) -> None:
    layout = layout_of(ruleset, lang, canvas)
    boxes = boxes_on(layout, ruleset, lang)
    names = [label.box for label in layout.labels.values()]
    assert [box for box in boxes if any(box.meets(name) for name in names)] == []
    assert [box for box in boxes if not layout.frame.holds(box)] == []
    assert [pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])] == []
    signed = [
        (row.track.routes[0], tile)
        for row in layout.rows
        for tile, sign in zip(row.tiles, row.track.signs, strict=True)
        if sign in SYMBOLS
    ]
    assert [route for route, tile in signed if hidden(tile, boxes)] == []
    unseen = [row.track.routes[0] for row in layout.rows if all(hidden(tile, boxes) for tile in row.tiles)]
    assert unseen == []
    dots = city_boxes(layout.cities, layout.canvas)
    assert [box for box in boxes if any(box.meets(dot) for dot in dots)] == []


AWAY, LONGEST = (
    17.0,
    36.0,
)  # pixels of the usual width: how far from its route a plate needs no leader, and a leader


@on_every_small_map
@pytest.mark.parametrize("shown", ["map", "insets"])
def test_every_plate_is_nearest_to_its_own_route_or_joined_to_it(
    ruleset: Ruleset, lang: Lang, canvas: Canvas, shown: str
) -> None:
    for layout, frame in drawn_layouts(ruleset, lang, shown):
        pixel = layout.canvas.words / LEGIBLE
        places = placed_plates(layout, SAFE.named_by(ruleset.board, lang), frame)
        plated = [(row, place) for row, place in zip(layout.rows, places, strict=True) if place is not None]
        boxes, covered = [place.box for _, place in plated], list[str]()
        fixed = [*(label.box for label in layout.labels.values()), *city_boxes(layout.cities, layout.canvas)]
        for row, (box, leader) in plated:
            name = row.track.routes[0]
            if leader is None:
                assert from_line(box.middle(), row.line) <= AWAY * pixel, name
                own = 0.0 if any(box.crossed(*ends) for ends in pairwise(row.line)) else apart(row, box)
                others = [other for other in layout.rows if other is not row]
                assert own <= min(apart(other, box) for other in others) + TOUCH, name
            else:
                start, end = leader
                assert box.grown(0.1).contains(start), name
                assert distance(start, end) <= LONGEST * pixel, name
                spot = Box(*end, *end).grown(0.1)
                assert any(tile_meets_box(tile, tile.bounds(), spot) for tile in row.tiles), name
                assert [each for each in fixed if each.crossed(*leader)] == [], name
                covered += [name for each in boxes if each is not box and each.crossed(*leader)]
        assert len(covered) <= 1  # passes below a plate of another route


def drawn_layouts(ruleset: Ruleset, lang: Lang, shown: str) -> Iterator[tuple[Layout, Box]]:
    """The map, or the windows below it, each with its frame."""
    small, large = (layout_of(ruleset, lang, canvas) for canvas in (SMALL, LARGE))
    if shown == "map":
        yield small, small.frame
        return
    for box in insets(small, large, ruleset.close_ups):
        part = inset_of(large, box, city_names(ruleset, lang), LARGE.inset_sizes)
        yield with_one_letter(part), box


def from_line(point: Point, line: Sequence[Point]) -> float:
    far = []
    for a, b in pairwise(line):
        share = nearest_on(a, b, point)
        far.append(distance(point, Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))))
    return min(far)


def apart(row: Row, box: Box) -> float:
    return min(tile_distance(tile, tile.bounds(), box) for tile in row.tiles)


def test_a_leader_joins_a_plate_to_a_route_that_has_no_room_beside_it() -> None:
    line, tile = (Point(0.0, 100.0), Point(80.0, 100.0)), Tile(40.0, 100.0, 30.0, 10.0, 0.0)
    other = Tile(40.0, 160.0, 60.0, 10.0, 0.0)
    row = Plated(line, (tile,), (True,), (("R",),))
    stranger = Plated((Point(0.0, 160.0), Point(80.0, 160.0)), (other,), (True,), ())
    crowded = Surroundings(
        (Box(-90.0, 0.0, 190.0, 92.0), Box(-90.0, 108.0, 190.0, 126.0)), (), Box(-100, 0, 200, 300)
    )
    boxes = place_plates((row,), (stranger,), 27.5, crowded)
    (leader,) = leaders_of((row,), (stranger,), boxes, 27.5, crowded)
    assert leader is not None
    assert boxes[0].distance(leader[0]) == 0
    assert tile.bounds().contains(leader[1])
    free = crowded._replace(names=())
    boxes = place_plates((row,), (stranger,), 27.5, free)
    assert leaders_of((row,), (stranger,), boxes, 27.5, free) == (None,)


def test_leaders_lie_below_plates_and_above_routes() -> None:
    ruleset = ruleset_for("world-dense")
    layout, scene = layout_of(ruleset, "en", SMALL), empty_scene(ruleset)
    svg = board_svg(ruleset, scene, PictureOptions(palette=SAFE, width=400, legend=False))
    places = placed_plates(layout, SAFE.named_by(ruleset.board), layout.frame)
    coloured = [
        place
        for row, place in zip(layout.rows, places, strict=True)
        if place is not None and cards_of(row.track.colour)
    ]
    lines = [polyline(place.leader).partition(" fill")[0] for place in coloured if place.leader]
    corners = [f'<rect x="{number(place.box.left)}" y="{number(place.box.top)}"' for place in coloured]
    assert lines
    assert svg.rindex("data-routes") < min(map(svg.index, lines))
    assert max(map(svg.index, lines)) < min(svg.index(corner) for corner in corners if corner in svg)


@pytest.mark.parametrize("board", ["india", "iberia"])
def test_letters_of_tickets_leave_those_of_routes_legible(board: str) -> None:
    ruleset, seen = ruleset_for(board), []
    for state in positions(board)[60::40]:
        shown = view(ruleset, state, 1)
        scene = scene_of(ruleset, shown, NAMES, tickets=tuple(shown.seats[1].tickets or ()))
        svg = board_svg(ruleset, scene, PictureOptions(palette=SAFE, width=400))
        picture = ElementTree.fromstring(svg)
        for part in (picture, *picture.iterfind(f".//{SVG}svg[@class='window']")):
            letters = [
                Box(x, y, x + wide, y + high)
                for sheet in part.iterfind(f"{SVG}g[@class='city']/{SVG}rect")
                if sheet.get("fill") == SAFE.ink.mark and sheet.get("rx") != "2"
                for x, y, wide, high in [[float(sheet.get(key, "")) for key in ("x", "y", "width", "height")]]
            ]
            own = [group for group in part.iterfind(f"{SVG}g") if group.find(f"{SVG}rect[@rx]") is not None]
            words = [
                Point(float(text.get("x", "")), float(text.get("y", "")) - CAPITAL * SMALL.words / 2)
                for group in own
                if group.get("class") is None and group.get("transform") is None
                for text in group.iterfind(f"{SVG}text")
            ]
            assert [word for word in words if any(sheet.contains(word) for sheet in letters)] == []
            seen += letters
    assert len(seen) > 20


@pytest.mark.parametrize("board", ["legendary_asia", "world-dense"])
def test_a_small_picture_has_the_letters_of_free_routes_and_the_numbers_of_owners(board: str) -> None:
    ruleset, scene = ruleset_for(board), scene_for(board)
    palette = SAFE.named_by(ruleset.board)
    picture = ElementTree.fromstring(
        board_svg(ruleset, scene, PictureOptions(palette=SAFE, width=400, legend=False))
    )
    written = Counter(text.text for text in picture.iter(f"{SVG}text"))
    layout = layout_of(ruleset, "en", SMALL)
    expected: Counter[str] = Counter()
    for row in layout.rows:
        seats = [scene.owners[route] for route in row.track.routes if route in scene.owners]
        letters = [palette.letter(card) for card in cards_of(row.track.colour)]
        expected.update([str(seats[0] + 1)] if seats else letters)
    assert {text: written[text] for text in expected} == dict(expected)


@pytest.mark.parametrize("width", [400, 1000, 1600])
def test_a_route_with_a_sign_on_each_space_has_its_letter_too(width: int) -> None:
    ruleset = ruleset_for("legendary_asia")
    canvas = SMALL if width < 880 else LARGE
    rows = [
        row
        for row in layout_of(ruleset, "en", canvas).rows
        if all(row.track.signs) and cards_of(row.track.colour)
    ]
    assert len(rows) > 5
    options = PictureOptions(palette=SAFE, width=width, legend=False)
    picture = ElementTree.fromstring(board_svg(ruleset, empty_scene(ruleset), options))
    groups = {group.get("data-routes"): group for group in picture.iter(f"{SVG}g")}
    palette = SAFE.named_by(ruleset.board)
    for row in rows:
        group = groups[row.track.routes[0]]
        assert len(list(group.iter(f"{SVG}path"))) == 1 + len(row.tiles)  # the spaces, and their signs
        if canvas is LARGE:
            letters = [text.text for text in group.iter(f"{SVG}text")]
            assert letters == [palette.letter(row.track.colour)] * len(row.tiles)


def test_a_plate_gives_way_to_the_only_space_of_its_route() -> None:
    line, tile = (Point(0.0, 100.0), Point(80.0, 100.0)), Tile(40.0, 100.0, 30.0, 10.0, 0.0)
    alone = Plated(line, (tile,), (False,), (("R",),))
    around = Surroundings((), (), Box(-100.0, 0.0, 200.0, 200.0))
    (beside,) = place_plates((alone,), (), 27.5, around)
    assert not hidden(tile, [beside])
    assert beside.distance(Point(tile.x, tile.y)) < 27.5
    below = around._replace(names=(Box(-100.0, 0.0, 200.0, 94.0),))
    (lower,) = place_plates((alone,), (), 27.5, below)
    assert lower.top > 94.0


def test_two_letters_stand_below_each_other_where_they_would_not_fit_in_a_line() -> None:
    line, tile = (Point(0.0, 0.0), Point(0.0, 80.0)), Tile(0.0, 40.0, 30.0, 10.0, 90.0)
    mixed = Plated(line, (tile,), (False,), (("Bc", "Bl"),))
    narrow = Surroundings((), (), Box(4.0, -50.0, 50.0, 150.0))
    (box,) = place_plates((mixed,), (), 27.5, narrow)
    assert narrow.frame.holds(box)
    assert box.bottom - box.top > 40.0
