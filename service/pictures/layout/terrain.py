"""The terrain below a board: land, lakes, rivers and borders, warped to its plan and shipped with the service.

It is made from public-domain data when the project is built (`data/terrain.json`). A board without terrain is drawn
on a plain sheet.
"""

from functools import cache
from hashlib import sha256
from importlib.resources import files

import msgspec

from service.pictures.layout.board_plan import Plan
from ttr_core import Ruleset


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """SVG paths in the units of the plan."""

    land: str = ""  # without any, everything is land
    lakes: str = ""
    rivers: str = ""
    borders: str = ""


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
