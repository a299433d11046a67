"""`ttr ladder`: every deal from each seat, results that add up, and a page that keeps other boards."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from service.cli import main
from service.cli.bot_matches.bot_games import BotGame, BotTable, Pace, Played, play, standard_error
from service.cli.bot_matches.ladder_page import RESULTS, is_news, tables, with_result, with_tables
from service.cli.bot_matches.match_results import (
    Match,
    MatchResult,
    can_join,
    joined,
    matches,
    result_of,
    rungs_of,
)
from tests.support.paths import ROOT
from ttr_core.bots import ELO

PAGE = """# Bots

<!-- ratings -->
<!-- end of ratings -->

<!-- matches -->
<!-- end of matches -->

The end.
"""


def ladder(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["ladder", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


def without_times(report: Any) -> Any:  # the ladder, JSON of a known shape
    for row in (*report[0]["rungs"], *report[0]["matches"]):
        row.pop("ms")
        row.pop("rival_ms", None)
    return report


def played(scores: tuple[int, ...], winners: tuple[int, ...], ranks: tuple[int, ...]) -> Played:
    bots = ("greedy", *("random" for _ in scores[1:]))
    return Played(bots, 9, 9, 9, scores, winners, "", (), (), ranks, ((1.0,),) * len(scores))


def result(
    board: str, bot: str, rival: str, score: float, **figures: Any
) -> MatchResult:  # fields of a result
    """Of ten games, in which the bot is quicker and better than its rival."""
    usual = MatchResult(
        board=board,
        players=2,
        bot=bot,
        version=1,
        rival=rival,
        rival_version=1,
        deals={"s": ((0, 4),)},
        games=10,
        wins=score,
        error=0.1,
        score=score,
        mean=100.0,
        rival_mean=50.0,
        ms=Pace(1.0, 2.0, 3.0),
        rival_ms=Pace(4.0, 5.0, 6.0),
    )
    return replace(usual, **figures)


@pytest.mark.parametrize("players", [2, 3])
def test_every_deal_is_played_once_from_each_seat(players: int) -> None:
    games = Match(BotTable("usa", players), "a", "b").games(range(4), seed="s")
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
    match = result_of(Match(BotTable("usa", 3), "greedy", "random"), "s", [0], games)
    assert (match.games, match.wins, match.score) == (3, 0.5, (1 + 0.5 + 0.75) / 3)
    assert (round(match.mean, 1), round(match.rival_mean, 1)) == (66.7, 43.3)


def test_the_error_of_a_rate_is_that_of_a_coin_and_never_none() -> None:
    assert standard_error(0.5, 200) == pytest.approx(0.035, abs=0.001)
    assert 0 < standard_error(1.0, 50) < 0.03


def test_the_ladder_ranks_the_better_bot_first_and_repeats() -> None:
    arguments = ("usa", "--games", "4", "--seed", "s", "--json", "--bots", "greedy,random")
    report = json.loads(ladder(*arguments))
    assert [rung["bot"] for rung in report[0]["rungs"]] == ["greedy", "random"]
    assert report[0]["rungs"][0]["elo"] == 1000
    assert report[0]["rungs"][1]["elo"] < 800
    (match,) = report[0]["matches"]
    assert (match["bot"], match["rival"], match["wins"]) == ("greedy", "random", 1)
    assert all(rung["ms"]["median"] <= rung["ms"]["p95"] <= rung["ms"]["max"] for rung in report[0]["rungs"])
    assert without_times(json.loads(ladder(*arguments))) == without_times(report)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (
            ("--bots", "greedy,random"),
            [(3, "random", "greedy", 4), (3, "greedy", "random", 4), (2, "greedy", "random", 5)],
        ),
        (("--match", "planner,greedy"), [(3, "planner", "greedy", 4), (2, "planner", "greedy", 5)]),
    ],
)
def test_deals_are_played_from_the_fewest_seats_that_the_board_allows(
    monkeypatch: pytest.MonkeyPatch, chosen: tuple[str, ...], expected: list[tuple[int, str, str, int]]
) -> None:
    played = []

    def play_match(match: Match, deals: Sequence[int], seed: str, processes: int) -> Iterator[MatchResult]:
        played.append((match.table.players, match.bot, match.rival, len(deals)))
        return iter([result(match.table.board, match.bot, match.rival, 0.5)])

    monkeypatch.setattr("service.cli.bot_matches.ladder.play_match", play_match)
    ladder("world-light", "usa", "--games", "10", "--json", *chosen)
    assert sorted(played) == sorted(expected)


# the page


def test_matches_played_one_by_one_add_up_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "docs" / "bots.md"
    page.parent.mkdir()
    page.write_text(PAGE, "utf-8")
    ladder("lyon", "--games", "2", "--match", "greedy,random", "--write")
    ladder("lyon", "--games", "4", "--match", "planner,random", "--write")
    text = page.read_text("utf-8")
    assert "| lyon | 2 | greedy | random | 2 | 100.0% |" in text
    assert "| lyon | 2 | planner | random | 4 | 100.0% |" in text
    assert re.search(r"^\| lyon \| 2 \| random \| \d+ \| 6 \|", text, re.MULTILINE), "rated by both matches"
    assert text.endswith("The end.\n")


def test_ratings_follow_from_all_matches_of_a_board() -> None:
    results = [
        result("usa", "greedy", "random", 0.9),
        result(
            "usa", "planner", "greedy", 0.6, games=30, mean=120.0, rival_mean=110.0, ms=Pace(2.0, 9.0, 9.5)
        ),
        result("lyon", "search", "planner", 0.7),
        result("lyon", "greedy", "random", 0.7),
    ]
    rungs = rungs_of(results)
    assert [(rung.board, rung.bot, rung.games) for rung in rungs] == [
        ("usa", "planner", 30),
        ("usa", "greedy", 40),
        ("usa", "random", 10),
        ("lyon", "greedy", 10),  # no match says how search and planner compare with it
        ("lyon", "random", 10),
    ]
    planner, greedy, random, *_ = rungs
    assert planner.elo > greedy.elo == 1000 > random.elo
    assert (greedy.mean, planner.ms) == ((100 * 10 + 110 * 30) / 40, Pace(2.0, 9.0, 9.5))
    assert greedy.ms == Pace(4.0, 5.0, 6.0), "its slowest match"


def test_a_bot_among_several_counts_once_for_each_of_its_seats() -> None:
    one = result("usa", "greedy", "random", 0.5, players=3)
    other = replace(one, bot="random", rival="greedy", mean=20.0, rival_mean=70.0)
    means = {rung.bot: rung.mean for rung in rungs_of([one, other])}
    assert means == {"greedy": 80.0, "random": 40.0}


def without_pace(each: MatchResult) -> MatchResult:
    return replace(each, ms=Pace(0, 0, 0), rival_ms=Pace(0, 0, 0))


def test_deals_played_one_after_the_other_give_the_result_of_all_at_once() -> None:
    match, deals = Match(BotTable("lyon", 2), "greedy", "random"), range(6)
    games = [play(game) for game in match.games(deals, "s")]
    parts = [result_of(match, "s", [deal], games[2 * deal : 2 * deal + 2]) for deal in (3, 0, 5, 4, 1, 2)]
    whole = result_of(match, "s", deals, games)
    assert without_pace(reduce(joined, parts)) == without_pace(whole)
    assert reduce(joined, parts).ms.max == whole.ms.max
    assert joined(parts[0], parts[1]).deals == {"s": ((0, 0), (3, 3))}


def test_only_different_deals_of_one_match_can_be_joined() -> None:
    known = result("usa", "search", "greedy", 0.8, deals={"a": ((0, 3), (6, 9))}, games=16)
    assert can_join(known, replace(known, deals={"a": ((4, 5), (10, 12))}))
    assert can_join(known, replace(known, deals={"b": ((0, 3),)}))
    assert not can_join(known, replace(known, deals={"a": ((3, 5),)}))
    assert not can_join(known, replace(known, deals={"b": ((0, 3),), "a": ((9, 9),)}))
    for other in (
        {"version": 2},
        {"rival_version": 2},
        {"board": "lyon"},
        {"players": 4},
        {"rival": "planner"},
    ):
        assert not can_join(known, replace(known, deals={"b": ((0, 3),)}, **other))


def test_deals_that_follow_are_joined_in_the_record() -> None:
    known = [result("usa", "planner", "greedy", 0.5), result("usa", "greedy", "random", 0.9)]
    new = result("usa", "planner", "greedy", 1.0, deals={"s": ((5, 5),)}, games=2, mean=160.0)
    assert with_result(known, new) == [known[1], joined(known[0], new)]
    assert joined(known[0], new).wins == pytest.approx(7 / 12, abs=1e-6)
    assert joined(known[0], new).mean == 110.0


def test_a_match_that_is_ended_and_begun_anew_plays_only_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bots.md").write_text(PAGE, "utf-8")
    began = list[str]()

    def play_until(last: int) -> None:
        def play_or_end(game: BotGame) -> Played:
            if len(began) == last:
                raise KeyboardInterrupt
            began.append(game.seed)
            return play(game)

        monkeypatch.setattr("service.cli.bot_matches.bot_games.play", play_or_end)

    arguments = ("lyon", "--match", "greedy,random", "--seed", "s", "--json")
    play_until(5)
    CliRunner().invoke(main, ["ladder", *arguments, "--games", "8", "--write"])
    assert began == ["s/0", "s/0", "s/1", "s/1", "s/2"]
    assert recorded()[0].deals == {"s": ((0, 1),)}, "only whole deals count"
    began.clear()
    play_until(100)
    report = json.loads(ladder(*arguments, "--games", "8", "--write"))
    assert began == ["s/2", "s/2", "s/3", "s/3"]
    assert recorded()[0].games == report[0]["matches"][0]["games"] == 8
    assert without_times(report) == without_times(json.loads(ladder(*arguments, "--games", "8")))
    began.clear()
    known = recorded()
    assert json.loads(ladder(*arguments, "--games", "6", "--write"))[0]["matches"][0]["games"] == 8
    assert (began, recorded()) == ([], known), "all of them are on record"


def recorded() -> list[MatchResult]:
    return msgspec.json.decode(RESULTS.read_bytes(), type=list[MatchResult])


def test_a_match_takes_the_place_of_an_earlier_one_and_of_other_versions() -> None:
    kept = [
        result("lyon", "planner", "greedy", 0.5),
        result("usa", "planner", "greedy", 0.5, players=3),
        result("usa", "greedy", "random", 0.5),
    ]
    replaced = [
        result("usa", "planner", "greedy", 0.5),
        result("usa", "greedy", "planner", 0.5),
        result("usa", "planner", "random", 0.5),
    ]
    new = result("usa", "planner", "greedy", 0.7, version=2)
    assert with_result([*kept, *replaced], new) == [kept[0], kept[2], new, kept[1]]


@pytest.mark.parametrize(
    ("known", "news"),
    [
        ({}, True),
        ({"games": 20}, False),
        ({"games": 30}, False),
        ({"games": 30, "version": 2}, True),
        ({"version": 4}, False),
        ({"rival_version": 2}, False),
        ({"games": 30, "board": "usa"}, True),
        ({"rival": "random", "version": 4}, False),
        ({"rival": "random", "games": 30}, True),
        ({"games": 30, "deals": {"s": ((5, 19),)}}, True),
        ({"games": 30, "deals": {"s": ((4, 18),)}}, False),
    ],
    ids=str,
)
def test_results_from_elsewhere_are_news_if_they_are_later_or_of_more_games(
    known: dict[str, Any], news: bool
) -> None:
    usual = result("lyon", "search", "greedy", 0.8, version=3)
    assert is_news(replace(usual, games=20), [replace(usual, **known)]) == news


def test_results_from_elsewhere_are_written_into_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bots.md").write_text(PAGE, "utf-8")
    few = result("lyon", "search", "greedy", 0.5, games=2)
    many = result("lyon", "search", "greedy", 0.8, games=20)
    for number, results in enumerate([[few], [many, result("usa", "greedy", "random", 1.0)], [few]]):
        (tmp_path / f"{number}.json").write_bytes(msgspec.json.encode(results))
        assert ladder("--add", f"{number}.json") == ""
    assert recorded() == [many, result("usa", "greedy", "random", 1.0)]
    assert "| lyon | 2 | search | greedy | 20 | 80.0% |" in (tmp_path / "docs" / "bots.md").read_text("utf-8")


def test_tables_stand_between_their_marks() -> None:
    page = with_tables(PAGE, tables([result("lyon", "greedy", "random", 0.7)]))
    assert [line for line in page.splitlines() if line.startswith("|")] == [
        "| board | players | bot | version | games | Elo | ± | mean points | ms | p95 | max |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        "| lyon | 2 | greedy | 1 | 10 | 1000 | 0 | 100.0 | 1 | 2 | 3 |",
        "| lyon | 2 | random | 1 | 10 | 868 | 112 | 50.0 | 4 | 5 | 6 |",
        "| board | players | bot | against | games | wins | ± | ahead | mean points |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        "| lyon | 2 | greedy | random | 10 | 70.0% | 10.0% | 70.0% | 100.0 : 50.0 |",
    ]
    assert with_tables(page, tables([result("usa", "greedy", "random", 0.7)])).count("lyon") == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("usa", "--bots", "greedy"), "a ladder needs two bots"),
        (("usa", "--match", "greedy"), "a match needs two bots"),
        (("usa", "--write", "--option", "edition=2004"), "no place for options"),
        (("usa", "--write"), "there is no docs/bots.md here"),
        (("--add", __file__), "there is no docs/bots.md here"),
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


def test_levels_are_offered_with_their_published_ratings() -> None:
    published = msgspec.json.decode((ROOT / RESULTS).read_bytes(), type=list[MatchResult])
    rungs = rungs_of(each for each in published if (each.board, each.players) == ("usa", 2))
    assert {rung.bot: rung.elo for rung in rungs} == ELO
    page = (ROOT / "docs" / "bots.md").read_text("utf-8")
    assert with_tables(page, tables(published)) == page


def test_published_results_count_the_games_of_their_deals() -> None:
    for each in msgspec.json.decode((ROOT / RESULTS).read_bytes(), type=list[MatchResult]):
        assert each.games == each.players * sum(len(each.deals_of(seed)) for seed in each.deals)
