"""[Europe] Stations: built for one, two and three cards; each lends its owner one rival's route for tickets."""

from collections.abc import Sequence
from itertools import product
from time import thread_time

import pytest

from tests.support.boards.europe import bag, board, held
from tests.support.boards.every_board import Case
from tests.support.boards.italy_iberia import Json, changed, hand, play, position, refused
from tests.support.checks.score_recount import reachable
from tests.support.whole_games.played_games import Plan
from tests.support.whole_games.played_games import play as play_plan
from ttr_core import Code, Ruleset, State, Witness, legal_commands, score
from ttr_core.boards.board import Route
from ttr_core.engine.networks import connecting_routes, ticket_points
from ttr_core.engine.views import view
from ttr_core.model.ids import CityId, TicketId
from ttr_core.model.state import route_numbers
from ttr_core.rules.variants.stations.borrowed_routes import best_borrowing
from ttr_core.rules.variants.stations.station_state import Sites, lent
from ttr_core.rules.variants.stations.stations import BuildStation, RoutesBorrowed, StationBuilt, StationCode

ENDED = {"type": "ended", "reason": "last_round_played"}
SCORE = {"type": "score_game"}


def build(city: str, cards: str, seat: int = 0) -> Json:
    return {"type": "build_station", "seat": seat, "city": city, "cards": bag(cards)}


def built(*stations: tuple[str, int]) -> Json:
    """The state of the rule with these stations."""
    return {"stations": {"built": [{"city": city, "seat": seat} for city, seat in stations]}}


def payments(ruleset: Ruleset, state: State) -> list[tuple[str, ...]]:
    listed = [c for c in legal_commands(ruleset, state, 0) if isinstance(c, BuildStation)]
    return [command.cards for command in listed if command.city == "wien"]


# building


def test_building_is_a_whole_turn() -> None:
    ruleset = board("europe")
    events, after = play(ruleset, position(ruleset, seats=[held("2red")]), build("wien", "1red"))
    assert events[0] == StationBuilt(seat=0, city=CityId("wien"), cards=bag("1red"))
    assert after.phase.waiting == (1,)
    assert hand(ruleset, after, 0) == {"red": 1}
    assert after.discard == ruleset.counts(bag("1red"))
    assert after.seats[0].trains == 45


@pytest.mark.parametrize(
    ("before", "cards", "listed"),
    [
        (0, "2red 1blue 1locomotive", ["1blue", "1red", "1locomotive"]),
        (1, "2red 1blue 1locomotive", ["1blue 1locomotive", "2red", "1red 1locomotive"]),
        (1, "2locomotive", ["2locomotive"]),
        (1, "1red 1blue", []),  # two of one colour
        (2, "2red 1blue 1locomotive", ["2red 1locomotive"]),
        (2, "3red 3locomotive", ["3red", "2red 1locomotive", "1red 2locomotive", "3locomotive"]),
        (2, "1red 1blue 1green", []),
        (3, "9red", []),
    ],
)
def test_the_first_costs_one_card_the_second_two_the_third_three(
    before: int, cards: str, listed: list[str]
) -> None:
    ruleset = board("europe")
    sites = [("roma", 0), ("paris", 0), ("berlin", 0)][:before]
    state = position(ruleset, seats=[held(cards)], rules=built(*sites))
    assert payments(ruleset, state) == [bag(text) for text in listed]


def test_rivals_stations_do_not_raise_the_price() -> None:
    ruleset = board("europe")
    state = position(ruleset, seats=[held("1red")], rules=built(("roma", 1), ("paris", 1)))
    assert payments(ruleset, state) == [bag("1red")]


