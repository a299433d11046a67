"""`ttr simulate`: play complete games between bots and print their statistics.

The same seed gives the same games, however many processes play them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import lru_cache, partial
from multiprocessing import get_context
from statistics import fmean, median
from time import perf_counter
from typing import Any

import click
import msgspec

from service.cli.board_files import open_board
from service.cli.options import board_options, echo_json, json_option, read_bots, seed_bytes
from service.cli.terminal import columns, progress
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.policy import Dice, See
from ttr_core.engine.ruleset import Ruleset
from ttr_core.game import play_game
from ttr_core.load import compile_ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event, GameEnded, GameScored, TurnStarted

CHUNK = 10  # games that a process plays before it reports


# games


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

    def chunks(self) -> Iterator[range]:
        yield from (range(n, min(n + CHUNK, self.games)) for n in range(0, self.games, CHUNK))


class Played(msgspec.Struct, frozen=True):
    """The figures of one game; tuples have one entry for each seat."""

    bots: tuple[str, ...]
    commands: int
    turns: int
    events: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ending: str
    longest_paths: tuple[int, ...]
    reasons: tuple[tuple[tuple[str, int], ...], ...]  # the lines of each seat's score


def play_chunk(series: Series, games: range) -> list[Played]:
    """Play some of the games; a process compiles the ruleset once."""
    ruleset = ruleset_of(series)
    return [_play(ruleset, series, game) for game in games]


@lru_cache(maxsize=1)
def ruleset_of(series: Series) -> Ruleset:
    return compile_ruleset(open_board(series.board), series.players, dict(series.options))


def _play(ruleset: Ruleset, series: Series, number: int) -> Played:
    seed, bots = seed_bytes(f"{series.seed}/{number}"), series.seating(number)
    counter = _Counter()
    policies = [counter.counting(POLICIES[bot]) for bot in bots]
    game = play_game(ruleset, seed, policies, Dice(int.from_bytes(seed[:8], "big")))
    sheet = next(event.sheet for event in game.events if isinstance(event, GameScored))
    return Played(
        bots=bots,
        commands=counter.count,
        turns=sum(isinstance(event, TurnStarted) for event in game.events),
        events=len(game.events),
        scores=tuple(seat.total for seat in sheet.seats),
        winners=sheet.winners,
        ending=_ending(game.events),
        longest_paths=tuple(ruleset.trail(seat.routes)[0] for seat in game.state.seats),
        reasons=tuple(tuple((line.reason, line.points) for line in seat.lines) for seat in sheet.seats),
    )


def _ending(events: list[Event]) -> str:
    return next(event.reason for event in events if isinstance(event, GameEnded))


class _Counter:
    """Counts the commands of bots."""

    def __init__(self) -> None:
        self.count = 0

    def counting(self, policy: Policy) -> Policy:
        def choose(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
            self.count += 1
            return policy(ruleset, see, legal, dice)

        return choose


def options_of(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(options.items()))


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
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Number of processes.")
@click.option("--timing", is_flag=True, help="Add the time taken to the JSON output.")
@json_option
def simulate(
    board: str,
    players: int,
    games: int,
    bots: tuple[str, ...],
    seed: str,
    options: Mapping[str, str],
    jobs: int,
    timing: bool,
    as_json: bool,
) -> None:
    """Play complete games between bots on BOARD, a board or a file, and print statistics."""
    series = Series(board, players, games, bots, seed, options_of(options))
    ruleset_of(series)  # report a defect of the board before any process starts
    begun = perf_counter()
    played = _played(series, jobs)
    seconds = perf_counter() - begun
    statistics = figures(series, played)
    timing_figures = {
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        "jobs": jobs,
    }
    if as_json:
        echo_json({**statistics, "timing": timing_figures} if timing else statistics)
        return
    for line in figure_lines(statistics):
        click.echo(line)
    click.echo(f"{games / seconds:.1f} games a second ({seconds:.3f} s, {jobs} processes)")


def _played(series: Series, jobs: int) -> list[Played]:
    """The games in their order, however many processes play them."""
    played: list[Played] = []
    with progress(f"{series.games} games", series.games) as advance:
        for chunk in _chunks(series, jobs):
            played += chunk
            advance(len(chunk))
    return played


def _chunks(series: Series, jobs: int) -> Iterator[list[Played]]:
    if jobs == 1:
        yield from map(partial(play_chunk, series), series.chunks())
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(play_chunk, series), series.chunks())
