"""[India] Mandalas: tickets connected by two paths that share no train."""

import pytest

from tests.support.boards.europe import board
from tests.support.boards.every_board import Case
from tests.support.boards.italy_iberia import position
from tests.support.checks.score_recount import reachable
from tests.support.whole_games.played_games import Plan, play
from ttr_core import Ruleset, State, score
from ttr_core.boards.board import Route
from ttr_core.model.ids import TicketId
from ttr_core.model.scoresheet import ScoreLine
from ttr_core.model.state import route_numbers

LOOP = [
    *("jodhpur--karachi", "jaipur--jodhpur", "agra--jaipur--1", "agra--lucknow", "katni--lucknow--1"),
    *("bilaspur--katni--1", "bilaspur--raipur--1", "khandwa--raipur", "ahmadabad--khandwa"),
    *("ahmadabad--bombay", "bombay--karachi--1"),
]
ON_IT = ["jaipur--raipur", "jodhpur--khandwa", "jodhpur--lucknow", "ahmadabad--karachi", "katni--khandwa"]


def lines(ruleset: Ruleset, state: State) -> list[ScoreLine | None]:
    by_seat = [
        [line for line in seat.lines if line.reason == "mandalas"] for seat in score(ruleset, state).seats
    ]
    return [mine[0] if mine else None for mine in by_seat]


def mandalas(routes: list[str], tickets: list[str]) -> list[str]:
    ruleset = board("india")
    score_line = lines(ruleset, position(ruleset, seats=[{"routes": routes, "tickets": tickets}]))[0]
    return [item.id for item in score_line.items] if score_line else []


def test_a_ticket_connected_once_is_none() -> None:
    assert mandalas(LOOP[:-1], ["ahmadabad--karachi"]) == []


def test_a_ticket_connected_twice_is_one() -> None:
    assert mandalas(LOOP, ["ahmadabad--karachi"]) == ["ahmadabad--karachi"]


def test_the_paths_may_meet_in_cities() -> None:
    """Two loops with only Bhopal in common."""
    first = ["jaipur--ratiam--1", "bhopal--ratiam", "agra--bhopal--1", "agra--jaipur--1"]
    second = ["bhopal--bilaspur--1", "bilaspur--raipur--1", "khandwa--raipur", "bhopal--khandwa"]
    assert mandalas([*first, *second], ["jaipur--raipur"]) == ["jaipur--raipur"]
    assert mandalas([*first, *second[1:]], ["jaipur--raipur"]) == []


def test_the_paths_share_no_train() -> None:
    """Two loops joined by one route: every path takes it."""
    first = ["jaipur--ratiam--1", "khandwa--ratiam", "bhopal--khandwa", "agra--bhopal--1", "agra--jaipur--1"]
    second = ["bombay--manmad", "manmad--poona", "bombay--poona"]
    assert mandalas([*first, "khandwa--manmad", *second], ["jaipur--poona"]) == []


@pytest.mark.parametrize(("count", "points"), [(1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40)])
def test_they_pay_by_their_number(count: int, points: int) -> None:
    """The points are for all of them together; more than five are worth no more."""
    ruleset = board("india")
    tickets = [*ON_IT, "bombay--lucknow"][:count]
    seats = [{"routes": LOOP, "tickets": [*tickets, "agra--rohri"]}]
    score_line, none = lines(ruleset, position(ruleset, seats=seats))
    assert score_line is not None
    assert (score_line.points, len(score_line.items)) == (points, count)
    assert none is None


def test_only_own_routes_count() -> None:
    ruleset = board("india")
    seats = [{"routes": LOOP[:-1], "tickets": ON_IT}, {"routes": LOOP[-1:]}]
    assert lines(ruleset, position(ruleset, seats=seats)) == [None, None]


def plainly_a_mandala(ruleset: Ruleset, routes: list[Route], ticket: TicketId) -> bool:
    """There are two such paths exactly if no single route separates the two cities."""
    a, b = str(ruleset.tickets[ticket].a), str(ruleset.tickets[ticket].b)
    return all(b in reachable([r for r in routes if r is not gone], a) for gone in routes) and bool(routes)


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_counted_as_by_taking_routes_away(seed: int) -> None:
    record = play(Plan(Case("india", 2), seed, ("collects", "builds short")))
    ruleset, state = record.ruleset, record.final
    for seat, line in zip(state.seats, lines(ruleset, state), strict=True):
        routes = [ruleset.routes[number] for number in route_numbers(seat.routes)]
        expected = [ticket for ticket in seat.tickets if plainly_a_mandala(ruleset, routes, ticket)]
        assert [item.id for item in (line.items if line else ())] == expected