@pytest.mark.parametrize(
    ("command", "code", "facts"),
    [
        (build("roma", "1red"), StationCode.CITY_HAS_STATION, {"city": "roma"}),  # a rival's
        (build("paris", "2red"), StationCode.CITY_HAS_STATION, {"city": "paris"}),  # one's own
        (build("atlantis", "2red"), Code.UNKNOWN_CITY, {"city": "atlantis"}),
        (build("wien", "1red"), Code.PAYMENT_NOT_ACCEPTED, {"city": "wien", "offered": ["red"]}),
        (build("wien", "2pink"), Code.CARDS_NOT_IN_HAND, {"city": "wien", "offered": ["pink", "pink"]}),
    ],
)
def test_one_station_in_a_city_no_matter_who_owns_it(command: Json, code: Code, facts: Json) -> None:
    ruleset = board("europe")
    state = position(ruleset, seats=[held("4red")], rules=built(("roma", 1), ("paris", 0)))
    refused(ruleset, state, command, code, **facts)


def test_three_stations_for_each_player() -> None:
    ruleset = board("europe")
    sites = built(("roma", 0), ("paris", 0), ("berlin", 0))
    state = position(ruleset, seats=[held("9red")], rules=sites)
    refused(ruleset, state, build("wien", "4red"), StationCode.NO_STATION_LEFT, each=3)


def test_any_city_without_one_is_open() -> None:
    """Cities without any route count as well."""
    ruleset = board("europe")
    state = position(ruleset, seats=[held("1red")], rules=built(("roma", 1)))
    cities = [c.city for c in legal_commands(ruleset, state, 0) if isinstance(c, BuildStation)]
    assert cities == [city for city in ruleset.city_index if city != "roma"]


def test_where_nobody_has_stations_the_action_does_not_exist() -> None:
    ruleset = changed("europe", 2, {"rules": {"stations": {"each": 0}}})
    state = position(ruleset, seats=[held("3red")])
    assert not [c for c in legal_commands(ruleset, state, 0) if isinstance(c, BuildStation)]
    refused(ruleset, state, build("wien", "1red"), StationCode.NO_STATION_LEFT, each=0)
    assert all(line.reason != "stations" for seat in score(ruleset, state).seats for line in seat.lines)


def test_everybody_sees_the_stations() -> None:
    ruleset = board("europe")
    state = position(ruleset, rules=built(("roma", 1), ("paris", 0), ("wien", 1)))
    for viewer in (0, 1, Witness.SPECTATOR):
        shown = view(ruleset, state, viewer).rules["stations"]
        assert shown["built"] == [
            {"city": "roma", "seat": 1},
            {"city": "paris", "seat": 0},
            {"city": "wien", "seat": 1},
        ]
        assert shown["left"] == [2, 1]


# counting


def test_each_station_not_built_is_worth_four_points() -> None:
    ruleset = board("europe", 3)
    state = position(ruleset, rules=built(("roma", 1), ("paris", 0), ("wien", 1), ("berlin", 1)))
    lines = [{line.reason: line.points for line in seat.lines} for seat in score(ruleset, state).seats]
    assert [mine["stations"] for mine in lines] == [8, 0, 12]


def worth(ruleset: Ruleset, seats: list[Json], *stations: tuple[str, int], seat: int = 0) -> dict[str, int]:
    state = position(ruleset, seats=seats, rules=built(*stations))
    return {str(ticket): points for ticket, points in ticket_points(ruleset, state, seat)}


def test_a_station_lends_one_rival_route_for_tickets() -> None:
    ruleset = board("europe")
    mine = {"routes": ["budapest--wien--1", "bucuresti--budapest"], "tickets": ["berlin--bucuresti"]}
    rival = {"routes": ["berlin--wien"]}
    assert worth(ruleset, [mine, rival]) == {"berlin--bucuresti": -8}
    assert worth(ruleset, [mine, rival], ("wien", 0)) == {"berlin--bucuresti": 8}
    assert worth(ruleset, [mine, rival], ("berlin", 0)) == {"berlin--bucuresti": 8}  # from either end
    assert worth(ruleset, [mine, rival], ("budapest", 0)) == {"berlin--bucuresti": -8}
    assert worth(ruleset, [mine, rival], ("wien", 1)) == {"berlin--bucuresti": -8}  # a rival's station


