"""Colours: everything can be seen in both themes, trains are no routes, and one colour has one name."""

from io import BytesIO
from itertools import combinations, product
from math import dist
from typing import get_args
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace
from PIL import Image

from service.language.languages import Messages, codes
from service.language.vocabulary.board_words import board_words
from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import (
    DARK_TEXT,
    ENOUGH,
    TINTS,
    Colours,
    Palette,
    Theme,
    card_letters,
    contrast,
    text_on,
)
from service.pictures.drawing.result_table import SIGNS
from service.pictures.drawing.scene import Scene, empty_scene, scene_of
from service.pictures.game_result import TicketState
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.canvas import SMALL
from service.pictures.png import png_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import NAMES, positions, ruleset_for, scene_for
from ttr_core import Ruleset, Witness, load_ruleset, view
from ttr_core.model.ids import LOCOMOTIVE

SVG = "{http://www.w3.org/2000/svg}"
NAMED_COLOURS = ("white", "blue", "yellow", "green", "red", "pink", "purple", "black", "orange", "brown")
PLAYER_COLOURS = ("blue", "red", "green", "yellow", "black", "white", "pink")
PALETTES = [Palette(theme, colours) for theme, colours in product(get_args(Theme), get_args(Colours))]
READ = 4.5  # contrast of words
WIDE_ENOUGH = 1.6  # of a line that is to be seen
NOTICEABLE = 40  # difference of a colour part, of 255
UNLIKE = 38  # distance of colours that nobody takes for each other
CHANGED = 0.3  # of the pixels of a space, when a train lies on it

in_every_palette = pytest.mark.parametrize(
    "palette", PALETTES, ids=[f"{palette.theme}-{palette.colours}" for palette in PALETTES]
)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1.0


def grounds(palette: Palette) -> list[str]:
    """Land, sea, and land with the tint of each area."""
    ink = palette.ink
    parts = [[int(colour[place : place + 2], 16) for place in (1, 3, 5)] for colour in (ink.land, *TINTS)]
    tinted = [
        [round(ink.tint * over + (1 - ink.tint) * below) for over, below in zip(tint, parts[0], strict=True)]
        for tint in parts[1:]
    ]
    return [ink.land, ink.sea, *("#" + bytes(colour).hex() for colour in tinted)]


@in_every_palette
@pytest.mark.parametrize("colour", [*NAMED_COLOURS, "gray", "white/blue", "other"])
def test_free_routes_are_seen_on_land_and_sea_and_in_areas(palette: Palette, colour: str) -> None:
    """By their colour or by a line around it that is wide enough."""
    edge, breadth = palette.outline(colour)
    fills = [palette.card(part) for part in colour.split("/")]
    for ground in grounds(palette):
        outlined = contrast(edge, ground) >= ENOUGH and breadth >= WIDE_ENOUGH
        assert outlined or all(contrast(fill, ground) >= ENOUGH for fill in fills)


@in_every_palette
@pytest.mark.parametrize("colour", [*PLAYER_COLOURS, "other"])
def test_trains_are_seen_on_land_and_sea_and_in_areas(palette: Palette, colour: str) -> None:
    for ground in grounds(palette):
        assert contrast(palette.ink.rim, ground) >= ENOUGH
        assert contrast(palette.ink.tunnel, ground) >= ENOUGH


@in_every_palette
def test_words_are_read_on_everything_below_them(palette: Palette) -> None:
    ink = palette.ink
    areas = [palette.area_text(number) for number in range(len(TINTS))]
    for word in (ink.text, ink.faint, *areas):
        assert contrast(word, ink.halo) >= ENOUGH
    assert contrast(ink.text, ink.page) >= 7
    assert contrast(ink.faint, ink.page) >= 4.5
    assert contrast(ink.mark, ink.land) >= ENOUGH


@in_every_palette
@pytest.mark.parametrize("number", range(len(TINTS)))
def test_small_names_of_areas_are_read_on_their_tint_and_beyond_it(palette: Palette, number: int) -> None:
    text = palette.area_text(number)
    for ground in (*palette.area_grounds(number), palette.ink.halo):
        assert contrast(text, ground) >= READ


@in_every_palette
def test_the_ground_is_quiet(palette: Palette) -> None:
    """Nobody takes a river or a border for a route."""
    ink = palette.ink
    for one, other in product((ink.land, ink.sea, ink.river, ink.border), (ink.land, ink.sea)):
        assert contrast(one, other) < 1.8
    assert contrast(ink.land, ink.sea) > 1.08
    assert max(contrast(ink.coast, ground) for ground in (ink.land, ink.sea)) < 2.5


