"""The chart of a game: one measure over its turns as SVG, one line for each seat, points with what made them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Protocol

import msgspec

from service.language.languages import Messages
from service.pictures.drawing.ground import page
from service.pictures.drawing.palette import Palette
from service.pictures.drawing.result_table import signed
from service.pictures.drawing.svg import Attributes, document, polyline, quiet_words, tag, words
from service.pictures.layout.canvas import NARROW
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.lettering.text_width import quiet_width_of, wrapped
from service.pictures.point_gains import BETWEEN, Gain, PointCourse
from ttr_core.model.ids import SeatId

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
NAME_HEIGHT, SUM_HEIGHT = 20, 15
TITLE, SIZE, SMALL = (
    17.0,
    13.0,
    12.0,
)  # of the title, of names and figures, of the words at points and below names
KEY = 24.0  # width of the sample of a line, before a name
NEAR = 14.0  # height between a dot and words that clearly belong to it
NOTHING = PointCourse((), ())
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4", "4 4")  # of the seats, in the safe colours


class ChartLine(Protocol):
    """The figures of one seat: each measure is a field of integers, one for every version."""

    @property
    def seat(self) -> SeatId: ...

    @property
    def total(self) -> int | None: ...


class Course(Protocol):
    """Figures over the turns of a game."""

    @property
    def versions(self) -> Sequence[int]: ...

    @property
    def turns(self) -> Sequence[int]: ...

    @property
    def seats(self) -> Sequence[ChartLine]: ...


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """Where things stand; names stand beside the plot, or below it if the picture is narrow."""

    width: float
    plot: Box
    names: Point  # the first one, if all stand below each other
    beside: bool
    most_marks: int  # on an axis
    most_named: int  # gains


WIDE = Frame(
    width=900.0,
    plot=Box(60, 56, 630, 366),
    names=Point(642, 56),
    beside=True,
    most_marks=8,
    most_named=9,
)
NARROW_FRAME = Frame(
    width=400.0,
    plot=Box(40, 56, 388, 276),
    names=Point(14, 342),
    beside=False,
    most_marks=6,
    most_named=5,
)


class ChartLook(msgspec.Struct, frozen=True, kw_only=True):
    """How a viewer wants to see it, and the colours of the players."""

    colours: tuple[str, ...]
    palette: Palette = Palette()
    width: int = 900

    @property
    def frame(self) -> Frame:
        return WIDE if self.width >= NARROW else NARROW_FRAME


def chart(
    figures: Course,
    measure: str,
    names: Sequence[str],
    say: Messages,
    look: ChartLook,
    course: PointCourse = NOTHING,
) -> str:
    """The chart of one measure, in the language of `say`; `course` says what made the points."""
    drawing = _Chart(figures, measure, say, look, course if measure == "points" else NOTHING)
    return drawing.document(names)


def marks(low: int, high: int, most: int = WIDE.most_marks) -> list[int]:
    """Round numbers from one at or below `low` to one at or above `high`."""
    step = next((step for step in STEPS if (high - low) / step <= most), high - low)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


class _Chart:
    def __init__(
        self, figures: Course, measure: str, say: Messages, look: ChartLook, course: PointCourse
    ) -> None:
        self._versions, self._seats = figures.versions or (0,), figures.seats
        self._turns, self._measure = figures.turns or (0,), measure
        self._say, self._look, self._course = say, look, course
        self._frame, self._ink = look.frame, look.palette.ink
        values = [value for line in figures.seats for value in self._values(line)] or [0]
        self._marks = marks(min(0, *values), max(1, *values), self._frame.most_marks)
        left, right = self._frame.names.x + KEY, self._frame.width - 10
        sums = course.sums or [""] * len(figures.seats)
        self._sums = [_lines_of(sums[line.seat], right - left) for line in figures.seats]

    def document(self, names: Sequence[str]) -> str:
        title, labels = self._say(f"chart-{self._measure}"), self._labels(names)
        places = self._name_places()
        below = places[-1] + self._name_heights()[-1] if places else self._frame.names.y
        bottom = self._frame.plot.bottom + 54 if self._frame.beside else below
        parts = [
            page(self._frame.width, bottom, self._look.palette),
            *self._axes(title),
            *self._lines(),
            *self._names(labels, places),
            *self._gains(),
        ]
        return document(self._frame.width, bottom, self._look.width, title, self._description(labels), parts)

    def _values(self, line: ChartLine) -> Sequence[int]:
        values: Sequence[int] = getattr(line, self._measure)
        return values

    def _labels(self, names: Sequence[str]) -> list[str]:
        """What each line says at its end: whose it is, its last value, and the final points."""
        labels = []
        for line, name in zip(self._seats, names, strict=True):
            label = self._say("named", name=_short(name), value=signed(self._last(line)))
            if line.total is not None and self._measure == "points":
                label = self._say("chart-final", line=label, total=signed(line.total))
            labels.append(label)
        return labels

    def _last(self, line: ChartLine) -> int:
        return self._values(line)[-1] if self._values(line) else 0

    def _description(self, labels: Sequence[str]) -> str:
        """The same for those who do not see it."""
        sums = self._course.sums or [""] * len(labels)
        lines = [f"{label} ({added})" if added else label for label, added in zip(labels, sums, strict=True)]
        gains = [_gain_text(gain) for gain in self._largest_gains()[: self._frame.most_named]]
        return self._say("between").join([*lines, *gains]) + "."

    # places

    def _x(self, turn: int) -> float:
        plot = self._frame.plot
        return round(plot.left + (plot.right - plot.left) * turn / max(1, self._turns[-1]), 1)

    def _y(self, value: int) -> float:
        plot, (low, high) = self._frame.plot, (self._marks[0], self._marks[-1])
        return round(plot.bottom - (plot.bottom - plot.top) * (value - low) / (high - low), 1)

    def _name_heights(self) -> list[float]:
        """With what is added below each name."""
        return [NAME_HEIGHT + SUM_HEIGHT * len(lines) for lines in self._sums]

    def _name_places(self) -> list[float]:
        """The heights of the names, each near the end of its line or all below each other, none over another."""
        first, heights = self._frame.names.y, self._name_heights()
        if not self._frame.beside:
            return [first + sum(heights[:number]) for number in range(len(heights))]
        wanted = [self._y(self._last(line)) for line in self._seats]
        places, free = [0.0] * len(heights), first
        for number in sorted(range(len(heights)), key=lambda number: (wanted[number], number)):
            places[number] = max(free, wanted[number] + 4)
            free = places[number] + heights[number]
        beyond = max(0.0, free - NAME_HEIGHT - self._frame.plot.bottom - 44)
        return [round(place - beyond, 1) for place in places]

    # drawing

    def _axes(self, title: str) -> Iterator[str]:
        plot, ink = self._frame.plot, self._ink
        yield words(title, plot.left if self._frame.beside else 14, 30, TITLE, fill=ink.text)
        for value in self._marks:
            line = [Point(plot.left, self._y(value)), Point(plot.right, self._y(value))]
            strength: Attributes = {"stroke_width": 1.2 if value == 0 else 0.6}
            yield polyline(line, stroke=ink.faint if value == 0 else ink.line, **strength)
            yield self._figure(str(value), plot.left - 8, self._y(value) + 4, "end")
        turns = marks(0, max(1, self._turns[-1]), self._frame.most_marks)
        for turn in (turn for turn in turns if turn <= self._turns[-1]):
            x = self._x(turn)
            yield polyline([Point(x, plot.bottom), Point(x, plot.bottom + 5)], stroke=ink.faint)
            yield self._figure(str(turn), x, plot.bottom + 20, "middle")
        yield self._figure(self._say("chart-turn"), (plot.left + plot.right) / 2, plot.bottom + 40, "middle")
        if self._measure == "points":
            final = any(line.total is not None for line in self._seats)
            state = self._say("picture-final_points" if final else "picture-points_so_far")
            yield self._figure(state, self._frame.width - 14, 30, "end")

    def _figure(self, text: str, x: float, y: float, anchor: str) -> str:
        return quiet_words(text, round(x, 1), y, SIZE, fill=self._ink.faint, text_anchor=anchor)

    def _lines(self) -> Iterator[str]:
        """In the colours of the players, on a rim that is seen on every ground."""
        for line in self._seats:
            points = self._points(line)
            if points:
                yield from self._stroke(points, line.seat, class_="course")

    def _points(self, line: ChartLine) -> list[Point]:
        """One for every change within a turn."""
        places = zip(self._turns, self._values(line), strict=False)
        return [point for point, _ in groupby(Point(self._x(turn), self._y(value)) for turn, value in places)]

    def _stroke(self, points: Sequence[Point], seat: int, **attributes: str) -> Iterator[str]:
        palette, joins = self._look.palette, Attributes(stroke_linejoin="round")
        dash = {"stroke_dasharray": DASHES[seat % len(DASHES)]} if palette.safe else {}
        yield polyline(points, stroke=self._ink.rim, stroke_width=3.8, **joins)
        yield polyline(points, stroke=self._colour(seat), stroke_width=2.4, **joins, **dash, **attributes)

    def _colour(self, seat: int) -> str:
        return self._look.palette.player(self._look.colours[seat])

    def _names(self, labels: Sequence[str], places: Sequence[float]) -> Iterator[str]:
        left = self._frame.names.x
        for line, label, place, added in zip(self._seats, labels, places, self._sums, strict=True):
            yield from self._stroke([Point(left, place - 4), Point(left + KEY - 6, place - 4)], line.seat)
            yield words(label, left + KEY, place, SIZE, fill=self._ink.text)
            for row, text in enumerate(added, 1):
                yield quiet_words(text, left + KEY, place + row * SUM_HEIGHT, SMALL, fill=self._ink.faint)

    def _largest_gains(self) -> list[Gain]:
        return sorted(self._course.gains, key=lambda gain: (-gain.points, gain.version))

    def _gains(self) -> Iterator[str]:
        """A dot for every gain, and words for the largest ones that find room."""
        for gain in self._course.gains:
            x, y = self._spot(gain)
            rim: Attributes = {"fill": self._colour(gain.seat), "stroke": self._ink.rim}
            yield tag("circle", cx=x, cy=y, r=3.2, **rim)
        taken = [Box(*spot, *spot).grown(3.0) for spot in map(self._spot, self._course.gains)]
        steps = [step for line in self._seats for step in _steps(self._points(line))]
        named = 0
        for gain in self._largest_gains():
            if named == self._frame.most_named:
                break
            text, spot = _gain_text(gain), self._spot(gain)
            box = next((box for box in _beside(spot, text) if self._is_free(box, taken, steps)), None)
            if box is not None:
                yield from self._leader(spot, box)
                halo: Attributes = {"stroke": self._ink.page, "stroke_width": 3, "paint_order": "stroke"}
                yield quiet_words(text, box.left, box.bottom - 3, SMALL, fill=self._ink.text, **halo)
                taken.append(box)
                named += 1

    def _leader(self, spot: Point, box: Box) -> Iterator[str]:
        """A thin line to words that do not stand right beside their dot."""
        corner = Point(box.right if box.right < spot.x else box.left, box.middle().y)
        if abs(corner.y - spot.y) > NEAR:
            yield polyline([spot, corner], stroke=self._ink.faint, stroke_width=0.8)

    def _spot(self, gain: Gain) -> Point:
        """Where the line shows the gain first."""
        place = min(bisect_left(self._versions, gain.version), len(self._versions) - 1)
        value = self._values(self._seats[gain.seat])[place]
        return Point(self._x(self._turns[place]), self._y(value))

    def _is_free(self, box: Box, taken: Sequence[Box], steps: Sequence[tuple[Point, Point]]) -> bool:
        plot = self._frame.plot
        inside = Box(plot.left, plot.top - 14, plot.right, plot.bottom)
        if not inside.holds(box) or any(box.meets(other) for other in taken):
            return False
        return not any(box.crossed(*step) for step in steps)


def _steps(points: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The straight parts of a line that rises now and then."""
    each = zip(points, points[1:], points[2:], strict=False)
    corners = [point for before, point, after in each if not before.y == point.y == after.y]
    return list(pairwise([*points[:1], *corners, *points[-1:]]))


def _lines_of(text: str, most: float) -> list[str]:
    """What is added to points, in lines of at most this width; reasons stay whole where they can."""
    lines: list[str] = []
    for reason in text.split(BETWEEN):
        longer = f"{lines[-1]}{BETWEEN}{reason}" if lines else reason
        if lines and quiet_width_of(longer, SMALL) <= most:
            lines[-1] = longer
        else:
            lines += wrapped(reason, SMALL, most, quiet_width_of)
    return lines


def _gain_text(gain: Gain) -> str:
    return f"+{gain.points} {gain.text}".rstrip()


def _beside(spot: Point, text: str) -> Iterator[Box]:
    """Places for words beside a dot: above and below it, to its left and to its right."""
    width = quiet_width_of(text, SMALL)
    for left in (spot.x - width - 6, spot.x + 6):
        for top in (spot.y - 16, spot.y + 3, spot.y - 30, spot.y + 17, spot.y - 44, spot.y + 31):
            yield Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + 14, 1))


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"
