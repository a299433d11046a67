"""Writes the terrain of all boards: `python -m tests.support.boards.regenerate_terrain`, after their plans.

The ground of a board is the file of its name in `maps/ground`; boards such as `world-light` share that of `world`.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, hypot, radians
from pathlib import Path
from typing import Any

import msgspec

import service.pictures
from service.pictures.layout.board_plan import Plan, plan_of
from service.pictures.layout.city_positions import FRAME
from service.pictures.layout.geometry import Box, Point
from service.pictures.layout.paths.track_bundles import cities_on_edges
from service.pictures.layout.terrain import Terrain, terrain_key
from tests.support.boards.ground_warp import Warp, flat_warp
from tests.support.boards.regenerate_plans import everything_to_draw
from tests.support.paths import ROOT
from tests.support.written_files import write_if_different
from ttr_core import Ruleset

TERRAIN = Path(service.pictures.__path__[0]) / "data" / "terrain.json"
GROUND = ROOT / "maps" / "ground"
SOURCE = (
    "Natural Earth, 1:10m and 1:110m, public domain (naturalearthdata.com), as GeoJSON by "
    "martynafford/natural-earth-geojson; warped to the plans of the boards. "
    "The rivers of Lyon are drawn by hand through the positions of their bridges."
)
MOST = 9_000  # characters of all paths of a board
TOLERANCES = (0.8, 1.0, 1.3, 1.7, 2.2, 3.0, 4.0, 5.0, 6.5)  # by how much lines may be straightened
SMALLEST_AREA = 40.0  # of islands and lakes, in squares of the tolerance
SHORTEST_LINE = 20.0
BEYOND = 0.5  # how far land that is cut off goes on, in sizes of its box
PROLONGED = 3.0  # times the last piece of a line
ROUNDINGS = 3  # of lines that are drawn by hand
AROUND = 360.0  # degrees
OVERLAP = 0.6  # degrees by which both sides of the date line overlap

Ring = list[Point]


def terrain_for(ruleset: Ruleset, plan: Plan) -> Terrain | None:
    """The terrain of a board; None if there is no ground for it."""
    path = GROUND / f"{ruleset.board.name.partition('-')[0]}.geojson"
    if not path.exists():
        return None
    ground = msgspec.json.decode(path.read_bytes())
    shapes = _Shapes(ruleset, plan, ground)
    terrains = (shapes.terrain(tolerance) for tolerance in TOLERANCES)
    return next(terrain for terrain in terrains if _size(terrain) <= MOST)


def _size(terrain: Terrain) -> int:
    return sum(len(path) for path in msgspec.structs.astuple(terrain))


class _Shapes:
    """The shapes of a ground on a plan."""

    def __init__(self, ruleset: Ruleset, plan: Plan, ground: Mapping[str, Any]) -> None:
        self._frame = Box(FRAME, FRAME, plan.width - FRAME, plan.height - FRAME)
        self._round = "bbox" not in ground and _has_land(ground)  # the whole world
        self._box = None if self._round else ground.get("bbox")
        edges = cities_on_edges(ruleset)
        cities = [city for city in ruleset.board.cities if city.id not in edges]
        middle = (max(city.lat for city in cities) + min(city.lat for city in cities)) / 2
        self._narrow = max(0.2, cos(radians(middle)))
        sources = [self._flat(city.lon, city.lat) for city in cities]
        targets = [plan.cities[city.id] for city in cities]
        self._warp = self._warped(sources, targets)
        self._shapes = {kind: list(self._rings(ground, kinds)) for kind, kinds in KINDS.items()}

    def _flat(self, lon: float, lat: float) -> Point:
        return Point(lon * self._narrow, -lat)

    def _warped(self, sources: list[Point], targets: list[Point]) -> Warp:
        xs, ys = [point.x for point in sources], [point.y for point in sources]
        area = Box(min(xs), min(ys), max(xs), max(ys))
        if self._round:
            turn, breadth = AROUND * self._narrow, self._frame.right - self._frame.left
            shifts = (-1, 0, 1)
            sources = [Point(point.x + shift * turn, point.y) for shift in shifts for point in sources]
            targets = [Point(point.x + shift * breadth, point.y) for shift in shifts for point in targets]
        return flat_warp(sources, targets, self._frame, area.grown(0.05 * (area.right - area.left)))

    def _rings(self, ground: Mapping[str, Any], kinds: Sequence[str]) -> Iterator[Ring]:
        for feature in ground["features"]:
            if feature["properties"]["kind"] in kinds:
                shape = feature["geometry"]
                parts = [shape["coordinates"]] if shape["type"] == "LineString" else shape["coordinates"]
                for part in map(self._prolonged, parts):
                    for shift in (-AROUND, 0.0, AROUND) if self._round else (0.0,):
                        yield [
                            self._warp(self._flat(*self._placed(point[0], point[1], shift))) for point in part
                        ]

    def _prolonged(self, points: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
        """Ground without a box is drawn by hand: it goes on beyond its ends, and around its corners."""
        if self._round or self._box is not None:
            return points
        (a, b), (c, d) = points[0], points[1]
        (e, f), (g, h) = points[-2], points[-1]
        line: Sequence[Sequence[float]] = [
            (a + PROLONGED * (a - c), b + PROLONGED * (b - d)),
            *points,
            (g + PROLONGED * (g - e), h + PROLONGED * (h - f)),
        ]
        for _ in range(ROUNDINGS):
            line = _rounded(line)
        return line

    def _placed(self, lon: float, lat: float, shift: float) -> tuple[float, float]:
        """Where a point goes on the globe: land that is cut off at the box goes on beyond it."""
        if self._box is None:
            over = OVERLAP if self._round and abs(lon) > AROUND / 2 - 0.01 else 0.0
            return lon + shift + (over if lon > 0 else -over), lat
        left, bottom, right, top = self._box
        return _outward(lon, left, right), _outward(lat, bottom, top)

    def terrain(self, tolerance: float) -> Terrain:
        frame = self._frame.grown(2.0)
        paths = {}
        for kind, rings in self._shapes.items():
            if kind in ("land", "lakes"):
                clipped = [_clipped(ring, frame) for ring in rings]
                parts = [
                    _straightened(ring, tolerance)
                    for ring in clipped
                    if _area(ring) >= SMALLEST_AREA * tolerance**2
                ]
                paths[kind] = "".join(_path(ring) + "z" for ring in parts if len(ring) > 2)
            else:
                lines = [line for ring in rings for line in _within(ring, frame)]
                parts = [_straightened(line, tolerance) for line in lines if _length(line) >= SHORTEST_LINE]
                paths[kind] = "".join(_path(line) for line in parts)
        return Terrain(**paths)


KINDS = {"land": ("land",), "lakes": ("lake",), "rivers": ("river",), "borders": ("border", "state_border")}


def _rounded(line: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    """The line with its corners cut off (Chaikin)."""
    cut = [
        (a + share * (c - a), b + share * (d - b))
        for (a, b), (c, d) in pairwise(line)
        for share in (0.25, 0.75)
    ]
    return [line[0], *cut, line[-1]]


def _has_land(ground: Mapping[str, Any]) -> bool:
    return any(feature["properties"]["kind"] == "land" for feature in ground["features"])


def _outward(value: float, low: float, high: float) -> float:
    if value <= low + 1e-3:
        return low - BEYOND * (high - low)
    return high + BEYOND * (high - low) if value >= high - 1e-3 else value


# lines


def _clipped(ring: Ring, frame: Box) -> Ring:
    """The part of a surface within the frame (Sutherland and Hodgman)."""
    for axis, limit, sign in (
        (0, frame.left, 1),
        (0, frame.right, -1),
        (1, frame.top, 1),
        (1, frame.bottom, -1),
    ):
        clipped: Ring = []
        for before, point in zip([*ring[-1:], *ring[:-1]], ring, strict=True):
            was_inside, is_inside = (sign * (each[axis] - limit) >= 0 for each in (before, point))
            if was_inside != is_inside:
                clipped.append(_cut(before, point, axis, limit))
            if is_inside:
                clipped.append(point)
        ring = clipped
    return ring


def _cut(a: Point, b: Point, axis: int, limit: float) -> Point:
    """Where the line between the points meets the limit."""
    share = (limit - a[axis]) / (b[axis] - a[axis])
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def _within(line: Ring, frame: Box) -> Iterator[Ring]:
    """The pieces of a line within the frame, as far as its edges."""
    piece: Ring = []
    for before, point in zip([line[0], *line], line, strict=False):
        if frame.contains(point):
            if not frame.contains(before):
                piece.append(_at_edge(point, before, frame))
            piece.append(point)
        elif piece:
            yield [*piece, _at_edge(before, point, frame)]
            piece = []
    if piece:
        yield piece


def _at_edge(inside: Point, outside: Point, frame: Box) -> Point:
    """Where the line between the points leaves the frame."""
    for axis, low, high in ((0, frame.left, frame.right), (1, frame.top, frame.bottom)):
        if not low <= outside[axis] <= high:
            outside = _cut(inside, outside, axis, low if outside[axis] < low else high)
    return outside


def _area(ring: Ring) -> float:
    return abs(sum(a.x * b.y - b.x * a.y for a, b in zip(ring, [*ring[1:], *ring[:1]], strict=True))) / 2


def _length(line: Ring) -> float:
    return sum(hypot(b.x - a.x, b.y - a.y) for a, b in pairwise(line))


def _straightened(line: Ring, tolerance: float) -> Ring:
    """The line without points that lie nearly on it (Douglas and Peucker)."""
    keep = {0, len(line) - 1}
    parts = [(0, len(line) - 1)]
    while parts:
        first, last = parts.pop()
        far, place = 0.0, first
        for number in range(first + 1, last):
            away = _away(line[number], line[first], line[last])
            if away > far:
                far, place = away, number
        if far > tolerance:
            keep.add(place)
            parts += [(first, place), (place, last)]
    return [line[number] for number in sorted(keep)]


def _away(point: Point, a: Point, b: Point) -> float:
    dx, dy = b.x - a.x, b.y - a.y
    far = hypot(dx, dy)
    if far < 1e-6:
        return hypot(point.x - a.x, point.y - a.y)
    return abs((point.x - a.x) * dy - (point.y - a.y) * dx) / far


def _path(line: Ring) -> str:
    """In whole units, each point relative to the one before."""
    x, y = round(line[0].x), round(line[0].y)
    numbers: list[int] = []
    for point in line[1:]:
        dx, dy = round(point.x) - x, round(point.y) - y
        if dx or dy:
            numbers += [dx, dy]
            x, y = x + dx, y + dy
    steps = "".join(f"{'' if value < 0 else ' '}{value}" for value in numbers).lstrip()
    return f"M{round(line[0].x)} {round(line[0].y)}l{steps}" if numbers else ""


# the file


def terrains() -> dict[str, Terrain]:
    """The terrain of everything that is drawn and has one."""
    by_key: dict[str, Terrain] = {}
    for ruleset, lang, canvas in everything_to_draw().values():
        plan = plan_of(ruleset, lang, canvas)
        key = terrain_key(ruleset, plan)
        if key not in by_key and (terrain := terrain_for(ruleset, plan)) is not None:
            by_key[key] = terrain
    return by_key


def written(terrains: Mapping[str, Terrain]) -> bytes:
    """One line for each, so that changes are seen."""
    lines = (f'"{key}":'.encode() + msgspec.json.encode(terrain) for key, terrain in sorted(terrains.items()))
    return b'{"source":' + msgspec.json.encode(SOURCE) + b',\n"terrains":{\n' + b",\n".join(lines) + b"\n}}\n"


def write_terrain() -> None:
    write_if_different(TERRAIN, written(terrains()))


if __name__ == "__main__":
    write_terrain()
