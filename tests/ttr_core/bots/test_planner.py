"""The planner: it counts what rules promise for claims and tickets, and weighs paths by points and by trains."""

import pytest

from tests.support.boards.italy_iberia import iberia, position
from ttr_core import Ruleset, load_ruleset
from ttr_core.bots.greedy.plan import fewest_locomotives
from ttr_core.bots.planner.planner_bot import choose_planner
from ttr_core.bots.planner.prospect import SCARCE, TURN, Prospect
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.engine.views import view
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.ids import RouteId, TicketId
from ttr_core.rules.variants.shares import Railroad, Shares


def prospect_of(ruleset: Ruleset, **given: object) -> Prospect:
    return Prospect(ruleset, view(ruleset, position(ruleset, **given), 0))


def test_a_claim_is_worth_the_share_that_comes_with_it() -> None:
    """The Pennsylvania railroad pays 75 points for its 15 shares; nothing lies beside a route whose piles are empty."""
    ruleset = load_ruleset("pennsylvania", 2)
    route = ruleset.route_index[RouteId("chambersburg--harrisburg")]
    full = prospect_of(ruleset)
    spent = {railroad.id: list(range(1, railroad.shares + 1)) for railroad in _railroads(ruleset)}
    empty = prospect_of(ruleset, rules={"shares": {"hands": [{}, spent]}})
    assert full.score_of(route) == ruleset.points[route] + 5
    assert empty.score_of(route) == ruleset.points[route]


def _railroads(ruleset: Ruleset) -> tuple[Railroad, ...]:
    return ruleset.setting(Shares).railroads


@pytest.mark.parametrize(("lying", "claims"), [(5, True), (1, False), (0, False)])
def test_a_route_beside_the_plan_is_claimed_for_what_rules_promise(lying: int, claims: bool) -> None:
    """Five cards at Valencia bring 13 points, and one brings 2, which is less than the turn and the two trains."""
    seat = {"tickets": ["a_coruna--madrid"], "hand": {"yellow": 2}}
    state = position(iberia(), seats=[seat], rules={"festivals": {"lying": {"valencia": lying}}})
    command = choose_planner(situation_of(iberia(), state, 0, Dice(1)))
    assert isinstance(command, ClaimRoute) == claims
    if isinstance(command, ClaimRoute):
        assert command.route == "teruel--valencia"


@pytest.mark.parametrize(("board", "bonus"), [("germany", True), ("usa", False)])
def test_another_ticket_counts_where_the_most_tickets_win_a_bonus(board: str, bonus: bool) -> None:
    prospect = prospect_of(load_ruleset(board, 2))
    assert (prospect.bonus(0, 1) > prospect.bonus(0)) == bonus


def test_a_lead_in_tickets_that_is_large_enough_is_certain() -> None:
    prospect = prospect_of(load_ruleset("germany", 2))
    assert prospect.bonus(0, 3) == prospect.bonus(0, 9) == 15


def test_paths_are_weighed_by_trains_too() -> None:
    """By points alone the two longest polar routes are the cheapest way, and leave no trains for a third ticket."""
    ruleset = load_ruleset("world-dense", 3)
    prospect = prospect_of(ruleset)
    tickets = [TicketId(ticket) for ticket in ("alaska--congo", "australie_occidentale--panama")]
    by_points, by_trains = (prospect.connect(tickets, 55, 99.0, costs).plan for costs in prospect.metrics)
    assert by_trains.trains < by_points.trains


def test_no_plan_crosses_a_pole_twice() -> None:
    """One player claims one route over each pole (Around the World rules)."""
    ruleset = load_ruleset("world-dense", 3)
    prospect = prospect_of(ruleset)
    tickets = [
        TicketId(ticket)
        for ticket in ("guyane--yakoutie", "kamtchatka--senegal", "argentine--australie_occidentale")
    ]
    for costs in prospect.metrics:
        plan = prospect.connect(tickets, 55, 99.0, costs).plan
        ids = [ruleset.routes[route].id for route in plan.routes]
        assert len(plan.tickets) == 3
        assert all(sum(pole in route for route in ids) <= 1 for pole in ("north_pole", "south_pole"))


@pytest.mark.parametrize(("players", "turns"), [(2, 0.0), (3, SCARCE)])
def test_a_ferry_costs_more_turns_where_several_rivals_want_locomotives(players: int, turns: float) -> None:
    """Some of the routes of two spaces are ferries with one locomotive (Nordic Countries map)."""
    ruleset = load_ruleset("nordic", players)
    prospect = prospect_of(ruleset)
    prices: dict[tuple[int, int], set[float]] = {}
    for route, locomotives in enumerate(fewest_locomotives(ruleset)):
        prices.setdefault((ruleset.edges[route][2], locomotives), set()).add(prospect.price_of(route))
    (plain,), (ferry,) = prices[2, 0], prices[2, 1]
    assert ferry == plain + turns * TURN


@pytest.mark.parametrize(("players", "spaces"), [(2, 5), (3, 3)])
def test_cards_of_a_colour_are_collected_for_the_spaces_that_locomotives_leave(
    players: int, spaces: int
) -> None:
    """Two of the five spaces of Andalsnes - Bergen take locomotives (Nordic Countries map)."""
    ruleset = load_ruleset("nordic", players)
    route = ruleset.route_index[RouteId("andalsnes--bergen")]
    assert prospect_of(ruleset).coloured_spaces(route) == spaces
