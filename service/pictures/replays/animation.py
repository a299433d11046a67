"""Animated WebP, written frame by frame: each frame stores only the pixels that differ from the one before.

Pillow can write such a file, too, but holds all frames in memory until the last one.
"""

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageChops

ANIMATED_WITH_ALPHA = 0x12  # flags of the file
BLENDED = 0x00  # flags of a frame: laid upon the ones before, which stay
FOREVER = 0  # loops
CHANGED = [0] + [255] * 255  # opaque wherever a pixel differs at all
EFFORT = {"quality": 30, "method": 2}  # of compression


class Frame(NamedTuple):
    left: int
    top: int
    width: int
    height: int
    milliseconds: int
    still: bytes  # a chunk of the file format

    def chunk(self) -> bytes:
        numbers = (self.left // 2, self.top // 2, self.width - 1, self.height - 1, self.milliseconds)
        return _chunk(b"ANMF", b"".join(map(_three_bytes, numbers)) + bytes([BLENDED]) + self.still)


class Animation:
    """A moving picture that repeats itself forever."""

    def __init__(self) -> None:
        self._frames: list[Frame] = []
        self._last: Image.Image | None = None

    def add(self, picture: Image.Image, milliseconds: int) -> None:
        """Show an opaque picture; one that looks like the last lets that stay longer."""
        before, self._last = self._last, picture
        if before is None:
            self._frames.append(Frame(0, 0, *picture.size, milliseconds, _still(picture)))
            return
        assert picture.size == before.size, "frames of different sizes"
        difference = ImageChops.difference(before, picture)
        box = difference.getbbox()
        if box is None:
            last = self._frames[-1]
            self._frames[-1] = last._replace(milliseconds=last.milliseconds + milliseconds)
            return
        box = (box[0] & ~1, box[1] & ~1, box[2], box[3])  # frames begin at even pixels
        part = picture.crop(box)
        part.putalpha(_mask(difference.crop(box)))
        self._frames.append(Frame(box[0], box[1], *part.size, milliseconds, _still(part)))

    def packed(self) -> bytes:
        """The file."""
        assert self._last is not None, "no frame"
        width, height = self._last.size
        size = _three_bytes(width - 1) + _three_bytes(height - 1)
        chunks = [
            _chunk(b"VP8X", bytes([ANIMATED_WITH_ALPHA, 0, 0, 0]) + size),
            _chunk(b"ANIM", bytes(4) + FOREVER.to_bytes(2, "little")),
            *(frame.chunk() for frame in self._frames),
        ]
        return _chunk(b"RIFF", b"WEBP" + b"".join(chunks))


def _mask(difference: Image.Image) -> Image.Image:
    red, green, blue = difference.split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).point(CHANGED)


def _still(picture: Image.Image) -> bytes:
    """The chunk of a picture without loss."""
    file = BytesIO()
    picture.save(file, "WEBP", lossless=True, **EFFORT)
    chunk = file.getvalue()[12:]  # after `RIFF`, the length and `WEBP`
    assert chunk.startswith(b"VP8L")
    return chunk


def _chunk(name: bytes, content: bytes) -> bytes:
    return name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)


def _three_bytes(number: int) -> bytes:
    return number.to_bytes(3, "little")
