"""Long runs: a thousand games on every board with every number of players, each with its books kept and recounted."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, is_hypothesis_test, settings
from hypothesis import strategies as st

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.checks.invariants import check_invariants
from tests.support.checks.score_recount import compare
from tests.support.whole_games.play_styles import HABITS
from tests.support.whole_games.played_games import GAMES, Plan, play
from tests.ttr_core.rules import test_properties, test_secrets
from ttr_core import Ruleset, replay

SOAKED = [(board, players) for board in PLAYABLE for players in player_numbers(board)]
MANY = 30  # games of each property on every board


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("board", "players"), SOAKED)
def test_a_thousand_games(board: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A thousand random games and some of everybody's habits; tells how short and how long they were."""
    ruleset, habits = ruleset_of(Case(board, players)), tuple(HABITS)
    lengths: dict[str, list[int]] = {"random": [], "habits": []}
    for seed in range(1000):
        lengths["random"].append(_soak(Plan(Case(board, players), seed), ruleset))
        if seed % 50 == 0:
            mixed = tuple(habits[(seed // 50 + seat) % len(habits)] for seat in range(players))
            lengths["habits"].append(_soak(Plan(Case(board, players), seed, mixed), ruleset))
    with capsys.disabled():
        for name, commands in lengths.items():
            span = f"{min(commands):4} to {max(commands):4}"
            row = f"{board:12} {players} {name:6} games {len(commands):4}  commands {span}"
            sys.stdout.write(f"\n{row}")


def _soak(plan: Plan, ruleset: Ruleset) -> int:
    """Plays to the end, recounts the score, and keeps the books of every fifth game move by move."""
    record = play(plan, ruleset)
    compare(ruleset, record.events)
    assert replay(ruleset, record.events) == record.final
    if plan.seed % 5 == 0:
        check_invariants(record)
    return len(record.steps)


def properties_in(module: ModuleType) -> list[Callable[..., Any]]:
    """The tests that a module makes of games at random, without how many games they take."""
    return [test.hypothesis.inner_test for test in vars(module).values() if is_hypothesis_test(test)]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("board", PLAYABLE)
@pytest.mark.parametrize(
    "holds",
    [*properties_in(test_properties), *properties_in(test_secrets)],
    ids=lambda test: test.__name__.removeprefix("test_"),
)
def test_a_property_of_many_games(holds: Callable[..., Any], board: str) -> None:
    settings(GAMES, max_examples=MANY)(given(st.data())(holds))(board)
