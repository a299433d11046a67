"""Mountains: crosses cost trains and score; the asian explorer connects the most cities."""

from tests.support.boards.italy_iberia import changed, play, position, refused
from tests.support.boards.more_boards import legendary_asia
from ttr_core import Ruleset, State, legal_commands, score
from ttr_core.model.commands import ClaimRoute
from ttr_core.model.violations import Code

CLAIM = {"type": "claim_route", "seat": 0, "route": "hanoi--mandalay", "cards": ["red", "red"]}


def lines(ruleset: Ruleset, state: State, reason: str) -> list[int]:
    sheet = score(ruleset, state)
    return [sum(line.points for line in seat.lines if line.reason == reason) for seat in sheet.seats]


def test_every_cross_is_a_train_more_and_no_card() -> None:
    ruleset = legendary_asia()
    for number, route in enumerate(ruleset.routes):
        assert ruleset.trains[number] == route.length + route.feature("mountains")
    _, state = play(ruleset, position(ruleset, seats=[{"hand": {"red": 2}}]), CLAIM)
    assert (state.seats[0].trains, sum(state.seats[0].hand)) == (45 - 4, 0)


def test_a_route_is_offered_only_to_those_who_have_all_its_trains() -> None:
    ruleset = legendary_asia()
    for trains, possible in ((3, False), (4, True)):
        state = position(ruleset, seats=[{"hand": {"red": 2}, "trains": trains}])
        offered = {c.route for c in legal_commands(ruleset, state, 0) if isinstance(c, ClaimRoute)}
        assert ("hanoi--mandalay" in offered) is possible
        if not possible:
            refused(ruleset, state, CLAIM, Code.NOT_ENOUGH_TRAINS, route="hanoi--mandalay", trains=3)


def test_mountain_trains_score_what_the_board_says() -> None:
    ruleset = changed("legendary_asia", 2, {"rules": {"mountains": {"points": 5}}})
    state = position(ruleset, seats=[{"routes": ["hanoi--mandalay", "agra--bombay"]}])
    assert lines(ruleset, state, "mountains") == [10, 0]


def test_all_who_connect_the_most_cities_are_explorers() -> None:
    ruleset = legendary_asia(3)
    star = {"routes": ["agra--bombay", "agra--karachi", "agra--kathmandu"]}
    path = {"routes": ["dihua--omsk", "dihua--peking", "peking--seoul"]}
    scattered = {"routes": ["macau--shanghai", "kobe--seoul", "chita--ulan_bator", "saigon--singapore"]}
    state = position(ruleset, seats=[star, path, scattered])
    assert lines(ruleset, state, "asian_explorer") == [10, 10, 0]
