"""Plates: the letters of a row whose spaces are too small for them, on one plate along its track.

A plate stands where it hides the least: between two spaces, on one space of many, or beside the track. Whatever it
hides, a sign that is printed on a space stays visible, and so does at least one space of each row. Where it must stand
nearer to another row than to its own, or far from all, a leader joins it to its own.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import cos, inf, radians, sin
from typing import NamedTuple

from service.pictures.layout.geometry import Box, Point, Tile, distance, enclosing, nearest_on, tile_distance
from service.pictures.layout.lettering.labels import Obstacles, spots
from service.pictures.layout.lettering.text_width import width_of
from service.pictures.layout.paths.curves import along, measured

CAPITAL = 0.73  # height of a capital letter, in font sizes
MARGIN = 0.09  # around letters, likewise
STRIDE = 0.4  # between the places along a track that are compared
STEPS_ASIDE = (0.2, 0.4, 0.6, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)
ASIDES = (0.0, *(side * step for step in STEPS_ASIDE for side in (1, -1)))  # from the track
FAR = 1.5  # font sizes: farther from its track, a plate seems lost
TOUCH = 1.0  # units of a space that a plate may cover without hiding any of it
PASSES, ROUNDS = 3, 8
KEPT = 64

# costs
PER_ASIDE, PER_ALONG = 10.0, 1.0  # font sizes
ON_OWN, ON_OTHER = 3.0, 30.0  # a space, of which its row has others to be seen
ON_SIGN, ON_LAST, ON_CITY, ON_PLATE, ON_NAME = 1200.0, 1000.0, 900.0, 1500.0, 2500.0
MISPLACED = 250.0  # a plate that costs as much hides something or is far away
ALOOF = 150.0  # farther than that
NEAR = 4.0  # units
NEAR_OTHER, STRAY = 2.0, 60.0  # beside a space of another row, or nearer to one than to its own
OVER_OTHER, OVER_BOX = 12.0, 80.0  # a space of another row, or a plate, city or name, below a leader
WORST_LED = 240.0  # a leader that crosses much is better than a city or a whole route that is hidden
RINGS = (NEAR, 10.0, 18.0)  # around a plate: the row in the innermost ring seems to be its own


class Plated(NamedTuple):
    """A row that needs a plate, and what stands on the plate at different times: letters of colours, or a number."""

    line: tuple[Point, ...]
    tiles: tuple[Tile, ...]
    signed: tuple[bool, ...]  # the spaces on which something is printed
    texts: tuple[tuple[str, ...], ...]


class Surroundings(NamedTuple):
    names: tuple[Box, ...]
    cities: tuple[Box, ...]
    frame: Box


def plate_size(parts: Sequence[str], size: float, stacked: bool = False) -> tuple[float, float]:
    """Width and height of a plate with these texts, side by side or below each other."""
    widths, line = [part_width(part, size) for part in parts], (CAPITAL + 2 * MARGIN) * size
    return (max(widths), line * len(parts)) if stacked else (sum(widths), line)


def is_stacked(box: Box, parts: Sequence[str], size: float) -> bool:
    """Whether a plate of this shape has its texts below each other."""
    width, _ = plate_size(parts, size)
    return box.right - box.left < width - TOUCH


def part_width(text: str, size: float) -> float:
    return max(width_of(text, size), CAPITAL * size) + 2 * MARGIN * size


@lru_cache(maxsize=KEPT)
def place_plates(
    rows: tuple[Plated, ...], others: tuple[Plated, ...], size: float, around: Surroundings
) -> tuple[Box, ...]:
    """The place of the plate of each row, wide enough for all its texts; `others` have none, but are not hidden.

    Plates that hide what must be seen choose first the next time.
    """
    board = _Board((*rows, *others), around)
    searches = [_Search(number, row, size, board) for number, row in enumerate(rows)]
    order = sorted(searches, key=lambda search: (len(rows[search.number].tiles), search.number))
    for _ in range(ROUNDS):
        for search in order:
            board.take(search.number)
        for _, search in product(range(PASSES), order):
            board.take(search.number)
            board.put(search.number, search.best())
        misplaced = [search for search in order if search.misplaced]
        if not misplaced:
            break
        order = [*misplaced, *(search for search in order if search not in misplaced)]
    _clear_leaders(board, searches, FAR * size)
    return tuple(board.plates[number].box for number in range(len(rows)))


def _clear_leaders(board: "_Board", searches: Sequence["_Search"], far: float) -> None:
    """Place again what needs a leader that crosses other plates, and those plates, unless it makes things worse."""
    for search in searches:
        board.lead(search.number, far)
    for _, search in product(range(PASSES), searches):
        if board.is_ill_led(search.number, far):
            crossed = board.crossed(search.number)
            for moved in ((search.number, *crossed), (*crossed, search.number)):
                before = [(number, board.plates[number]) for number in moved]
                cost = board.cost(moved, far)
                board.take_all(moved)
                for number in moved:
                    board.put_led(number, searches[number].best(far), far)
                if board.cost(moved, far) < cost:
                    break
                board.take_all(moved)
                for number, place in before:
                    board.put_led(number, place, far)


Leader = tuple[Point, Point]  # from a plate to a space of its row


@lru_cache(maxsize=KEPT)
def leaders_of(
    rows: tuple[Plated, ...],
    others: tuple[Plated, ...],
    plates: tuple[Box, ...],
    size: float,
    around: Surroundings,
) -> tuple[Leader | None, ...]:
    """For each plate that could be taken for another row's, the line to its own."""
    board = _Board((*rows, *others), around)
    return tuple(
        board.leader(number, plates) if board.is_astray(number, plate, FAR * size) else None
        for number, plate in enumerate(plates)
    )


