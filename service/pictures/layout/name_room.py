"""Room for names: where a name is far from its city or shortened, paths bend or begin a little later to make room.

Each such name takes the position beside its city that disturbs the paths there the least. Whatever is moved stays clear
of all other spaces, names and cities, and no path comes to run alongside another one as if both were one
route. At last, names that lie on spaces or are read as one with others move away from them.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from operator import itemgetter
from typing import NamedTuple

from service.pictures.layout.geometry import Box, Point, Tile, enclosing, tile_meets_box, tiles_meet
from service.pictures.layout.lettering.labels import (
    FARTHEST,
    HALO,
    Label,
    Lines,
    Name,
    cells,
    disturbance,
    is_astray,
    spots,
)
from service.pictures.layout.paths.clearance import CLEAR, Ends, tile_rows
from service.pictures.layout.paths.curves import curve, lanes
from service.pictures.layout.paths.parallel_paths import LONGEST, TOO_FAR, Trace, stretch, trace
from service.pictures.layout.paths.route_paths import Way, is_gentle
from service.pictures.layout.paths.track_bundles import Bundle
from ttr_core.model.ids import CityId

NEAR = 1.2  # sizes: a name this near to its city stays
NEARER = 0.7  # of its distance: less is not worth a change
BY = (0.0, 0.07, -0.07, 0.15, -0.15, 0.24, -0.24)  # how much more a path may bend
MOST_BENT = 0.45
ASIDE = (
    0.0,
    12.0,
    -12.0,
    24.0,
    -24.0,
    40.0,
    -40.0,
    60.0,
    -60.0,
)  # where a path meets the upper or lower edge
LATER = (0.0, 8.0, 18.0)  # how much farther from its cities its spaces begin
LEAST_LENGTH = 15.0  # of a space that has room for a letter
NEIGHBOURS = 260.0  # how far from a city anything may be that its name could disturb

# costs
PER_BEND, PER_ASIDE, PER_LATER = 160.0, 0.5, 0.7
EXCHANGED = 4  # neighbours of which one may give way to a name that is still far away


class Effort(NamedTuple):
    """How much may be done to bring a name nearer."""

    cost: float
    bundles: int  # that are moved
    crowded: bool = True  # whether it may stand close to other names


MODEST, LARGE, LAST = Effort(60.0, 3), Effort(130.0, 3), Effort(260.0, 5, crowded=False)


class _Course(NamedTuple):
    """A path that a bundle could take, with its spaces and what it costs to take it."""

    cost: float
    way: Way
    ends: Ends
    tiles: tuple[Tile, ...]
    bounds: tuple[Box, ...]
    whole: Box  # around all of them

    def meets(self, box: Box) -> bool:
        return self.whole.meets(box) and any(
            bounds.meets(box) and tile_meets_box(tile, bounds, box)
            for tile, bounds in zip(self.tiles, self.bounds, strict=True)
        )

    def touches(self, other: "_Course") -> bool:
        return self.whole.meets(other.whole) and any(
            tiles_meet(one, two, CLEAR)
            for one, bounds in zip(self.tiles, self.bounds, strict=True)
            for two, around in zip(other.tiles, other.bounds, strict=True)
            if bounds.grown(-CLEAR).meets(around)
        )


_InTheWay = tuple[frozenset[str], frozenset[int]]  # names and bundles


def _cost(courses: Mapping[int, _Course]) -> float:
    return sum(course.cost for course in courses.values())


class Spaces:
    """The spaces of all bundles in a grid."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], dict[Tile, tuple[int, Box]]] = defaultdict(dict)

    def put(self, number: int, tiles: Sequence[Tile], bounds: Sequence[Box]) -> None:
        for tile, box in zip(tiles, bounds, strict=True):
            for cell in cells(box):
                self._cells[cell][tile] = number, box

    def take(self, tiles: Sequence[Tile], bounds: Sequence[Box]) -> None:
        for tile, box in zip(tiles, bounds, strict=True):
            for cell in cells(box):
                self._cells[cell].pop(tile, None)

    def under(self, box: Box) -> list[int]:
        """The bundles that have a space under the box, in their order."""
        return sorted(
            {
                number
                for cell in cells(box)
                for tile, (number, bounds) in self._cells.get(cell, {}).items()
                if tile_meets_box(tile, bounds, box)
            }
        )

    def under_line(self, a: Point, b: Point) -> bool:
        return any(self.under(Box(x, y, x, y).grown(1.0)) for x, y in spots(a, b))

    def touched(self, tile: Tile, bounds: Box) -> Iterator[int]:
        """The bundles that a space touches."""
        around = bounds.grown(-CLEAR)
        for cell in cells(around):
            for other, (number, other_bounds) in self._cells.get(cell, {}).items():
                if other_bounds.meets(around) and tiles_meet(tile, other, CLEAR):
                    yield number


