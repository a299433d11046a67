"""The board as SVG: the same bytes every time, owners in their colours, and the same in words."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from xml.etree import ElementTree

import msgspec
import pytest

from service.language.languages import Lang, Messages
from service.language.vocabulary.board_words import BoardWords
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette, Theme, text_on
from service.pictures.drawing.routes.spaces import band, wagons
from service.pictures.drawing.scene import Scene, empty_scene, lettered_cities, marked_cities, scene_of
from service.pictures.drawing.svg import polyline
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.canvas import LARGE, LEGIBLE, SMALL
from service.pictures.layout.geometry import Point, distance
from service.pictures.layout.paths.curves import LANE
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import NAMES, late, positions, ruleset_for, scene_for
from ttr_core.engine.views import view
from ttr_core.model.ids import CityId, Witness
from ttr_core.model.marks import CityMark, Symbol

SVG = "{http://www.w3.org/2000/svg}"
PALETTES = (
    Palette("light", "usual"),
    Palette("dark", "usual"),
    Palette("light", "safe"),
    Palette("dark", "safe"),
)

on_every_board = pytest.mark.parametrize("board", PLAYABLE)


def drawn(board: str, scene: Scene, palette: Palette = PALETTES[0]) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(ruleset_for(board), scene, PictureOptions(palette=palette)))


def trains(picture: ElementTree.Element) -> dict[Point, str]:
    """The colour of every wagon, by its middle."""
    return {
        middle: train.get("fill", "")
        for train in picture.iter(f"{SVG}path")
        if train.get("class") == "train"
        for middle in middles(train.get("d", ""))
    }


def middles(path: str) -> Iterator[Point]:
    """The middle of each shape of a path: halfway between its first corner and the opposite one."""
    for shape in path.removesuffix("z").split("z"):
        start, _, steps = shape.removeprefix("M").partition("l")
        x, y = (float(value) for value in start.split())
        moves = [float(value) for value in re.findall(r"-?[0-9.]+", steps)]
        half = len(moves) // 2 + 1
        yield Point(x + sum(moves[:half:2]) / 2, y + sum(moves[1 : half + 1 : 2]) / 2)


@on_every_board
@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: f"{palette.theme}-{palette.colours}")
def test_every_board_is_drawn_empty(board: str, palette: Palette) -> None:
    empty = drawn(board, empty_scene(ruleset_for(board)), palette)
    assert empty.get("role") == "img"
    assert trains(empty) == {}


@on_every_board
@pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: f"{palette.theme}-{palette.colours}")
def test_every_claimed_route_is_in_its_owners_colour(board: str, palette: Palette) -> None:
    scene = scene_for(board)
    fills = trains(drawn(board, scene, palette))
    assert scene.owners
    expected = {}
    for row in layout_of(ruleset_for(board)).rows:
        for seat in [scene.owners[route] for route in row.track.routes if route in scene.owners]:
            for tile in row.tiles:
                expected[Point(tile.x, tile.y)] = palette.player(scene.players[seat].colour)
    assert {min(expected, key=partial(distance, middle)): fill for middle, fill in fills.items()} == expected
    assert max(min(distance(middle, place) for place in expected) for middle in fills) < 0.2
    assert len(fills) == len(expected) > 40


SAID: dict[Lang, tuple[str, str, str]] = {
    "en": ("{name} ({colour}): ", "{trains} left", "{routes}"),
    "fr": ("{name} ({colour})\u00a0: ", "{trains} en réserve", "{routes}"),
}


@on_every_board
@pytest.mark.parametrize("lang", SAID)
def test_the_words_tell_the_same(board: str, lang: Lang) -> None:
    ruleset, scene = ruleset_for(board), scene_for(board)
    picture = ElementTree.fromstring(board_svg(ruleset, scene, PictureOptions(lang=lang)))
    description, names, say = (
        picture.findtext(f"{SVG}desc") or "",
        BoardWords(ruleset, lang),
        Messages(lang),
    )
    for player in scene.players:
        facts = {
            "name": player.name,
            "colour": say(f"colour-{player.colour}"),
            "trains": say("picture-trains", count=player.trains),
            "routes": f"{len(player.routes)} route",
        }
        assert [said for said in SAID[lang] if said.format(**facts) not in description] == []
        for route in player.routes:
            ends = ruleset.routes[ruleset.route_index[route]]
            assert f"{names.place(ends.a)}–{names.place(ends.b)}" in description
    assert (picture.findtext(f"{SVG}title") or "").startswith(names.label(ruleset.board.title))


def test_every_word_is_in_the_language_that_is_asked_for() -> None:
    ruleset, shown = ruleset_for("world-dense"), view(ruleset_for("world-dense"), late("world-dense"), 1)
    texts = {}
    for lang in ("en", "fr"):
        scene = scene_of(ruleset, shown, [None] * 7, tickets=shown.seats[1].tickets or (), lang=lang)
        palette = Palette("light", "safe")
        texts[lang] = board_svg(ruleset, scene, PictureOptions(palette=palette, lang=lang))
    english = ("Seat 3", "South Pole", "South", ">green<", " cards", "Tickets: ", "Around the world")
    french = (
        "Place 3",
        "Pôle Sud",
        "du Sud",
        ">verte<",
        " cartes",
        "Destinations\u00a0: ",
        "Autour du monde",
    )
    assert [word for word in english if word not in texts["en"] or word in texts["fr"]] == []
    assert [word for word in french if word not in texts["fr"] or word in texts["en"]] == []


def test_things_are_counted() -> None:
    english, french = Messages("en"), Messages("fr")
    assert [english("picture-cards", count=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [french("picture-trains", count=n) for n in (0, 1, 2)] == ["0 wagon", "1 wagon", "2 wagons"]
    facts = {"trains": 0, "cards": 1, "tickets": 1234, "routes": 0}
    assert english("picture-player", name="Ann", colour="red", points=-1, **facts) == (
        "Ann (red): -1 point, 0 trains left, 1 card, 1234 tickets, 0 routes"
    )


@pytest.mark.parametrize("board", ["world-light", "italy", "pennsylvania"])
def test_the_bytes_do_not_depend_on_the_process(board: str) -> None:
    program = (
        "import sys; from tests.support.boards.pictured_tables import ruleset_for; "
        "from service.pictures.drawing.board_picture import *; "
        f"from service.pictures.drawing.scene import empty_scene; ruleset = ruleset_for({board!r}); "
        "sys.stdout.buffer.write(board_svg(ruleset, empty_scene(ruleset), PictureOptions()).encode())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONHASHSEED": "7"}, capture_output=True, check=True
    )
    ruleset = ruleset_for(board)
    assert done.stdout == board_svg(ruleset, empty_scene(ruleset), PictureOptions()).encode()


def test_names_are_escaped() -> None:
    text = board_svg(ruleset_for("usa"), scene_for("usa"), PictureOptions())
    assert "Ben &amp; &lt;Co&gt;" in text
    ruleset, shown = ruleset_for("usa"), view(ruleset_for("usa"), late("usa"), Witness.SPECTATOR)
    odd = scene_of(ruleset, shown, ["]]>\ufffe", '"/><script>', *NAMES[2:]])
    picture = drawn("usa", odd)
    assert list(picture.iter(f"{SVG}script")) == []


def test_what_is_new_shines() -> None:
    ruleset, states = ruleset_for("europe"), positions("europe")
    place = len(states) // 2
    before, now = (view(ruleset, states[at], Witness.SPECTATOR) for at in (place, place + 25))
    scene = scene_of(ruleset, now, NAMES, before)
    claimed = {route for seat in now.seats for route in seat.routes}
    assert scene.new_routes == claimed - {route for seat in before.seats for route in seat.routes} != set()
    groups = [
        (shape.get("class"), shape.get("data-routes", "")) for shape in drawn("europe", scene).iter(f"{SVG}g")
    ]
    kinds = [name for name, _ in groups]
    assert kinds.count("new") == len(scene.new_routes)
    assert max(place for place, kind in enumerate(kinds) if kind == "new") < kinds.index("route")  # below all
    svg, ink = board_svg(ruleset, scene, PictureOptions()), PALETTES[0].ink
    rows = [row for row in layout_of(ruleset).rows if scene.new_routes & set(row.track.routes)]
    assert [row.track.routes for row in rows if band(row.tiles, ink.new, LARGE) not in svg] == []
    assert "New: " in (drawn("europe", scene).findtext(f"{SVG}desc") or "")
    assert scene_of(ruleset, now, NAMES).new_routes == frozenset()


def bends(path: str) -> Iterator[Point]:
    """The point halfway between each two places that a path leads through."""
    here, control = Point(0.0, 0.0), Point(0.0, 0.0)
    for command, text in re.findall(r"([MLCS])([^MLCS]*)", path):
        values = [float(value) for value in re.findall(r"-?[0-9.]+", text)]
        *controls, there = (Point(x, y) for x, y in zip(values[::2], values[1::2], strict=True))
        if command == "S":
            controls = [Point(2 * here.x - control.x, 2 * here.y - control.y), *controls]
        one, other = controls or (here, there)
        weights = ((here, 1 / 8), (one, 3 / 8), (other, 3 / 8), (there, 1 / 8))
        if command != "M" and distance(here, there) > 40:
            yield Point(*(sum(part * place[axis] for place, part in weights) for axis in (0, 1)))
        here, control = there, other


def from_line(place: Point, line: Sequence[Point]) -> float:
    """The distance of a point from a line through many points."""
    return min(
        distance(place, Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))
        for a, b in pairwise(line)
        for share in (step / 8 for step in range(9))
    )


@pytest.mark.parametrize("board", ["lyon", "usa"])
def test_couplings_and_bands_follow_the_bends_of_their_track(board: str) -> None:
    """On a small map spaces are far apart: a straight line between them would cut the corner."""
    layout = layout_of(ruleset_for(board), "en", SMALL)
    bent = [row for row in layout.rows if len(row.line) > 2 and len(row.tiles) > 1]
    aside = []
    for row in bent:
        for shape in (
            wagons(row.tiles, "#000", PALETTES[0], SMALL),
            band(row.tiles, "#000", SMALL),
        ):
            path = ElementTree.fromstring(f"<g>{shape}</g>")[0].get("d", "")
            aside += [from_line(place, row.line) for place in bends(path)]
    assert len(aside) > 50
    assert max(aside) < LANE / 2


@pytest.mark.parametrize("board", ["europe", "switzerland", "iberia"])
def test_the_cities_of_tickets_are_marked(board: str) -> None:
    ruleset = ruleset_for(board)
    shown = view(ruleset, late(board), 1)
    tickets = shown.seats[1].tickets or ()
    scene = scene_of(ruleset, shown, NAMES, tickets=tickets)
    marked = marked_cities(ruleset, scene)
    assert {ruleset.board.cities[n].id for ticket in tickets for n in ruleset.goals[ticket][0]} <= set(marked)
    mark = Palette().ink.mark
    cities = [city for city in drawn(board, scene).iter(f"{SVG}g") if city.get("class") == "city"]
    lettered = [
        city for city in cities if any(sheet.get("fill") == mark for sheet in city.iter(f"{SVG}rect"))
    ]
    assert {city.get("data-city") for city in lettered} == set(marked)
    assert marked


def test_a_ticket_to_one_of_several_countries_has_its_letter_where_it_begins() -> None:
    ruleset = ruleset_for("switzerland")
    choice, pair = (
        next(ticket for ticket, (_, goals) in ruleset.goals.items() if (len(goals) > 1) is several)
        for several in (True, False)
    )
    cities = ruleset.board.cities
    start, goals = ruleset.goals[pair]
    assert lettered_cities(ruleset, pair) == tuple(cities[n].id for n in (*start, *goals[0][0]))
    assert lettered_cities(ruleset, choice) == tuple(cities[n].id for n in ruleset.goals[choice][0])


@pytest.mark.parametrize("width", [400, 1000])
def test_lines_to_names_lie_below_spaces_and_cities(width: int) -> None:
    svg = board_svg(ruleset_for("iberia"), scene_for("iberia"), PictureOptions(width=width))
    layout = layout_of(ruleset_for("iberia"), canvas=PictureOptions(width=width).canvas)
    places = [svg.index(polyline(label.leader)) for label in layout.labels.values() if label.leader]
    assert places
    assert max(places) < min(svg.index(mark) for mark in ('class="city"', "data-routes"))


def test_stations_and_festivals_are_described_and_drawn() -> None:
    europe = scene_for("europe")
    stations = {CityId("kyiv"): 1, CityId("roma"): 0}
    houses = [
        CityMark(name="station", sign=Symbol.HOUSE, city=city, seat=seat) for city, seat in stations.items()
    ]
    built = msgspec.structs.replace(europe, marks=(*houses, *europe.marks))
    assert "; stations in Kyiv." in (drawn("europe", built).findtext(f"{SVG}desc") or "")
    paths = [path for path in drawn("europe", built).iter(f"{SVG}path") if "l8-8" in path.get("d", "")]
    of_players = [Palette().player(name) for name in ("red", "blue")]
    assert [path.get("fill") for path in paths] == [*of_players, Palette().ink.land]  # the last in the legend
    scenes = [scene_for("iberia", state=state) for state in positions("iberia")]
    iberia = next(scene for scene in scenes if any(mark.count for mark in scene.city_marks()))
    marks = iberia.city_marks()
    picture = drawn("iberia", iberia)
    purple = Palette().ink.badge
    badges = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "badge"]
    festivals = {mark.thing.id: mark for mark in marks if mark.thing}  # each once more in the legend
    assert len(badges) == len(marks) + len(festivals)
    assert len([badge for badge in badges if badge.get("fill") == purple]) == len(
        [mark for mark in (*marks, *festivals.values()) if mark.count]
    )


@pytest.mark.parametrize("width", [400, 1000])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_in_the_safe_colours_a_station_has_the_number_of_its_player(width: int, theme: Theme) -> None:
    """Seven houses differ too little by colour alone."""
    ruleset, scene = ruleset_for("world-light"), scene_for("world-light")
    built = dict(zip(layout_of(ruleset).cities, range(7), strict=False))
    houses = [
        CityMark(name="station", sign=Symbol.HOUSE, city=city, seat=seat) for city, seat in built.items()
    ]
    table = msgspec.structs.replace(scene, marks=tuple(houses))
    numbers = {}
    for colours in ("safe", "usual"):
        palette = Palette(theme, "safe" if colours == "safe" else "usual")
        options = PictureOptions(palette=palette, width=width)
        picture = ElementTree.fromstring(board_svg(ruleset, table, options))
        cities = [each for each in picture.findall(f"{SVG}g") if each.get("class") == "city"]
        written = {each.get("data-city"): [text.text for text in each.iter(f"{SVG}text")] for each in cities}
        numbers[colours] = {city: written[city] for city in built}
        pixels = width / float(picture.get("viewBox", "").split()[2])
        sizes = [
            float(text.get("font-size", "")) * pixels for each in cities for text in each.iter(f"{SVG}text")
        ]
        assert all(size >= LEGIBLE for size in sizes)
    assert numbers["safe"] == {city: [str(seat + 1)] for city, seat in built.items()}
    assert numbers["usual"] == {city: [] for city in built}


def test_every_colour_has_a_letter_of_its_own() -> None:
    board = ruleset_for("usa").board
    colours, letter_of = board.cards.colours, Palette().named_by(board).letter
    assert len({letter_of(colour) for colour in colours}) == len(colours)
    assert [letter_of("white/blue"), letter_of("gray")] == ["WB", ""]
    text = board_svg(ruleset_for("usa"), scene_for("usa"), PictureOptions(palette=PALETTES[2]))
    assert all(f">{letter_of(colour)}</text>" in text for colour in colours)
    assert [text_on("#ffffff"), text_on("#000000")] == ["#141414", "#ffffff"]