@in_every_palette
def test_tickets_are_read_in_the_colour_of_their_state_and_differ_without_it(palette: Palette) -> None:
    states = get_args(TicketState)
    assert len({palette.ticket(state) for state in states}) == len(states)
    assert len({SIGNS[state] for state in states}) == len(states)
    for state in states:
        assert contrast(palette.ticket(state), palette.ink.page) >= READ, state


@in_every_palette
def test_letters_are_read_on_what_they_stand_on(palette: Palette) -> None:
    """Letters of tickets on cities, of colours on spaces and cards, of seats on trains."""
    assert contrast(text_on(palette.ink.mark), palette.ink.mark) >= READ
    fills = [palette.card(colour) for colour in (*NAMED_COLOURS, "gray", "locomotive", "other")]
    fills += [palette.player(colour) for colour in (*PLAYER_COLOURS, "other")]
    assert [fill for fill in fills if contrast(text_on(fill), fill) < ENOUGH] == []


@in_every_palette
@pytest.mark.parametrize("what", ["path", "new"])
def test_a_band_looks_like_no_route_train_or_other_sign(palette: Palette, what: str) -> None:
    """It stands out from all of them by its colour, and from the ground by its dark rim or by itself."""
    ink = palette.ink
    band = {"path": ink.path, "new": ink.new}[what]
    routes = [palette.card(colour) for colour in (*NAMED_COLOURS, "gray", "locomotive")]
    trains = [palette.player(colour) for colour in (*PLAYER_COLOURS, "other")]
    for other in (*routes, *trains, ink.mark, ink.badge):
        assert colour_distance(band, other) >= UNLIKE, other
    assert colour_distance(ink.path, ink.new) >= UNLIKE
    for ground in (ink.land, ink.sea):
        assert max(contrast(band, ground), contrast(DARK_TEXT, ground)) >= ENOUGH
    assert contrast(band, DARK_TEXT) >= ENOUGH


def test_colours_that_look_alike_are_near_each_other() -> None:
    assert colour_distance("#777777", "#777777") == 0
    assert colour_distance("#ffffff", "#000000") == pytest.approx(100, abs=0.1)
    assert colour_distance("#f3d038", "#ffd54f") < 10 < UNLIKE < colour_distance("#f3d038", "#3f83cc")


def colour_distance(one: str, other: str) -> float:
    """How different two colours look, as CIE 1976 measures it: a difference of 2 is just seen."""
    return dist(_lab(one), _lab(other))


