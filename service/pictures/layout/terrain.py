"""The terrain below a board: land, lakes, rivers and borders, warped to its plan and shipped with the service.

It is made from public-domain data when the project is built (`data/terrain.json`). A board without terrain is drawn
on a plain sheet.
"""

import re
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate

import msgspec

from service.pictures.layout.board_plan import Plan
from service.pictures.layout.geometry import Box
from ttr_core import Ruleset

_PIECE, _NUMBER = re.compile("M[^M]*"), re.compile("-?[0-9]+")


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """SVG paths in the units of the plan."""

    land: str = ""  # without any, everything is land
    lakes: str = ""
    rivers: str = ""
    borders: str = ""

    def within(self, box: Box) -> "Terrain":
        """Only the shapes and lines that may be seen in the box."""
        return Terrain(
            land=_near(self.land, box),
            lakes=_near(self.lakes, box),
            rivers=_near(self.rivers, box),
            borders=_near(self.borders, box),
        )


@lru_cache(maxsize=256)
def _near(path: str, box: Box) -> str:
    return "".join(piece for piece in _PIECE.findall(path) if _bounds(piece).meets(box))


def _bounds(piece: str) -> Box:
    """Of one line: where it begins, then each step from the point before."""
    numbers = [int(text) for text in _NUMBER.findall(piece)]
    xs, ys = list(accumulate(numbers[::2])), list(accumulate(numbers[1::2]))
    return Box(min(xs), min(ys), max(xs), max(ys))


class TerrainFile(msgspec.Struct, frozen=True, kw_only=True):
    source: str
    terrains: dict[str, Terrain]  # by `terrain_key`


def terrain_of(ruleset: Ruleset, plan: Plan) -> Terrain | None:
    return shipped_terrains().terrains.get(terrain_key(ruleset, plan))


def terrain_key(ruleset: Ruleset, plan: Plan) -> str:
    """A hash of where the cities lie, on the globe and on the plan."""
    cities = [(city.id, city.lat, city.lon, plan.cities[city.id]) for city in ruleset.board.cities]
    return sha256(msgspec.json.encode((cities, plan.height))).hexdigest()[:16]


@cache
def shipped_terrains() -> TerrainFile:
    return msgspec.json.decode(
        files("service.pictures.data").joinpath("terrain.json").read_bytes(), type=TerrainFile
    )
