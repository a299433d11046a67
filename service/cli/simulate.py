"""`ttr simulate`: play complete games between bots and print their statistics.

The same seed gives the same games, however many processes play them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import fmean, median
from time import perf_counter
from typing import Any

import click
import msgspec

from service.cli.bot_matches.bot_games import (
    BotGame,
    BotTable,
    Pace,
    Played,
    pace_of,
    play_all,
    standard_error,
)
from service.cli.options import board_options, echo_json, json_option, processes_option, read_bots
from service.cli.terminal import columns


class Series(msgspec.Struct, frozen=True):
    """The games to play: everything that their course depends on."""

    board: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()

    def seating(self, game: int) -> tuple[str, ...]:
        """The bots, repeated until every seat has one; they move on by one seat with each game."""
        return tuple(self.bots[(seat + game) % len(self.bots)] for seat in range(self.players))

    def bot_games(self) -> list[BotGame]:
        table = BotTable(self.board, self.players, self.options)
        return [BotGame(table, self.seating(n), f"{self.seed}/{n}") for n in range(self.games)]


# statistics

Figures = dict[str, Any]  # JSON values with stable keys
DIGITS = 3


def figures(series: Series, played: Sequence[Played]) -> Figures:
    """All statistics but the time taken: equal games give equal figures, to the byte."""
    return {
        "board": series.board,
        "players": series.players,
        "games": len(played),
        "seed": series.seed,
        "options": dict(series.options),
        "bots": list(series.bots),
        "length": {
            name: spread([getattr(game, name) for game in played]) for name in ("commands", "turns", "events")
        },
        "scores": _scores(played),
        "points_by_reason": _reasons(played),
        "wins": _wins(played),
        "win_rates": _win_rates(played),
        "endings": dict(sorted(Counter(game.ending for game in played).items())),
        "longest_path": spread([length for game in played for length in game.longest_paths]),
    }


def spread(values: Sequence[int]) -> dict[str, float]:
    return {
        "min": min(values),
        "median": round(median(values), DIGITS),
        "mean": round(fmean(values), DIGITS),
        "max": max(values),
    }


def _scores(played: Sequence[Played]) -> Figures:
    by_bot: dict[str, list[int]] = defaultdict(list)
    for game in played:
        for bot, score in zip(game.bots, game.scores, strict=True):
            by_bot[bot].append(score)
    seats = range(len(played[0].scores))
    return {
        "all": spread([score for game in played for score in game.scores]),
        "by_bot": {bot: spread(scores) for bot, scores in sorted(by_bot.items())},
        "by_seat": [spread([game.scores[seat] for game in played]) for seat in seats],
    }


def _reasons(played: Sequence[Played]) -> Mapping[str, float]:
    """The mean points of a seat, by reason."""
    sums: Counter[str] = Counter()
    for game in played:
        for lines in game.reasons:
            for reason, points in lines:
                sums[reason] += points
    seats = sum(len(game.scores) for game in played)
    return {reason: round(points / seats, DIGITS) for reason, points in sorted(sums.items())}


def _wins(played: Sequence[Played]) -> Figures:
    """Wins by bot and by seat; those who share a victory get equal fractions of it."""
    by_bot: dict[str, Fraction] = {bot: Fraction() for game in played for bot in game.bots}
    by_seat = [Fraction() for _ in played[0].scores]
    for game in played:
        for seat in game.winners:
            share = Fraction(1, len(game.winners))
            by_seat[seat] += share
            by_bot[game.bots[seat]] += share
    return {
        "by_bot": {bot: round(float(wins), DIGITS) for bot, wins in sorted(by_bot.items())},
        "by_seat": [round(float(wins), DIGITS) for wins in by_seat],
        "shared_games": sum(len(game.winners) > 1 for game in played),
    }


def _win_rates(played: Sequence[Played]) -> Figures:
    """The share of its games that each bot wins, with its standard error."""
    rates = {}
    for bot in sorted({bot for game in played for bot in game.bots}):
        games = [game for game in played if bot in game.bots]
        won = sum(game.share(seat) for game in games for seat in game.winners if game.bots[seat] == bot)
        rate = won / len(games)
        error = standard_error(rate, len(games))
        rates[bot] = {"rate": round(rate, DIGITS), "error": round(error, DIGITS), "games": len(games)}
    return rates


def paces(played: Sequence[Played]) -> dict[str, Pace]:
    """What a decision costs each bot."""
    return {bot: pace_of(played, bot) for bot in sorted({bot for game in played for bot in game.bots})}


def figure_lines(statistics: Figures) -> Iterator[str]:
    """The figures as a page of text."""
    played = f"{statistics['games']} games on {statistics['board']} with {statistics['players']} players"
    options = "".join(f", {name}={choice}" for name, choice in statistics["options"].items())
    yield f"{played}, seed {statistics['seed']}{options}"
    heads = ("", "MIN", "MEDIAN", "MEAN", "MAX")
    rows = [(f"{name} a game", *values.values()) for name, values in statistics["length"].items()]
    rows += [(f"score, {bot}", *values.values()) for bot, values in statistics["scores"]["by_bot"].items()]
    seats = enumerate(statistics["scores"]["by_seat"], 1)
    rows += [(f"score, seat {seat}", *values.values()) for seat, values in seats]
    rows.append(("longest path", *statistics["longest_path"].values()))
    yield from columns([heads, *rows], right=(1, 2, 3, 4))
    yield "points of a seat: " + _list(statistics["points_by_reason"])
    wins = statistics["wins"]
    yield "wins by bot: " + _list(wins["by_bot"])
    rates = statistics["win_rates"].items()
    yield "win rates: " + ", ".join(f"{bot} {it['rate']:.1%} ± {it['error']:.1%}" for bot, it in rates)
    yield "wins by seat: " + _list({f"seat {n}": won for n, won in enumerate(wins["by_seat"], 1)})
    yield f"shared victories: {wins['shared_games']} games, counted above as equal fractions"
    yield "endings: " + _list(statistics["endings"])


def _list(values: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items())


# the command


@click.command()
@click.argument("board")
@click.option("--players", type=int, default=2, show_default=True, help="Number of players.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option(
    "--bots",
    callback=read_bots,
    default="greedy",
    show_default=True,
    help="Names, separated by commas; repeated to fill all seats, moving on by one seat each game.",
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@board_options
@processes_option
@click.option("--timing", is_flag=True, help="Add the time taken to the JSON output.")
@json_option
def simulate(
    board: str,
    players: int,
    games: int,
    bots: tuple[str, ...],
    seed: str,
    options: Mapping[str, str],
    processes: int,
    timing: bool,
    as_json: bool,
) -> None:
    """Play complete games between bots on BOARD, a board or a file, and print statistics."""
    series = Series(board, players, games, bots, seed, tuple(sorted(options.items())))
    begun = perf_counter()
    played = list(play_all(series.bot_games(), processes))
    seconds = perf_counter() - begun
    statistics = figures(series, played)
    timing_figures = {
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        "jobs": processes,
        "ms_a_decision": paces(played),
    }
    if as_json:
        echo_json({**statistics, "timing": timing_figures} if timing else statistics)
        return
    for line in figure_lines(statistics):
        click.echo(line)
    for bot, pace in paces(played).items():
        click.echo(f"ms a decision, {bot}: median {pace.median:g}, p95 {pace.p95:g}, max {pace.max:g}")
    click.echo(f"{games / seconds:.1f} games a second ({seconds:.3f} s, {processes} processes)")
