"""Long runs: a thousand games on every board with every number of players, each with its books kept and recounted."""

import sys

import pytest

from tests.core.boards import PLAYABLE, Case, player_numbers, ruleset_of
from tests.core.habits import HABITS
from tests.core.invariants import check_invariants
from tests.core.records import Plan, play
from tests.core.recount import compare

SOAKED = [(board, players) for board in PLAYABLE for players in player_numbers(board)]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("board", "players"), SOAKED)
def test_a_thousand_games(board: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Many games of everybody's habits; tells how short and how long they were."""
    ruleset, habits = ruleset_of(Case(board, players)), tuple(HABITS)
    lengths: dict[str, list[int]] = {}
    for seed in range(1000):
        mixed = tuple(habits[(seed + seat) % len(habits)] for seat in range(players))
        plan = Plan(Case(board, players), seed, ("any",) if seed % 2 else mixed)
        record = play(plan, ruleset)
        check_invariants(record)
        compare(ruleset, record.events)
        lengths.setdefault("any" if seed % 2 else "mixed", []).append(len(record.steps))
    with capsys.disabled():
        for name, found in sorted(lengths.items()):
            row = f"{board:12} {players} {name:6} games {len(found):4}  commands {min(found):4} to {max(found):4}"
            sys.stdout.write(f"\n{row}")
