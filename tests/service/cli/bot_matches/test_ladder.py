"""`ttr ladder`: every deal from each seat, results that add up, and a page that keeps other boards."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from service.cli import main
from service.cli.bot_matches.bot_games import BotTable, Played, standard_error
from service.cli.bot_matches.ladder import Ladder, Match, matches, result_of
from service.cli.bot_matches.ladder_page import Table, with_tables

PAGE = """# Bots

<!-- ratings -->
<!-- end of ratings -->

<!-- matches -->
<!-- end of matches -->

The end.
"""


def ladder(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["ladder", *arguments, "--bots", "random,greedy"])
    assert result.exit_code == 0, result.output
    return result.output


def without_times(report: Any) -> Any:  # the ladder, JSON of a known shape
    for rung in report[0]["rungs"]:
        del rung["ms"]
    return report


def played(scores: tuple[int, ...], winners: tuple[int, ...], ranks: tuple[int, ...]) -> Played:
    return Played(("",) * len(scores), 9, 9, 9, scores, winners, "", (), (), ranks)


@pytest.mark.parametrize("players", [2, 3])
def test_every_deal_is_played_once_from_each_seat(players: int) -> None:
    games = Match(BotTable("usa", players), "a", "b").games(deals=4, seed="s")
    assert len({(game.seed, game.bots.index("a")) for game in games}) == len(games) == 4 * players
    assert all(game.bots.count("a") == 1 for game in games)


def test_everybody_meets_everybody() -> None:
    pairs = [(match.bot, match.rival) for match in matches(BotTable("usa", 2), ("a", "b", "c"))]
    assert pairs == [("b", "a"), ("c", "a"), ("c", "b")]
    pairs = [(match.bot, match.rival) for match in matches(BotTable("usa", 4), ("a", "b"))]
    assert pairs == [("b", "a"), ("a", "b")]


def test_a_match_is_counted_from_the_side_of_its_bot() -> None:
    games = [
        played((90, 60, 30), (0,), (1, 2, 3)),  # as the first seat it wins
        played((50, 40, 30), (0,), (1, 2, 3)),  # as the second it is second
        played((70, 20, 70), (0, 2), (1, 3, 1)),  # as the third it shares the victory
    ]
    result = result_of(Match(BotTable("usa", 3), "a", "b"), games)
    assert (result.games, result.wins, result.score) == (3, 0.5, round((1 + 0.5 + 0.75) / 3, 4))
    assert (result.mean, result.rival_mean) == (66.7, 43.3)


def test_the_error_of_a_rate_is_that_of_a_coin_and_never_none() -> None:
    assert standard_error(0.5, 200) == pytest.approx(0.035, abs=0.001)
    assert 0 < standard_error(1.0, 50) < 0.03


def test_the_ladder_ranks_the_better_bot_first_and_repeats() -> None:
    arguments = ("usa", "--games", "4", "--seed", "s", "--json")
    report = json.loads(ladder(*arguments))
    assert [rung["bot"] for rung in report[0]["rungs"]] == ["greedy", "random"]
    assert report[0]["rungs"][0]["elo"] == 1000
    assert report[0]["rungs"][1]["elo"] < 800
    assert report[0]["matches"][0]["wins"] == 1
    assert all(rung["ms"]["median"] <= rung["ms"]["p95"] <= rung["ms"]["max"] for rung in report[0]["rungs"])
    assert without_times(json.loads(ladder(*arguments))) == without_times(report)


def test_deals_are_played_from_the_fewest_seats_that_the_board_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    climbs = []

    def climb(table: BotTable, bots: Sequence[str], deals: int, seed: str, processes: int) -> Ladder:
        climbs.append((table.players, deals))
        return Ladder(deals, seed, (), ())

    monkeypatch.setattr("service.cli.bot_matches.ladder.climb", climb)
    ladder("world-light", "usa", "--games", "10", "--json")
    assert climbs == [(3, 4), (2, 5)]


def test_the_page_gets_the_rows_of_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "docs" / "bots.md"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    ladder("lyon", "--games", "2", "--write")
    text = page.read_text("utf-8")
    assert "| lyon | 2 | greedy |" in text
    assert "| lyon | 2 | greedy | random | 2 | 100.0% |" in text
    assert text.endswith("The end.\n")


def test_rows_of_other_boards_stay() -> None:
    heads = ("board", "players", "bot", "Elo")
    first = Table("ratings", heads, (("usa", "2", "b", "9"), ("usa", "2", "a", "1")))
    page = with_tables(PAGE, [first])
    page = with_tables(page, [Table("ratings", heads, (("lyon", "2", "a", "5"), ("lyon", "2", "b", "3")))])
    page = with_tables(page, [Table("ratings", heads, (("usa", "2", "a", "7"), ("usa", "2", "b", "6")))])
    assert [line for line in page.splitlines() if line.startswith("|")] == [
        "| board | players | bot | Elo |",
        "| --- | --- | --- | --- |",
        "| lyon | 2 | a | 5 |",
        "| lyon | 2 | b | 3 |",
        "| usa | 2 | a | 7 |",
        "| usa | 2 | b | 6 |",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("usa", "--bots", "greedy"), "a ladder needs two bots"),
        (("usa", "--write"), "there is no docs/bots.md here"),
        (("atlantis",), "unknown board 'atlantis'"),
        (("usa", "--players", "9"), "2 to 5 players, not 9"),
    ],
)
def test_a_ladder_that_cannot_be_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["ladder", *arguments])
    assert result.exit_code
    assert message in result.output
