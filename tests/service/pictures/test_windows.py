"""Windows: what has changed and what is crowded is shown larger, with whole names, and nothing is lost."""

from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from service.language.languages import Lang, codes
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.inset_frames import frame_on
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.routes.route_plates import plate_boxes
from service.pictures.drawing.scene import Scene, scene_of
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.board_plan import city_boxes
from service.pictures.layout.canvas import LARGE, LEGIBLE, SMALL, WIDTH
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.lettering.board_names import city_names
from service.pictures.layout.lettering.labels import FARTHEST, is_astray
from service.pictures.layout.map_window import (
    CUT_OFF,
    inset_of,
    insets,
    part_of,
    window_around,
    with_one_letter,
)
from service.pictures.png import png_of
from tests.support.boards.every_board import MOSTLY_SOAKED
from tests.support.boards.pictured_tables import NAMES, positions, ruleset_for, scene_for
from ttr_core.engine.views import view
from ttr_core.model.ids import CityId, Witness

NAMED = 0.7  # of the cities in an inset at least: its edge leaves no room for the other names
SVG = "{http://www.w3.org/2000/svg}"

on_every_board = pytest.mark.parametrize("board", MOSTLY_SOAKED)


def after_a_claim(board: str) -> Scene:
    """A position with one new route."""
    ruleset, states = ruleset_for(board), positions(board)
    middle = len(states) // 2
    for place in range(middle, len(states) - 1):
        before, now = (view(ruleset, states[at], Witness.SPECTATOR) for at in (place, place + 1))
        scene = scene_of(ruleset, now, NAMES, before)
        if scene.new_routes:
            return scene
    raise AssertionError("nobody claims a route")


def windows(svg: str) -> list[ElementTree.Element]:
    return [part for part in ElementTree.fromstring(svg).iter(f"{SVG}svg") if part.get("class") == "window"]


@on_every_board
@pytest.mark.parametrize("width", [400, 1000])
def test_a_picture_around_what_is_new_shows_it_larger(board: str, width: int) -> None:
    ruleset, scene = ruleset_for(board), after_a_claim(board)
    svg = board_svg(ruleset, scene, PictureOptions(width=width, around=True))
    (window,) = windows(svg)
    wide = float(window.get("viewBox", "").split()[2])
    assert wide < 900
    shown = {
        route
        for group in window.iter(f"{SVG}g")
        for route in group.get("data-routes", "").split()
        if group.get("data-owner")
    }
    assert scene.new_routes <= shown
    sizes = [float(text.get("font-size", "")) for text in window.iter(f"{SVG}text")]
    assert min(sizes, default=99.0) * width * 0.98 / wide >= 7.2  # signs on spaces; names are larger
    whole = ElementTree.fromstring(board_svg(ruleset, scene, PictureOptions(width=width)))
    part = ElementTree.fromstring(svg)
    assert part.findtext(f"{SVG}desc") == whole.findtext(f"{SVG}desc")


def test_on_a_desk_a_part_is_not_much_larger_than_the_whole() -> None:
    ruleset, scene = ruleset_for("europe"), after_a_claim("europe")
    (window,) = ElementTree.fromstring(board_svg(ruleset, scene, PictureOptions(around=True))).findall(
        f"{SVG}svg"
    )
    wide = float(window.get("viewBox", "").split()[2])
    assert 1.2 < layout_of(ruleset).width / wide <= 1.61


@pytest.mark.parametrize(("board", "width", "shown_larger"), [("europe", 1000, 0), ("world-light", 400, 1)])
def test_without_news_the_whole_map_is_shown(board: str, width: int, shown_larger: int) -> None:
    ruleset, scene = ruleset_for(board), scene_for(board)
    plain, around = (
        board_svg(ruleset, scene, PictureOptions(width=width, around=flag)) for flag in (False, True)
    )
    assert plain == around
    assert len(windows(around)) == shown_larger


@on_every_board
def test_no_name_is_cut_in_a_window(board: str) -> None:
    scene = after_a_claim(board)
    for layout in (layout_of(ruleset_for(board), "en", canvas) for canvas in (LARGE, SMALL)):
        window = window_around(layout, scene.new_routes, ())
        assert window is not None
        part = part_of(layout, window)
        assert part.rows
        assert all(window.holds(label.box) for label in part.labels.values())
        assert layout.frame.holds(window)
        ends = {
            city
            for row in part.rows
            if set(row.track.routes) & scene.new_routes
            for city in _ends(board, row.track.routes)
        }
        assert [city for city in ends if city in layout.labels and city not in part.labels] == []


