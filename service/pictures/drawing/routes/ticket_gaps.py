"""The gaps of failed tickets: dotted lines in the colour of their owner, which leave names, spaces and cities free."""

from collections.abc import Sequence
from itertools import product
from math import floor

from service.pictures.drawing.palette import Palette
from service.pictures.drawing.routes.route_plates import plate_boxes
from service.pictures.drawing.scene import Scene
from service.pictures.drawing.svg import number, tag
from service.pictures.layout.board_layout import Layout
from service.pictures.layout.board_plan import city_boxes
from service.pictures.layout.geometry import Box, Point, Tile, distance, tile_meets_box
from service.pictures.layout.paths.curves import along, curve, measured
from ttr_core.model.ids import CityId, SeatId

DOT, RIM, PITCH = 4.6, 1.4, 9.0  # of a dot: its width and that of the line around it; from one to the next
STEEPEST = 0.3  # difference between the bends of a line
BENDS = [
    (start, end)
    for start, end in product((0.0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26, 0.4, -0.4), repeat=2)
    if abs(start - end) <= STEEPEST
]  # of a line near both of its ends
SHORT = 150.0  # a shorter line may have larger bends
BENT = 6.0  # what a bend costs, in dots that find no room
CELL, SQUARE = (
    3.0,
    60.0,
)  # sides of the cells in which a dot has room or not, and of the squares that list what is near
MOST = 16  # gaps on a map

Cell = tuple[int, int]
Gap = tuple[CityId, CityId]


def gaps_of(scene: Scene) -> list[tuple[SeatId, Gap]]:
    """Where players missed tickets, each place once for each player; the dearest, if there are too many to be seen."""
    missed = [
        (ticket.points, result.seat, (min(ticket.gap), max(ticket.gap)))
        for result in (scene.result.seats if scene.result else ())
        for ticket in result.tickets
        if ticket.gap is not None
    ]
    dearest = sorted(missed, key=lambda each: each[0])
    return list(dict.fromkeys((seat, gap) for _, seat, gap in dearest))[:MOST]


def drawn_gaps(layout: Layout, scene: Scene, palette: Palette, frame: Box) -> list[str]:
    """Dots over every gap between cities of the layout."""
    gaps = [(seat, gap) for seat, gap in gaps_of(scene) if set(gap) <= layout.cities.keys()]
    if not gaps:
        return []
    plates = [box for box in plate_boxes(layout, palette, frame) if box is not None]
    ground, scale = Ground(layout, plates), layout.canvas.dot
    lines = [ground.dots(layout.cities[one], layout.cities[other]) for _, (one, other) in gaps]
    return [
        tag("g", dots(line, palette.player(scene.colour_of(seat)), palette, scale), class_="gap")
        for (seat, _), line in zip(gaps, lines, strict=True)
        if line
    ]


def dots(places: Sequence[Point], fill: str, palette: Palette, scale: float = 1.0) -> str:
    """Dots of one colour, each with a rim."""
    path = "".join(f"M{number(x)} {number(y)}h0" for x, y in places)
    rim, dot = ((palette.ink.rim, DOT + 2 * RIM), (fill, DOT))
    return "".join(
        tag("path", d=path, stroke=colour, stroke_width=width * scale, stroke_linecap="round")
        for colour, width in (rim, dot)
    )


class Ground:
    """Where on a map dots have room; those that are laid take theirs."""

    def __init__(self, layout: Layout, plates: Sequence[Box]) -> None:
        self._frame, self._scale = layout.frame, layout.canvas.dot
        self._reach = (DOT / 2 + RIM) * self._scale  # from the middle of a dot to its edge
        self._near: dict[Cell, list[tuple[Tile, Box]]] = {}  # what lies in each square of the map
        self._free: dict[Cell, bool] = {}  # as far as it is known
        for row in layout.rows:
            for tile in row.tiles:
                self._add(tile, tile.bounds())
        names = [label.box for label in layout.labels.values()]
        for box in (*names, *plates, *city_boxes(layout.cities, layout.canvas)):
            width, height = box.right - box.left, box.bottom - box.top
            self._add(Tile(*box.middle(), width, height, 0.0), box)

    def _add(self, tile: Tile, bounds: Box) -> None:
        left, top, right, bottom = (floor(edge / SQUARE) for edge in bounds.grown(self._reach + CELL))
        for square in product(range(left, right + 1), range(top, bottom + 1)):
            self._near.setdefault(square, []).append((tile, bounds))

    def _is_free(self, point: Point) -> bool:
        cell = (round(point.x / CELL), round(point.y / CELL))
        if cell not in self._free:
            self._free[cell] = self._has_room(Point(cell[0] * CELL, cell[1] * CELL))
        return self._free[cell]

    def _has_room(self, middle: Point) -> bool:
        around = Box(*middle, *middle).grown(self._reach + CELL / 2)
        near = self._near.get((floor(middle.x / SQUARE), floor(middle.y / SQUARE)), ())
        return self._frame.holds(around) and not any(
            tile_meets_box(tile, bounds, around) for tile, bounds in near
        )

    def dots(self, one: Point, other: Point) -> list[Point]:
        """The dots of the line between two cities on which most find room; the others are left out."""
        wider = max(1.0, SHORT / distance(one, other))
        lines = {
            bends: self._spaced(curve(one, other, (bends[0] * wider, bends[1] * wider))) for bends in BENDS
        }
        best = min(
            lines, key=lambda bends: self._hidden(lines[bends]) + BENT * (abs(bends[0]) + abs(bends[1]))
        )
        free = [point for point in lines[best] if self._is_free(point)]
        for point in free:
            around = Tile(*point, 2 * self._reach, 2 * self._reach, 0.0)
            self._add(around, around.bounds())
        self._free.clear()
        return free

    def _spaced(self, line: Sequence[Point]) -> list[Point]:
        far = measured(line)
        count = max(2, round(far[-1] / (PITCH * self._scale)))
        return [along(line, far, far[-1] * step / count)[0] for step in range(1, count)]

    def _hidden(self, line: Sequence[Point]) -> int:
        return sum(not self._is_free(point) for point in line)
