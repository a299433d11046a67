"""Labels: names and signs on a map, and where each is written.

A label stands beside its place, clear of spaces, other labels and the frame. Labels are placed one after the other,
those of cities first and those with the least choice before the others, each at its cheapest position; then each is
placed again a few times. The same board always gives the same labels.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from math import cos, hypot, pi, sin
from typing import Protocol

import msgspec

from service.pictures.layout.geometry import Box, Point, Tile, tile_meets_box
from service.pictures.layout.lettering.text_width import (
    ASCENT,
    DESCENT,
    LINE,
    abbreviated,
    line_breaks,
    width_of,
)

_SIXTEENTHS = (0, 4, 1, 7, 3, 5, 2, 6, 8, 9, 10, 11, 12, 13, 14, 15)  # beside, then above and below
ANGLES = (*_SIXTEENTHS, *(angle + 0.5 for angle in range(16)))
LEADER = 14.0  # from this distance on, a line leads from the city to its name
PASSES, ROUNDS = 3, 6
CELL = 60.0
STRIDE = 5.0  # distance between the points of a line that are checked
HALO = 1.0  # free space around a name

# costs
ON_SPACE, ON_NAME, ON_CITY, OUTSIDE = 250.0, 450.0, 340.0, 2000.0
SMALLER, BROKEN, FARTHER, LED = 6.0, 2.0, 0.6, 5.0
FAR, TOO_FAR = 40.0, 1.0  # from this distance on, each step away costs so much more
OVER_SPACE, OVER_CITY, OVER_NAME = 14.0, 40.0, 60.0  # per thing that a leader passes over
OVER_LINE = 1.0  # per point of a line that a name hides
# a name that seems to belong to another city: nearer to it, or beside it in spite of the leader
ASTRAY = 60.0
FARTHEST = 1.9  # in sizes: a name that is farther from its city is looked for
BESIDE, LEAST_BESIDE = 1.3, 20.0  # in sizes, and in units
BESIDE_NAME, BELOW_NAME, CROWDED = 0.6, 0.3, 50.0  # in sizes: names this close are read as one
GROUP = "route:"  # begins the keys of groups of signs
NEAR_GROUP, MERGED = 12.0, 25.0  # two groups this close are read as one
# letters to which a name may be shortened if need be, and what that costs in steps
SHORT = {8: 1.0, 6: 1.9, 5: 2.0, 4: 2.9, 3: 3.0}
FIRST = 60  # options that measure how much choice a label has


class Label(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A name in its position."""

    key: str
    lines: tuple[str, ...]
    size: float
    box: Box
    badge: float
    leader: tuple[Point, Point] | None
    badge_below: bool = False  # instead of beside the text

    def middle(self) -> float:
        beside = 0.0 if self.badge_below else self.badge
        return (self.box.left + self.box.right - beside) / 2