class Site(NamedTuple):
    """What does not move."""

    places: Mapping[CityId, Point]
    dots: Sequence[Box]  # of the cities
    frame: Box


class _Courses:
    """The paths near the one that a bundle takes, clear of cities and inside the frame: the cheapest first."""

    def __init__(self, bundle: Bundle, now: _Course, site: Site) -> None:
        self._bundle, self._site = bundle, site
        ends = [site.places[city] for city in (bundle.a, bundle.b) if city is not None]
        self._others = [dot for dot in site.dots if dot.middle() not in ends]
        self._shortest = min(LEAST_LENGTH, *(tile.length for tile in now.tiles))
        self._lines: dict[Way, list[list[Point]]] = {}
        self._changes = sorted(_changes(bundle, now), key=itemgetter(0))
        self._built: list[_Course | None] = []  # of the first of them, as far as they were looked at

    def __iter__(self) -> Iterator[_Course]:
        for number in range(len(self._changes)):
            if number == len(self._built):
                self._built.append(self._course(*self._changes[number]))
            course = self._built[number]
            if course is not None:
                yield course

    def _course(self, cost: float, way: Way, ends: Ends) -> _Course | None:
        if way not in self._lines:
            self._lines[way] = _lines(self._bundle, way, self._site.places)
        rows = tile_rows(self._bundle, self._lines[way], ends)
        course = _course(cost, way, ends, rows)
        fits = (
            min(tile.length for tile in course.tiles) >= self._shortest
            and self._site.frame.holds(course.whole)
            and not any(map(course.meets, self._others))
            and not _overlap(rows)
        )
        return course if fits else None


def _changes(bundle: Bundle, now: _Course) -> Iterator[tuple[float, Way, Ends]]:
    start, end = now.ends
    last = (0.0,) if bundle.b is None else LATER
    for (cost, way), first, second in product(_ways(bundle, now.way), LATER, last):
        ends = round(start + first, 1), round(end + second, 1)
        yield cost + PER_LATER * (first + second), way, ends


def _ways(bundle: Bundle, way: Way) -> Iterator[tuple[float, Way]]:
    if bundle.edge in ("top", "bottom"):
        for aside in ASIDE:
            yield PER_ASIDE * abs(aside), Way(Point(round(way.to.x + aside, 1), way.to.y), way.bends)
        return
    for one, other in product(BY, BY):
        bends = round(way.bends[0] + one, 3), round(way.bends[1] + other, 3)
        if max(map(abs, bends)) <= MOST_BENT and is_gentle(bundle, bends):
            yield PER_BEND * (abs(one) + abs(other)), Way(way.to, bends)


def _lines(bundle: Bundle, way: Way, places: Mapping[CityId, Point]) -> list[list[Point]]:
    return lanes(curve(places[bundle.a], way.to, way.bends), len(bundle.tracks))


def _course(cost: float, way: Way, ends: Ends, rows: Sequence[Sequence[Tile]]) -> _Course:
    tiles = tuple(tile for row in rows for tile in row)
    bounds = tuple(tile.bounds() for tile in tiles)
    return _Course(cost, way, ends, tiles, bounds, enclosing(bounds))


def _letters(lines: Sequence[str]) -> int:
    return sum(map(str.isalnum, "".join(lines)))


def _overlap(rows: Sequence[Sequence[Tile]]) -> bool:
    """Whether spaces of parallel tracks lie on each other, as they do where a path bends sharply."""
    return any(tiles_meet(*spaces, 0.0) for row, beside in pairwise(rows) for spaces in product(row, beside))


