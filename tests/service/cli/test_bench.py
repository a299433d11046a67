"""`ttr bench`: what it compares is comparable, and it reports without judging."""

import json

import pytest
from click.testing import CliRunner

import service.cli.bench as bench_command
from service.bench import bot_choices
from service.bench.engine import plain_board, plain_commands, record
from service.bench.longest_trails import hardest, plain_length
from service.bench.timing import Effort
from service.bench.yardstick import play_again
from service.cli import main
from tests.support.checks.brute_force_trails import plain_longest_trail
from ttr_core.bots import POLICIES
from ttr_core.engine.engine import replay
from ttr_core.engine.longest_trail import longest_trail
from ttr_core.load import load_ruleset
from ttr_core.model.events import GameScored

TINY = Effort(rounds=1, games=1, patience=0.05)


def test_the_benchmark_reports_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_command, "QUICK", TINY)
    result = CliRunner().invoke(main, ["bench", "--quick", "--json"])
    assert result.exit_code == 0, result.output
    report = json.loads(result.output)
    names = [measure["name"] for measure in report["measures"]]
    assert len(names) == len(set(names)) == bench_command.EXPECTED["engine"]
    assert all(measure["value"] > 0 for measure in report["measures"])
    assert set(report["machine"]) == {"python", "system", "processor", "cores"}


def test_the_choices_of_every_bot_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_command, "QUICK", TINY)
    monkeypatch.setattr(bot_choices, "EVERY", 100)
    monkeypatch.setattr(bot_choices, "TABLES", (("usa", 2), ("lyon", 2)))  # quicker than the largest board
    monkeypatch.setattr(bot_choices, "board_names", lambda: ("nordic",))
    monkeypatch.setattr(bot_choices, "ANYWHERE", 2)
    result = CliRunner().invoke(main, ["bench", "bots", "--quick", "--json"])
    assert result.exit_code == 0, result.output
    measures = json.loads(result.output)["measures"]
    values = {measure["name"]: measure["value"] for measure in measures}
    assert len(values) == bench_command.EXPECTED["bots"]
    seats = [f"{bot} on {board}" for bot in POLICIES for board, _ in bot_choices.TABLES]
    assert all(
        values[f"{seat}, median"] <= values[f"{seat}, p95"] <= values[f"{seat}, max"] for seat in seats
    )
    assert values["search on usa, a game"] > values["greedy on usa, a game"]
    assert all(values[f"{bot} anywhere, p95"] <= values[f"{bot} anywhere, max"] for bot in POLICIES)
    notes = {measure["name"]: measure["note"] for measure in measures}
    assert "2 tables, 4 positions; the longest on nordic with" in notes["search anywhere, max"]


def test_a_recorded_game_is_the_game_that_was_played() -> None:
    ruleset = load_ruleset("usa", 2)
    game = record(ruleset, "random", 3)
    assert len(game.commands) == game.decisions + 5  # create, two seats, start, score
    assert replay(ruleset, game.events).seats[0].trains >= 0


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(("bot", "games"), [("random", 6), ("greedy", 1)])
def test_the_yardstick_plays_the_same_games(players: int, bot: str, games: int) -> None:
    ruleset = load_ruleset("usa", players)
    board = plain_board(ruleset)
    for number in range(games):
        game = record(ruleset, bot, number)
        (sheet,) = [event.sheet for event in game.events if isinstance(event, GameScored)]
        scores = play_again(board, game.seed, plain_commands(ruleset, game))
        assert scores == tuple(seat.total for seat in sheet.seats)


def test_the_plain_search_is_right_and_stops_in_time() -> None:
    triangle_with_tail = [(0, 1, 2), (1, 2, 3), (2, 0, 4), (2, 3, 5)]
    assert plain_length(triangle_with_tail, 5.0)[0] == plain_longest_trail(triangle_with_tail) == 14
    complete = [(a, b, 1) for a in range(9) for b in range(a)]
    assert plain_length(complete, 0.0)[0] is None


def test_the_hard_network_is_one_that_a_player_can_build() -> None:
    ruleset = load_ruleset("usa", 2)
    network, loops = hardest(ruleset)
    assert sum(length for _, _, length in network) <= ruleset.board.trains
    assert len({frozenset(edge[:2]) for edge in network}) == len(network)
    assert loops >= 7
    assert longest_trail(network).length > 30
