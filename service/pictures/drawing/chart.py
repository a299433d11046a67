"""The chart of a game: one measure over its turns as SVG, one line for each seat, points with what made them."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from service.language.languages import Messages
from service.pictures.drawing.result_table import signed
from service.pictures.drawing.svg import plain
from service.pictures.layout.geometry import Box
from service.pictures.layout.lettering.text_width import shortened, width_of
from service.pictures.point_gains import Gain, PointCourse
from ttr_core.history.statistics import Line, Statistics

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 640, 56, 366  # of the plot; the names stand to its right
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_MARKS = 8
NAME_HEIGHT, SUM_HEIGHT = 18, 15
SMALL = 11  # size of the words at points and below names
MOST_NAMED = 9  # gains
LEAST_NAMED = 4  # points
NOTHING = PointCourse((), ())

# distinct for colour-blind readers and on white; each with a dash pattern for prints without colour
INKS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#7a5c00", "#444444")
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4", "4 4")


def chart(
    statistics: Statistics,
    measure: str,
    names: Sequence[str],
    say: Messages,
    course: PointCourse = NOTHING,
) -> str:
    """The chart of one measure, in the language of `say`; `course` says what made the points."""
    plot = _Plot(statistics, measure)
    shown = course if measure == "points" else NOTHING
    lines = [*_frame(plot, say), *_lines(plot, names, say, shown.sums), *_gains(plot, shown.gains)]
    return "\n".join([*lines, "</svg>", ""])


class _Plot:
    """Where values and versions lie on the chart."""

    def __init__(self, statistics: Statistics, measure: str) -> None:
        self.versions, self.seats = statistics.versions or (0,), statistics.seats
        self.measure = measure
        values = [value for line in statistics.seats for value in self.values(line)] or [0]
        self.values_marked = marks(min(0, *values), max(1, *values))
        self.turns = statistics.turns or (0,)
        self.turns_marked = [turn for turn in marks(0, max(1, self.turns[-1])) if turn <= self.turns[-1]]
        self.is_final = any(line.total is not None for line in statistics.seats)

    def values(self, line: Line) -> Sequence[int]:
        values: Sequence[int] = getattr(line, self.measure)
        return values

    def x(self, version: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * version / max(1, self.versions[-1]), 1)

    def y(self, value: int) -> float:
        low, high = self.values_marked[0], self.values_marked[-1]
        return round(BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low), 1)


def marks(low: int, high: int) -> list[int]:
    """Round numbers from one at or below `low` to one at or above `high`."""
    step = next((step for step in STEPS if (high - low) / step <= MOST_MARKS), high - low)
    return list(range(low // step * step, -(-high // step) * step + 1, step))


def _frame(plot: _Plot, say: Messages) -> Iterator[str]:
    title = say(f"chart-{plot.measure}")
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="sans-serif" font-size="13">'
    )
    yield f"<title>{plain(title)}</title>"
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>'
    yield f'<text x="{LEFT}" y="30" font-size="17" fill="#111111">{plain(title)}</text>'
    for value in plot.values_marked:
        yield f'<path d="M{LEFT} {plot.y(value)}H{RIGHT}" stroke="{"#555555" if value == 0 else "#dddddd"}"/>'
        yield _text(LEFT - 8, plot.y(value) + 4, str(value), "end")
    for turn in plot.turns_marked:
        x = plot.x(plot.versions[bisect_left(plot.turns, turn)])
        yield f'<path d="M{x} {BOTTOM}v5" stroke="#555555"/>'
        yield _text(x, BOTTOM + 20, str(turn), "middle")
    yield _text((LEFT + RIGHT) / 2, HEIGHT - 14, say("chart-turn"), "middle")
    if plot.measure == "points":
        state = say("picture-final_points" if plot.is_final else "picture-points_so_far")
        yield _text(RIGHT + 6, 30, state, "start")


def _lines(plot: _Plot, names: Sequence[str], say: Messages, sums: Sequence[str]) -> Iterator[str]:
    places = _name_places(
        [plot.y(plot.values(line)[-1]) if plot.values(line) else BOTTOM for line in plot.seats],
        NAME_HEIGHT + (SUM_HEIGHT if sums else 0),
    )
    for line, name, place in zip(plot.seats, names, places, strict=True):
        if sums:
            added = shortened(sums[line.seat], SMALL, WIDTH - RIGHT - 36)
            yield _text(RIGHT + 30, place + SUM_HEIGHT - 1, added, "start", size=SMALL)
        ink, dash = INKS[line.seat % len(INKS)], DASHES[line.seat % len(DASHES)]
        points = [
            f"{plot.x(version)},{plot.y(value)}"
            for version, value in zip(plot.versions, plot.values(line), strict=False)
        ]
        style = (
            f'fill="none" stroke="{ink}" stroke-width="2" stroke-linejoin="round" stroke-dasharray="{dash}"'
        )
        yield f'<polyline points="{" ".join(points)}" {style}/>'
        last = plot.values(line)[-1] if plot.values(line) else 0
        label = f"{_short(name)}: {signed(last)}"
        if line.total is not None and plot.measure == "points":
            label = say("chart-final", line=label, total=signed(line.total))
        yield f'<path d="M{RIGHT + 6} {place - 4}h18" stroke="{ink}" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield _text(RIGHT + 30, place, label, "start", ink)


def _gains(plot: _Plot, gains: Sequence[Gain]) -> Iterator[str]:
    """A dot for every gain, and words for the largest ones that find room."""
    dots = [(gain, *_spot(plot, gain)) for gain in gains]
    for gain, x, y in dots:
        yield f'<circle cx="{x}" cy="{y}" r="2.6" fill="{INKS[gain.seat % len(INKS)]}"/>'
    taken = [Box(x, y, x, y).grown(3.0) for _, x, y in dots]
    named = 0
    for gain, x, y in sorted(dots, key=lambda dot: (-dot[0].points, dot[0].version)):
        if named == MOST_NAMED or gain.points < LEAST_NAMED:
            break
        text = f"+{gain.points} {gain.text}".rstrip()
        box = next((box for box in _beside(x, y, text) if _is_free(box, taken)), None)
        if box is not None:
            yield _text(box.left, box.bottom - 2, text, "start", INKS[gain.seat % len(INKS)], SMALL)
            taken.append(box)
            named += 1


def _spot(plot: _Plot, gain: Gain) -> tuple[float, float]:
    """Where the line shows the gain first."""
    place = min(bisect_left(plot.versions, gain.version), len(plot.versions) - 1)
    return plot.x(plot.versions[place]), plot.y(plot.values(plot.seats[gain.seat])[place])


def _beside(x: float, y: float, text: str) -> Iterator[Box]:
    """Places for words beside a dot: above and below it, to its left and to its right."""
    width = width_of(text, SMALL)
    for left in (x - width - 5, x + 5):
        for top in (y - 16, y + 3, y - 30, y + 17):
            yield Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + 13, 1))


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    return Box(LEFT, TOP - 14, RIGHT, BOTTOM).holds(box) and not any(box.meets(other) for other in taken)


def _name_places(wanted: Sequence[float], height: float = NAME_HEIGHT) -> list[float]:
    """The heights of the names, each near the end of its line, none over another."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    places, free = [0.0] * len(wanted), float(TOP)
    for number in order:
        places[number] = max(free, wanted[number] + 4)
        free = places[number] + height
    beyond = max(0.0, free - NAME_HEIGHT - (HEIGHT - 10))
    return [round(place - beyond, 1) for place in places]


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#333333", size: int = 13) -> str:
    place = f'x="{round(x, 1)}" y="{round(y, 1)}" font-size="{size}"'
    return f'<text {place} text-anchor="{anchor}" fill="{ink}">{plain(text)}</text>'
