"""Clearance at cities: where many routes meet, their spaces begin a little farther away, so that none touch."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import hypot

from service.pictures.layout.geometry import Point, Tile, tiles_meet
from service.pictures.layout.paths.curves import CITY, lanes, measured, spaces
from service.pictures.layout.paths.track_bundles import Bundle

EDGE = 8.0  # free space before an edge of the map
STEP = 1.5
ROUNDS = 90
SHORTEST = 13.0  # length of a space; a shorter one does not look like one
CLEAR = -0.8  # slack: spaces closer than this seem to touch
Ends = tuple[float, float]  # free space at the start and at the end


def tile_rows(bundle: Bundle, lines: Sequence[Sequence[Point]], free: Ends) -> list[tuple[Tile, ...]]:
    """The spaces of each track of the bundle along its line."""
    return [spaces(line, track.length, *free) for track, line in zip(bundle.tracks, lines, strict=True)]


class _Fit:
    """A bundle on its path, and the space it leaves free at its ends."""

    def __init__(self, bundle: Bundle, line: Sequence[Point]) -> None:
        self.bundle = bundle
        self._lines = lanes(line, len(bundle.tracks))
        start = CITY + 2 * (len(bundle.tracks) - 1)
        self.ends = [start, EDGE if bundle.b is None else start]
        self.place()

    def place(self) -> None:
        self.tiles = tile_rows(self.bundle, self._lines, (self.ends[0], self.ends[1]))

    def pitch(self) -> float:
        """The length of a space with the gap to the next one."""
        length = min(measured(line)[-1] for line in self._lines)
        return (length - sum(self.ends)) / self.bundle.length

    def draw_back(self, place: int) -> bool:
        """Leave more space at the end nearer to the space of this number; False if there is none left."""
        end = 0 if 2 * place < self.bundle.length - 1 else 1
        if 2 * place == self.bundle.length - 1 and self.ends[1] < self.ends[0]:
            end = 1
        if self.pitch() - STEP / self.bundle.length < SHORTEST or (end == 1 and self.bundle.b is None):
            return False
        self.ends[end] += STEP
        return True


def fit_ends(bundles: Sequence[Bundle], ways: Sequence[Sequence[Point]]) -> list[Ends]:
    """The free space at the ends of every bundle."""
    fits = [_Fit(bundle, way) for bundle, way in zip(bundles, ways, strict=True)]
    near = [(one, other) for one, other in combinations(fits, 2) if _may_meet(one, other)]
    for _ in range(ROUNDS):
        moved: dict[int, _Fit] = {}
        for one, other in near:
            for pair in _meetings(one, other):
                _make_room(one, other, pair, moved)
        for fit in moved.values():
            fit.place()
        if not moved:
            break
    return [(round(fit.ends[0], 1), round(fit.ends[1], 1)) for fit in fits]


def _make_room(one: _Fit, other: _Fit, places: tuple[int, int], moved: dict[int, _Fit]) -> None:
    """Draw back the bundle with the longer spaces, or else the other one; neither more than once in a round."""
    pairs = sorted(((one, places[0]), (other, places[1])), key=lambda pair: -pair[0].pitch())
    for fit, place in pairs:
        if id(fit) in moved:
            return
        if fit.draw_back(place):
            moved[id(fit)] = fit
            return


def _may_meet(one: _Fit, other: _Fit) -> bool:
    """Whether they share a city; elsewhere, paths were chosen not to cross."""
    return bool({one.bundle.a, one.bundle.b} & ({other.bundle.a, other.bundle.b} - {None}))


def _meetings(one: _Fit, other: _Fit) -> Iterator[tuple[int, int]]:
    """The numbers of the spaces that touch."""
    for row in one.tiles:
        for second in other.tiles:
            for place, tile in enumerate(row):
                for number, space in enumerate(second):
                    if _near(tile, space) and tiles_meet(tile, space, CLEAR):
                        yield place, number


def _near(one: Tile, other: Tile) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < (one.length + other.length) / 2 + 12.0
