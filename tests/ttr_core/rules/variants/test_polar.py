"""[002] Routes polaires: two free segments of one pole, built together, as one ferry and tunnel."""

from collections import Counter
from itertools import combinations

import pytest
from msgspec.structs import replace

from tests.support.boards.world import DENSE, LIGHT, PLAYERS, WORLDS, bag, owning, world
from tests.support.positions.positions import Given, GivenSeat, build
from ttr_core import Code, Ruleset, RuleViolation, State, legal_commands, load_ruleset, score
from ttr_core.boards.board import merge
from ttr_core.boards.library import whole_document
from ttr_core.engine.engine import advance
from ttr_core.engine.networks import completed_tickets
from ttr_core.engine.randomness import SeededRandomness
from ttr_core.load import compile_ruleset
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.events import RouteClaimed
from ttr_core.model.ids import Card, RouteId, TicketId
from ttr_core.rules.variants.polar import Polar

RANDOM = SeededRandomness(bytes(32), ())
ACROSS_NORTH = "alaska--nunavut--north_pole"  # 3 + 3 spaces, 1 + 1 locomotives
ACROSS_SOUTH = "nouvelle_zelande--patagonie--south_pole"  # 5 + 4 spaces, 2 + 2 locomotives
LONGEST = "afrique_du_sud--australie--south_pole"  # 6 + 6


def claimable(ruleset: Ruleset, state: State, seat: int = 0) -> set[str]:
    """The routes that are free for the seat, no matter what they cost."""
    closed = state.closed | state.seats[seat].barred
    return {str(route.id) for number, route in enumerate(ruleset.routes) if not closed >> number & 1}


def polar_routes(ruleset: Ruleset) -> list[str]:
    return [str(route.id) for route in ruleset.routes if route.feature("pole")]


@pytest.mark.parametrize("board", WORLDS)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_two_segments_of_one_pole_are_a_route(board: str, players: int) -> None:
    ruleset = world(players, board)
    segments = ruleset.setting(Polar).segments
    routes = {route.id: route for route in ruleset.routes}
    pairs = [pair for pair in combinations(segments, 2) if pair[0].pole == pair[1].pole]
    names = {f"{'--'.join(sorted((a.city, b.city)))}--{a.pole}_pole": (a, b) for a, b in pairs}
    assert sorted(polar_routes(ruleset)) == sorted(names)
    for name, (a, b) in names.items():
        route = routes[RouteId(name)]
        assert (route.length, route.colour) == (a.length + b.length, "gray")
        assert route.feature("locomotives") == a.locomotives + b.locomotives
        assert route.feature("tunnel") == 1
        assert route.feature("pole") == {"north": 1, "south": 2}[a.pole]
        assert {route.a, route.b} == {a.city, b.city}


def test_there_are_so_many() -> None:
    assert len(polar_routes(world(5, LIGHT))) == 15 + 10
    assert len(polar_routes(world(5, DENSE))) == 28 + 21


@pytest.mark.parametrize("board", WORLDS)
def test_one_player_has_one_route_for_each_pole_and_a_segment_is_used_once(board: str) -> None:
    """Whatever the first route is: its owner is barred from that pole, others from the two segments."""
    ruleset = world(5, board)
    features = {str(route.id): (route.feature("pole"), {route.a, route.b}) for route in ruleset.routes}
    for name in polar_routes(ruleset):
        state = owning(ruleset, name)
        pole, ends = features[name]
        own = [n for n in polar_routes(ruleset) if n in claimable(ruleset, state, 0)]
        others = [n for n in polar_routes(ruleset) if n in claimable(ruleset, state, 1)]
        assert own == [n for n in polar_routes(ruleset) if features[n][0] != pole]
        assert others == [
            n for n in polar_routes(ruleset) if features[n][0] != pole or not features[n][1] & ends
        ]


def test_three_explorers_may_share_a_pole_of_six_segments() -> None:
    ruleset = world(5)
    names = ("alaska--nunavut--north_pole", "groenland--norvege--north_pole", "siberie--yakoutie--north_pole")
    seats = tuple(GivenSeat(routes=(RouteId(name),)) for name in names)
    state = build(ruleset, Given(seats=seats))
    north = {str(route.id) for route in ruleset.routes if route.feature("pole") == 1}
    assert [len(claimable(ruleset, state, seat) & north) for seat in range(5)] == [0] * 5


def test_neighbouring_countries_keep_their_ordinary_route() -> None:
    ruleset = world(5)
    assert "alaska--nunavut" in claimable(ruleset, owning(ruleset, ACROSS_NORTH))
    assert ACROSS_NORTH in claimable(ruleset, owning(ruleset, "alaska--nunavut"))


@pytest.mark.parametrize(
    ("hand", "accepted"),
    [
        (bag(red=4, locomotive=2), True),
        (bag(red=3, locomotive=3), True),
        (bag(locomotive=6), True),
        (bag(red=5, locomotive=1), False),  # both segments want a locomotive
        (bag(red=6), False),
        (bag(red=2, blue=2, locomotive=2), False),  # one colour for both segments
        (bag(red=1, locomotive=2), False),  # a segment alone
    ],
)
def test_the_compulsory_locomotives_of_both_segments(hand: tuple[Card, ...], accepted: bool) -> None:
    for players in PLAYERS:
        ruleset = world(players)
        number = ruleset.route_index[RouteId(ACROSS_NORTH)]
        payments = ruleset.prices.payments(number, ruleset.counts(hand))
        assert (hand in [payment.cards for payment in payments]) == accepted


