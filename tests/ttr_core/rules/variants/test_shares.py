"""Shares: a claim takes one, railroads pay their holders, and with two players a third hand takes along."""

import pytest

from tests.support.boards.italy_iberia import changed, play, position, refused
from tests.support.boards.more_boards import pennsylvania
from ttr_core import Ruleset, State, Witness, legal_commands, score, view
from ttr_core.bots.greedy.greedy_bot import choose_greedy
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.rules.variants.shares import (
    DeclineShare,
    RailroadId,
    ShareCode,
    ShareHands,
    ShareSetAside,
    ShareTaken,
    TakeShare,
)

CLAIM = {"type": "claim_route", "seat": 0, "route": "chambersburg--harrisburg", "cards": ["blue", "blue"]}
DECLINE = {"type": "decline_share", "seat": 0}


def take(railroad: str) -> dict[str, object]:
    return {"type": "take_share", "seat": 0, "railroad": railroad}


def holding(*hands: dict[str, list[int]], **given: object) -> State:
    return position(pennsylvania(len(hands)), rules={"shares": {"hands": list(hands)}}, **given)


def points(ruleset: Ruleset, state: State) -> list[int]:
    lines = [{line.reason: line.points for line in seat.lines} for seat in score(ruleset, state).seats]
    return [line["shares"] for line in lines]


def test_a_claim_offers_each_railroad_beside_the_route_and_nothing_else() -> None:
    ruleset = pennsylvania()
    state = position(ruleset, seats=[{"hand": {"blue": 2}}])
    _, state = play(ruleset, state, CLAIM)
    offered = [
        TakeShare(seat=0, railroad=RailroadId(name)) for name in ("prr", "reading", "western_maryland")
    ]
    assert list(legal_commands(ruleset, state, 0)) == [*offered, DeclineShare(seat=0)]
    offer = ["prr", "reading", "western_maryland"]
    refused(ruleset, state, take("bo"), ShareCode.SHARE_NOT_OFFERED, offered=offer)


def test_numbers_go_up_no_matter_who_takes() -> None:
    ruleset = pennsylvania()
    state = holding({"prr": [1]}, {"prr": [2]}, {}, seats=[{"hand": {"blue": 2}}])
    events, state = play(ruleset, state, CLAIM, take("prr"))
    assert ShareTaken(seat=0, railroad=RailroadId("prr"), share=3) in events
    assert state.slice(ShareHands).hands[0] == {"prr": (1, 3)}
    assert view(ruleset, state, Witness.SPECTATOR).rules["shares"]["left"]["prr"] == 12


def test_declining_takes_nothing() -> None:
    ruleset = pennsylvania(2)
    state = position(ruleset, seats=[{"hand": {"blue": 2}}])
    _, after = play(ruleset, state, CLAIM, DECLINE)
    assert after.slice(ShareHands) == state.slice(ShareHands)
    assert after.phase.waiting == (1,)


@pytest.mark.parametrize(("players", "aside"), [(2, 1), (3, 0), (5, 0)])
def test_the_third_hand_takes_along_with_two_players_only(players: int, aside: int) -> None:
    ruleset = pennsylvania(players)
    state = position(ruleset, seats=[{"hand": {"blue": 2}}])
    events, state = play(ruleset, state, CLAIM, take("western_maryland"))
    assert sum(isinstance(event, ShareSetAside) for event in events) == aside
    assert state.slice(ShareHands).taken(RailroadId("western_maryland")) == 1 + aside


def test_the_third_hand_holds_a_place_that_pays_nobody() -> None:
    ruleset = pennsylvania(2)
    shares = {"hands": [{"bo": [4]}, {"bo": [6]}], "third": {"bo": [1, 2, 3]}}
    assert points(ruleset, position(ruleset, rules={"shares": shares})) == [12, 7]


def test_equal_numbers_rank_by_the_lowest_share() -> None:
    assert points(pennsylvania(3), holding({"bo": [2, 3]}, {"bo": [1, 9]}, {"bo": [4]})) == [12, 20, 7]


def test_payouts_are_data() -> None:
    railroads = [
        {"id": "prr", "name": "P", "shares": 2, "payouts": [5], "routes": ["chambersburg--harrisburg"]}
    ]
    ruleset = changed(
        "pennsylvania", 3, {"rules": {"shares": {"railroads": railroads}}, "contents": {"shares": 2}}
    )
    state = position(ruleset, rules={"shares": {"hands": [{"prr": [1]}, {"prr": [2]}, {}]}})
    assert points(ruleset, state) == [5, 0, 0]


def test_greedy_takes_the_share_with_which_it_leads_the_larger_railroad() -> None:
    ruleset = pennsylvania()
    rivals: dict[str, dict[str, list[int]]] = {"prr": {}, "reading": {"prr": [1, 2, 3, 4]}}
    for wanted, rival in rivals.items():
        state = holding({}, rival, {}, seats=[{"hand": {"blue": 2}}])
        _, state = play(ruleset, state, CLAIM)
        chosen = choose_greedy(situation_of(ruleset, state, 0, Dice(0)))
        assert chosen == TakeShare(seat=0, railroad=RailroadId(wanted))
