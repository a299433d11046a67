"""A board of an operator's own: the one that `ttr boards new` begins, with a change or two."""

import json
from collections.abc import Mapping
from typing import Any

from service.cli.skeletons.templates import new_board_files

NAME = "harbour"


def map_file(name: str = NAME, **changes: Any) -> dict[str, Any]:
    """A map file of four cities, the castle of which is also called a fortress."""
    document: dict[str, Any] = json.loads(new_board_files(name)[f"maps/{name}.json"])
    return {**document, **changes}


def map_bytes(name: str = NAME, **changes: Any) -> bytes:
    return json.dumps(map_file(name, **changes)).encode()


def renamed_city(city: str, name: str) -> Mapping[str, Any]:
    """The change that calls a city otherwise."""
    cities = [{**entry, "name": name} if entry["id"] == city else entry for entry in map_file()["cities"]]
    return {"cities": cities}
