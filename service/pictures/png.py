"""PNG from our own SVG, with the font that comes with the service: without a font all words would silently vanish.

A board has few colours: with a palette of 256 its picture takes a third of the bytes.
"""

from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from service.pictures.layout.lettering.text_width import FONT_FAMILY

if TYPE_CHECKING:
    from PIL import Image

COLOURS = 256
LEVEL = 4  # of compression: level 6 takes twice the time for 3 % of the bytes
FONTS = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")


@cache
def font_files() -> list[str]:
    """The paths of the font in both weights, ordinary files wherever the service is installed."""
    paths = []
    for name in FONTS:
        with as_file(files("service.pictures.data").joinpath(name)) as path:
            paths.append(str(Path(path)))
    return paths


def png_of(svg: str) -> bytes:
    """Render our own SVG. Never pass other people's: nothing limits its size here."""
    return with_few_colours(rendered(svg))


def rendered(svg: str) -> bytes:
    """As `png_of`, in all colours and with its transparency."""
    import resvg_py

    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=font_files(),
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    return bytes(png)


def with_few_colours(png: bytes) -> bytes:
    """The same picture with a palette; ours have no transparency."""
    from PIL import Image

    with Image.open(BytesIO(png)) as picture:
        return few_colours(picture.convert("RGB"))


def few_colours(picture: "Image.Image") -> bytes:
    """A picture as PNG with a palette."""
    from PIL import Image

    packed, method = BytesIO(), Image.Quantize.FASTOCTREE
    few = picture.quantize(COLOURS, method=method, dither=Image.Dither.NONE)
    few.save(packed, "PNG", compress_level=LEVEL)
    return packed.getvalue()
