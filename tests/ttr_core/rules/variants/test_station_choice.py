"""[Europe] Stations: an owner may choose which route each station lends; the choice is made at the end."""

import pytest

from tests.support.boards.europe import board
from tests.support.boards.italy_iberia import Json, play, position, refused
from ttr_core import Code, Ruleset, State, legal_commands, redact
from ttr_core.engine.networks import ticket_points
from ttr_core.engine.views import view
from ttr_core.model.ids import RouteId
from ttr_core.rules.variants.stations.stations import (
    BorrowedRoutesChosen,
    BorrowingAsked,
    ChooseBorrowedRoutes,
    RoutesBorrowed,
    StationChoiceCode,
)

SCORE = {"type": "score_game"}
DRAW = {"type": "draw_card", "seat": 0}


def choose(*routes: str, seat: int = 0) -> Json:
    return {"type": "choose_borrowed_routes", "seat": seat, "routes": routes}


def finished(*stations: tuple[str, int]) -> tuple[Ruleset, State, tuple[object, ...]]:
    """A game of three, just ended, in which seat 1 has two routes to Wien, and seat 0 wants to reach Berlin."""
    ruleset = board("europe", 3, stations="own")
    mine = {"tickets": ["berlin--bucuresti"], "routes": ["budapest--wien--1", "bucuresti--budapest"]}
    state = position(
        ruleset,
        seats=[mine, {"routes": ["berlin--wien", "munchen--wien"]}],
        last_round=0,
        rules={"stations": {"built": [{"city": city, "seat": seat} for city, seat in stations]}},
    )
    events, after = play(ruleset, state, DRAW, DRAW)
    return ruleset, after, events


def test_owners_choose_at_the_same_time_when_the_game_has_ended() -> None:
    ruleset, choosing, events = finished(("wien", 0), ("budapest", 1), ("roma", 2))
    assert [event.seats for event in events if isinstance(event, BorrowingAsked)] == [(0, 1)]
    assert choosing.phase.waiting == (0, 1)
    choices = ((), ("berlin--wien",), ("munchen--wien",))
    assert legal_commands(ruleset, choosing, 0) == tuple(
        ChooseBorrowedRoutes(seat=0, routes=tuple(map(RouteId, routes))) for routes in choices
    )
    refused(ruleset, choosing, SCORE, Code.NOT_NOW, phase="choosing_borrowed_routes")
    _, one_left = play(ruleset, choosing, choose())
    assert one_left.phase.waiting == (1,)
    _, ended = play(ruleset, one_left, choose("bucuresti--budapest", seat=1))
    assert ended.phase.waiting == ()


def test_the_choice_is_hidden_until_the_reckoning() -> None:
    ruleset, choosing, _ = finished(("wien", 0))
    events, ended = play(ruleset, choosing, choose("munchen--wien"))
    (chosen,) = [event for event in events if isinstance(event, BorrowedRoutesChosen)]
    assert redact(chosen, 0) == chosen
    assert redact(chosen, 1).routes is None
    assert view(ruleset, ended, 1).rules["stations"]["borrowed"] == (None, None, None)
    events, _ = play(ruleset, ended, SCORE)
    assert RoutesBorrowed(seat=0, routes=(RouteId("munchen--wien"),)) in events


@pytest.mark.parametrize(("routes", "points"), [(("berlin--wien",), 8), (("munchen--wien",), -8), ((), 8)])
def test_the_owner_may_choose_badly_or_leave_it_to_the_reckoning(
    routes: tuple[str, ...], points: int
) -> None:
    ruleset, choosing, _ = finished(("wien", 0))
    _, after = play(ruleset, choosing, choose(*routes), SCORE)
    assert [value for _, value in ticket_points(ruleset, after, 0)] == [points]


def test_routes_may_be_named_in_any_order() -> None:
    ruleset, choosing, _ = finished(("wien", 0), ("berlin", 0))
    _, ended = play(ruleset, choosing, choose("munchen--wien", "berlin--wien"))
    _, same = play(ruleset, choosing, choose("berlin--wien", "munchen--wien"))
    assert ended == same


@pytest.mark.parametrize(
    "routes",
    [
        ["berlin--wien", "munchen--wien"],  # two routes, one station
        ["berlin--wien", "berlin--wien"],
        ["budapest--wien--1"],  # one's own
        ["budapest--wien--2"],  # closed, nobody's
        ["atlantis"],
    ],
)
def test_at_most_one_rival_route_for_each_station(routes: list[str]) -> None:
    ruleset, choosing, _ = finished(("wien", 0))
    refused(ruleset, choosing, choose(*routes), StationChoiceCode.BORROWING_NOT_ACCEPTED, routes=routes)


def test_a_choice_is_made_once() -> None:
    ruleset, choosing, _ = finished(("wien", 0), ("budapest", 1))
    assert choosing.phase.waiting == (0, 1)
    _, chosen = play(ruleset, choosing, choose("berlin--wien"))
    refused(ruleset, chosen, choose("munchen--wien"), Code.ALREADY_CHOSEN, seat=0)


def test_nobody_is_asked_who_has_nothing_to_choose() -> None:
    _, after, events = finished(("moskva", 0), ("sofia", 1))
    assert not [event for event in events if isinstance(event, BorrowingAsked)]
    assert after.phase.waiting == ()


def test_without_the_option_nobody_is_asked() -> None:
    ruleset = board("europe", 3)
    assert "station_choice" not in ruleset.board.rules
    assert "station_choice" in board("europe", 3, stations="own").board.rules
