"""What lies under the routes: the sheet, the poles, the regions."""

from itertools import pairwise
from math import hypot

from service.pictures.drawing.palette import TINTS, Palette
from service.pictures.drawing.svg import number, tag, words
from service.pictures.layout.board_layout import Layout
from service.pictures.layout.city_positions import FRAME, POLE
from service.pictures.layout.geometry import Point

REACH = 29.0  # of a region around its cities


def sheet(layout: Layout, height: float, palette: Palette) -> list[str]:
    ink, frame = palette.ink, layout.frame
    land = tag(
        "rect",
        x=frame.left,
        y=frame.top,
        width=frame.right - frame.left,
        height=frame.bottom - frame.top,
        rx=14,
        fill=ink.land,
        stroke=ink.frame,
        stroke_width=2,
    )
    return [tag("rect", width=layout.width, height=height, fill=ink.page), land]


def poles(layout: Layout, names: dict[str, str], palette: Palette) -> list[str]:
    found = []
    for edge in layout.poles:
        top = FRAME if edge == "top" else layout.height - FRAME - POLE
        width = layout.width - 2 * FRAME
        found.append(tag("rect", x=FRAME, y=top, width=width, height=POLE, rx=10, fill=palette.ink.pole))
        at = {"fill": palette.ink.faint, "text_anchor": "middle"}
        found.append(words(names[edge], layout.width / 2, top + POLE / 2 + 5, 14, **at))
    return found


def regions(layout: Layout, palette: Palette) -> list[str]:
    """A tint around the cities of each region."""
    found = []
    for place, region in enumerate(layout.regions):
        path = outline([layout.cities[city] for city in region.cities])
        found.append(tag("path", d=path, fill=TINTS[place % len(TINTS)], fill_opacity=palette.ink.tint))
    return found


def outline(points: list[Point]) -> str:
    """A line around the points, at a distance from them and with round corners.

    It is one shape without a stroke: half transparent, a stroke would be darker where it lies upon its own shape.
    """
    corners = _round(points)
    if len(corners) == 1:
        x, y = corners[0]
        corners = [Point(x - 0.1, y), Point(x + 0.1, y)]
    parts = []
    for a, b in pairwise([*corners, corners[0]]):
        far = hypot(b.x - a.x, b.y - a.y)
        x, y = REACH * (b.y - a.y) / far, REACH * (a.x - b.x) / far
        parts.append(f"{_at(a.x + x, a.y + y)}L{_at(b.x + x, b.y + y)}")
    arc = f"A{number(REACH)} {number(REACH)} 0 0 1 "
    return f"M{arc.join(parts)}{arc}{parts[0].partition('L')[0]}z"


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def _round(points: list[Point]) -> list[Point]:
    """The corners of the least shape around the points."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return lower[:-1] + upper[:-1]


def _chain(points: list[Point]) -> list[Point]:
    found: list[Point] = []
    for point in points:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
            found.pop()
        found.append(point)
    return found


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
