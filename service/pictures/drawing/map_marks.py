"""The marks of rules on the map: pieces on cities, badges beside their names, chips beside routes.

The layout keeps room for the marks of the empty board. Any other mark is placed where it fits when it is drawn.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from msgspec.structs import replace

from service.pictures.drawing.palette import Palette, text_on
from service.pictures.drawing.routes.spaces import house, numbered_house, sign_on
from service.pictures.drawing.scene import Scene
from service.pictures.drawing.svg import Attributes, number, tag, words
from service.pictures.layout.board_layout import Layout, obstacles_of
from service.pictures.layout.canvas import LARGE, Canvas
from service.pictures.layout.geometry import Box, Point, Tile
from service.pictures.layout.lettering.chips import (
    HEIGHT,
    SYMBOLS,
    Chips,
    appearance,
    chip_boxes,
    chips_of,
    signs_of,
)
from service.pictures.layout.lettering.labels import Label, Name, Subject, place_labels
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.layout.paths.track_bundles import of_type, route_marks_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId
from ttr_core.model.marks import CityMark, RouteMark, Symbol

RING = (
    0.11  # breadth of the line around a badge, in widths of it: thinner, an empty one is lost on a small map
)
POINTS, DEPTH = 8, 0.8  # of a badge's outline: how many, and how far it goes in between them
SPOT = 0.95  # the size of a text as high as a badge, in widths of it


class MapMarks:
    """The marks of one scene, each with its place."""

    def __init__(self, layout: Layout, ruleset: Ruleset, scene: Scene) -> None:
        self._layout, self._scene, self._canvas = layout, scene, layout.canvas
        self.pieces: dict[CityId, CityMark] = {}  # of players, on the cities themselves
        self.badges: list[tuple[CityMark, Point]] = []
        self.chips: list[tuple[RouteMark, Box]] = []
        self.signs = signs_of([*route_marks_of(ruleset), *scene.marks])
        crowded = self._at_cities()
        loose = self._beside_routes()
        self._place(crowded, loose)

    def _at_cities(self) -> list[CityMark]:
        """Give marks the room that is kept for them; return those without room."""
        crowded, used = [], defaultdict[CityId, int](int)
        for mark in self._scene.city_marks():
            label = self._layout.labels.get(mark.city)
            room = 0 if label is None else round(label.badge / self._canvas.badge)
            if mark.seat is not None and mark.city not in self.pieces:
                self.pieces[mark.city] = mark
            elif mark.seat is None and label is not None and used[mark.city] < room:
                self.badges.append((mark, self._beside_name(label, room, used[mark.city])))
                used[mark.city] += 1
            else:
                crowded.append(mark)
        return crowded

    def _beside_name(self, label: Label, room: int, number: int) -> Point:
        """The place of one of so many badges at the end of a name, or below it."""
        box, badge = label.box, self._canvas.badge
        if label.badge_below:
            return Point(label.middle() + badge * (number + 0.5 - room / 2), box.bottom - badge / 2)
        return Point(box.right - badge * (room - number - 0.5) + 1, (box.top + box.bottom) / 2)

    def _beside_routes(self) -> list[Chips]:
        """Likewise for marks beside routes."""
        marks = of_type(self._scene.marks, RouteMark) if self._canvas.chip_sizes else []
        loose = []
        for group in chips_of(marks, self._layout.paths, self.signs, self._canvas):
            label = self._layout.labels.get(group.key)
            planned = () if label is None else " ".join(label.lines).split()
            missing = tuple(sign for sign in group.signs if sign not in planned)
            if missing:
                loose.append(replace(group, key=f"{group.key}+", signs=missing))
            if label is not None:
                self._add_chips(group, label)
        return loose

    def _add_chips(self, group: Chips, label: Label) -> None:
        here = [mark for mark in of_type(self._scene.marks, RouteMark) if group.routes & set(mark.routes)]
        by_sign = {self.signs[appearance(mark)]: mark for mark in here}
        self.chips += [(by_sign[sign], box) for sign, box in chip_boxes(label) if sign in group.signs]

    def _place(self, crowded: Sequence[CityMark], loose: Sequence[Chips]) -> None:
        """Find room for marks that the plan of the board does not know."""
        canvas = self._canvas
        spots = [
            Name(
                key=f"mark:{n}",
                text="",
                place=self._layout.cities[mark.city],
                badge=canvas.badge,
                sizes=(SPOT * canvas.badge,),
                reach=canvas.reach,
                steps=canvas.steps,
            )
            for n, mark in enumerate(crowded)
        ]
        subjects: list[Subject] = [*spots, *loose]
        if not subjects:
            return
        fixed = list(self._layout.labels.values())
        labels = place_labels(subjects, obstacles_of(self._layout), fixed)
        for mark, label in zip(crowded, labels, strict=False):
            self.badges.append((mark, label.box.middle()))
        for group, label in zip(loose, labels[len(spots) :], strict=True):
            self._add_chips(group, label)

    # drawing

    def piece(self, mark: CityMark, place: Point, palette: Palette) -> str:
        fill = palette.player(self._scene.colour_of(mark.seat or 0))
        edge = palette.ink.new if mark in self._scene.new_marks else palette.ink.rim
        if palette.safe and mark.sign == Symbol.HOUSE and mark.seat is not None:
            return numbered_house(place, fill, edge, str(mark.seat + 1), self._canvas.words)
        return piece(mark.sign, self.signs[appearance(mark)], place, fill, edge, self._canvas)

    def drawn(self, palette: Palette, window: Box | None = None, *, chips: bool = True) -> Iterator[str]:
        """Badges and chips; of a part of the map, those within it."""
        seen = window or self._layout.frame
        for mark, place in self.badges:
            if not seen.contains(place):
                continue
            if mark.seat is None:
                is_new, sign = mark in self._scene.new_marks, self.signs[appearance(mark)]
                yield badge(mark, sign, place, palette, self._canvas, is_new)
            else:
                yield self.piece(mark, place, palette)
        for beside, box in self.chips if chips else ():
            if not seen.holds(box):
                continue
            yield chip(self.signs[appearance(beside)], box, palette, beside.spent)


def radius(canvas: Canvas) -> float:
    """Of a badge."""
    return canvas.badge / 2 - 2


def piece(sign: str, text: str, place: Point, fill: str, edge: str, canvas: Canvas = LARGE) -> str:
    """Something of a player's on a city."""
    if sign == Symbol.HOUSE:
        return house(place, fill, edge, canvas.dot)
    reach = radius(canvas) + 0.5
    disc = tag("circle", cx=place.x, cy=place.y, r=reach, fill=fill, stroke=edge, stroke_width=1.8)
    return disc + written(text, place, _fitting(text, canvas), text_on(fill))


