"""SVG elements as text: escaped, with attributes in a fixed order and short numbers."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin

from service.pictures.layout.geometry import Point, Tile
from service.pictures.layout.lettering.labels import Label
from service.pictures.layout.lettering.text_width import ASCENT, FONT_FAMILY, LINE

Attributes = dict[str, str | float]

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def plain(text: str) -> str:
    """The text, escaped, without characters that XML forbids."""
    return escape(_NO_XML.sub("", text), quote=True)


def number(value: float) -> str:
    return f"{round(value, 1):g}"


def tag(name: str, inside: str = "", /, **attributes: str | float) -> str:
    """An element; `stroke_width` becomes `stroke-width`."""
    text = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{text}>{inside}</{name}>" if inside else f"<{name}{text}/>"


def words(text: str, x: float, y: float, size: float, /, **attributes: str | float) -> str:
    return tag("text", plain(text), x=x, y=y, font_size=size, **attributes)


def quiet_words(text: str, x: float, y: float, size: float, /, **attributes: str | float) -> str:
    """Words that others come before: in the regular weight, which is nowhere wider than the bold one."""
    return words(text, x, y, size, font_weight="normal", **attributes)


KEPT = 16_384  # outlines, since the frames of a replay have most of them in common
CORNER = 1.9  # cut off each corner of a space
SLENDER = 9.5  # units: narrower spaces keep their corners, of which less than a pixel would be cut
_OCTAGON = ((-1, -1, 0, 1), (-1, -1, 1, 0), (1, -1, -1, 0), (1, -1, 0, 1))  # half of it; the rest is opposite


def tiles(spaces: Iterable[Tile], grow: float = 0.0, breadth: float | None = None) -> str:
    """The data of one path around many spaces: a row takes a third of the bytes of its rectangles."""
    return "".join(_outlined(space, grow, breadth) for space in spaces)


@lru_cache(maxsize=KEPT)
def _outlined(space: Tile, grow: float, breadth: float | None) -> str:
    along, across = (space.length + grow) / 2, (space.breadth if breadth is None else breadth) / 2
    c, s = cos(radians(space.angle)), sin(radians(space.angle))
    if across < SLENDER / 2:
        half = [(-along, -across), (along, -across)]
    else:
        cut = min(CORNER, along / 2, across / 2)
        half = [(u * along + du * cut, v * across + dv * cut) for u, v, du, dv in _OCTAGON]
    corners = [(u * c - v * s, u * s + v * c) for u, v in (*half, *((-u, -v) for u, v in half))]
    places = [(round(10 * (space.x + x)), round(10 * (space.y + y))) for x, y in corners]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)]
    start = f"{number(places[0][0] / 10)} {number(places[0][1] / 10)}"
    return f"M{start}l{_joined(part / 10 for step in steps for part in step)}z"


def _joined(numbers: Iterable[float]) -> str:
    """Numbers of a path, without blanks before minus signs and without zeros before points."""
    texts = (number(value).replace("0.", ".", 1) if abs(value) < 1 else number(value) for value in numbers)
    return "".join(text if text.startswith("-") else f" {text}" for text in texts).lstrip()


def tile(space: Tile, grow: float = 0.0, breadth: float | None = None, **attributes: str | float) -> str:
    """A space, or something of its shape on it."""
    length, across = space.length + grow, (space.breadth if breadth is None else breadth)
    return tag(
        "rect",
        x=space.x - length / 2,
        y=space.y - across / 2,
        width=length,
        height=across,
        rx=2.5,
        transform=rotated(space),
        **attributes,
    )


def rotated(space: Tile) -> str:
    return f"rotate({number(space.angle)} {number(space.x)} {number(space.y)})"


def upright(space: Tile) -> str:
    """Rotated with the space, but never upside down."""
    angle = (space.angle + 90) % 180 - 90
    return f"rotate({number(angle)} {number(space.x)} {number(space.y)})"


def polyline(points: Sequence[Point], /, **attributes: str | float) -> str:
    path = "M" + "L".join(f"{number(point.x)} {number(point.y)}" for point in points)
    return tag("path", d=path, fill="none", **attributes)


STRAIGHT = 1.5  # degrees: between spaces that turn less, a line is straight


def line_along(spaces: Sequence[Tile], /, **attributes: str | float) -> str:
    """A line through the middles of spaces, which bends as their track does."""
    path, is_bent = f"M{number(spaces[0].x)} {number(spaces[0].y)}", False
    for one, other in pairwise(spaces):
        third = hypot(other.x - one.x, other.y - one.y) / 3
        ends = (moved(one, third), moved(other, -third), other)
        way = degrees(atan2(other.y - one.y, other.x - one.x))
        is_straight = all(abs((space.angle - way + 180) % 360 - 180) < STRAIGHT for space in (one, other))
        places = ends[2:] if is_straight else ends[1:] if is_bent else ends
        command = "L" if is_straight else "S" if is_bent else "C"
        path += command + _joined(coordinate for place in places for coordinate in (place.x, place.y))
        is_bent = not is_straight
    return tag("path", d=path, fill="none", **attributes)


def moved(space: Tile, far: float) -> Tile:
    """The space, so much farther along its own direction."""
    turn = radians(space.angle)
    return space._replace(x=space.x + far * cos(turn), y=space.y + far * sin(turn))


def label_text(label: Label, /, **attributes: str | float) -> str:
    """A name, centred within its box."""
    middle, top = label.middle(), label.box.top + ASCENT * label.size
    lines = [
        words(line, middle, top + row * LINE * label.size, label.size, **attributes)
        for row, line in enumerate(label.lines)
    ]
    return "".join(lines)


def id_prefix(title: str, description: str) -> str:
    """Begins the ids of a document: a page that shows several documents would confuse ids that are alike."""
    return f"p{sha256(f'{title}/{description}'.encode()).hexdigest()[:7]}"


def document(
    width: float, height: float, shown_width: int, title: str, description: str, parts: Sequence[str]
) -> str:
    """The whole picture, with its title and its description for screen readers."""
    shown_height = round(shown_width * height / width)
    prefix = id_prefix(title, description)
    inside = "\n".join(
        [
            tag("title", plain(title), id=f"{prefix}-title"),
            tag("desc", plain(description), id=f"{prefix}-desc"),
            *parts,
        ]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{shown_width}" height="{shown_height}" role="img" '
        f'aria-labelledby="{prefix}-title" aria-describedby="{prefix}-desc" '
        f'font-family="{FONT_FAMILY}, sans-serif" font-weight="bold">\n{inside}\n</svg>\n'
    )