def _lab(colour: str) -> tuple[float, float, float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    u, v, w = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * v - 16, 500 * (u - v), 200 * (v - w)


def owned(ruleset: Ruleset, scene: Scene, seat: int, route: str) -> Scene:
    (known,) = [each.id for each in ruleset.routes if each.id == route]
    return replace(scene, owners={known: seat})


@in_every_palette
def test_trains_differ_from_routes_of_the_same_colour_on_a_phone(palette: Palette) -> None:
    ruleset = load_ruleset("usa", 5)
    scene = scene_of(ruleset, view(ruleset, positions("usa")[0], Witness.SPECTATOR), NAMES)
    options = PictureOptions(palette=palette, width=400)
    free = _pixels(board_svg(ruleset, replace(scene, owners={}), options))
    layout = layout_of(ruleset, "en", SMALL)
    for player in scene.players:
        row = next(row for row in layout.rows if row.track.colour == player.colour)
        train = _pixels(board_svg(ruleset, owned(ruleset, scene, player.seat, row.track.routes[0]), options))
        spots = {
            (round((tile.x + dx) * 0.4), round((tile.y + dy) * 0.4))
            for tile in row.tiles
            for dx in range(-8, 9)
            for dy in range(-8, 9)
        }
        changed = [spot for spot in spots if _differ(free, train, spot)]
        assert len(changed) >= CHANGED * len(spots), player.colour


def _pixels(svg: str) -> Image.Image:
    with Image.open(BytesIO(png_of(svg))) as picture:
        return picture.convert("RGB")


def _differ(one: Image.Image, other: Image.Image, spot: tuple[int, int]) -> bool:
    first, second = one.getpixel(spot), other.getpixel(spot)
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    return max(abs(a - b) for a, b in zip(first, second, strict=True)) >= NOTICEABLE


# names


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("colours", ["usual", "safe"])
def test_a_card_is_drawn_in_the_colour_that_words_call_it(board: str, colours: str) -> None:
    ruleset = ruleset_for(board)
    palette = Palette("light", "usual" if colours == "usual" else "safe").named_by(ruleset.board)
    bare, words = replace(palette, names=()), board_words(ruleset, "en")
    for card in ruleset.board.cards.colours:
        assert palette.card(card) == bare.card(words.card(card))
        assert palette.letter(card) == Messages("en")(f"letter-{words.card(card)}")


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", codes())
def test_every_card_has_a_letter_of_its_own_with_which_its_name_begins(board: str, lang: str) -> None:
    """But for black and brown, whose English initials blue has."""
    ruleset = ruleset_for(board)
    palette, words = Palette("light", "safe").named_by(ruleset.board, lang), board_words(ruleset, lang)
    cards = [*ruleset.board.cards.colours, LOCOMOTIVE]
    letters = {words.card(card): palette.letter(card) for card in cards}
    assert len(set(letters.values())) == len(cards)
    others = {name: letter for name, letter in letters.items() if name not in ("black", "brown")}
    assert [name for name, letter in others.items() if name[0].upper() != letter[0]] == []
    assert all(set(letter.lower()) <= set(name) for name, letter in letters.items())


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("lang", codes())
def test_neighbours_of_another_colour_differ_without_colours(board: str, lang: str) -> None:
    """By their letters, on every track between the same two cities; gray ones have none."""
    ruleset = ruleset_for(board)
    options = PictureOptions(palette=Palette("light", "safe"), lang="fr" if lang == "fr" else "en")
    picture = ElementTree.fromstring(board_svg(ruleset, empty_scene(ruleset), options))
    letters = {
        route: {text.text for text in row.iter(f"{SVG}text")}
        for row in picture.iter(f"{SVG}g")
        for route in row.get("data-routes", "").split()
    }
    pairs = [
        (one, other)
        for one, other in combinations(ruleset.routes, 2)
        if {one.a, one.b} == {other.a, other.b} and one.colour != other.colour
    ]
    assert [(one.id, other.id) for one, other in pairs if letters[one.id] == letters[other.id]] == []


def test_a_colour_without_a_usual_letter_gets_as_many_of_its_own_as_it_needs() -> None:
    cards = {"a": ("white", "blanc"), "b": ("teal", "bleu-vert"), "c": ("bronze", "bronze")}
    assert card_letters(cards, "fr") == {"a": "Bc", "b": "B", "c": "Br"}
    assert card_letters({"d": ("gold", "J")}, "en") == {"d": "J"}


def test_letters_follow_the_language() -> None:
    ruleset = ruleset_for("lyon")
    english, french = (Palette("light", "safe").named_by(ruleset.board, lang) for lang in ("en", "fr"))
    cards = ("pink", "orange", "white/blue")
    assert [english.letter(card) for card in cards] == ["P", "N", "WB"]
    assert [french.letter(card) for card in cards] == ["Vi", "M", "BcBl"]
    svg = board_svg(ruleset, scene_for("lyon"), PictureOptions(palette=Palette("light", "safe"), lang="fr"))
    assert ">Vi</text>" in svg
    assert ">violette</text>" in svg
    assert ">K</text>" not in svg


def test_an_edition_that_calls_orange_brown_draws_it_brown() -> None:
    new, old = (load_ruleset("usa", 2, {"edition": edition}) for edition in ("later", "2004"))
    names = [board_words(ruleset, "en").card("orange") for ruleset in (new, old)]
    assert names == ["orange", "brown"]
    palettes = [Palette("light", "safe").named_by(ruleset.board) for ruleset in (new, old)]
    assert [palette.letter("orange") for palette in palettes] == ["O", "N"]
    assert palettes[0].card("orange") != palettes[1].card("orange")
    svg = board_svg(old, empty_scene(old), PictureOptions(palette=Palette("light", "safe")))
    assert ">brown</text>" in svg
    assert ">N</text>" in svg
    assert ">O</text>" not in svg
    assert palettes[0].card("orange") not in svg


@pytest.mark.parametrize("lang", codes())
def test_the_legend_names_cards_as_words_do(lang: str) -> None:
    ruleset = ruleset_for("lyon")
    options = PictureOptions(palette=Palette("light", "safe"), lang="fr" if lang == "fr" else "en")
    svg = board_svg(ruleset, scene_for("lyon"), options)
    words = board_words(ruleset, options.lang)
    assert [card for card in ruleset.board.cards.colours if f">{words.card(card)}</text>" not in svg] == []