def _ends(board: str, routes: tuple[str, ...]) -> list[str]:
    """The cities of routes that are drawn in one piece."""
    known = [route for route in ruleset_for(board).routes if route.id in routes]
    return (
        [str(city) for route in known for city in (route.a, route.b)]
        if len(known) == 1 and "world" not in board
        else []
    )


@pytest.mark.parametrize(("board", "width"), [("world-dense", 400), ("italy", 400)])
@pytest.mark.parametrize("lang", codes())
def test_crowded_parts_are_shown_again_with_the_names_at_their_cities(
    board: str, width: int, lang: Lang
) -> None:
    ruleset = ruleset_for(board)
    large = layout_of(ruleset, lang, LARGE)
    boxes = shown_again(board, width, lang)
    assert boxes
    options = PictureOptions(width=width, lang=lang)
    picture = board_svg(ruleset, scene_for(board), options)
    assert len(windows(picture)) == len(boxes)
    units = float(ElementTree.fromstring(picture).get("viewBox", "").split()[2])
    for box, window in zip(boxes, windows(picture), strict=True):
        pixels = float(window.get("width", "")) * width / units / (box.right - box.left)
        sizes = [LEGIBLE / pixels]
        part = inset_of(large, box, city_names(ruleset, lang), sizes)
        inside = {city for city, place in large.cities.items() if box.grown(-CUT_OFF).contains(place)}
        named = inside & set(large.labels)
        quiet = {key for key in part.labels if key not in large.cities}
        assert {key.partition(":")[0] for key in quiet} <= {"area", "edge"}
        assert set(part.labels) - quiet <= named
        assert len(part.labels) - len(quiet) >= len(named) * NAMED
        dots = city_boxes(part.cities, large.canvas)
        for city in sorted(named & set(part.labels)):
            label, place = part.labels[city], large.cities[CityId(city)]
            assert label.box.distance(place) <= FARTHEST * label.size
            assert not is_astray(label, place, dots)
        assert len(part.labels) >= 5
        assert all(box.holds(label.box) for label in part.labels.values())
        labels = [label.box for label in part.labels.values()]
        assert [one for one, other in combinations(labels, 2) if one.meets(other)] == []
        written = [text for text in window.iter(f"{SVG}text") if (text.text or "").strip()]
        names = [
            text
            for text in written
            if text.text in {line for label in part.labels.values() for line in label.lines}
        ]
        assert len(names) >= 5
        assert min(float(text.get("font-size", "")) for text in names) * pixels >= LEGIBLE
    assert windows(board_svg(ruleset, scene_for(board), replace(options, legend=False))) == []


def shown_again(board: str, width: int, lang: Lang = "en") -> tuple[Box, ...]:
    """The parts of the large map that stand below a picture of this width."""
    small, large = (layout_of(ruleset_for(board), lang, canvas) for canvas in (SMALL, LARGE))
    return insets(small, large, ruleset_for(board).close_ups) if width < 880 else ()


@pytest.mark.parametrize(
    ("board", "city", "width"),
    [
        ("world-dense", "pologne", 400),
        ("world-dense", "chine", 400),
        ("world-dense", "japon", 400),
        ("italy", "genova", 400),
        ("italy", "cosenza", 400),
        ("germany", "mannheim", 400),
    ],
)
def test_where_cities_are_crowded_there_is_an_inset(board: str, city: str, width: int) -> None:
    large = layout_of(ruleset_for(board), "en", LARGE)
    place = large.cities[next(each for each in large.cities if each == city)]
    assert any(box.contains(place) for box in shown_again(board, width))


@pytest.mark.parametrize("board", ["lyon", "world-light"])
def test_every_letter_in_an_inset_belongs_to_a_space_that_is_seen_there(board: str) -> None:
    """A route of which an inset shows a corner had its letter in an empty part of it."""
    large, palette = layout_of(ruleset_for(board), "en", LARGE), Palette("light", "safe")
    cut = 0
    for box in shown_again(board, 400):
        part = with_one_letter(part_of(large, box))
        for row, plate in zip(part.rows, plate_boxes(part, palette, box), strict=True):
            is_seen = any(box.contains(Point(tile.x, tile.y)) for tile in row.tiles)
            cut += not is_seen
            assert plate is None or is_seen, row.track.routes
    assert cut


