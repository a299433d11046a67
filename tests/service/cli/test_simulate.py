"""`ttr simulate`: the same seed gives the same games, and the figures add up."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.bot_matches.bot_games import Played
from service.cli.simulate import Series, figures
from service.cli.terminal import progress


def simulate(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["simulate", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def as_json(*arguments: str) -> Any:  # the figures, JSON of a known shape
    return json.loads(simulate(*arguments, "--json"))


def test_the_same_seed_gives_the_same_bytes() -> None:
    again = ("usa", "--games", "6", "--bots", "greedy,random", "--seed", "s", "--json")
    assert simulate(*again) == simulate(*again)
    assert simulate(*again) != simulate(*again, "--seed", "t")


def test_several_processes_play_the_same_games() -> None:
    arguments = ("usa", "--games", "23", "--bots", "random", "--players", "3", "--json")
    assert simulate(*arguments, "--jobs", "2") == simulate(*arguments)


def test_timing_is_printed_only_on_request() -> None:
    assert "timing" not in as_json("lyon", "--games", "2", "--bots", "random")
    assert as_json("lyon", "--games", "2", "--bots", "random", "--timing")["timing"]["jobs"] == 1


def test_the_keys_are_stable() -> None:
    figures = as_json("usa", "--games", "4", "--bots", "random", "--option", "edition=2004")
    assert list(figures) == [
        "board",
        "players",
        "games",
        "seed",
        "options",
        "bots",
        "length",
        "scores",
        "points_by_reason",
        "wins",
        "win_rates",
        "endings",
        "longest_path",
    ]
    assert figures["options"] == {"edition": "2004"}
    assert list(figures["length"]) == ["commands", "turns", "events"]
    assert sum(figures["endings"].values()) == 4
    assert sum(figures["wins"]["by_seat"]) == sum(figures["wins"]["by_bot"].values()) == 4


def test_the_page_tells_the_same_figures() -> None:
    arguments = ("usa", "--games", "4", "--bots", "random")
    page, figures = simulate(*arguments), as_json(*arguments)
    assert str(figures["scores"]["by_bot"]["random"]["mean"]) in page
    assert "games a second" in page


@pytest.mark.parametrize(("players", "bots"), [(2, ("a", "b")), (3, ("a", "b", "c")), (4, ("a", "b"))])
def test_every_bot_sits_everywhere_equally_often(players: int, bots: tuple[str, ...]) -> None:
    series = Series("usa", players, len(bots), bots, "s")
    for seat in range(players):
        assert sorted(series.seating(game)[seat] for game in range(len(bots))) == list(bots)


def test_shared_victories_are_fractions() -> None:
    lines = ((("routes", 10),), (("routes", 10),))
    draw = Played(("a", "b"), 10, 8, 30, (10, 10), (0, 1), "last_round_played", (5, 5), lines)
    won = Played(("b", "a"), 12, 9, 32, (12, 7), (0,), "last_round_played", (6, 4), lines)
    wins = figures(Series("usa", 2, 2, ("a", "b"), "s"), [draw, won])["wins"]
    assert wins == {"by_bot": {"a": 0.5, "b": 1.5}, "by_seat": [1.5, 0.5], "shared_games": 1}


def test_win_rates_come_with_their_errors() -> None:
    rates = as_json("usa", "--games", "4", "--bots", "greedy,random")["win_rates"]
    assert rates["greedy"] == {"rate": 1.0, "error": 0.186, "games": 4}
    assert rates["random"]["rate"] == 0


def test_the_time_of_a_decision_is_reported_for_each_bot() -> None:
    arguments = ("usa", "--games", "2", "--bots", "greedy,random")
    pace = as_json(*arguments, "--timing")["timing"]["ms_a_decision"]
    assert pace["greedy"]["median"] > pace["random"]["median"] > 0
    assert "ms a decision, greedy: median" in simulate(*arguments)


def test_progress_is_silent_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("games", 3) as advance:
        advance(3)
    assert capsys.readouterr() == ("", "")