class Lines:
    """The lines between spaces, as points that are close together."""

    def __init__(self, points: Iterable[Point]) -> None:
        self._points: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for point in points:
            self._points[int(point.x // CELL), int(point.y // CELL)].append(point)

    def hidden(self, box: Box) -> float:
        """The cost of what a name hides there of lines: a route seems to be broken, or to end at the name."""
        return OVER_LINE * sum(
            box.contains(point) for cell in cells(box) for point in self._points.get(cell, ())
        )


class Obstacles:
    """Spaces, the lines between them and cities in a grid, for quick look-up by position."""

    def __init__(
        self,
        tiles: Sequence[Tile],
        cities: Sequence[Box],
        frame: Box,
        lines: Iterable[Point] = (),
    ) -> None:
        self.frame = frame
        self.cities = cities
        self._lines = Lines(lines)
        self._tiles: dict[tuple[int, int], list[tuple[Tile, Box]]] = defaultdict(list)
        for tile in tiles:
            bounds = tile.bounds()
            for cell in cells(bounds):
                self._tiles[cell].append((tile, bounds))

    def cost(self, label: Label, place: Point) -> float:
        """The cost of what lies under a label and under its leader."""
        box = label.box.grown(HALO)
        cost = 0.0 if self.frame.holds(box) else OUTSIDE
        cost += ON_SPACE * len(self.spaces_under(box))
        cost += ON_CITY * sum(1 for city in self.cities if city.meets(box))
        if cost >= ON_SPACE:
            return cost
        cost += self._lines.hidden(label.box)
        cost += ASTRAY if is_astray(label, place, self.cities) else 0.0
        return cost if label.leader is None else cost + LED + self._under_line(label.leader, place)

    def is_at(self, label: Label, place: Point) -> bool:
        """Whether it lies on nothing and is unmistakably the name of this place."""
        return label.box.distance(place) <= FARTHEST * label.size and self.cost(label, place) < ASTRAY

    def _under_line(self, line: tuple[Point, Point], place: Point) -> float:
        cities = sum(1 for city in self.cities if city.middle() != place and city.crossed(*line))
        return OVER_SPACE * len(self.spaces_between(*line)) + OVER_CITY * cities

    def spaces_between(self, a: Point, b: Point) -> list[Tile]:
        """The spaces that the straight line passes over."""
        boxes = [Box(x, y, x, y).grown(1.0) for x, y in spots(a, b)]
        return list({tile: None for box in boxes for tile in self.spaces_under(box)})

    def spaces_under(self, box: Box) -> list[Tile]:
        tiles: dict[Tile, None] = {}
        for cell in cells(box):
            for tile, bounds in self._tiles.get(cell, ()):
                if tile_meets_box(tile, bounds, box):
                    tiles[tile] = None
        return list(tiles)


def is_astray(label: Label, place: Point, cities: Sequence[Box]) -> bool:
    """Whether a name of this place is nearer to another city, or beside it although a line leads to its own."""
    near = label.box.distance(place) if label.leader is None else least_distance(label)
    return any(label.box.distance(city.middle()) < near for city in cities if city.middle() != place)


def least_distance(label: Label) -> float:
    """Nearer to a city than this, a name seems to belong to it although its leader goes to another one."""
    return max(BESIDE * label.size, LEAST_BESIDE)


def cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // CELL), int(box.right // CELL) + 1):
        for row in range(int(box.top // CELL), int(box.bottom // CELL) + 1):
            yield column, row


def spots(a: Point, b: Point) -> list[Point]:
    """Points along a line, close together."""
    count = int(hypot(b.x - a.x, b.y - a.y) / STRIDE) + 1
    return [Point(a.x + (b.x - a.x) * n / count, a.y + (b.y - a.y) * n / count) for n in range(count + 1)]


Option = tuple[float, Callable[[], Label]]  # its cost on an empty map, and the label


class Subject(Protocol):
    """What is to be labelled."""

    @property
    def key(self) -> str: ...

    def options(self) -> Sequence[Option]:
        """All ways to write it, the cheapest first."""

    def cost(self, label: Label, obstacles: Obstacles) -> float:
        """The cost of what lies in the way of this label."""


class _Search:
    """The options of one subject, evaluated only as far as needed."""

    def __init__(self, subject: Subject, obstacles: Obstacles) -> None:
        self.subject, self._obstacles = subject, obstacles
        self._options = subject.options()
        self._seen: list[tuple[float, Label]] = []

    def freedom(self) -> int:
        """How many of the first options are clear."""
        first = range(min(FIRST, len(self._options)))
        return sum(1 for number in first if self._evaluated(number)[0] < ON_SPACE)

    def best(self, others: Sequence[Label]) -> tuple[Label, float]:
        best, least = self._evaluated(0)[1], float("inf")
        for number, (bare, _) in enumerate(self._options):
            if bare >= least:
                break
            cost, label = self._evaluated(number)
            if cost >= least:
                continue
            for other in others:
                cost += disturbance(label, other)
                if cost >= least:
                    break
            else:
                best, least = label, cost
        return best, least

    def _evaluated(self, number: int) -> tuple[float, Label]:
        while len(self._seen) <= number:
            bare, write = self._options[len(self._seen)]
            label = write()
            self._seen.append((bare + self.subject.cost(label, self._obstacles), label))
        return self._seen[number]


def disturbance(one: Label, other: Label) -> float:
    """The cost of two labels that overlap, look like one, or lie on each other's leader."""
    groups = one.key.startswith(GROUP) and other.key.startswith(GROUP)
    crowded, (beside, below) = (
        (MERGED, (NEAR_GROUP, NEAR_GROUP)) if groups else (CROWDED, _least_gaps(one, other))
    )
    around = Box(one.box.left - beside, one.box.top - below, one.box.right + beside, one.box.bottom + below)
    cost = ON_NAME if other.box.meets(one.box) else crowded if other.box.meets(around) else 0.0
    for label, box in ((one, other.box), (other, one.box)):
        if label.leader and box.crossed(*label.leader):
            cost += OVER_NAME
    return cost


def _least_gaps(one: Label, other: Label) -> tuple[float, float]:
    """What tells two names apart that stand in one line, or one below the other."""
    size = min(one.size, other.size)
    return BESIDE_NAME * size, BELOW_NAME * size


def place_labels(
    subjects: Sequence[Subject], obstacles: Obstacles, fixed: Sequence[Label] = ()
) -> tuple[Label, ...]:
    """Label every subject, clear of labels that are fixed; those that lie on something choose first next time."""
    searches = [_Search(subject, obstacles) for subject in subjects]
    order = sorted(
        searches, key=lambda search: (":" in search.subject.key, search.freedom(), search.subject.key)
    )
    placed: dict[str, Label] = {}
    for _ in range(ROUNDS):
        placed, misplaced = _round(order, fixed)
        if not misplaced:
            break
        order = [*misplaced, *(search for search in order if search not in misplaced)]
    return tuple(placed[subject.key] for subject in subjects)


def place_where_free(
    names: Sequence["Name"], obstacles: Obstacles, fixed: Sequence[Label]
) -> tuple[Label, ...]:
    """Only the labels that find a place of their own near what they name."""
    placed: list[Label] = []
    for name in names:
        others = [*fixed, *placed]
        label, cost = _Search(name, obstacles).best(others)
        near = label.box.distance(name.place) <= FARTHEST * label.size
        if near and cost < ON_SPACE and not any(disturbance(label, other) for other in others):
            placed.append(label)
    return tuple(placed)


def _round(order: Sequence[_Search], fixed: Sequence[Label]) -> tuple[dict[str, Label], list[_Search]]:
    """Place all labels in this order, several times; also return those that still lie on something."""
    placed: dict[str, Label] = {}
    misplaced: list[_Search] = []
    for _ in range(PASSES):
        misplaced = []
        for search in order:
            others = [label for key, label in placed.items() if key != search.subject.key]
            placed[search.subject.key], cost = search.best([*fixed, *others])
            if cost >= ON_SPACE:
                misplaced.append(search)
    return placed, misplaced


# names


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """A text to be written beside a place."""

    key: str
    text: str
    place: Point
    badge: float = 0.0  # width kept free beside the text
    badge_height: float = 0.0  # or height below it, if there is one
    sizes: tuple[float, ...]
    reach: float
    steps: tuple[float, ...]
    unled: float = LEADER  # how much farther away it needs no line to its place
    shortening: float | None = None  # the cost of each shorter form; without one there are none

    def options(self) -> list[Option]:
        return list(self.positions())

    def positions(self) -> Iterator[Option]:
        """All ways to write it, the cheapest first, made as they are looked at."""
        forms = self._forms()
        costs = tuple(cost for _, cost in forms)
        for cost, shrink, form, angle, step in _positions(len(self.sizes), costs, self.steps):
            yield cost, partial(self._label, *forms[form][0], self.sizes[shrink], angle, step)

    def _forms(self) -> list[tuple[tuple[tuple[str, ...], bool], float]]:
        """The text in one line and in two, then shorter and shorter, with its badge below or not, and the cost."""
        texts = [(self.text, 0.0)]
        if self.shortening is not None:
            texts += [
                (abbreviated(self.text, most), self.shortening * steps) for most, steps in SHORT.items()
            ]
        forms: dict[tuple[tuple[str, ...], bool], float] = {}
        for text, short in texts:
            for lines, cost in zip(line_breaks(text)[:2], (0.0, BROKEN), strict=False):
                forms.setdefault((lines, False), short + cost)
                if self.badge and self.badge_height:
                    forms.setdefault((lines, True), short + cost + BROKEN)
        return list(forms.items())

    def cost(self, label: Label, obstacles: Obstacles) -> float:
        return obstacles.cost(label, self.place)

    def _label(self, lines: tuple[str, ...], below: bool, size: float, angle: float, step: float) -> Label:
        width, height = self._extent(lines, below, size)
        reach = self.reach + step
        x, y = self.place.x + reach * cos(angle), self.place.y + reach * sin(angle)
        left = x - width * (1 - cos(angle)) / 2
        top = y - height * (1 - sin(angle)) / 2
        box = Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + height, 1))
        leader = _leader(self.place, box) if step > self.unled else None
        return Label(
            key=self.key,
            lines=lines,
            size=size,
            box=box,
            badge=self.badge,
            leader=leader,
            badge_below=below,
        )

    def _extent(self, lines: tuple[str, ...], below: bool, size: float) -> tuple[float, float]:
        width = max(width_of(line, size) for line in lines)
        height = (ASCENT + DESCENT + LINE * (len(lines) - 1)) * size
        if below:
            return max(width, self.badge), height + self.badge_height
        return width + self.badge, height


@cache
def _positions(
    sizes: int, forms: tuple[float, ...], steps: tuple[float, ...]
) -> list[tuple[float, int, int, float, float]]:
    """Cost, number of the size, number of the form, angle and distance of every position, the best first."""
    positions = [
        (
            SMALLER * shrink + cost + FARTHER * step + TOO_FAR * max(0.0, step - FAR) + 0.15 * rank,
            shrink,
            form,
            angle * pi / 8,
            step,
        )
        for shrink in range(sizes)
        for form, cost in enumerate(forms)
        for rank, angle in enumerate(ANGLES)
        for step in steps
    ]
    return sorted(positions, key=lambda position: position[0])


def _leader(place: Point, box: Box) -> tuple[Point, Point]:
    """The line from the city to the nearest side of its name."""
    end = Point(min(box.right, max(box.left, place.x)), min(box.bottom, max(box.top, place.y)))
    far = hypot(end.x - place.x, end.y - place.y) or 1.0
    start = Point(place.x + 6 * (end.x - place.x) / far, place.y + 6 * (end.y - place.y) / far)
    return start, end
