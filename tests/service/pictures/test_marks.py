"""The marks of rules: drawn where they belong, clear of everything else, named in the legend and in the alt text.

The rule `stamps` exists only in the tests: whatever a picture shows of it comes from its marks.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from service.language.languages import Lang, Messages
from service.language.speech.rule_display import mark_name
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.alt_text import reason_words
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.legend import keys_of
from service.pictures.drawing.map_marks import MapMarks, radius
from service.pictures.drawing.palette import Palette, contrast
from service.pictures.drawing.scene import Scene, empty_scene, scene_of, without_standings
from service.pictures.hand_picture import hand_svg
from service.pictures.layout.board_layout import Layout, layout_of, obstacles_of
from service.pictures.layout.canvas import LARGE, SMALL, Canvas
from service.pictures.layout.geometry import Box, Point, tile_meets_box
from service.pictures.layout.lettering.chips import appearance, chip_boxes, is_group, signs_of
from service.pictures.layout.lettering.text_width import ASCENT, DESCENT, LINE, width_of
from service.pictures.layout.paths.track_bundles import route_marks_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import NAMES, late, positions, ruleset_for, scene_for
from tests.support.paths import ROOT
from tests.support.rules.stamps import Albums, StampId, registered_stamps, stamp_ruleset
from ttr_core import Ruleset, State, Viewer, Witness, view
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.scoring import score
from ttr_core.engine.views import marks_of
from ttr_core.game import start_game
from ttr_core.load import registered_rules
from ttr_core.model.ids import CityId, RouteId
from ttr_core.model.kinds import Thing
from ttr_core.model.marks import CityMark, Mark, RouteMark, SpaceMark, StockMark, Symbol

SVG = "{http://www.w3.org/2000/svg}"
LANGS: tuple[Lang, ...] = ("en", "fr")


def texts(svg: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def badges(svg: str) -> list[ElementTree.Element]:
    return [path for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("class") == "badge"]


def description(svg: str) -> str:
    return ElementTree.fromstring(svg).findtext(f"{SVG}desc") or ""


# a rule that exists only in the tests


@pytest.fixture(scope="module", autouse=True)
def stamps() -> Iterator[None]:
    with registered_stamps():
        yield


@cache
def album_table() -> tuple[Ruleset, State]:
    """A position in which both players have pressed stamps, and not the same."""
    ruleset, dice = stamp_ruleset(), Dice(5)
    game = start_game(ruleset, bytes(32))
    while (waiting := game.state.phase.waiting) and not all(game.state.slice(Albums).pages):
        game.do(POLICIES["greedy"](game.situation(waiting[0], dice)))
    return ruleset, game.state


def picture_of_albums(viewer: Viewer, lang: Lang = "en") -> str:
    ruleset, state = album_table()
    scene = scene_of(ruleset, view(ruleset, state, viewer), ["Ann", "Ben"], lang=lang)
    layout = layout_of(ruleset)  # its cities are called the same in both languages
    return board_svg(ruleset, scene, PictureOptions(lang=lang), layout)


def test_a_mark_of_any_rule_is_drawn() -> None:
    ruleset, _ = album_table()
    stamped = len(ruleset.things(StampId))
    drawn = texts(board_svg(ruleset, empty_scene(ruleset), PictureOptions()))
    assert drawn.count("S") == 2 * stamped  # at its city and in the legend
    assert drawn.count("S") == texts(picture_of_albums(Witness.SPECTATOR)).count("S")


@pytest.mark.parametrize("lang", LANGS)
def test_it_is_named_in_the_legend_and_described(lang: Lang) -> None:
    ruleset, _ = album_table()
    svg = picture_of_albums(Witness.SPECTATOR, lang)
    for stamp in ruleset.things(StampId).values():
        city = board_words(ruleset, lang).place(stamp.cities[0])
        assert f"{stamp.name_in(lang)} · {city}" in texts(svg)
        assert Messages(lang)("picture-at", name=stamp.name_in(lang), places=city) in description(svg)
    assert "Albums" in texts(svg)


def test_what_is_hidden_is_drawn_for_its_owner_alone() -> None:
    ruleset, state = album_table()
    ann, ben = state.slice(Albums).pages
    things = ruleset.things(StampId)
    own = {
        viewer: {stamp for stamp, thing in things.items() if f"{thing.name}: {name} 1" in description(svg)}
        for viewer, name in ((0, "Ann"), (1, "Ben"))
        for svg in (picture_of_albums(viewer),)
    }
    assert own == {0: set(ann), 1: set(ben)}
    seen = description(picture_of_albums(Witness.SPECTATOR))
    assert [thing.name for thing in things.values() if f"{thing.name}: " in seen] == []
    assert f"Albums: Ann {len(ann)}, Ben {len(ben)}." in seen


def test_what_a_player_holds_is_in_the_picture_of_the_hand() -> None:
    ruleset, state = album_table()
    for seat, album in enumerate(state.slice(Albums).pages):
        svg = hand_svg(ruleset, view(ruleset, state, seat), seat, PictureOptions())
        for stamp, thing in ruleset.things(StampId).items():
            assert (f"{thing.name}: 1" in texts(svg)) is (stamp in album)
            assert (f"{thing.name}: 1" in description(svg)) is (stamp in album)


# shares


def test_players_see_what_stands_beside_a_route_and_what_they_own() -> None:
    ruleset, scene = ruleset_for("pennsylvania"), scene_for("pennsylvania")
    layout, signs = layout_of(ruleset), signs_of(route_marks_of(ruleset))
    groups = {key: label for key, label in layout.labels.items() if is_group(key)}
    shown = {
        route: set[str]() for path in layout.paths for track in path.bundle.tracks for route in track.routes
    }
    for path in layout.paths:
        for key, label in groups.items():
            if key.rpartition(":")[0] == f"route:{path.bundle.name}":
                for track in path.bundle.tracks:
                    shown[track.routes[0]] |= {sign for sign, _ in chip_boxes(label)}
    for mark in route_marks_of(ruleset):
        sign = signs[appearance(mark)]
        assert {route for route, beside in shown.items() if sign in beside} == set(mark.routes)
    assert len(set(signs.values())) == len(signs)
    (svg,) = {board_svg(ruleset, scene, PictureOptions())}
    stocks = [mark for mark in scene.marks if isinstance(mark, StockMark)]
    for stock in stocks:
        assert stock.thing is not None
        assert stock.thing.name in " ".join(texts(svg)).replace("…", "") or any(
            text.endswith("…") and stock.thing.name.startswith(text[:-1]) for text in texts(svg)
        )
        held = [f"{NAMES[seat]} {count}" for seat, count in enumerate(stock.held) if count]
        assert f"{stock.thing.name}: {', '.join([f'{stock.left} left', *held])}." in description(svg)
    assert sum(stock.left or 0 for stock in stocks) < 60


def test_a_group_of_signs_is_beside_its_own_route_and_no_other_route_lies_between() -> None:
    for lang in LANGS:
        layout = layout_of(ruleset_for("pennsylvania"), lang)
        obstacles = obstacles_of(layout)
        for path in layout.paths:
            own = {tile for row in path.rows for tile in row}
            for number in range(len(path.bundle.tracks)):
                label = layout.labels.get(f"route:{path.bundle.name}:{number}")
                if label is not None:
                    far, x, y = min((label.box.distance(Point(t.x, t.y)), t.x, t.y) for t in own)
                    assert far < 36
                    assert set(obstacles.spaces_between(Point(x, y), label.box.middle())) <= own


# marks that the plan of a board does not know


def crowd() -> list[CityMark | RouteMark]:
    """Marks in the most crowded parts of a board that has no marks of its own."""
    cities = [CityId(city) for city in ("chicago", "nashville", "denver", "kansas_city", "oklahoma_city")]
    return [
        *(CityMark(name="bandit", city=city, count=number) for number, city in enumerate(cities)),
        *(CityMark(name="depot", sign=Symbol.HOUSE, city=cities[0], seat=seat) for seat in (0, 1, 2)),
        *(CityMark(name="totem", sign="T", city=cities[1], seat=seat) for seat in (1, 2)),
        RouteMark(
            name="bridge", routes=(RouteId("chicago--saint_louis--1"), RouteId("chicago--saint_louis--2"))
        ),
        RouteMark(
            name="ford", sign="ford", routes=(RouteId("chicago--saint_louis--2"), RouteId("denver--helena"))
        ),
        RouteMark(name="old bridge", routes=(RouteId("denver--helena"),)),
        RouteMark(name="depot", sign=Symbol.HOUSE, routes=(RouteId("denver--helena"),), spent=True),
    ]


def test_the_legend_says_who_has_used_all_their_pieces() -> None:
    ruleset = ruleset_for("europe")
    cities = [CityId(city) for city in ("kyiv", "roma")]
    marks = [
        *(CityMark(name="station", sign=Symbol.HOUSE, city=city, seat=1) for city in cities),
        StockMark(name="station", sign=Symbol.HOUSE, held=(3, 0, 2, None, 3)),
        StockMark(name="festival_cards", held=(0, 4)),
    ]
    stations, cards = keys_of(marks, board_words(ruleset, "en"), Messages("en"))
    assert stations.held == ((0, 3), (1, 0), (2, 2), (4, 3))
    assert cards.held == ((1, 4),)


def crowded_scene() -> Scene:
    return replace(scene_for("usa"), marks=tuple(crowd()))


def placed(marks: MapMarks) -> list[Box]:
    badges = [Box(x, y, x, y).grown(radius(LARGE)) for _, (x, y) in marks.badges]
    return [*badges, *(box for _, box in marks.chips)]


def overlaps(layout: Layout, boxes: list[Box]) -> list[object]:
    tiles = [tile for row in layout.rows for tile in row.tiles]
    labels, cities = layout.labels.values(), layout.cities.values()
    return [
        *(pair for pair in combinations(boxes, 2) if pair[0].meets(pair[1])),
        *((box, label.key) for box in boxes for label in labels if box.meets(label.box)),
        *((box, tile) for box in boxes for tile in tiles if tile_meets_box(tile, tile.bounds(), box)),
        *((box, at) for box in boxes for at in cities if box.meets(Box(*at, *at).grown(6.0))),
        *(box for box in boxes if not layout.frame.holds(box)),
    ]


def test_marks_without_room_find_some() -> None:
    layout = layout_of(ruleset_for("usa"))
    marks = MapMarks(layout, ruleset_for("usa"), crowded_scene())
    assert set(marks.pieces) == {"chicago", "nashville"}
    assert len(marks.badges) == 5 + 2 + 1  # bandits, and pieces for which the city has no room
    assert len(marks.chips) == 1 + 2 + 3  # beside tracks with different marks, each its own
    assert overlaps(layout, placed(marks)) == []
    lying = Box(*layout.cities[CityId("miami")], *layout.cities[CityId("miami")]).grown(radius(LARGE))
    assert overlaps(layout, [lying, lying]) != []


@pytest.mark.parametrize("palette", [Palette("light", "usual"), Palette("dark", "safe")])
def test_they_are_drawn_and_described(palette: Palette) -> None:
    svg = board_svg(ruleset_for("usa"), crowded_scene(), PictureOptions(palette=palette))
    written = texts(svg)
    assert [sign for sign in ("T", "B2", "ford", "OB", "1", "4") if sign not in written] == []
    assert [
        name for name in ("Bandit", "Depot", "Totem", "Bridge", "Ford", "Old bridge") if name not in written
    ] == []
    said = description(svg)
    assert said.count("; Depot in Chicago") == 3  # once for each player
    assert said.count("; Totem in Nashville") == 2
    assert (
        "Bandit in Nashville, Denver, Kansas City, Oklahoma City: 1" in said
        or "Bandit in Nashville: 1" in said
    )
    assert "Ford beside Chicago–Saint Louis, Denver–Helena." in said
    assert svg == board_svg(ruleset_for("usa"), crowded_scene(), PictureOptions(palette=palette))


def test_a_mark_may_be_spent_beside_one_route_and_not_beside_another() -> None:
    spent, fresh = RouteId("denver--helena"), RouteId("miami--new_orleans")
    marks = (
        RouteMark(name="ford", routes=(spent,), spent=True),
        RouteMark(name="ford", routes=(fresh,)),
    )
    scene = replace(scene_for("usa"), marks=marks)
    chips = MapMarks(layout_of(ruleset_for("usa")), ruleset_for("usa"), scene).chips
    assert sorted((mark.routes, mark.spent) for mark, _ in chips) == [((spent,), True), ((fresh,), False)]


def test_a_mark_at_a_city_has_one_letter_of_its_own() -> None:
    names = ("Snow globe", "Seashell", "Saints", "Sea")
    things = [Thing(id=name.lower(), name=name) for name in names]
    marks = [CityMark(name="souvenir", thing=thing, city=CityId("denver")) for thing in things]
    assert list(signs_of(marks).values()) == ["S", "E", "A", "S2"]


def test_marks_of_one_name_have_their_own_signs() -> None:
    routes = [RouteId(name) for name in ("denver--helena", "miami--new_orleans", "chicago--toronto")]
    tolls = dict(zip(routes, ("3", "1", "2"), strict=True))
    marks = tuple(RouteMark(name="toll", sign=sign, routes=(route,)) for route, sign in tolls.items())
    scene = replace(scene_for("usa"), marks=(*marks, StockMark(name="toll", left=7)))
    drawn = MapMarks(layout_of(ruleset_for("usa")), ruleset_for("usa"), scene)
    assert {mark.routes[0]: drawn.signs[appearance(mark)] for mark, _ in drawn.chips} == tolls
    (key,) = keys_of(scene.marks, board_words(ruleset_for("usa"), "en"), Messages("en", ruleset_for("usa")))
    assert [mark.sign for mark in key.samples if isinstance(mark, Mark)] == ["1", "2", "3"]
    svg = board_svg(ruleset_for("usa"), scene, PictureOptions())
    assert all(svg.count(f">{sign}<") >= 2 for sign in tolls.values())  # on the map and in the legend


# the legend


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", LANGS)
def test_everything_that_is_printed_or_held_is_in_the_legend(board: str, lang: Lang) -> None:
    ruleset = ruleset_for(board)
    say, words = Messages(lang, ruleset), board_words(ruleset, lang)
    for marks in (marks_of(ruleset), marks_of(ruleset, view(ruleset, late(board), 0))):
        shown = [mark for mark in marks if isinstance(mark, CityMark | RouteMark | SpaceMark | StockMark)]
        keys = keys_of(marks, words, say)
        assert {mark_name(mark, say) for mark in shown} == {key.text.partition(" · ")[0] for key in keys}
        for mark in shown:
            assert mark.thing or say.knows(f"mark-{mark.name}")


@pytest.mark.parametrize("board", ["pennsylvania", "iberia", "europe", "world-dense"])
@pytest.mark.parametrize("palette", [Palette("light", "usual"), Palette("dark", "safe")])
def test_the_legend_stays_within_the_picture(board: str, palette: Palette) -> None:
    ruleset = ruleset_for(board)
    scene = scene_of(ruleset, view(ruleset, late(board), 0), NAMES)
    picture = ElementTree.fromstring(board_svg(ruleset, scene, PictureOptions(palette=palette)))
    width, height = (float(value) for value in picture.get("viewBox", "").split()[2:])
    for box in picture.iter(f"{SVG}rect"):
        if box.get("transform") is None and box.get("x"):
            assert float(box.get("x", "")) + float(box.get("width", "")) <= width
            assert float(box.get("y", "")) + float(box.get("height", "")) <= height


def test_a_picture_without_standings_does_not_show_what_players_hold() -> None:
    bare = without_standings(scene_for("pennsylvania"))
    assert all(not mark.held and mark.left is None for mark in bare.marks if isinstance(mark, StockMark))
    assert [mark for mark in bare.marks if isinstance(mark, RouteMark)]


def test_changed_marks_at_cities_are_new() -> None:
    ruleset, states = ruleset_for("iberia"), positions("iberia")
    views = [view(ruleset, state, Witness.SPECTATOR) for state in states[:: len(states) // 6]]
    for before, now in combinations(views, 2):
        scene = scene_of(ruleset, now, NAMES, before)
        old = {mark.city: mark.count for mark in scene_of(ruleset, before, NAMES).city_marks()}
        changed = {m.city for m in scene.city_marks() if m.count and m.count != old[m.city]}
        assert {mark.city for mark in scene.new_marks} == changed
        badge, glow = Palette().ink.badge, Palette().ink.new
        rosettes = badges(board_svg(ruleset, scene, PictureOptions()))
        glowing = sum(1 for each in rosettes if (each.get("fill"), each.get("stroke")) == (badge, glow))
        assert glowing == len(changed)


@pytest.mark.parametrize("width", [400, 1000])
def test_the_outline_of_an_empty_badge_is_seen(width: int) -> None:
    """At least a pixel broad, in a colour that is seen on every ground."""
    ruleset, scene = ruleset_for("iberia"), scene_for("iberia", state=late("iberia"))
    ink = Palette("dark").ink
    svg = board_svg(ruleset, scene, PictureOptions(palette=Palette("dark"), width=width, legend=False))
    picture = ElementTree.fromstring(svg)
    pixels = width / float(picture.get("viewBox", "").split()[2])
    empty = [each for each in badges(svg) if each.get("stroke") == ink.badge != each.get("fill")]
    assert len(empty) == sum(mark.count == 0 for mark in scene.city_marks()) > 3
    assert all(float(each.get("stroke-width", "")) * pixels >= 1.0 for each in empty)
    assert min(contrast(ink.badge, ground) for ground in (ink.land, ink.sea, ink.halo)) >= 2.4


# ignorance


def test_nothing_in_the_pictures_knows_a_rule_by_name() -> None:
    """Not the rules that only some boards have, nor what they name."""
    variants = [module for module in registered_rules() if not module.always and module.marks]
    names = {name for module in variants for name in (module.name, *(kind.name for kind in module.kinds))}
    assert len(names) > 10
    sources = sorted((ROOT / "service" / "pictures").rglob("*.py"))
    known = {
        (source.name, name)
        for source in sources
        for name in names
        if f'"{name}"' in source.read_text("utf-8")
    }
    assert known == set()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("board", ["pennsylvania", "iberia"])  # with the longest legends
@pytest.mark.parametrize("width", [400, 1000])
def test_no_key_of_the_legend_is_cut(board: str, lang: Lang, width: int) -> None:
    """Also in the safe colours, in which numbers take the most room."""
    ruleset = ruleset_for(board)
    scene = scene_of(ruleset, view(ruleset, late(board), 0), NAMES)
    svg = board_svg(ruleset, scene, PictureOptions(lang=lang, width=width, palette=Palette("light", "safe")))
    assert "…" not in svg
    if board == "pennsylvania":
        assert ">Buffalo, Rochester &amp; Pittsburgh</text>" in svg


@pytest.mark.parametrize("canvas", [LARGE, SMALL], ids=lambda each: each.name)
def test_badges_stand_within_the_room_of_their_names_and_off_the_words(canvas: Canvas) -> None:
    ruleset = ruleset_for("iberia")
    layout = layout_of(ruleset, canvas=canvas)
    marks = MapMarks(layout, ruleset, scene_for("iberia"))
    below = {mark.city: layout.labels[mark.city].badge_below for mark, _ in marks.badges}
    assert set(below.values()) == {True, False}
    for mark, place in marks.badges:
        label = layout.labels[mark.city]
        words = max(width_of(line, label.size) for line in label.lines)
        high = (ASCENT + DESCENT + LINE * (len(label.lines) - 1)) * label.size
        assert label.box.grown(2.0).holds(Box(*place, *place).grown(radius(layout.canvas)))
        assert (
            place.y - radius(layout.canvas) >= label.box.top + high
            if label.badge_below
            else place.x - radius(layout.canvas) >= label.middle() + words / 2
        )


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", LANGS)
def test_points_are_not_called_like_pieces(board: str, lang: Lang) -> None:
    """ "Stations left 12" are points, and "Stations left 3" are stations: nobody can tell one from the other."""
    ruleset = ruleset_for(board)
    say = Messages(lang, ruleset)
    pieces = {mark_name(mark, say) for mark in marks_of(ruleset, view(ruleset, late(board), 0))}
    sheet = score(ruleset, positions(board)[-1])
    points = {reason_words(say, line.reason) for seat in sheet.seats for line in seat.lines}
    assert len(points) >= 2
    assert pieces & points == set()


def test_the_words_of_marks_can_be_read_alone() -> None:
    nordic, italy = (ruleset_for(board) for board in ("nordic", "italy"))
    assert "This many cards of any kind count as one" in board_svg(
        nordic, scene_for("nordic"), PictureOptions()
    )
    svg = board_svg(italy, scene_for("italy"), PictureOptions(lang="fr"))
    assert re.search(r">il en reste \d+<", svg)


def test_no_mark_of_a_rule_at_a_city_looks_like_a_city() -> None:
    """A festival beside the name of its city was taken for a town of its own."""
    ruleset, scene = ruleset_for("iberia"), scene_for("iberia")
    svg = board_svg(ruleset, scene, PictureOptions(legend=False))
    assert len(badges(svg)) == len([mark for mark in scene.city_marks() if mark.seat is None])
    rings = list(ElementTree.fromstring(svg).iter(f"{SVG}circle"))
    assert len(rings) == len(ruleset.board.cities)