@pytest.mark.parametrize(("trains", "can"), [(5, False), (6, True)])
def test_trains_for_both_segments_are_needed(trains: int, can: bool) -> None:
    ruleset = world(4)
    seat = GivenSeat(hand={"red": 4, "locomotive": 2}, trains=trains)
    state = build(ruleset, Given(seats=(seat,)))
    claims = [c for c in legal_commands(ruleset, state, 0) if isinstance(c, ClaimRoute)]
    assert (ACROSS_NORTH in {claim.route for claim in claims}) == can


def test_it_is_a_tunnel_and_counts_as_one_route() -> None:
    """Nothing turned up costs anything: the route is built at once, with trains on both segments."""
    ruleset = world(4)
    seat = GivenSeat(hand={"red": 4, "locomotive": 2})
    state = build(ruleset, Given(seats=(seat,), deck=bag(blue=3)))
    claim = ClaimRoute(seat=0, route=RouteId(ACROSS_NORTH), cards=bag(red=4, locomotive=2))
    events, after = advance(ruleset, state, claim, RANDOM)
    (claimed,) = (event for event in events if isinstance(event, RouteClaimed))
    assert (claimed.trains, claimed.points) == (6, 15)
    assert after.seats[0].trains == 55 - 6
    assert type(events[0]).__name__ == "TunnelCardTurned"


@pytest.mark.parametrize(
    ("route", "length", "points"),
    [
        (ACROSS_NORTH, 6, 15),
        ("alaska--siberie--north_pole", 7, 18),
        (ACROSS_SOUTH, 9, 27),
        ("australie--patagonie--south_pole", 10, 27),
        ("australie--nouvelle_zelande--south_pole", 11, 27),
        (LONGEST, 12, 27),
    ],
)
def test_points_by_length_but_never_more_than_27(route: str, length: int, points: int) -> None:
    ruleset = world(5)
    number = ruleset.route_index[RouteId(route)]
    assert (ruleset.routes[number].length, ruleset.points[number]) == (length, points)


def test_the_cap_holds_whatever_the_table_says_and_only_for_polar_routes() -> None:
    points = {"rules": {"routes": {"points": {"7": 99, "12": 99}}}}
    ruleset = compile_ruleset(merge(whole_document(LIGHT), points), 5)
    worth = {str(route.id): ruleset.points[number] for number, route in enumerate(ruleset.routes)}
    assert worth[LONGEST] == 27
    assert worth["afrique_du_sud--argentine"] == 99


def test_it_serves_tickets_and_the_longest_path() -> None:
    """Even where it takes fewer trains than the ticket is worth."""
    ruleset = world(5)
    state = owning(ruleset, "groenland--siberie--north_pole", "russie--siberie", "groenland--islande")
    ticket = TicketId("islande--kazakhstan")
    ways = {str(t.id): t for t in ruleset.board.tickets}
    joined = [
        t.id for t in ways.values() if {str(t.a), str(t.b)} <= {"groenland", "siberie", "russie", "islande"}
    ]
    state = replace(
        state, seats=(replace(state.seats[0], tickets=tuple(ways[n].id for n in ways)), *state.seats[1:])
    )
    assert completed_tickets(ruleset, state, 0) == joined
    assert ticket not in joined
    assert ruleset.trail(state.seats[0].routes)[0] == 7 + 4 + 2


# the bonus for exploring both poles


def bonus(ruleset: Ruleset, *routes: str) -> int | None:
    sheet = score(ruleset, owning(ruleset, *routes))
    return {line.reason: line.points for line in sheet.seats[0].lines}.get("polar_exploration")


JOINED = (  # from Patagonia by the mainland to Nunavut
    "chili--patagonie",
    "chili--perou",
    "colombie--perou",
    "colombie--panama--1",
    "mexique--panama--1",
    "californie--mexique",
    "californie--colombie_britannique--1",
    "colombie_britannique--nunavut",
)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_network_with_both_poles_is_worth_thirty(players: int) -> None:
    points = bonus(world(players), ACROSS_NORTH, ACROSS_SOUTH, *JOINED)
    assert points == (30 if players >= 5 else None)


@pytest.mark.parametrize(
    "routes",
    [
        (),
        (ACROSS_NORTH, *JOINED),
        (ACROSS_SOUTH, *JOINED),
        (ACROSS_NORTH, ACROSS_SOUTH),
        (ACROSS_NORTH, ACROSS_SOUTH, *JOINED[1:]),
        (ACROSS_NORTH, ACROSS_SOUTH, *JOINED[:-1]),
    ],
)
def test_no_bonus_without_both_or_without_connection(routes: tuple[str, ...]) -> None:
    assert bonus(world(5), *routes) is None


