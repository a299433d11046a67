"""The width of text in the one font that pictures use."""

from functools import cache
from importlib.resources import files

import msgspec

FONT_FAMILY = "DejaVu Sans"
ASCENT, DESCENT = 0.76, 0.2  # of capitals with accents, and of letters below the line, in font sizes
LINE = 1.0  # from one line to the next
UNKNOWN = 1.0


@cache
def _widths() -> dict[str, int]:
    """Thousandths of the font size by character, extracted from the font file."""
    return msgspec.json.decode(
        files("service.pictures.data").joinpath("DejaVuSans-Bold.widths.json").read_bytes(),
        type=dict[str, int],
    )


def width_of(text: str, size: float) -> float:
    widths = _widths()
    return sum(widths.get(letter, UNKNOWN * 1000) for letter in text) * size / 1000


def shortened(text: str, size: float, most: float) -> str:
    """The text, cut with an ellipsis if it is too wide."""
    if width_of(text, size) <= most:
        return text
    while text and width_of(text + "…", size) > most:
        text = text[:-1]
    return text.rstrip() + "…"


def line_breaks(text: str) -> list[tuple[str, ...]]:
    """The text in one line, then in two wherever it may be broken, the most even first."""
    places = [n for n, letter in enumerate(text) if letter in " -" and 1 < n < len(text) - 2]
    ways = [(text[: n + 1].rstrip(), text[n + 1 :]) for n in places]
    return [(text,), *sorted(ways, key=lambda way: (max(map(len, way)), way))]
