"""Labels: the names of cities, of regions and of what lies beyond the edges, and where each is written.

A label stands beside its place, clear of spaces, other labels and the frame. Names are placed one after the other,
those of cities first and those with the least choice before the others, each at its cheapest position; then each is
placed again a few times. The same board always gives the same labels.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin

import msgspec

from service.language.languages import Lang
from service.language.vocabulary.board_words import board_words
from service.pictures.layout.geometry import Box, Point, Tile, tile_meets_box
from service.pictures.layout.route_paths import Ground
from service.pictures.layout.text_width import ASCENT, DESCENT, LINE, line_breaks, width_of
from service.pictures.layout.track_bundles import Bundle, festive_cities, pole_cities, regions_of
from ttr_core import Ruleset
from ttr_core.model.ids import CityId

SIZES = (16.0, 14.0, 12.5, 11.0)
ANGLES = (0, 4, 1, 7, 3, 5, 2, 6, 8, 9, 10, 11, 12, 13, 14, 15)  # sixteenths: beside, then above and below
STEPS = (0.0, 4.0, 9.0, 16.0, 22.0, 29.0, 37.0, 46.0, 57.0, 70.0, 85.0, 102.0)
LEADER = 14.0  # from this distance on, a line leads from the city to its name
REACH = 12.0  # distance of a name from the middle of its city
PASSES, ROUNDS = 3, 6
CELL = 60.0
STRIDE = 5.0  # distance between the points of a line that are checked
HALO = 1.0  # free space around a name

# costs
ON_SPACE, ON_NAME, ON_CITY, OUTSIDE = 110.0, 200.0, 150.0, 1000.0
SMALLER, BROKEN, FARTHER, LED = 6.0, 2.0, 0.6, 5.0
OVER_SPACE, OVER_CITY, OVER_NAME = 5.0, 40.0, 60.0  # per thing that a leader passes over
ASTRAY = (
    14.0  # a name that seems to belong to another city: nearer to it, or beside it in spite of the leader
)
BESIDE = 20.0
NEAR, CROWDED = 5.0, 4.0  # names this close look like one
FIRST = 60  # candidates that measure how much choice a name has


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """A text to be written beside a place."""

    key: str
    text: str
    place: Point
    badge: float = 0.0  # width kept free beside the text
    sizes: tuple[float, ...] = SIZES
    reach: float = REACH


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name in its position."""

    key: str
    lines: tuple[str, ...]
    size: float
    box: Box
    badge: float
    leader: tuple[Point, Point] | None

    def middle(self) -> float:
        return (self.box.left + self.box.right - self.badge) / 2


