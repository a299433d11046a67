"""PNG: small, with all its words, and the same pixels whatever way they are packed."""

import struct
import zlib
from importlib.resources import files

import pytest

from service.pictures.board import Wanted, board_svg
from service.pictures.lettering import line_breaks, shortened, width_of
from service.pictures.palette import Palette
from service.pictures.pixels import read_pixels
from service.pictures.png import png_of
from service.pictures.scene import empty_scene
from service.pictures.shrinking import shrunk
from tests.core.boards import PLAYABLE
from tests.pictures.tables import ruleset_for, scene_for

MOST = 300_000
SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.mark.parametrize("board", PLAYABLE)
def test_a_full_board_is_small(board: str) -> None:
    svg = board_svg(ruleset_for(board), scene_for(board), Wanted(palette=Palette("dark", "safe")))
    png = png_of(svg)
    assert len(png) < MOST
    assert struct.unpack(">I", png[16:20]) == (1000,)
    assert png == png_of(svg)


def test_the_words_are_in_the_picture() -> None:
    """Without a font they would vanish without an error."""
    ruleset = ruleset_for("nordic")
    named, nameless = (
        png_of(board_svg(ruleset, empty_scene(ruleset), Wanted(width=400, names=names)))
        for names in (True, False)
    )
    assert len(named) > len(nameless) + 2000


def test_the_width_is_what_was_asked_for() -> None:
    ruleset = ruleset_for("usa")
    png = png_of(board_svg(ruleset, empty_scene(ruleset), Wanted(width=200)))
    width, height = struct.unpack(">II", png[16:24])
    assert (width, 130 < height < 160) == (200, True)


def test_the_font_knows_every_letter_of_every_board() -> None:
    letters = {
        letter for board in PLAYABLE for city in ruleset_for(board).board.cities for letter in city.name
    }
    assert [letter for letter in sorted(letters) if width_of(letter, 1) == 1.0] == []
    assert width_of("iii", 16) < width_of("WWW", 16) / 2
    licence = files("service.pictures").joinpath("DejaVuSans-Bold.LICENSE.txt").read_text("utf-8")
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


def _packed(width: int, rows: list[tuple[int, bytes]]) -> bytes:
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(bytes([kind]) + row for kind, row in rows))
    parts = ((b"IHDR", head), (b"IDAT", data[:9]), (b"IDAT", data[9:]), (b"IEND", b""))
    return SIGNATURE + b"".join(struct.pack(">I", len(body)) + name + body + bytes(4) for name, body in parts)


def _guess(kind: int, left: int, up: int, corner: int) -> int:
    """As the PNG specification says it, section 9."""
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    p = left + up - corner
    return min((left, up, corner), key=lambda value: abs(p - value))


@pytest.mark.parametrize("kind", range(5))
def test_pixels_are_read_whatever_they_were_predicted_from(kind: int) -> None:
    width, height = 40, 9
    pixels = bytearray(width * height * 4)
    for n in range(width * height):
        flat = (n // 7) % 3 and n % width > 12
        pixels[n * 4 : n * 4 + 4] = bytes(
            [200, 10, 30, 255] if flat else [n * 37 % 256, n % 256, n * n % 256, 255]
        )
    rows, stride = [], width * 4
    for row in range(height):
        coded = bytearray()
        for x in range(stride):
            left = pixels[row * stride + x - 4] if x >= 4 else 0
            up = pixels[(row - 1) * stride + x] if row else 0
            corner = pixels[(row - 1) * stride + x - 4] if row and x >= 4 else 0
            coded.append((pixels[row * stride + x] - _guess(kind, left, up, corner)) % 256)
        rows.append((kind, bytes(coded)))
    assert read_pixels(_packed(width, rows)) == (width, height, bytes(pixels))


def test_few_colours_are_kept_exactly() -> None:
    colours = [bytes([16 * n, 255 - 16 * n, 128, 255]) for n in range(16)]
    packed = shrunk(_packed(16, [(0, b"".join(colours))] * 3))
    palette_at = packed.index(b"PLTE")
    (size,) = struct.unpack(">I", packed[palette_at - 4 : palette_at])
    palette = packed[palette_at + 4 : palette_at + 4 + size]
    data_at = packed.index(b"IDAT")
    lines = zlib.decompress(packed[data_at + 4 :])
    shown = [palette[index * 3 : index * 3 + 3] for index in lines[1:17]]
    assert shown == [colour[:3] for colour in colours]
    assert len(lines) == 3 * 17


def test_many_colours_become_the_nearest() -> None:
    rows = [(0, b"".join(bytes([x * 4, y * 4, (x + y) * 2, 255]) for x in range(64))) for y in range(64)]
    packed = shrunk(_packed(64, rows))
    at = packed.index(b"PLTE")
    (size,) = struct.unpack(">I", packed[at - 4 : at])
    assert size <= 256 * 3