def test_only_claimed_routes_can_be_used() -> None:
    """Neither unclaimed routes nor the closed track beside one's own or a rival's."""
    ruleset = board("europe")
    mine = {"tickets": ["frankfurt--kobenhavn"], "routes": ["essen--frankfurt"]}
    assert worth(ruleset, [mine, {}], ("essen", 0)) == {"frankfurt--kobenhavn": -5}
    assert worth(ruleset, [mine, {"routes": ["essen--kobenhavn--2"]}], ("essen", 0)) == {
        "frankfurt--kobenhavn": 5
    }


def test_it_is_the_same_route_for_all_tickets() -> None:
    """One station between two rival routes serves one of the two tickets, the dearer one."""
    ruleset = board("europe", 4)
    mine = {
        "tickets": ["berlin--roma", "paris--wien"],
        "routes": ["munchen--venezia", "roma--venezia", "berlin--wien", "paris--zurich"],
    }
    rivals = [{"routes": ["munchen--wien"]}, {"routes": ["munchen--zurich"]}]
    assert worth(ruleset, [mine, *rivals]) == {"berlin--roma": -9, "paris--wien": -8}
    assert worth(ruleset, [mine, *rivals], ("munchen", 0)) == {"berlin--roma": 9, "paris--wien": -8}
    both = worth(ruleset, [mine, *rivals], ("munchen", 0), ("zurich", 0))
    assert both == {"berlin--roma": 9, "paris--wien": 8}


def test_stations_may_be_chained_without_any_own_route() -> None:
    ruleset = board("europe", 3)
    seats: list[Json] = [
        {"tickets": ["london--wien"]},
        {"routes": ["amsterdam--london", "frankfurt--munchen"]},
        {"routes": ["amsterdam--frankfurt", "munchen--wien"]},
    ]
    three = (("london", 0), ("frankfurt", 0), ("munchen", 0))
    assert worth(ruleset, seats, *three) == {"london--wien": -10}  # four routes, three stations
    seats[0]["routes"] = ["munchen--wien"]
    seats[2]["routes"] = ["amsterdam--frankfurt"]
    assert worth(ruleset, seats, *three) == {"london--wien": 10}
    assert worth(ruleset, seats, *three[:2]) == {"london--wien": -10}


def test_several_players_may_borrow_the_same_route() -> None:
    ruleset = board("europe", 3)
    seats: list[Json] = [
        {"tickets": ["berlin--bucuresti"], "routes": ["budapest--wien--1", "bucuresti--budapest"]},
        {"tickets": ["berlin--roma"], "routes": ["munchen--wien", "munchen--venezia", "roma--venezia"]},
        {"routes": ["berlin--wien"]},
    ]
    stations = (("wien", 0), ("berlin", 1))
    assert worth(ruleset, seats, *stations) == {"berlin--bucuresti": 8}
    assert worth(ruleset, seats, *stations, seat=1) == {"berlin--roma": 9}


def test_borrowed_routes_are_no_part_of_the_longest_path() -> None:
    ruleset = board("europe")
    seats = [{"routes": ["munchen--wien"]}, {"routes": ["berlin--wien", "munchen--zurich"]}]
    state = position(ruleset, seats=seats, rules=built(("wien", 0), ("munchen", 0)))
    sheet = score(ruleset, state)
    assert [seat.measures for seat in sheet.seats] == [(0, -2, 3), (0, 0, 3)]


def test_fewer_stations_break_a_tie_after_the_tickets() -> None:
    ruleset = changed("europe", 2, {"rules": {"stations": {"unbuilt_points": 0}}})
    seats = [{"routes": ["berlin--wien"]}, {"routes": ["munchen--wien"]}]
    sheet = score(ruleset, position(ruleset, seats=seats, rules=built(("roma", 0))))
    assert (sheet.winners, sheet.decided_by) == ((1,), "-stations_built")


