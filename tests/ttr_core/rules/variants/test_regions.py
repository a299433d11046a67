"""[003] Bonus de régions: each network scores by the regions that it connects, three of them may count twice."""

import pytest

from tests.support.boards.italy_iberia import italy, position
from ttr_core import Ruleset, score
from ttr_core.model.ids import CityId
from ttr_core.model.scoresheet import Item, ScoreLine
from ttr_core.rules.variants.regions import Regions

TWICE = ("puglia", "sicilia", "sardegna")
TABLE = {4: 0, 5: 1, 6: 2, 7: 4, 8: 7, 9: 11, 10: 16, 11: 22, 12: 29, 13: 37, 14: 46, 15: 56, 16: 56, 17: 56}

# piemonte, liguria, lombardia, veneto and toscana, which it reaches in Pisa
WEST = (
    "la_spezia--pisa--1",
    "genova--la_spezia--1",
    "genova--novara",
    "milano--novara--1",
    "brescia--milano--1",
)
WEST_FIVE = (*WEST, "brescia--verona--1")
# toscana from Firenze, emilia-romagna, marche, umbria and abruzzo
EAST_FIVE = (
    "bologna--firenze--1",
    "bologna--rimini--1",
    "ancona--rimini--1",
    "ancona--perugia",
    "ancona--pescara--1",
)


def line(*routes: str) -> ScoreLine:
    """The line of a seat with these routes, whether or not it has the trains for them."""
    ruleset = italy()
    state = position(ruleset, seats=[{"routes": list(routes), "trains": 0}])
    (score_line,) = [line for line in score(ruleset, state).seats[0].lines if line.reason == "regions"]
    return score_line


def test_the_example_of_the_rules_two_networks_of_five_regions() -> None:
    score_line = line(*WEST_FIVE, *EAST_FIVE)
    assert score_line.points == 2
    assert score_line.items == (Item("novara", 1), Item("bologna", 1))


def test_the_example_of_the_rules_joined_inside_a_region() -> None:
    """Firenze and Pisa lie in the same region: nine, not ten."""
    score_line = line(*WEST_FIVE, *EAST_FIVE, "firenze--pisa--1")
    assert score_line.items == (Item("novara", 11),)


def test_without_routes_there_is_nothing_to_score() -> None:
    assert line() == ScoreLine(reason="regions", points=0, items=())


def test_every_network_is_listed_even_one_without_points() -> None:
    assert line("cuneo--torino", "lecce--taranto").items == (
        Item("torino", 0),
        Item("taranto", 0),
    )


@pytest.mark.parametrize(
    ("whole", "but_one", "reached"),
    [
        ("sardegna", ("cagliari--olbia",), ("cagliari--olbia", "olbia--sassari")),
        (
            "sicilia",
            ("agrigento--catania", "catania--messina"),
            ("agrigento--catania", "catania--messina", "agrigento--palermo"),
        ),
        (
            "puglia",
            ("bari--foggia--1", "bari--taranto"),
            ("bari--foggia--1", "bari--taranto", "lecce--taranto"),
        ),
    ],
)
def test_three_regions_count_twice_when_all_their_cities_are_in_the_network(
    whole: str, but_one: tuple[str, ...], reached: tuple[str, ...]
) -> None:
    """Four ordinary regions are worth nothing; a fifth one point; a fifth that counts twice two."""
    to_four = {
        "sardegna": (
            "olbia--pisa",
            "bologna--firenze--1",
            "firenze--pisa--1",
            "firenze--perugia",
            "ancona--perugia",
        ),
        "sicilia": (
            "catania--reggio_calabria",
            "cosenza--reggio_calabria",
            "cosenza--salerno--1",
            "napoli--roma--1",
            "napoli--salerno--1",
            "l_aquila--roma",
        ),
        "puglia": (
            "foggia--pescara--1",
            "l_aquila--pescara",
            "l_aquila--roma",
            "perugia--roma",
            "ancona--perugia",
        ),
    }[whole]
    assert line(*to_four, *but_one).points == 1
    assert line(*to_four, *reached).points == 2


def test_no_other_region_counts_twice() -> None:
    regions = italy().setting(Regions).regions
    assert len(regions) == 17
    assert tuple(region.id for region in regions if region.counts_twice) == TWICE


def test_all_cities_in_two_networks_do_not_count_twice() -> None:
    """Puglia's four cities are reached, but not by one network."""
    north = (
        "foggia--pescara--1",
        "bari--foggia--1",
        "l_aquila--pescara",
        "l_aquila--roma",
        "ancona--pescara--1",
    )
    assert line(*north, "perugia--roma", "lecce--taranto").points == 1
    assert line(*north, "perugia--roma", "lecce--taranto", "bari--taranto").points == 2


def test_an_ordinary_region_never_counts_twice() -> None:
    """All of Liguria, Piemonte and Lombardia: three regions."""
    routes = (
        "genova--imperia",
        "genova--la_spezia--1",
        "cuneo--imperia",
        "cuneo--torino",
        "novara--torino--1",
    )
    all_of_three = (*routes, "milano--novara--1", "brescia--milano--1")
    assert line(*all_of_three).points == 0
    assert line(*all_of_three, "brescia--verona--1", "genova--parma").points == 1


def test_the_ends_of_zones_belong_to_no_region() -> None:
    assert line(*EAST_FIVE, "croazia_pescara--pescara", "ancona--croazia_ancona").points == 1


@pytest.mark.parametrize(("count", "points"), TABLE.items())
def test_the_table_of_points(count: int, points: int) -> None:
    """A tree over the mainland and its islands, grown until it touches so many regions."""
    assert line(*_grown(italy(), count)).points == points


def _grown(ruleset: Ruleset, count: int) -> list[str]:
    """Routes from Torino outwards that touch exactly so many regions and fill none that counts twice."""
    region_of = {city: region.id for region in ruleset.setting(Regions).regions for city in region.cities}
    reached, regions, routes = {CityId("torino")}, {"piemonte"}, list[str]()
    while len(regions) < count:
        route, there = next(
            (route, there)
            for route in ruleset.routes
            for here, there in ((route.a, route.b), (route.b, route.a))
            if here in reached
            and there not in reached
            and there in region_of
            and (region_of[there] not in regions or region_of[there] not in TWICE)
        )
        routes.append(route.id)
        reached.add(there)
        regions.add(region_of[there])
    return routes


def test_rivals_do_not_help() -> None:
    ruleset = italy(4)
    state = position(
        ruleset, seats=[{"routes": list(WEST_FIVE)}, {"routes": [*EAST_FIVE, "firenze--pisa--1"]}]
    )
    sheet = score(ruleset, state)
    points = [{line.reason: line.points for line in seat.lines}["regions"] for seat in sheet.seats]
    assert points == [1, 1, 0, 0]