class NameRoom:
    """Paths and names of a plan, while names are moved nearer to their cities."""

    def __init__(
        self,
        bundles: Sequence[Bundle],
        ways: Sequence[Way],
        ends: Sequence[Ends],
        site: Site,
        labels: Sequence[Label],
    ) -> None:
        self._bundles, self._site = bundles, site
        self._order = [label.key for label in labels]
        self._labels = {label.key: label for label in labels}
        self._spaces = Spaces()
        self._courses: dict[int, _Courses] = {}  # of the bundles that were in the way so far
        self._met: dict[tuple[int, Way, Ends], _InTheWay] = {}  # on these courses, as things are now
        self._traces: dict[tuple[int, Way], Trace] = {}
        self._now = [
            _course(0.0, way, free, tile_rows(bundle, _lines(bundle, way, site.places), free))
            for bundle, way, free in zip(bundles, ways, ends, strict=True)
        ]
        for number, course in enumerate(self._now):
            self._spaces.put(number, course.tiles, course.bounds)

    def bring_near(self, names: Sequence[Name]) -> None:
        """Move the names that are far from their cities, the farthest first; those that stay far may cost more."""
        for far, effort in ((NEAR, MODEST), (FARTHEST, LARGE)):
            for name in self._farther(names, far):
                self._move(name, NEARER * self._distance(name), effort)
        for name in self._farther(names, FARTHEST):
            self._exchange(name, names)
        for name in self._farther(names, FARTHEST):
            self._move(name, FARTHEST, LAST)
        for name in names:
            if self._is_disturbed(self._labels[name.key]):
                self._move(name, FARTHEST, LAST)

    def spell_out(self, names: Sequence[Name]) -> None:
        """Write names longer that had to be shortened, the shortest first, where paths can give way to them."""
        short = [name for name in names if self._length(name) < _letters([name.text])]
        for name in sorted(short, key=lambda name: (self._length(name), name.key)):
            self._move(name, FARTHEST, LAST, more_than=self._length(name))

    def _length(self, name: Name) -> int:
        return _letters(self._labels[name.key].lines)

    def separate(self) -> None:
        """Lead one of two paths another way that run alongside each other so far that they are mistaken for one."""
        for pair in combinations(range(len(self._now)), 2):
            if self._stretch(*pair) > TOO_FAR:
                for number, other in (pair, pair[::-1]):
                    course = self._parting_course(number, other)
                    if course is not None:
                        now = [course if place == number else each for place, each in enumerate(self._now)]
                        self._restore(self._labels, now)
                        break

    def _stretch(self, number: int, other: int) -> float:
        return stretch(*(self._trace(each, self._now[each].way) for each in (number, other)))

    def _parting_course(self, number: int, other: int) -> _Course | None:
        """The cheapest path that is clear of everything and does not run alongside the other one."""
        beside = self._trace(other, self._now[other].way)
        for course in _Courses(self._bundles[number], self._now[number], self._site):
            if stretch(self._trace(number, course.way), beside) > LONGEST:
                continue
            names, bundles = self._in_the_way(number, course)
            if not names and not bundles and self._keeps_apart(number, course, {}):
                return course
        return None

    def _is_disturbed(self, label: Label) -> bool:
        """Whether it lies on a space, or is read as one with another name."""
        others = (other for key, other in self._labels.items() if key != label.key)
        return bool(self._spaces.under(label.box)) or any(disturbance(label, other) for other in others)

    def _farther(self, names: Sequence[Name], far: float) -> list[Name]:
        names = [name for name in names if self._distance(name) > far]
        return sorted(names, key=lambda name: (-self._distance(name), name.key))

    def _distance(self, name: Name) -> float:
        label = self._labels[name.key]
        return label.box.distance(name.place) / label.size

    def _exchange(self, name: Name, names: Sequence[Name]) -> None:
        """Let a neighbour look for another place, if both names find one near their cities."""
        near = sorted(names, key=lambda other: (self._labels[other.key].box.distance(name.place), other.key))
        before = self._labels, self._now
        for other in [other for other in near if other is not name][:EXCHANGED]:
            self._labels = {key: label for key, label in before[0].items() if key != other.key}
            if all(self._move(each, FARTHEST, LARGE) for each in (name, other)):
                return
            self._restore(*before)

    def _move(self, name: Name, most: float, effort: Effort, more_than: int = 0) -> bool:
        """Write it at most so far from its city, where that costs the least, and have paths give way to it."""
        around, least = Box(*name.place, *name.place).grown(NEIGHBOURS), effort.cost
        others = [label for key, label in self._labels.items() if key != name.key and label.box.meets(around)]
        cities = [city for city in self._site.dots if city.meets(around)]
        lines = self._lines_near(around)
        best: tuple[Label, dict[int, _Course]] | None = None
        for bare, write in name.positions():
            if bare >= least:
                break
            label = write()
            if _letters(label.lines) <= more_than or label.box.distance(name.place) > most * label.size:
                continue
            if not self._is_free(label, name, cities):
                continue
            crowding = sum(disturbance(label, other) for other in others)
            cost = bare + crowding + lines.hidden(label.box)
            if cost >= least or (crowding and not effort.crowded):
                continue
            moved = self._give_way(label, least - cost, effort.bundles)
            if moved is not None:
                best, least = (label, moved), cost + _cost(moved)
        if best is not None:
            self._take(*best)
        return best is not None

    def _lines_near(self, around: Box) -> Lines:
        courses = [(n, course) for n, course in enumerate(self._now) if course.whole.meets(around)]
        return Lines(spot for number, course in courses for spot in self._trace(number, course.way).places())

    def _is_free(self, label: Label, name: Name, cities: Sequence[Box]) -> bool:
        """Whether nothing lies there that cannot give way, and the name does not seem to be another city's."""
        box = label.box.grown(HALO)
        return (
            self._site.frame.holds(box)
            and not any(city.meets(box) for city in cities)
            and not is_astray(label, name.place, cities)
            and (label.leader is None or not self._spaces.under_line(*label.leader))
        )

    def _give_way(self, label: Label, most: float, bundles: int) -> dict[int, _Course] | None:
        """The new paths of all bundles that lie under the name; None if there are none, or only dearer ones."""
        box = label.box.grown(HALO)
        numbers = self._spaces.under(box)
        if len(numbers) > bundles:
            return None
        moved: dict[int, _Course] = {}
        for number in numbers:
            course = self._clear_course(number, label.key, box, moved, set(numbers), most - _cost(moved))
            if course is None:
                return None
            moved[number] = course
        return moved

    def _clear_course(
        self, number: int, key: str, box: Box, moved: Mapping[int, _Course], moving: set[int], most: float
    ) -> _Course | None:
        """The cheapest path that is clear of the box, of what does not move and of what has moved already."""
        if number not in self._courses:
            self._courses[number] = _Courses(self._bundles[number], self._now[number], self._site)
        for course in self._courses[number]:
            if course.cost >= most:
                return None
            if course.meets(box) or any(map(course.touches, moved.values())):
                continue
            names, bundles = self._in_the_way(number, course)
            if names <= {key} and bundles <= moving and self._keeps_apart(number, course, moved):
                return course
        return None

    def _keeps_apart(self, number: int, course: _Course, moved: Mapping[int, _Course]) -> bool:
        """Whether it runs alongside no other path, or no farther than the one that is taken now."""
        now = self._now[number]
        if course.way == now.way:
            return True
        new, old = self._trace(number, course.way), self._trace(number, now.way)
        for other, taken in enumerate(self._now):
            if other != number and course.whole.grown(NEIGHBOURS).meets(taken.whole):
                beside = self._trace(other, moved.get(other, taken).way)
                if stretch(new, beside) > max(LONGEST, stretch(old, beside)):
                    return False
        return True

    def _trace(self, number: int, way: Way) -> Trace:
        if (number, way) not in self._traces:
            bundle = self._bundles[number]
            line = curve(self._site.places[bundle.a], way.to, way.bends)
            self._traces[number, way] = trace(line, len(bundle.tracks))
        return self._traces[number, way]

    def _in_the_way(self, number: int, course: _Course) -> _InTheWay:
        key = number, course.way, course.ends
        if key not in self._met:
            names = frozenset(
                name for name, label in self._labels.items() if course.meets(label.box.grown(HALO))
            )
            bundles = frozenset(
                other
                for tile, bounds in zip(course.tiles, course.bounds, strict=True)
                for other in self._spaces.touched(tile, bounds)
            )
            self._met[key] = names, bundles - {number}
        return self._met[key]

    def _take(self, label: Label, moved: Mapping[int, _Course]) -> None:
        now = [moved.get(number, course) for number, course in enumerate(self._now)]
        self._restore({**self._labels, label.key: label}, now)

    def _restore(self, labels: dict[str, Label], now: list[_Course]) -> None:
        """Take these names and paths for those that there are."""
        changed = [number for number, course in enumerate(now) if course is not self._now[number]]
        for number in changed:
            self._spaces.take(self._now[number].tiles, self._now[number].bounds)
            self._courses.pop(number, None)
        for number in changed:
            self._spaces.put(number, now[number].tiles, now[number].bounds)
        self._labels, self._now = labels, now
        self._met.clear()

    @property
    def labels(self) -> tuple[Label, ...]:
        return tuple(self._labels[key] for key in self._order)

    @property
    def ways(self) -> tuple[Way, ...]:
        return tuple(course.way for course in self._now)

    @property
    def ends(self) -> tuple[Ends, ...]:
        return tuple(course.ends for course in self._now)