@on_every_board
def test_a_large_map_is_as_broad_as_its_land(board: str) -> None:
    """The world lies across a desk, with words as large as those of other boards."""
    layout, is_world = layout_of(ruleset_for(board), "en", LARGE), board.startswith("world")
    assert (layout.width > WIDTH) == is_world
    assert not is_world or layout.width / layout.height > 1.25
    assert layout.canvas.words / layout.width == pytest.approx(LARGE.words / WIDTH, rel=0.01)


def test_a_close_up_shows_its_cities_and_as_many_as_fit_of_those_that_do_not() -> None:
    small, large = (layout_of(ruleset_for("nordic"), "en", canvas) for canvas in (SMALL, LARGE))
    near = [CityId(city) for city in ("norrkoping", "goteborg")]
    far = [CityId(city) for city in ("bergen", "stavanger", "murmansk", "atlantis")]
    one, other = insets(small, large, [near, far])
    assert [one.contains(large.cities[city]) for city in near] == [True, True]
    assert [other.contains(large.cities[city]) for city in far[:3]] == [True, True, False]


def test_boards_with_room_have_no_inset() -> None:
    small, large = (layout_of(ruleset_for("nordic"), "en", canvas) for canvas in (SMALL, LARGE))
    assert insets(small, large) == ()


def test_the_ground_of_a_window_is_that_of_the_map() -> None:
    layout = layout_of(ruleset_for("europe"))
    assert layout.terrain is not None
    part = layout.terrain.within(Box(0, 0, 120, 120))
    assert len(part.land) < len(layout.terrain.land)
    assert all(piece in layout.terrain.rivers for piece in part.rivers.split("M") if piece)
    everything = layout.terrain.within(Box(-2000, -2000, 4000, 4000))
    assert everything == layout.terrain


@on_every_board
@pytest.mark.parametrize("width", [400, 1000])
def test_a_window_cuts_no_letter_of_a_ticket(board: str, width: int) -> None:
    ruleset, states = ruleset_for(board), positions(board)
    letters = 0
    for place in range(len(states) // 3, len(states), 10):
        before, now = (view(ruleset, states[at], 1) for at in (place - 5, place))
        scene = scene_of(ruleset, now, NAMES, before, tuple(now.seats[1].tickets or ()))
        if not scene.new_routes:
            continue
        svg = board_svg(ruleset, scene, PictureOptions(width=width, around=True))
        for part in windows(svg):
            left, top, wide, high = (float(value) for value in part.get("viewBox", "").split())
            seen = Box(left, top, left + wide, top + high)
            for sheet in part.iter(f"{SVG}rect"):
                if sheet.get("fill") == Palette().ink.mark and sheet.get("rx") != "2":  # 2: a city itself
                    x, y, width_, height = (
                        float(sheet.get(key, "")) for key in ("x", "y", "width", "height")
                    )
                    letters += 1
                    assert seen.holds(Box(x, y, x + width_, y + height)), (place, x, y)
    assert letters


def test_a_window_is_painted() -> None:
    scene = after_a_claim("europe")
    svg = board_svg(ruleset_for("europe"), scene, PictureOptions(width=400, around=True))
    with Image.open(BytesIO(png_of(svg))) as picture:
        colours = picture.convert("RGB").getcolors(100_000) or []
    assert len(colours) > 20
    bare = board_svg(ruleset_for("europe"), replace(scene, new_routes=frozenset()), PictureOptions(width=400))
    assert svg != bare


@pytest.mark.parametrize("board", ["world-dense", "italy"])
def test_the_map_frames_what_its_insets_show_and_gives_both_a_letter(board: str) -> None:
    ruleset = ruleset_for(board)
    small, large = (layout_of(ruleset, "en", canvas) for canvas in (SMALL, LARGE))
    boxes = insets(small, large, ruleset.close_ups)
    assert len(boxes) > 1
    for box in boxes:
        around = frame_on(small, large, box)
        assert small.frame.holds(around)
        inside = [city for city, place in large.cities.items() if box.grown(-CUT_OFF).contains(place)]
        assert all(around.contains(small.cities[city]) for city in inside)
    picture = ElementTree.fromstring(board_svg(ruleset, scene_for(board), PictureOptions(width=400)))
    assert sum(part.get("class") == "inset-frame" for part in picture.iter()) == len(boxes)
    letters = [part.text for part in picture.iter(f"{SVG}text") if part.get("class") == "inset-letter"]
    assert sorted(filter(None, letters)) == sorted(2 * "ABC"[: len(boxes)])
    wide = ElementTree.fromstring(board_svg(ruleset, scene_for(board), PictureOptions(width=1000)))
    assert [part for part in wide.iter() if part.get("class") == "inset-frame"] == []
