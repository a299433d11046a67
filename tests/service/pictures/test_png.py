"""PNG: small, with all its words, and the same pixels whatever way they are packed."""

import struct
from importlib.resources import files
from io import BytesIO

import pytest
from PIL import Image

from service.pictures.drawing.board_picture import PictureOptions, board_svg
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.scene import empty_scene
from service.pictures.layout.board_layout import layout_of
from service.pictures.layout.canvas import SMALL
from service.pictures.layout.lettering.text_width import line_breaks, shortened, width_of, wrapped
from service.pictures.png import png_of, with_few_colours
from tests.support.boards.every_board import PLAYABLE
from tests.support.boards.pictured_tables import ruleset_for, scene_for

MOST = 300_000


@pytest.mark.parametrize("board", PLAYABLE)
def test_a_full_board_is_small(board: str) -> None:
    wanted = PictureOptions(palette=Palette("dark", "safe"), width=1200)
    png = png_of(board_svg(ruleset_for(board), scene_for(board), wanted))
    assert len(png) < MOST
    assert struct.unpack(">I", png[16:20]) == (1200,)


def test_the_same_picture_is_the_same_bytes() -> None:
    svg = board_svg(ruleset_for("iberia"), scene_for("iberia"), PictureOptions(width=400))
    assert png_of(svg) == png_of(svg)


@pytest.mark.parametrize("text", ["this is no picture", "<svg", ""])
def test_what_is_no_svg_is_an_ordinary_error(text: str) -> None:
    with pytest.raises(ValueError, match="no SVG"):
        png_of(text)


def test_the_words_are_in_the_picture() -> None:
    """Without a font they would vanish without an error."""
    ruleset = ruleset_for("nordic")
    named, nameless = (
        png_of(board_svg(ruleset, empty_scene(ruleset), PictureOptions(width=400, names=names)))
        for names in (True, False)
    )
    assert len(named) > len(nameless) + 2000


def test_the_width_is_what_was_asked_for() -> None:
    ruleset = ruleset_for("usa")
    png = png_of(board_svg(ruleset, empty_scene(ruleset), PictureOptions(width=200)))
    width, height = struct.unpack(">II", png[16:24])
    assert (width, height) == (200, round(layout_of(ruleset, canvas=SMALL).height / 5))


def test_the_font_knows_every_letter_of_every_board() -> None:
    letters = {
        letter for board in PLAYABLE for city in ruleset_for(board).board.cities for letter in city.name
    }
    assert [letter for letter in sorted(letters) if width_of(letter, 1) == 1.0] == []
    assert width_of("iii", 16) < width_of("WWW", 16) / 2
    licence = files("service.pictures.data").joinpath("DejaVuSans-Bold.LICENSE.txt").read_text("utf-8")
    assert "Bitstream" in licence


def test_long_names_are_cut_and_broken() -> None:
    assert shortened("Chloé", 16, 500) == "Chloé"
    cut = shortened("Chloé de la Tour-Maubourg", 16, 100)
    assert cut.endswith("…")
    assert width_of(cut, 16) <= 100
    assert line_breaks("Salt Lake City")[0] == ("Salt Lake City",)
    assert sorted(line_breaks("Salt Lake City")[1:]) == [("Salt", "Lake City"), ("Salt Lake", "City")]
    assert line_breaks("Hôtel-de-Ville")[1] == ("Hôtel-", "de-Ville")


# packing


def _png(picture: Image.Image) -> bytes:
    png = BytesIO()
    picture.save(png, "PNG")
    return png.getvalue()


def test_no_line_begins_with_a_french_colon() -> None:
    text = "Score final\u00a0: Ann remporte la partie."
    for most in range(80, 400, 10):
        lines = wrapped(text, 16, most)
        assert not any(line.startswith(":") for line in lines)
        assert " ".join(lines) == text or any("…" in line for line in lines)


def test_few_colours_are_nearly_kept() -> None:
    colours = [(16 * n, 255 - 16 * n, 128, 255) for n in range(16)]
    picture = Image.new("RGBA", (16, 3))
    picture.putdata(colours * 3)
    with Image.open(BytesIO(with_few_colours(_png(picture)))) as packed:
        assert (packed.mode, packed.size) == ("P", (16, 3))
        seen = packed.convert("RGBA").tobytes()
    assert max(abs(one - other) for one, other in zip(seen, picture.tobytes(), strict=True)) <= 8


def test_many_colours_become_the_nearest() -> None:
    picture = Image.new("RGBA", (64, 64))
    picture.putdata([(x * 4, y * 4, (x + y) * 2, 255) for y in range(64) for x in range(64)])
    with Image.open(BytesIO(with_few_colours(_png(picture)))) as packed:
        assert len(packed.getcolors() or ()) <= 256
        seen = packed.convert("RGBA").tobytes()
    assert max(abs(one - other) for one, other in zip(seen, picture.tobytes(), strict=True)) <= 40
