"""The chart of a game: one measure over its versions as SVG, one line for each seat."""

from collections.abc import Iterator, Sequence

from service.language.languages import Messages
from service.pictures.drawing.svg import plain
from ttr_core.history.statistics import Line, Statistics

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 640, 56, 366  # of the plot; the names stand to its right
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_MARKS = 8
NAME_HEIGHT = 18

# distinct for colour-blind readers and on white; each with a dash pattern for prints without colour
INKS = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#7a5c00", "#444444")
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "14 4", "4 4")


def chart(statistics: Statistics, measure: str, names: Sequence[str], say: Messages) -> str:
    """The chart of one measure, in the language of `say`."""
    plot = _Plot(statistics, measure)
    return "\n".join([*_frame(plot, say), *_lines(plot, names, say), "</svg>", ""])


class _Plot:
    """Where values and versions lie on the chart."""

    def __init__(self, statistics: Statistics, measure: str) -> None:
        self.versions, self.seats = statistics.versions or (0,), statistics.seats
        self.measure = measure
        values = [value for line in statistics.seats for value in self.values(line)] or [0]
        self.values_marked = marks(min(0, *values), max(1, *values))
        self.versions_marked = marks(0, max(1, self.versions[-1]))

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
    for version in plot.versions_marked:
        if version <= plot.versions[-1]:
            yield f'<path d="M{plot.x(version)} {BOTTOM}v5" stroke="#555555"/>'
            yield _text(plot.x(version), BOTTOM + 20, str(version), "middle")
    yield _text((LEFT + RIGHT) / 2, HEIGHT - 14, say("chart-version"), "middle")


def _lines(plot: _Plot, names: Sequence[str], say: Messages) -> Iterator[str]:
    places = _name_places(
        [plot.y(plot.values(line)[-1]) if plot.values(line) else BOTTOM for line in plot.seats]
    )
    for line, name, place in zip(plot.seats, names, places, strict=True):
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
        label = f"{_short(name)}: {last}"
        if line.total is not None and plot.measure == "points":
            label = say("chart-final", line=label, total=line.total)
        yield f'<path d="M{RIGHT + 6} {place - 4}h18" stroke="{ink}" stroke-width="2" stroke-dasharray="{dash}"/>'
        yield _text(RIGHT + 30, place, label, "start", ink)


def _name_places(wanted: Sequence[float]) -> list[float]:
    """The heights of the names, each near the end of its line, none over another."""
    order = sorted(range(len(wanted)), key=lambda number: (wanted[number], number))
    places, free = [0.0] * len(wanted), float(TOP)
    for number in order:
        places[number] = max(free, wanted[number] + 4)
        free = places[number] + NAME_HEIGHT
    beyond = max(0.0, free - NAME_HEIGHT - (HEIGHT - 10))
    return [round(place - beyond, 1) for place in places]


def _short(name: str) -> str:
    return name if len(name) <= 14 else f"{name[:13]}…"


def _text(x: float, y: float, text: str, anchor: str, ink: str = "#333333") -> str:
    return f'<text x="{x}" y="{round(y, 1)}" text-anchor="{anchor}" fill="{ink}">{plain(text)}</text>'