def test_the_reckoning_says_which_routes_were_borrowed() -> None:
    ruleset = board("europe", 3)
    seats: list[Json] = [
        {"tickets": ["berlin--bucuresti"], "routes": ["budapest--wien--1", "bucuresti--budapest"]},
        {"routes": ["berlin--wien"]},
    ]
    state = position(ruleset, seats=seats, rules=built(("wien", 0), ("roma", 1)), phase=ENDED)
    events, after = play(ruleset, state, SCORE)
    borrowed = {event.seat: event.routes for event in events if isinstance(event, RoutesBorrowed)}
    assert borrowed == {0: ("berlin--wien",), 1: ()}
    assert after.slice(Sites).borrowed == (("berlin--wien",), (), None)
    assert view(ruleset, after, 2).rules["stations"]["borrowed"] == (("berlin--wien",), (), None)


# the best choice


def every_choice(ruleset: Ruleset, state: State, seat: int) -> list[tuple[int, ...]]:
    offers = lent(ruleset, state, seat)
    picks = product(*([None, *routes] for routes in offers))
    return [tuple(sorted({route for route in pick if route is not None})) for pick in picks]


def plain_points(ruleset: Ruleset, routes: Sequence[Route], tickets: Sequence[TicketId]) -> tuple[int, int]:
    """Points and number of completed tickets, counted by walking."""
    done = [t for t in tickets if str(ruleset.tickets[t].b) in reachable(routes, ruleset.tickets[t].a)]
    values = {t: ruleset.tickets[t].points or 0 for t in tickets}
    return sum(values[t] if t in done else -values[t] for t in tickets), len(done)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_choice_is_the_best_of_all(seed: int) -> None:
    """Compare with every possible choice, in positions of whole games."""
    record = play_plan(Plan(Case("europe", 4), seed, ("builds short", "collects", "any", "builds")))
    ruleset, state = record.ruleset, record.steps[-1].before
    for seat in range(ruleset.players):
        me = state.seats[seat]
        routes = [ruleset.routes[number] for number in route_numbers(me.routes)]
        borrowed = route_numbers(connecting_routes(ruleset, state, seat) & ~me.routes)
        every = {
            choice: plain_points(ruleset, [*routes, *(ruleset.routes[n] for n in choice)], me.tickets)
            for choice in every_choice(ruleset, state, seat)
        }
        best = max(every.values())
        fewest = min(len(choice) for choice, value in every.items() if value == best)
        lowest = min(c for c, value in every.items() if value == best and len(c) == fewest)
        assert tuple(borrowed) == lowest


def test_equal_choices_are_settled_by_the_lowest_number() -> None:
    """Two ways to the same ticket: the route that stands first in the map file."""
    ruleset = board("europe", 4)
    seats: list[Json] = [
        {"tickets": ["brest--marseille"], "routes": ["marseille--paris", "marseille--pamplona"]},
        {"routes": ["brest--paris"]},
        {"routes": ["brest--pamplona"]},
    ]
    state = position(ruleset, seats=seats, rules=built(("brest", 0)))
    borrowed = connecting_routes(ruleset, state, 0) & ~state.seats[0].routes
    assert [ruleset.routes[number].id for number in route_numbers(borrowed)] == ["brest--pamplona"]


def test_the_search_is_fast_where_the_choice_is_largest() -> None:
    """Every route is a rival's, stations in the three cities with the most tracks, and all tickets."""
    ruleset = board("europe", 5)
    everything = [
        [n for n, route in enumerate(ruleset.routes) if city in (route.a, route.b)]
        for city in ("paris", "frankfurt", "pamplona")
    ]
    assert min(map(len, everything)) >= 7
    started = thread_time()
    best_borrowing(ruleset, 0, everything, tuple(ruleset.deck_of))
    assert thread_time() - started < 1
