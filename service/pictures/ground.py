"""What lies under the routes: the sheet, the poles, the regions."""

from service.pictures.geometry import Point
from service.pictures.layout import FRAME, POLE, Layout
from service.pictures.palette import TINTS, Palette
from service.pictures.svg import Attributes, number, tag, words

REACH = 58.0  # of a region around its cities


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
    """A tint around the cities of each region, and its name where there is room."""
    found = []
    for place, region in enumerate(layout.regions):
        tint = TINTS[place % len(TINTS)]
        points = _round([layout.cities[city] for city in region.cities])
        path = "M" + "L".join(f"{number(point.x)} {number(point.y)}" for point in points) + "z"
        line: Attributes = {
            "stroke": tint,
            "stroke_width": REACH,
            "stroke_linejoin": "round",
            "stroke_linecap": "round",
        }
        shape = tag("path", d=path, fill=tint, **line)
        found.append(tag("g", shape, opacity=palette.ink.tint))
    return found


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
