"""The pixels of a PNG as resvg writes it: eight bits, red, green, blue and opacity, not interlaced.

A picture of a board is flat: where a line of the file says "as predicted" for a while, whole runs are copied, which
makes reading it fast enough without any library.
"""

import re
import struct
import zlib
from collections.abc import Iterator

PIXEL = 4
_AS_PREDICTED = re.compile(rb"\0{6,}")


def chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place < len(png):
        (length,) = struct.unpack_from(">I", png, place)
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        place += length + 12


def read_pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width, height, and four bytes for each pixel."""
    parts = list(chunks(png))
    width, height, *form = struct.unpack(">IIBBBBB", parts[0][1])
    assert form == [8, 6, 0, 0, 0]
    data = zlib.decompress(b"".join(data for kind, data in parts if kind == b"IDAT"))
    stride = width * PIXEL
    above = bytearray(stride + PIXEL)  # with one pixel before the first
    rows = []
    for start in range(0, len(data), stride + 1):
        row = _row(data[start], data[start + 1 : start + 1 + stride], above)
        rows.append(row[PIXEL:])
        above = row
    return width, height, b"".join(rows)


def _row(kind: int, coded: bytes, above: bytearray) -> bytearray:
    """One line; `kind` says what each byte was predicted from: nothing, left, above, both, or the likeliest."""
    if kind == 0:
        return bytearray(PIXEL) + coded
    row = bytearray(len(above))
    row[PIXEL:] = coded
    place = 0
    for run in _AS_PREDICTED.finditer(coded):
        start, end = -(-run.start() // PIXEL) * PIXEL, run.end() // PIXEL * PIXEL
        if end > start:
            _copy_run(kind, row, above, (place, start, end))
            place = end
    _one_by_one(kind, row, above, place, len(coded))
    return row


def _copy_run(kind: int, row: bytearray, above: bytearray, places: tuple[int, int, int]) -> None:
    """Decodes what comes before the run, then the run, at once if that is possible."""
    place, start, end = places
    _one_by_one(kind, row, above, place, start)
    left, corner = row[start : start + PIXEL], above[start : start + PIXEL]
    if kind == 2 or (kind == 4 and left == corner):  # the likeliest is then what is above, all along the run
        row[start + PIXEL : end + PIXEL] = above[start + PIXEL : end + PIXEL]
    elif kind == 1:
        row[start + PIXEL : end + PIXEL] = left * ((end - start) // PIXEL)
    else:
        _one_by_one(kind, row, above, start, end)


def _one_by_one(kind: int, row: bytearray, above: bytearray, start: int, end: int) -> None:
    if kind == 4:
        _by_likeliest(row, above, start, end)
        return
    for n in range(start, end):
        left, up = row[n], above[n + PIXEL]
        guess = left if kind == 1 else up if kind == 2 else (left + up) >> 1
        row[n + PIXEL] = (row[n + PIXEL] + guess) & 255


def _by_likeliest(row: bytearray, above: bytearray, start: int, end: int) -> None:
    """The one of left, above and the corner between them that is nearest to left + above - corner."""
    for n in range(start, end):
        left, up, corner = row[n], above[n + PIXEL], above[n]
        if left == corner:
            guess = up
        elif up == corner:
            guess = left
        else:
            guess = _likeliest(left, up, corner)
        row[n + PIXEL] = (row[n + PIXEL] + guess) & 255


def _likeliest(left: int, up: int, corner: int) -> int:
    by_left, by_up, by_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner
