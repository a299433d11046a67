"""The plates of routes whose spaces are too small for letters: the letters of a colour, or the number of the owner."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.pictures.drawing.palette import Palette, cards_of, text_on
from service.pictures.drawing.routes.spaces import owner_of
from service.pictures.drawing.scene import Player, Scene
from service.pictures.drawing.svg import Attributes, polyline, tag, words
from service.pictures.layout.board_layout import Layout, Row
from service.pictures.layout.board_plan import city_boxes
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.lettering.chips import SYMBOLS
from service.pictures.layout.lettering.plates import (
    CAPITAL,
    Leader,
    Plated,
    Surroundings,
    is_stacked,
    leaders_of,
    part_width,
    place_plates,
    plate_size,
)

DIGIT = "0"  # as wide as every other
EDGE = 0.6  # breadth of the line around a plate, in pixels of the usual width
LED = 1.3  # breadth of the line from a plate to its route, likewise; it has an edge too
ROUND = 0.16  # of its corners, in sizes of its letters


class _Part(NamedTuple):
    """A text of a plate, and the colour it stands on."""

    text: str
    fill: str


class Placed(NamedTuple):
    """Where a plate stands, and the line to its route if it needs one."""

    box: Box
    leader: Leader | None


class _Plate(NamedTuple):
    """A plate that is needed now: what stands on it, and the colour of the line around it."""

    parts: tuple[_Part, ...]
    place: Placed
    edge: str


def plates(layout: Layout, scene: Scene, palette: Palette, frame: Box) -> str:
    """The plates of all routes that need one now, above the lines that lead from them to their routes."""
    lines, shown = list[str](), list[str]()
    for parts, place, edge in _plates_now(layout, scene, palette, frame):
        lines += _led(place.leader, parts[0].fill, edge, layout) if place.leader else ()
        shown.append(_drawn(parts, place.box, edge, layout))
    return tag("g", "\n".join([*lines, *shown]), text_anchor="middle") if shown else ""


def plates_now(layout: Layout, scene: Scene, palette: Palette, frame: Box) -> list[Box]:
    """Where those plates stand."""
    return [plate.place.box for plate in _plates_now(layout, scene, palette, frame)]


def _plates_now(layout: Layout, scene: Scene, palette: Palette, frame: Box) -> Iterator[_Plate]:
    for row, place in zip(layout.rows, placed_plates(layout, palette, frame), strict=True):
        owner = owner_of(row, scene)
        parts = _parts(row, owner, palette)
        if place is not None and parts:
            yield _Plate(parts, place, palette.ink.edge if owner is None else palette.ink.rim)


def plate_boxes(layout: Layout, palette: Palette, frame: Box) -> list[Box | None]:
    """The places alone, without the lines."""
    return [None if place is None else place.box for place in placed_plates(layout, palette, frame)]


def placed_plates(layout: Layout, palette: Palette, frame: Box) -> list[Placed | None]:
    """The place of the plate of each row, whether it is claimed or free.

    None for rows that never need one, and for those of which the frame shows too little: a plate would seem lost there.
    """
    if not layout.canvas.one_letter:
        return [None] * len(layout.rows)
    rows = [_plated(row, palette, frame) for row in layout.rows]
    around = Surroundings(
        tuple(label.box for label in layout.labels.values()),
        tuple(city_boxes(layout.cities, layout.canvas)),
        frame,
    )
    lettered = tuple(row for row in rows if row.texts)
    others, size = tuple(row for row in rows if not row.texts), layout.canvas.words
    boxes = place_plates(lettered, others, size, around)
    places = map(Placed, boxes, leaders_of(lettered, others, boxes, size, around))
    return [next(places) if row.texts else None for row in rows]


def _plated(row: Row, palette: Palette, frame: Box) -> Plated:
    free = tuple(part.text for part in _free_parts(row, palette))
    taken = (DIGIT,) if palette.safe else ()
    is_seen = any(frame.contains(Point(tile.x, tile.y)) for tile in row.tiles)
    return Plated(
        row.line,
        row.tiles,
        tuple(sign in SYMBOLS for sign in row.track.signs),
        tuple(texts for texts in (free, taken) if texts and is_seen),
    )


def _parts(row: Row, owner: Player | None, palette: Palette) -> tuple[_Part, ...]:
    if owner is None:
        return _free_parts(row, palette)
    return (_Part(str(owner.seat + 1), palette.player(owner.colour)),) if palette.safe else ()


def _free_parts(row: Row, palette: Palette) -> tuple[_Part, ...]:
    """What is written on its spaces, else the letters of its colours if the colours are the safe ones."""
    colour = row.track.colour
    written = next((sign for sign in row.track.signs if sign and sign not in SYMBOLS), "")
    if written:
        return (_Part(written, palette.card(colour.partition("/")[0])),)
    cards = cards_of(colour) if palette.safe else ()
    return tuple(_Part(palette.letter(card), palette.card(card)) for card in cards)


def _drawn(parts: Sequence[_Part], box: Box, edge: str, layout: Layout) -> str:
    """The texts side by side, in the middle of the box."""
    canvas = layout.canvas
    return "".join(_sheets(parts, box, canvas.words, edge, EDGE * canvas.width / canvas.usual))


def _led(leader: Leader, fill: str, edge: str, layout: Layout) -> Iterator[str]:
    """In the colour of the plate: it is a part of it."""
    pixel = layout.canvas.width / layout.canvas.usual
    for colour, breadth in ((edge, LED + 2 * EDGE), (fill, LED)):
        line: Attributes = {"stroke": colour, "stroke_width": breadth * pixel, "stroke_linecap": "round"}
        yield polyline(leader, **line)


def _sheets(parts: Sequence[_Part], box: Box, size: float, edge: str, line: float) -> Iterator[str]:
    texts, middle = [part.text for part in parts], box.middle()
    stacked = is_stacked(box, texts, size)
    width, height = plate_size(texts, size, stacked)
    left, top = middle.x - width / 2, middle.y - height / 2
    for part in parts:
        wide, high = (width, height / len(parts)) if stacked else (part_width(part.text, size), height)
        shape: Attributes = {"x": left, "y": top, "width": wide, "height": high, "rx": ROUND * size}
        yield tag("rect", **shape, fill=part.fill, stroke=edge, stroke_width=line)
        at = left + wide / 2, top + (high + CAPITAL * size) / 2
        yield words(part.text, *at, size, fill=text_on(part.fill))
        left, top = (left, top + high) if stacked else (left + wide, top)