class _Place(NamedTuple):
    """Where a plate could stand, what that costs whatever other plates do, and the spaces that it would hide."""

    cost: float
    box: Box
    hidden: Sequence[Tile]


class _Search:
    """The places of one plate, evaluated only as far as needed."""

    def __init__(self, number: int, row: Plated, size: float, board: "_Board") -> None:
        self.number, self._board = number, board
        self._options = _options(row, size)
        self._near = board.near(_reach(row, size))
        self._places: list[_Place] = []
        self.misplaced = False

    def best(self, far: float = inf) -> _Place:
        """The cheapest place; if it is known how far from its track a plate needs a leader, with what that crosses."""
        best, least = self._place(0), inf
        plates = self._board.plates_near(self._near.reach)
        for option, (bare, _, _) in enumerate(self._options):
            if bare >= least:
                break
            place = self._place(option)
            if place.cost < least:
                cost = place.cost + self._board.crowding(place, plates)
                if far < inf and cost < least:
                    cost += self._board.leading(self.number, place.box, far)
                if cost < least:
                    best, least = place, cost
        self.misplaced = least >= MISPLACED
        return best

    def _place(self, option: int) -> _Place:
        while len(self._places) <= option:
            bare, box, on_track = self._options[len(self._places)]
            cost = bare + self._near.cost(box)
            hidden = self._board.under(box) if cost < ON_NAME else []
            cost += self._board.hiding(self.number, hidden)
            if not on_track:
                cost += self._board.straying(self.number, box)
            self._places.append(_Place(cost, box, hidden))
        return self._places[option]


def _reach(row: Plated, size: float) -> Box:
    """Around all places of its plate."""
    width, _ = plate_size(max(row.texts, key=len), size)
    xs, ys = zip(*row.line, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys)).grown(max(ASIDES) * size + width)


def _options(row: Plated, size: float) -> list[tuple[float, Box, bool]]:
    """All places of its plate, the best first, with their cost on an empty map; whether they lie on the track."""
    shapes = list(_shapes(row, size))
    far = measured(row.line)
    options = []
    for place in _along(far[-1], size):
        spot, angle = along(row.line, far, place)
        across = Point(-size * sin(radians(angle)), size * cos(radians(angle)))
        for aside, (wide, high) in product(ASIDES, shapes):
            x, y = spot.x + aside * across.x, spot.y + aside * across.y
            box = Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
            cost = PER_ASIDE * abs(aside) + PER_ALONG * abs(place - far[-1] / 2) / size
            cost += ALOOF * (abs(aside) > FAR)
            options.append((cost, box, box.contains(spot)))
    return sorted(options)


