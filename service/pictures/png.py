"""PNG from our own SVG, with the font that comes with the service: without it all words would silently vanish."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from service.pictures.lettering import FONT_FAMILY
from service.pictures.shrinking import shrunk


@cache
def font_file() -> str:
    """The path of the font, which is an ordinary file wherever the service is installed."""
    with as_file(files("service.pictures").joinpath("DejaVuSans-Bold.ttf")) as path:
        return str(Path(path))


def png_of(svg: str) -> bytes:
    """Never to be used on what others have drawn: its size is not checked here."""
    import resvg_py

    made: bytes = resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[font_file()],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    return shrunk(bytes(made))
