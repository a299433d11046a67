"""Paths give way to a name that would be far from its city, and touch nothing by it."""

from itertools import combinations
from math import cos, pi, sin

from msgspec.structs import replace

from service.pictures.layout.board_plan import paths_of
from service.pictures.layout.geometry import Box, Point, tile_meets_box, tiles_meet
from service.pictures.layout.lettering.labels import FARTHEST, HALO, Label, Name, Obstacles, place_labels
from service.pictures.layout.name_room import NameRoom, Site
from service.pictures.layout.paths.clearance import CLEAR
from service.pictures.layout.paths.curves import STRAIGHT
from service.pictures.layout.paths.route_paths import Way
from service.pictures.layout.paths.track_bundles import Bundle, Track
from ttr_core.model.ids import CityId, RouteId

HUB, MIDDLE = CityId("hub"), Point(300.0, 300.0)
FRAME = Box(0.0, 0.0, 600.0, 600.0)
SPOKES, LENGTH = 10, 180.0
PLACES = {
    HUB: MIDDLE,
    **{
        CityId(f"rim{spoke}"): Point(
            round(MIDDLE.x + LENGTH * cos(2 * pi * spoke / SPOKES), 1),
            round(MIDDLE.y + LENGTH * sin(2 * pi * spoke / SPOKES), 1),
        )
        for spoke in range(SPOKES)
    },
}
WHEEL = [
    Bundle(name=city, a=HUB, b=city, tracks=(Track(routes=(RouteId(city),), colour="red", signs=("",) * 4),))
    for city in PLACES
    if city != HUB
]
WAYS = [Way(PLACES[bundle.b], STRAIGHT) for bundle in WHEEL if bundle.b]
DOTS = [Box(*place, *place).grown(8.0) for place in PLACES.values()]
NAME = Name(
    key=HUB, text="Hubertus", place=MIDDLE, sizes=(14.0,), reach=12.0, steps=(0.0, 9.0, 22.0, 46.0, 70.0)
)


def placed(free: float, name: Name = NAME) -> tuple[Label, NameRoom]:
    """The name among spokes that begin so far from the hub, and the room that may be made for it."""
    ends = [(free, 11.0)] * SPOKES
    rows = [row for path in paths_of(WHEEL, WAYS, ends, PLACES) for row in path.rows]
    obstacles = Obstacles([tile for row in rows for tile in row], DOTS, FRAME)
    labels = place_labels([name], obstacles)
    return labels[0], NameRoom(WHEEL, WAYS, ends, Site(PLACES, DOTS, FRAME), labels)


def sizes_away(label: Label) -> float:
    return label.box.distance(MIDDLE) / label.size


def test_spokes_give_way_to_the_name_of_the_hub() -> None:
    before, room = placed(22.0)
    assert sizes_away(before) > FARTHEST
    room.bring_near([NAME])
    (after,) = room.labels
    assert sizes_away(after) < 1.3
    assert after.leader is None
    paths = paths_of(WHEEL, room.ways, room.ends, PLACES)
    tiles = [(path.bundle.name, tile) for path in paths for row in path.rows for tile in row]
    assert [name for name, tile in tiles if tile_meets_box(tile, tile.bounds(), after.box.grown(HALO))] == []
    touching = [
        (one[0], other[0])
        for one, other in combinations(tiles, 2)
        if one[0] != other[0] and tiles_meet(one[1], other[1], CLEAR)
    ]
    assert touching == []
    assert 0 < sum(path != old for path, old in zip(room.ways, WAYS, strict=True)) < SPOKES


def test_a_name_beside_its_city_moves_nothing() -> None:
    label, room = placed(75.0)
    assert sizes_away(label) < 1.0
    room.bring_near([NAME])
    assert room.labels == (label,)
    assert room.ways == tuple(WAYS)


LONG_NAME = replace(NAME, text="Hubertusburg", shortening=35.0, steps=(0.0, 9.0))


def test_spokes_give_way_to_a_name_that_was_shortened() -> None:
    before, room = placed(34.0, LONG_NAME)
    assert before.lines == ("Hube.",)
    room.spell_out([LONG_NAME])
    (after,) = room.labels
    assert after.lines == (LONG_NAME.text,)
    assert sizes_away(after) < FARTHEST
    assert room.ways != tuple(WAYS)


def test_a_name_that_is_whole_stays_where_it_is() -> None:
    label, room = placed(75.0, LONG_NAME)
    assert label.lines == (LONG_NAME.text,)
    room.spell_out([LONG_NAME])
    assert room.labels == (label,)
    assert room.ways == tuple(WAYS)