def test_rivals_routes_do_not_join_the_poles() -> None:
    ruleset = world(5)
    mine = GivenSeat(routes=tuple(map(RouteId, (ACROSS_NORTH, ACROSS_SOUTH, *JOINED[1:]))))
    rival = GivenSeat(routes=(RouteId(JOINED[0]),))
    sheet = score(ruleset, build(ruleset, Given(seats=(mine, rival))))
    assert "polar_exploration" not in {line.reason for seat in sheet.seats for line in seat.lines}


def test_everybody_who_explored_both_gets_all_of_it() -> None:
    ruleset = world(5, DENSE)
    one = ("alaska--nunavut--north_pole", "argentine--patagonie--south_pole")
    other = ("kamtchatka--yakoutie--north_pole", "australie--nouvelle_zelande--south_pole")
    by_land = tuple(
        {"colombie--perou": "colombie--perou--1", "californie--mexique": "californie--mexique--1"}.get(r, r)
        for r in JOINED
    )
    by_sea = ("japon--kamtchatka", "japon--philippines", "indonesie--philippines", "australie--indonesie")
    seats = (
        GivenSeat(routes=tuple(map(RouteId, (*one, *by_land)))),
        GivenSeat(routes=tuple(map(RouteId, (*other, *by_sea)))),
    )
    sheet = score(ruleset, build(ruleset, Given(seats=seats)))
    lines = [{line.reason: line.points for line in seat.lines} for seat in sheet.seats]
    assert [mine.get("polar_exploration") for mine in lines] == [30, 30, None, None, None]


# the variant: the poles are stations like any other


@pytest.mark.parametrize("board", WORLDS)
def test_every_segment_is_a_route_of_its_own(board: str) -> None:
    ruleset = world(5, board, "stations")
    segments = ruleset.setting(Polar).segments
    assert polar_routes(ruleset) == [segment.id for segment in segments]
    for route, segment in zip(ruleset.routes[-len(segments) :], segments, strict=True):
        assert (route.a, route.b) == (segment.city, f"{segment.pole}_pole")
        assert (route.length, route.colour) == (segment.length, "gray")
        assert (route.feature("locomotives"), route.feature("tunnel")) == (segment.locomotives, 1)


@pytest.mark.parametrize("board", WORLDS)
def test_the_poles_are_cities_and_nothing_else_changes(board: str) -> None:
    usual, variant = load_ruleset(board, 5).board, world(5, board, "stations").board
    assert variant.cities[:-2] == usual.cities
    assert [city.id for city in variant.cities[-2:]] == ["north_pole", "south_pole"]
    assert (variant.routes, variant.tickets) == (usual.routes, usual.tickets)
    assert {"north_pole", "south_pole"} <= set(variant.labels)


def test_one_player_may_have_all_segments() -> None:
    ruleset = world(5, LIGHT, "stations")
    state = owning(ruleset, "alaska--north_pole")
    assert {n for n in polar_routes(ruleset) if n not in claimable(ruleset, state)} == {"alaska--north_pole"}
    assert claimable(ruleset, state, 0) == claimable(ruleset, state, 1)


def test_segments_score_by_their_own_length_and_meet_at_the_pole() -> None:
    ruleset = world(5, LIGHT, "stations")
    state = owning(ruleset, "alaska--north_pole", "siberie--north_pole")
    assert state.seats[0].points == 4 + 7
    assert ruleset.trail(state.seats[0].routes)[0] == 7


NORTH = ("alaska--north_pole", "nunavut--north_pole")
SOUTH = ("patagonie--south_pole", "nouvelle_zelande--south_pole")


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        ((*NORTH, *SOUTH, *JOINED), 30),
        ((*NORTH, *SOUTH, "siberie--north_pole", *JOINED), 30),
        ((*NORTH, *SOUTH[:1], *JOINED), None),
        ((*NORTH[1:], *SOUTH, *JOINED), None),
        ((*NORTH, *SOUTH, *JOINED[1:]), None),
    ],
)
def test_exploration_asks_for_two_segments_at_each_pole(
    routes: tuple[str, ...], expected: int | None
) -> None:
    ruleset = world(5, LIGHT, "stations")
    assert bonus(ruleset, *routes) == expected


def test_a_route_that_the_reading_does_not_have_is_unknown() -> None:
    claims: list[tuple[Ruleset, Command]] = [
        (world(5), ClaimRoute(seat=0, route=RouteId("alaska--north_pole"), cards=())),
        (world(5, LIGHT, "stations"), ClaimRoute(seat=0, route=RouteId(ACROSS_NORTH), cards=())),
    ]
    for ruleset, claim in claims:
        with pytest.raises(RuleViolation) as refusal:
            advance(ruleset, owning(ruleset), claim, RANDOM)
        assert refusal.value.code == Code.UNKNOWN_ROUTE


def test_no_country_has_two_segments_of_a_pole() -> None:
    """Otherwise a polar route could lead back to where it began."""
    for board in WORLDS:
        ends = Counter((s.city, s.pole) for s in world(5, board).setting(Polar).segments)
        assert set(ends.values()) == {1}