def _shapes(row: Plated, size: float) -> Iterator[tuple[float, float]]:
    """Width and height of a plate that has room for each of its texts: in one line, or else below each other."""
    for stacked in (False, True) if any(len(parts) > 1 for parts in row.texts) else (False,):
        widths, heights = zip(*(plate_size(parts, size, stacked) for parts in row.texts), strict=True)
        yield max(widths), max(heights)


def _along(length: float, size: float) -> Iterator[float]:
    count = max(2, int(length / (STRIDE * size)))
    return (length * (number + 0.5) / count for number in range(count))


class _Board:
    """What lies on the map while plates are placed."""

    def __init__(self, rows: Sequence[Plated], around: Surroundings) -> None:
        self.plates: dict[int, _Place] = {}
        self._led: dict[int, list[Box]] = {}  # where the leaders of plates pass
        self._around = around
        self._lines, self._tiles = [row.line for row in rows], [row.tiles for row in rows]
        tiles = [tile for row in rows for tile in row.tiles]
        self._spaces = Obstacles(tiles, around.cities, around.frame)
        self._rows: dict[Tile, int] = {tile: number for number, row in enumerate(rows) for tile in row.tiles}
        self._signed = {
            tile for row in rows for tile, signed in zip(row.tiles, row.signed, strict=True) if signed
        }
        self._left = [len(row.tiles) for row in rows]  # spaces that no plate hides
        self._hidden: dict[Tile, int] = defaultdict(int)  # by how many plates

    def near(self, reach: Box) -> "_Fixed":
        names, cities, frame = self._around
        return _Fixed(
            reach,
            [name for name in names if name.meets(reach)],
            [city for city in cities if city.meets(reach)],
            frame,
        )

    def plates_near(self, reach: Box) -> list[Box]:
        return [plate.box for plate in self.plates.values() if plate.box.meets(reach)]

    def under(self, box: Box) -> list[Tile]:
        return self._spaces.spaces_under(box.grown(-TOUCH))

    def put(self, number: int, place: _Place) -> None:
        self.plates[number] = place
        self._cover(place, 1)

    def take(self, number: int) -> None:
        self._led.pop(number, None)
        if number in self.plates:
            self._cover(self.plates.pop(number), -1)

    def _cover(self, place: _Place, by: int) -> None:
        for tile in place.hidden:
            before = self._hidden[tile]
            self._hidden[tile] += by
            self._left[self._rows[tile]] += (self._hidden[tile] == 0) - (before == 0)

    def hiding(self, number: int, tiles: Sequence[Tile]) -> float:
        """The cost of spaces that the plate of a row would hide."""
        return sum(
            ON_SIGN if tile in self._signed else ON_OWN if self._rows[tile] == number else ON_OTHER
            for tile in tiles
        )

    def straying(self, number: int, box: Box) -> float:
        """The cost of seeming to belong to another row."""
        for ring in RINGS:
            near = {self._rows[tile] for tile in self._spaces.spaces_under(box.grown(ring))}
            if near:
                return NEAR_OTHER * len(near - {number}) if number in near else STRAY
        return 0.0

    def crowding(self, place: _Place, plates: Sequence[Box]) -> float:
        """The cost of other plates and their leaders there, and of rows of which nothing more would be seen."""
        lost = Counter(self._rows[tile] for tile in place.hidden if not self._hidden[tile])
        cost = ON_LAST * sum(count >= self._left[row] for row, count in lost.items())
        cost += OVER_BOX * sum(any(map(place.box.meets, passed)) for passed in self._led.values())
        return cost + ON_PLATE * sum(map(place.box.meets, plates))

    def is_astray(self, number: int, box: Box, far: float) -> bool:
        """Whether the plate of a row is nearer to another one, or this far from its own."""
        line = self._lines[number]
        if any(box.crossed(*ends) for ends in pairwise(line)):
            return False
        middle = box.middle()
        if min(_from_line(middle, *ends) for ends in pairwise(line)) > far:
            return True
        own = min(tile_distance(tile, tile.bounds(), box) for tile in self._tiles[number])
        nearer = self._spaces.spaces_under(box.grown(max(0.0, own - TOUCH)))
        return own > TOUCH and any(
            self._rows[tile] != number and tile_distance(tile, tile.bounds(), box) < own - TOUCH
            for tile in nearer
        )

    def leader(self, number: int, plates: Sequence[Box]) -> Leader:
        """To the space where it is short and crosses the least."""
        return self._leader(number, plates[number], plates)[1]

    def leading(self, number: int, box: Box, far: float) -> float:
        """The cost of the leader of a plate there, if it needs one, beside the other plates that are placed."""
        if not self.is_astray(number, box, far):
            return 0.0
        return min(WORST_LED, self._leader(number, box, self._others(number))[0])

    def lead(self, number: int, far: float) -> None:
        """Keep the leader of a plate free of further plates."""
        box = self.plates[number].box
        if self.is_astray(number, box, far):
            start, end = self._leader(number, box, self._others(number))[1]
            self._led[number] = [Box(x, y, x, y).grown(TOUCH) for x, y in spots(start, end)[1:]]

    def cost(self, numbers: Sequence[int], far: float) -> float:
        """What plates cost where they are, with their leaders."""
        return sum(self._cost(number, far) for number in numbers)

    def _cost(self, number: int, far: float) -> float:
        place, led = self.plates[number], self._led.get(number)
        self.take(number)
        cost = place.cost + self.crowding(place, self.plates_near(place.box))
        cost += self.leading(number, place.box, far)
        self.put(number, place)
        if led is not None:
            self._led[number] = led
        return cost

    def take_all(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self.take(number)

    def put_led(self, number: int, place: _Place, far: float) -> None:
        self.put(number, place)
        self.lead(number, far)

    def crossed(self, number: int) -> list[int]:
        """The plates that lie on the leader of another one."""
        passed = self._led.get(number, ())
        plates = [(other, plate.box) for other, plate in self.plates.items() if other != number]
        return [other for other, box in plates if any(map(box.meets, passed))]

    def _others(self, number: int) -> list[Box]:
        return [plate.box for other, plate in self.plates.items() if other != number]

    def is_ill_led(self, number: int, far: float) -> bool:
        """Whether the leader of a plate crosses what it should not."""
        return self.leading(number, self.plates[number].box, far) > OVER_BOX

    def _leader(self, number: int, plate: Box, plates: Sequence[Box]) -> tuple[float, Leader]:
        """The best leader, with its cost."""
        tiles = self._tiles[number]
        reach = enclosing([plate, *(tile.bounds() for tile in tiles)])
        around = (*plates, *self._around.cities, *self._around.names)
        crossed = [box for box in around if box.meets(reach) and box != plate]

        def cost(leader: Leader) -> float:
            others = sum(self._rows[tile] != number for tile in self._spaces.spaces_between(*leader))
            boxes = sum(box.crossed(*leader) for box in crossed)
            return distance(*leader) + OVER_OTHER * others + OVER_BOX * boxes

        return min((cost(leader), leader) for leader in product(_starts(plate), _ends(tiles)))


def _from_line(point: Point, a: Point, b: Point) -> float:
    share = nearest_on(a, b, point)
    return distance(point, Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)))


def _starts(box: Box) -> Iterator[Point]:
    """Where a leader may begin on the edge of a plate."""
    middle = box.middle()
    xs, ys = (box.left, middle.x, box.right), (box.top, middle.y, box.bottom)
    return (Point(x, y) for x, y in product(xs, ys) if (x, y) != middle)


def _ends(tiles: Sequence[Tile]) -> Iterator[Point]:
    """Where a leader may end on spaces."""
    for tile, share in product(tiles, (0.0, 0.2, -0.2, 0.4, -0.4)):
        turn = radians(tile.angle)
        yield Point(tile.x + share * tile.length * cos(turn), tile.y + share * tile.length * sin(turn))


class _Fixed(NamedTuple):
    """What cannot be hidden, near one row."""

    reach: Box  # of its plate
    names: Sequence[Box]
    cities: Sequence[Box]
    frame: Box

    def cost(self, box: Box) -> float:
        names = sum(box.meets(name) for name in self.names) + (not self.frame.holds(box))
        return ON_NAME * names + ON_CITY * sum(box.meets(city) for city in self.cities)
