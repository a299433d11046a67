"""A board whose names look like markup: its own, that of a city, and that of a festival."""

from service.boards.board_library import BoardLibrary
from service.boards.map_file import read_map_file
from tests.support.boards.own_board import map_bytes, renamed_city

NAME = "hostile"
BAIT = "<img src=x onerror=fooled=1>"
FEAST = f"Feast {BAIT}"
FESTIVAL = {
    "id": "feast",
    "name": FEAST,
    "cities": ["castle", "bridge"],  # every route ends at one of them
    "cards": 20,  # so many that some turn up in every game
    "points": list(range(1, 21)),
}


def publish(library: BoardLibrary) -> None:
    title, rules = {"en": BAIT, "fr": BAIT}, {"festivals": {"festivals": [FESTIVAL]}}
    named = map_bytes(NAME, title=title, rules=rules, **renamed_city("castle", BAIT))
    library.publish(read_map_file(named), "upload")
