"""`step`: the state of `advance` under the same chance, for every command that is listed, on every board."""

import pytest

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.whole_games.played_games import Plan, play
from ttr_core import advance, legal_commands, step
from ttr_core.bots.policy import Dice
from ttr_core.engine.randomness import ImaginedRandomness


@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize("fewest", [True, False], ids=["fewest", "most"])
def test_a_step_leads_where_advance_leads(board: str, fewest: bool) -> None:
    case = Case(board, player_numbers(board)[0 if fewest else -1])
    ruleset = ruleset_of(case)
    for number, state in enumerate(play(Plan(case, 11), ruleset).positions[::3]):
        seat, dice = state.phase.waiting[-1], Dice(number)
        legal = legal_commands(ruleset, state, seat)
        command = legal[dice.below(len(legal))]
        expected = advance(ruleset, state, command, ImaginedRandomness(Dice(number)))[1]
        assert step(ruleset, state, command, Dice(number)) == expected, command


@pytest.mark.parametrize("board", PLAYABLE)
def test_games_can_be_played_to_their_end_in_steps(board: str) -> None:
    case, dice = Case(board, player_numbers(board)[0]), Dice(5)
    ruleset = ruleset_of(case)
    state, again = (play(Plan(case, 3), ruleset).positions[-30],) * 2
    rng = ImaginedRandomness(Dice(6))
    chance = Dice(6)
    while state.phase.waiting:
        legal = legal_commands(ruleset, state, state.phase.waiting[0])
        command = legal[dice.below(len(legal))]
        state, again = step(ruleset, state, command, chance), advance(ruleset, again, command, rng)[1]
    assert state == again
