"""The ground below the routes: the sheet, its edges, the areas that rules mark."""

from itertools import pairwise
from math import hypot

from service.language.languages import Messages
from service.language.speech.rule_display import mark_name
from service.pictures.drawing.palette import TINTS, Palette
from service.pictures.drawing.svg import number, tag, words
from service.pictures.layout.board_layout import Layout
from service.pictures.layout.city_positions import FRAME, POLE
from service.pictures.layout.geometry import Point

REACH = 29.0  # distance of an area's outline from its cities


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


def edges(layout: Layout, say: Messages, palette: Palette) -> list[str]:
    """A band with its name along each edge that is a place."""
    parts = []
    for edge in layout.edges:
        top = FRAME if edge.side == "top" else layout.height - FRAME - POLE
        width = layout.width - 2 * FRAME
        parts.append(tag("rect", x=FRAME, y=top, width=width, height=POLE, rx=10, fill=palette.ink.pole))
        at = {"fill": palette.ink.faint, "text_anchor": "middle"}
        parts.append(words(mark_name(edge, say), layout.width / 2, top + POLE / 2 + 5, 14, **at))
    return parts


def areas(layout: Layout, palette: Palette) -> list[str]:
    """A tint around the cities of each area."""
    parts = []
    for place, area in enumerate(layout.areas):
        path = outline([layout.cities[city] for city in area.cities])
        parts.append(tag("path", d=path, fill=TINTS[place % len(TINTS)], fill_opacity=palette.ink.tint))
    return parts


def outline(points: list[Point]) -> str:
    """A line around the points, at a distance from them and with round corners.

    One shape without a stroke: a half-transparent stroke would be darker where it covers its own shape.
    """
    corners = _convex_hull(points)
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


def _convex_hull(points: list[Point]) -> list[Point]:
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return lower[:-1] + upper[:-1]


def _chain(points: list[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
