"""A PNG with a palette of 256 colours: a third of the bytes for a picture that has few colours anyway."""

import struct
import zlib
from collections import Counter

from service.pictures.pixels import read_pixels

MOST = 256
_SIGNATURE = b"\x89PNG\r\n\x1a\n"

Colour = tuple[int, int, int]


def shrunk(png: bytes) -> bytes:
    width, height, data = read_pixels(png)
    pixels = memoryview(data).cast("I").tolist()
    palette, index = _palette(Counter(pixels))
    flat = bytes(map(index.__getitem__, pixels))
    lines = b"".join(b"\0" + flat[start : start + width] for start in range(0, width * height, width))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(value for colour in palette for value in colour)),
        (b"IDAT", zlib.compress(lines, 6)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _palette(counts: Counter[int]) -> tuple[list[Colour], dict[int, int]]:
    """The colours that are used most, none like another, and for every pixel's value the number of its colour."""
    cells: dict[Colour, int] = {}  # coarse colours, and how often they are used
    best: dict[Colour, Colour] = {}  # the most used colour of each, which comes first
    coarse: dict[int, Colour] = {}
    for value, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        red, green, blue, _ = value.to_bytes(4, "little")
        cell = coarse[value] = red >> 4, green >> 4, blue >> 4
        cells[cell] = cells.get(cell, 0) + count
        best.setdefault(cell, (red, green, blue))
    kept = sorted(cells, key=lambda cell: (-cells[cell], cell))[:MOST]
    number = {cell: place for place, cell in enumerate(kept)}
    for cell in cells:
        if cell not in number:
            number[cell] = number[_nearest(cell, kept)]
    return [best[cell] for cell in kept], {value: number[cell] for value, cell in coarse.items()}


def _nearest(cell: Colour, kept: list[Colour]) -> Colour:
    red, green, blue = cell
    return min(kept, key=lambda c: (c[0] - red) ** 2 + (c[1] - green) ** 2 + (c[2] - blue) ** 2)
