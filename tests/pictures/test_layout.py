"""Nothing lies upon anything that must be read, and nothing leaves the frame, on any board."""

from collections import Counter

import msgspec
import pytest

from service.pictures.geometry import Box, tile_meets_box
from service.pictures.layout import Layout, layout_of
from tests.core.boards import PLAYABLE
from tests.pictures.tables import crossings, ruleset_for
from ttr_core import load_ruleset

on_every_board = pytest.mark.parametrize("board", PLAYABLE)
MOST_TOUCHING = 40  # pairs of tracks whose first spaces touch where many routes meet in one city


def touching_names(layout: Layout) -> list[tuple[str, str]]:
    labels = list(layout.labels.values())
    return [
        (one.key, other.key)
        for place, one in enumerate(labels)
        for other in labels[:place]
        if one.box.meets(other.box)
    ]


def names_on_spaces(layout: Layout) -> list[tuple[str, str]]:
    return [
        (label.key, row.track.routes[0])
        for label in layout.labels.values()
        for row in layout.rows
        for tile in row.tiles
        if tile_meets_box(tile, tile.bounds(), label.box)
    ]


def names_on_cities(layout: Layout) -> list[tuple[str, str]]:
    dots = {city: Box(x, y, x, y).grown(6.0) for city, (x, y) in layout.cities.items()}
    return [
        (label.key, city)
        for label in layout.labels.values()
        for city, dot in dots.items()
        if label.box.meets(dot)
    ]


def outside(layout: Layout) -> list[str]:
    found = [label.key for label in layout.labels.values() if not layout.frame.holds(label.box)]
    for row in layout.rows:
        found += [row.track.routes[0] for tile in row.tiles if not layout.frame.holds(tile.bounds())]
    dots = {city: Box(x, y, x, y).grown(7.0) for city, (x, y) in layout.cities.items()}
    return found + [city for city, dot in dots.items() if not layout.frame.holds(dot)]


@on_every_board
def test_names_lie_clear_of_each_other_of_spaces_and_of_cities(board: str) -> None:
    layout = layout_of(ruleset_for(board))
    assert touching_names(layout) == []
    assert names_on_spaces(layout) == []
    assert names_on_cities(layout) == []


@on_every_board
def test_nothing_leaves_the_frame(board: str) -> None:
    assert outside(layout_of(ruleset_for(board))) == []


@on_every_board
def test_tracks_hardly_cross(board: str) -> None:
    """Where many routes meet, the spaces next to the city may touch; no two tracks lie upon each other."""
    found = crossings(layout_of(ruleset_for(board)))
    assert [pair for pair in found if pair[2] > 2] == []
    assert len(found) <= MOST_TOUCHING


@on_every_board
def test_every_route_has_its_spaces(board: str) -> None:
    ruleset = ruleset_for(board)
    spaces: Counter[str] = Counter()
    for row in layout_of(ruleset).rows:
        for route in row.track.routes:
            spaces[route] += len(row.tiles)
    assert spaces == {route.id: route.length for route in ruleset.routes}
    locomotives: Counter[str] = Counter({route.id: 0 for route in ruleset.routes})
    for row in layout_of(ruleset).rows:
        for route in row.track.routes:
            locomotives[route] += row.track.locomotives
    assert locomotives == {route.id: route.feature("locomotives") for route in ruleset.routes}


@on_every_board
def test_every_city_has_a_place_and_a_name(board: str) -> None:
    ruleset, layout = ruleset_for(board), layout_of(ruleset_for(board))
    cities = [city.id for city in ruleset.board.cities]
    assert list(layout.cities) == cities
    assert len(set(layout.cities.values())) == len(cities)
    assert [city for city in cities if city not in layout.labels] == []


@pytest.mark.parametrize("board", ["world-light", "world-dense"])
def test_poles_that_are_stations_lie_on_the_edge(board: str) -> None:
    layout = layout_of(load_ruleset(board, 4, {"poles": "stations"}))
    assert layout.poles == ("top", "bottom")
    ends = {str(city): place.y for city, place in layout.cities.items() if city.endswith("_pole")}
    assert ends["north_pole"] < 40 < layout.height - 40 < ends["south_pole"]
    assert touching_names(layout) == names_on_spaces(layout) == []
    assert outside(layout) == []


def test_what_overlaps_is_found() -> None:
    layout = layout_of(ruleset_for("usa"))
    tile = layout.rows[0].tiles[0]
    box = Box(tile.x, tile.y, tile.x, tile.y).grown(5.0)
    moved = {
        key: msgspec.structs.replace(label, box=box) if key in ("denver", "omaha") else label
        for key, label in layout.labels.items()
    }
    broken = msgspec.structs.replace(layout, labels=moved, width=300.0)
    assert touching_names(broken) == [("omaha", "denver")]
    assert {key for key, _ in names_on_spaces(broken)} == {"denver", "omaha"}
    assert "miami" in outside(broken)
    twice = msgspec.structs.replace(layout, rows=(layout.rows[0], layout.rows[0]))
    assert crossings(twice)[0][2] >= layout.rows[0].track.length


def test_names_beyond_the_edge_tell_where_a_way_goes_on() -> None:
    layout = layout_of(ruleset_for("world-dense"))
    texts = sorted(" ".join(label.lines) for key, label in layout.labels.items() if key.startswith("edge:"))
    assert texts.count("Polynésie →") == 2
    assert "← Japon" in texts
