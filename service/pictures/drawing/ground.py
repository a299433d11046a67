"""The ground below the routes: the sheet with its terrain, its edges, the areas that rules mark."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

from service.language.languages import Messages
from service.language.speech.rule_display import mark_name
from service.pictures.drawing.palette import TINTS, Palette
from service.pictures.drawing.svg import Attributes, number, tag, words
from service.pictures.layout.board_layout import Layout
from service.pictures.layout.city_positions import FRAME, POLE
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.terrain import Terrain

RIVER, RIVER_IN_TOWN = 2.4, 16.0  # breadth
COAST = 3.0  # breadth of the line along a coast, of which land covers one half: pieces of land meet without a seam
ROUND = 14  # corners of the frame
REACH = 29.0  # distance of an area's outline from its cities


def page(width: float, height: float, palette: Palette) -> str:
    return tag("rect", width=width, height=height, fill=palette.ink.page)


def sheet(layout: Layout, height: float, palette: Palette) -> list[str]:
    ink, frame = palette.ink, layout.frame
    shape: Attributes = {
        "x": frame.left,
        "y": frame.top,
        "width": frame.right - frame.left,
        "height": frame.bottom - frame.top,
        "rx": ROUND,
    }
    below = page(layout.width, height, palette)
    edge: Attributes = {"stroke": ink.frame, "stroke_width": 2}
    if layout.terrain is None:
        return [below, tag("rect", fill=ink.land, **shape, **edge)]
    inside = tag("rect", fill=ink.sea if layout.terrain.land else ink.land, **shape)
    inside += "".join(_terrain(layout.terrain, palette, bool(layout.terrain.land)))
    return [below, tag("g", inside), _margin(frame, ink.page), tag("rect", fill="none", **shape, **edge)]


def window_ground(layout: Layout, window: Box, palette: Palette) -> list[str]:
    """The ground of a part of the map."""
    ink, terrain = palette.ink, layout.terrain
    sea = terrain is not None and bool(terrain.land)
    shape: Attributes = {"width": window.right - window.left, "height": window.bottom - window.top}
    below = tag("rect", x=window.left, y=window.top, **shape, fill=ink.sea if sea else ink.land)
    return [below, *(_terrain(terrain.within(window), palette, sea) if terrain else ())]


def _margin(frame: Box, fill: str) -> str:
    """Covers what juts out beyond the frame and its round corners: a clip path costs a third of a picture's time."""
    wide, high = frame.right - frame.left - 2 * ROUND, frame.bottom - frame.top - 2 * ROUND
    arc = f"a{ROUND} {ROUND} 0 0 "
    hole = (
        f"M{number(frame.left + ROUND)} {number(frame.top)}h{number(wide)}{arc}1 {ROUND} {ROUND}"
        f"v{number(high)}{arc}1-{ROUND} {ROUND}h-{number(wide)}{arc}1-{ROUND}-{ROUND}"
        f"v-{number(high)}{arc}1 {ROUND}-{ROUND}z"
    )
    outer = frame.grown(FRAME)
    across, down = number(outer.right - outer.left), number(outer.bottom - outer.top)
    sheet = f"M{number(outer.left)} {number(outer.top)}h{across}v{down}h-{across}z"
    return tag("path", d=sheet + hole, fill=fill, fill_rule="evenodd")


def _terrain(terrain: Terrain, palette: Palette, sea: bool) -> Iterator[str]:
    """Quiet: it must not be taken for a route. Where there is no sea, rivers run through a town."""
    ink = palette.ink
    crisp: Attributes = {"shape_rendering": "crispEdges"}  # soft edges: a tenth more bytes of a PNG
    line: Attributes = {"fill": "none", "stroke_linejoin": "round"}
    if terrain.land:
        shore: Attributes = {"stroke": ink.coast, "stroke_width": COAST, "paint_order": "stroke"}
        yield tag("path", d=terrain.land, fill=ink.land, **crisp, **shore)
    if terrain.borders:
        dashes: Attributes = {"stroke": ink.border, "stroke_width": 1.6, "stroke_dasharray": "5 3"}
        yield tag("path", d=terrain.borders, **dashes, **line, **crisp)
    if terrain.rivers:
        breadth: Attributes = {"stroke_width": RIVER, **crisp} if sea else {"stroke_width": RIVER_IN_TOWN}
        yield tag("path", d=terrain.rivers, stroke=ink.river, **breadth, **line)
    if terrain.lakes:
        yield tag("path", d=terrain.lakes, fill=ink.sea, **crisp)


def edges(layout: Layout, say: Messages, palette: Palette) -> list[str]:
    """A band with its name along each edge that is a place."""
    parts, size = [], layout.canvas.words
    for edge in layout.edges:
        top = FRAME if edge.side == "top" else layout.height - FRAME - POLE
        width = layout.width - 2 * FRAME
        parts.append(tag("rect", x=FRAME, y=top, width=width, height=POLE, rx=10, fill=palette.ink.pole))
        at = {"fill": palette.ink.faint, "text_anchor": "middle"}
        parts.append(words(mark_name(edge, say), layout.width / 2, top + POLE / 2 + 0.36 * size, size, **at))
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