class Obstacles:
    """Spaces and cities in a grid, for quick look-up by position."""

    def __init__(self, tiles: Sequence[Tile], cities: Sequence[Box], frame: Box) -> None:
        self.frame = frame
        self.cities = cities
        self._tiles: dict[tuple[int, int], list[tuple[Tile, Box]]] = defaultdict(list)
        for tile in tiles:
            bounds = tile.bounds()
            for cell in _cells(bounds):
                self._tiles[cell].append((tile, bounds))

    def cost(self, label: Label, place: Point) -> float:
        """The cost of what lies under a label and under its leader."""
        box = label.box.grown(HALO)
        cost = 0.0 if self.frame.holds(box) else OUTSIDE
        cost += ON_SPACE * len(self.spaces_under(box))
        cost += ON_CITY * sum(1 for city in self.cities if city.meets(box))
        if cost >= ON_SPACE:
            return cost
        near = label.box.distance(place) if label.leader is None else BESIDE
        cost += ASTRAY if self._beside_others(label.box, place, near) else 0.0
        return cost if label.leader is None else cost + LED + self._under_line(label.leader, place)

    def _beside_others(self, box: Box, place: Point, near: float) -> bool:
        return any(box.distance(city.middle()) < near for city in self.cities if city.middle() != place)

    def _under_line(self, line: tuple[Point, Point], place: Point) -> float:
        spots = [Box(x, y, x, y).grown(1.0) for x, y in _spots(*line)]
        spaces = {tile: None for spot in spots for tile in self.spaces_under(spot)}
        cities = sum(1 for city in self.cities if city.middle() != place and city.crossed(*line))
        return OVER_SPACE * len(spaces) + OVER_CITY * cities

    def spaces_under(self, box: Box) -> list[Tile]:
        tiles: dict[Tile, None] = {}
        for cell in _cells(box):
            for tile, bounds in self._tiles.get(cell, ()):
                if tile_meets_box(tile, bounds, box):
                    tiles[tile] = None
        return list(tiles)


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for column in range(int(box.left // CELL), int(box.right // CELL) + 1):
        for row in range(int(box.top // CELL), int(box.bottom // CELL) + 1):
            yield column, row


def _spots(a: Point, b: Point) -> list[Point]:
    """Points along a line, close together."""
    count = int(hypot(b.x - a.x, b.y - a.y) / STRIDE) + 1
    return [Point(a.x + (b.x - a.x) * n / count, a.y + (b.y - a.y) * n / count) for n in range(count + 1)]


class _Candidate(msgspec.Struct, frozen=True):
    """One way to write a name beside its place, and its cost on an empty map."""

    cost: float
    shrink: int  # index of the name's sizes
    broken: int  # line breaks
    angle: float
    step: float


def _candidates(sizes: int, breaks: int) -> list[_Candidate]:
    """All candidates, the best first."""
    candidates = [
        _Candidate(
            SMALLER * shrink + BROKEN * broken + FARTHER * step + 0.15 * rank,
            shrink,
            broken,
            angle * pi / 8,
            step,
        )
        for shrink in range(sizes)
        for broken in range(breaks)
        for rank, angle in enumerate(ANGLES)
        for step in STEPS
    ]
    return sorted(candidates, key=lambda candidate: candidate.cost)


class _Search:
    """The candidates of one name, evaluated only as far as needed."""

    def __init__(self, name: Name, obstacles: Obstacles) -> None:
        self.name, self._obstacles = name, obstacles
        self._lines = line_breaks(name.text)[:2]
        self._candidates = _candidates(len(name.sizes), len(self._lines))
        self._seen: list[tuple[float, Label]] = []

    def freedom(self) -> int:
        """How many of the first candidates are clear."""
        return sum(1 for number in range(FIRST) if self._evaluated(number)[0] < ON_SPACE)

    def best(self, others: list[Label]) -> tuple[Label, float]:
        best, least = self._evaluated(0)[1], float("inf")
        for number, candidate in enumerate(self._candidates):
            if candidate.cost >= least:
                break
            cost, label = self._evaluated(number)
            if cost >= least:
                continue
            cost += sum(_disturbance(label, other) for other in others)
            if cost < least:
                best, least = label, cost
        return best, least

    def _evaluated(self, number: int) -> tuple[float, Label]:
        while len(self._seen) <= number:
            candidate = self._candidates[len(self._seen)]
            lines, size = self._lines[candidate.broken], self.name.sizes[candidate.shrink]
            label = _label(self.name, lines, size, candidate.angle, candidate.step)
            self._seen.append((candidate.cost + self._obstacles.cost(label, self.name.place), label))
        return self._seen[number]


def _disturbance(one: Label, other: Label) -> float:
    """The cost of two labels that overlap, look like one, or lie on each other's leader."""
    cost = ON_NAME if other.box.meets(one.box) else CROWDED if other.box.meets(one.box.grown(NEAR)) else 0.0
    for label, box in ((one, other.box), (other, one.box)):
        if label.leader and box.crossed(*label.leader):
            cost += OVER_NAME
    return cost


def place_names(names: Sequence[Name], obstacles: Obstacles) -> tuple[Label, ...]:
    """Place every name; those that lie on something choose first in the next round."""
    searches = [_Search(name, obstacles) for name in names]
    order = sorted(searches, key=lambda search: (":" in search.name.key, search.freedom(), search.name.key))
    placed: dict[str, Label] = {}
    for _ in range(ROUNDS):
        placed, misplaced = _round(order)
        if not misplaced:
            break
        order = [*misplaced, *(search for search in order if search not in misplaced)]
    return tuple(placed[name.key] for name in names)


def _round(order: Sequence[_Search]) -> tuple[dict[str, Label], list[_Search]]:
    """Place all names in this order, several times; also return those that still lie on something."""
    placed: dict[str, Label] = {}
    misplaced: list[_Search] = []
    for _ in range(PASSES):
        misplaced = []
        for search in order:
            others = [label for key, label in placed.items() if key != search.name.key]
            placed[search.name.key], cost = search.best(others)
            if cost >= ON_SPACE:
                misplaced.append(search)
    return placed, misplaced


def _label(name: Name, lines: tuple[str, ...], size: float, angle: float, step: float) -> Label:
    width = max(width_of(line, size) for line in lines) + name.badge
    height = (ASCENT + DESCENT + LINE * (len(lines) - 1)) * size
    reach = name.reach + step
    x, y = name.place.x + reach * cos(angle), name.place.y + reach * sin(angle)
    left = x - width * (1 - cos(angle)) / 2
    top = y - height * (1 - sin(angle)) / 2
    box = Box(round(left, 1), round(top, 1), round(left + width, 1), round(top + height, 1))
    leader = _leader(name.place, box) if step > LEADER else None
    return Label(key=name.key, lines=lines, size=size, box=box, badge=name.badge, leader=leader)


def _leader(place: Point, box: Box) -> tuple[Point, Point]:
    """The line from the city to the nearest side of its name."""
    end = Point(min(box.right, max(box.left, place.x)), min(box.bottom, max(box.top, place.y)))
    far = hypot(end.x - place.x, end.y - place.y) or 1.0
    start = Point(place.x + 6 * (end.x - place.x) / far, place.y + 6 * (end.y - place.y) / far)
    return start, end


# the names

BADGE = 20.0  # width of a number beside a name
QUIET = (11.5, 10.0)  # sizes of names that are not of cities


def names_of(
    ruleset: Ruleset, places: Mapping[CityId, Point], bundles: Sequence[Bundle], ground: Ground, lang: Lang
) -> list[Name]:
    titles = city_names(ruleset, lang)
    return [
        *_beside_cities(ruleset, places, titles),
        *_beyond_edges(bundles, ground, titles),
        *_within_regions(ruleset, places),
    ]


def city_names(ruleset: Ruleset, lang: Lang) -> dict[CityId, str]:
    """The text beside each city; for a part of a country, the country's name."""
    words = board_words(ruleset, lang)
    zones = {city: zone.id for zone in ruleset.board.zones for city in zone.cities}
    return {city.id: words.place(zones.get(city.id, city.id)) for city in ruleset.board.cities}


def _beside_cities(
    ruleset: Ruleset, places: Mapping[CityId, Point], titles: Mapping[CityId, str]
) -> Iterator[Name]:
    festive, poles = festive_cities(ruleset), pole_cities(ruleset)
    for city in ruleset.board.cities:
        if city.id not in poles:
            badge = BADGE if city.id in festive else 0.0
            yield Name(key=city.id, text=titles[city.id], place=places[city.id], badge=badge)


def _beyond_edges(bundles: Sequence[Bundle], ground: Ground, titles: Mapping[CityId, str]) -> Iterator[Name]:
    """The city to which a path round the world goes on."""
    for bundle in bundles:
        if bundle.beyond is not None:
            left, title = bundle.edge == "left", titles[bundle.beyond]
            spot = Point(ground.frame.left if left else ground.frame.right, ground.edge_heights[bundle.name])
            text = f"← {title}" if left else f"{title} →"
            yield Name(key=f"edge:{bundle.name}", text=text, place=spot, sizes=QUIET)


def _within_regions(ruleset: Ruleset, places: Mapping[CityId, Point]) -> Iterator[Name]:
    for region in regions_of(ruleset):
        inside = [places[city] for city in region.cities]
        x, y = (sum(values) / len(inside) for values in zip(*inside, strict=True))
        key = f"region:{region.id}"
        yield Name(key=key, text=region.name, place=Point(x, y), sizes=QUIET, reach=2.0)
