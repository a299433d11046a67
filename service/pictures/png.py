"""PNG from our own SVG, with the font that comes with the service: without a font all words would silently vanish.

A board has few colours: with a palette of 256 its picture takes a third of the bytes.
"""

from functools import cache
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path

from service.pictures.layout.lettering.text_width import FONT_FAMILY

COLOURS = 256


@cache
def font_file() -> str:
    """The path of the font, an ordinary file wherever the service is installed."""
    with as_file(files("service.pictures.data").joinpath("DejaVuSans-Bold.ttf")) as path:
        return str(Path(path))


def png_of(svg: str) -> bytes:
    """Render our own SVG. Never pass other people's: nothing limits its size here."""
    import resvg_py

    png: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[font_file()],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    return with_few_colours(bytes(png))


def with_few_colours(png: bytes) -> bytes:
    """The same picture with a palette; ours have no transparency."""
    from PIL import Image

    packed = BytesIO()
    with Image.open(BytesIO(png)) as picture:
        few = picture.convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
    few.save(packed, "PNG")
    return packed.getvalue()
