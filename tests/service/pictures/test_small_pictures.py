"""A narrow picture is laid out anew: its words can be read, and none lies on another."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import empty_scene
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.canvas import LEGIBLE, canvas_for
from service.pictures.layout.lettering.text_width import abbreviated, width_of
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import ruleset_for, scene_for

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (400, 500, 640, 879, 880, 1000, 1600)
PALETTES = (Palette("light", "usual"), Palette("dark", "safe"))
QUICK = "nordic"  # the soak run looks at all others at every width

on_every_board = pytest.mark.parametrize("board", PLAYABLE)


def texts(element: ElementTree.Element, scale: float = 1.0) -> Iterator[tuple[str, float]]:
    """All texts with the sizes at which they are seen."""
    for child in element:
        factor = re.search(r"scale\(([0-9.]+)\)", child.get("transform", ""))
        grown = scale * float(factor[1]) if factor else scale
        if child.tag == f"{SVG}svg":  # a window
            grown *= float(child.get("width", "")) / float(child.get("viewBox", "").split()[2])
        if child.tag == f"{SVG}text":
            yield child.text or "", float(child.get("font-size", "")) * grown
        yield from texts(child, grown)


def drawn(board: str, width: int, palette: Palette) -> ElementTree.Element:
    options = PictureOptions(palette=palette, width=width)
    return ElementTree.fromstring(board_svg(ruleset_for(board), scene_for(board), options))


@pytest.mark.parametrize(
    ("board", "width", "palette"),
    [pytest.param(board, 400, palette) for board in PLAYABLE for palette in PALETTES]
    + [
        pytest.param(board, width, PALETTES[1], marks=() if board == QUICK else pytest.mark.soak)
        for board in PLAYABLE
        for width in WIDTHS
        if 400 < width < 880
    ],
)
def test_every_word_of_a_small_picture_is_legible(board: str, width: int, palette: Palette) -> None:
    """The same words at each width below 880, so that the narrowest says most."""
    picture = drawn(board, width, palette)
    pixels = width / float(picture.get("viewBox", "").split()[2])
    sizes = {text: size * pixels for text, size in texts(picture)}
    assert len(sizes) > 20
    assert {text: size for text, size in sizes.items() if size < LEGIBLE} == {}


@on_every_board
@pytest.mark.parametrize("width", WIDTHS)
def test_every_name_is_legible(board: str, width: int) -> None:
    ruleset = ruleset_for(board)
    layout = layout_of(ruleset, "en", canvas_for(width))
    names = [label for key, label in layout.labels.items() if not key.startswith("route:")]
    assert min(label.size for label in names) * width / layout.width >= LEGIBLE


@on_every_board
def test_the_legend_of_a_small_picture_is_one_column(board: str) -> None:
    picture = drawn(board, 400, PALETTES[0])
    legend = next(group for group in picture.iter(f"{SVG}g") if "scale" in group.get("transform", ""))
    names = {player.name for player in scene_for(board).players}
    places = [
        (float(text.get("x", "")), float(text.get("y", "")))
        for text in legend.iter(f"{SVG}text")
        if text.text in names
    ]
    assert len(places) == len(names)
    assert len({x for x, _ in places}) == 1
    assert len({y for _, y in places}) == len(names)
    assert all(_right(text) <= 400 for text in legend.iter(f"{SVG}text"))


def _right(text: ElementTree.Element) -> float:
    x, width = float(text.get("x", "")), width_of(text.text or "", float(text.get("font-size", "")))
    return x + {"end": 0.0, "middle": 0.5}.get(text.get("text-anchor", ""), 1.0) * width


def test_a_wide_picture_has_letters_on_its_spaces() -> None:
    ruleset = ruleset_for("usa")
    palette = Palette("light", "safe")
    large, small = (
        board_svg(ruleset, empty_scene(ruleset), PictureOptions(palette=palette, width=width))
        for width in (1000, 400)
    )
    assert large.count(">W</text>") > 2 * small.count(">W</text>") > 4


@pytest.mark.parametrize(
    ("name", "most", "short"),
    [
        ("South Africa", 8, "S. Africa"),
        ("Constantinople", 8, "Constant."),
        ("Barcelona", 8, "Barcelona"),
        ("Barcelona", 3, "Bar."),
        ("United States (East)", 8, "U. S. (East)"),
        ("Fort de la Motte", 8, "F. de la Motte"),
        ("Fort de la Motte", 5, "F. Motte"),
        ("La Part-Dieu", 5, "Part"),
        ("Homme-de-la-Roche", 8, "Homme"),
        ("Messina", 5, "Messina"),
        ("Colombie-Britannique", 4, "C.-Brit."),
        ("Nouvelle-Zélande", 8, "N.-Zélande"),
        ("Australia (East)", 3, "A. (E.)"),
        ("Polynesia →", 5, "Polyn. →"),
        ("← Kamchatka", 5, "← Kamch."),
    ],
)
def test_names_without_room_are_shortened(name: str, most: int, short: str) -> None:
    assert abbreviated(name, most) == short
