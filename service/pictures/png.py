"""PNG from our own SVG, with the font that comes with the service: without a font all words would silently vanish.

A board has few colours: with a palette of 256 its picture takes a third of the bytes.
"""

from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from service.pictures.layout.lettering.text_width import FONT_FAMILY

if TYPE_CHECKING:
    from PIL import Image
    from resvg.usvg import Options

COLOURS = 256
LEVEL = 4  # of compression: level 6 takes twice the time for 3 % of the bytes
FONTS = ("DejaVuSans-Bold.ttf", "DejaVuSans.ttf")
PANIC = "PanicException"  # of the renderer: no ordinary exception, and nowhere to be imported from
AS_IT_IS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)  # the transform that changes nothing, row by row


@cache
def _options() -> "Options":
    """Our font in both weights and no other: no picture depends on what a machine has."""
    from resvg import usvg

    options = usvg.Options.default()
    options.font_family = FONT_FAMILY
    for name in FONTS:
        options.load_font_data(files("service.pictures.data").joinpath(name).read_bytes())
    return options


def png_of(svg: str) -> bytes:
    """Render our own SVG. Never pass other people's: nothing limits its size here."""
    return with_few_colours(rendered(svg))


def rendered(svg: str) -> bytes:
    """As `png_of`, in all colours and with its transparency."""
    from resvg import render, usvg

    try:
        return render(usvg.Tree.from_str(svg, _options()), AS_IT_IS)
    except BaseException as error:
        if type(error).__name__ != PANIC:
            raise
        raise ValueError(f"this is no SVG: {error}") from error


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