def badge(
    mark: CityMark, text: str, place: Point, palette: Palette, canvas: Canvas = LARGE, is_new: bool = False
) -> str:
    """A number or a sign on a rosette; an empty one if the number is 0. Nobody takes it for a city, which is round."""
    ink = palette.ink
    fill = ink.halo if mark.count == 0 else ink.badge
    line: Attributes = {"stroke": ink.new if is_new else ink.badge, "stroke_width": RING * canvas.badge}
    rosette = tag("path", d=_rosette(place, radius(canvas)), fill=fill, **line, class_="badge")
    if mark.count == 0:
        return rosette
    shown = text if mark.count is None else str(mark.count)
    return rosette + written(shown, place, _fitting(shown, canvas), text_on(fill))


def _rosette(place: Point, reach: float) -> str:
    """A star with many short points."""
    turns = [(corner * pi / POINTS, reach if corner % 2 else reach * DEPTH) for corner in range(2 * POINTS)]
    corners = [(place.x + far * cos(turn), place.y + far * sin(turn)) for turn, far in turns]
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def _fitting(text: str, canvas: Canvas) -> float:
    """The size at which a text is no wider than a badge."""
    size = max(1.5 * radius(canvas), canvas.words)
    return min(size, size * (2 * radius(canvas) - 3) / width_of(text, size))


def chip(text: str, box: Box, palette: Palette, spent: bool = False) -> str:
    """A sign on a small card, faint if it has nothing left to offer."""
    ink = palette.ink
    edge: Attributes = {"stroke": ink.line if spent else ink.edge, "stroke_width": 0.8}
    if spent:
        edge["stroke_dasharray"] = "2 1.6"
    width, height = box.right - box.left, box.bottom - box.top
    card = tag("rect", x=box.left, y=box.top, width=width, height=height, rx=3, fill=ink.halo, **edge)
    return card + written(text, box.middle(), height / HEIGHT, ink.faint if spent else ink.text)


def written(text: str, place: Point, size: float, colour: str) -> str:
    """A sign at a place: drawn if it is a symbol, else written."""
    if text in SYMBOLS:
        return sign_on(Tile(place.x, place.y, 1, 1, 0), text, colour)
    return words(text, place.x, place.y + size * 0.36, size, fill=colour, text_anchor="middle")
