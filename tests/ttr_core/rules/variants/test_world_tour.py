"""[002] Tour du monde: a circuit that leaves by one side of the map and comes back by the other."""

from functools import reduce
from operator import or_

import pytest

from tests.support.boards.world import DENSE, LIGHT, PLAYERS, WORLDS, goes_around, owning, world
from tests.support.positions.positions import Given, GivenSeat, build
from ttr_core import Ruleset, score
from ttr_core.bots.policy import Dice
from ttr_core.model.ids import RouteId
from ttr_core.model.state import route_numbers

# across the Atlantic, Europe, Asia and the Pacific
TOUR = (
    "alaska--kamtchatka--1",
    "kamtchatka--yakoutie",
    "siberie--yakoutie",
    "russie--siberie",
    "norvege--russie--1",
    "norvege--royaume_uni",
    "quebec--royaume_uni",
    "nunavut--quebec",
    "alaska--nunavut",
)
ALASKA_BY_LAND = "alaska--colombie_britannique"


def tour(ruleset: Ruleset, *routes: str) -> tuple[int, int]:
    """The points for a tour of seat 0, and the measure."""
    sheet = score(ruleset, owning(ruleset, *routes))
    points = {line.reason: line.points for line in sheet.seats[0].lines}.get("world_tour", 0)
    return points, sheet.seats[0].measures[sheet.tie_breaks.index("world_tour")]


@pytest.mark.parametrize("board", WORLDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_a_tour_is_worth_thirty_from_four_players_and_decides_ties_always(board: str, players: int) -> None:
    ruleset = world(players, board)
    assert tour(ruleset, *TOUR) == (0 if players == 3 else 30, 1)
    assert tour(ruleset, *TOUR[1:]) == (0, 0)


@pytest.mark.parametrize(
    "routes",
    [
        (),
        TOUR[:-1],
        TOUR[1:],
        ("alaska--kamtchatka--1",),
        # a loop that stays on the map
        ("bresil--guyane", "colombie--guyane", "colombie--perou", "bresil--perou"),
        # out by one side and back by the same
        (*TOUR[:1], "japon--kamtchatka", "hawai--japon", "colombie_britannique--hawai", ALASKA_BY_LAND),
    ],
)
def test_no_tour(routes: tuple[str, ...]) -> None:
    assert tour(world(5), *routes) == (0, 0)


def test_branches_and_further_loops_do_not_matter() -> None:
    more = ("bresil--guyane", "colombie--guyane", "colombie--perou", "bresil--perou", "nunavut--quebec")
    assert tour(world(5), *TOUR[:7], TOUR[8], *more) == (30, 1)
    assert tour(world(5), *TOUR[:7], TOUR[8], *more[:-1]) == (0, 0)


def test_polar_routes_do_not_serve() -> None:
    """The only way from Nunavut to Alaska leads across the pole."""
    assert tour(world(5), *TOUR[:-1], "alaska--nunavut--north_pole") == (0, 0)
    variant = world(5, LIGHT, "stations")
    assert tour(variant, *TOUR[:-1], "alaska--north_pole", "nunavut--north_pole") == (0, 0)
    assert tour(variant, *TOUR) == (30, 1)


def test_rivals_routes_do_not_serve_and_everybody_gets_all_of_it() -> None:
    ruleset = world(6, DENSE)
    twin = ("alaska--kamtchatka--2", *TOUR[1:])
    other = (
        "hawai--japon--1",
        "chine--japon--1",
        "chine--inde",
        "inde--iran--1",
        "iran--turquie--1",
        "egypte--turquie--1",
        "egypte--maroc",
        "maroc--senegal",
        "guyane--senegal",
        "cuba--guyane",
        "cuba--mexique",
        "californie--mexique--1",
        "californie--hawai",
    )
    seats = [GivenSeat(routes=tuple(map(RouteId, routes))) for routes in (TOUR, other, twin[:1])]
    sheet = score(ruleset, build(ruleset, Given(seats=tuple(seats))))
    lines = [{line.reason: line.points for line in seat.lines} for seat in sheet.seats]
    assert [mine.get("world_tour") for mine in lines] == [30, 30, None, None, None, None]


@pytest.mark.parametrize("board", WORLDS)
def test_the_tour_is_found_exactly_when_the_unrolled_map_has_it(board: str) -> None:
    """Random networks of many routes, polar ones among them; both answers occur."""
    ruleset, dice, answers = world(5, board), Dice(1), []
    for _ in range(60):
        size = 40 + dice.below(120)
        routes = reduce(or_, (1 << dice.below(len(ruleset.routes)) for _ in range(size)))
        own = [ruleset.routes[number] for number in route_numbers(routes)]
        expected = goes_around(own)
        seat = GivenSeat(routes=tuple(route.id for route in own), trains=0)
        state = build(ruleset, Given(seats=(seat,)))
        assert list(ruleset.measures["world_tour"](ruleset, state)) == [expected, 0, 0, 0, 0]
        answers.append(expected)
    assert 10 < sum(answers) < 50
