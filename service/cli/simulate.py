"""`ttr simulate`: complete games between bots, and what they show."""

from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from time import perf_counter

import click

from service.cli.figures import figure_lines, figures
from service.cli.options import board_options, echo_json, json_option, read_bots
from service.cli.progress import progress
from service.cli.simulation import Played, Series, options_of, play_chunk, ruleset_of


@click.command()
@click.argument("board")
@click.option("--players", type=int, default=2, show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True)
@click.option(
    "--bots",
    callback=read_bots,
    default="greedy",
    show_default=True,
    help="Names, separated by commas; repeated until every seat has one, one seat further each game.",
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@board_options
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
@click.option("--timing", is_flag=True, help="Add the time taken to the JSON answer.")
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
    """Play complete games between bots on BOARD, the name of a board or a file, and show statistics."""
    series = Series(board, players, games, bots, seed, options_of(options))
    ruleset_of(series)  # what is wrong with the board is said before processes start
    begun = perf_counter()
    played = _played(series, jobs)
    seconds = perf_counter() - begun
    found = figures(series, played)
    clock = {"seconds": round(seconds, 3), "games_per_second": round(games / seconds, 1), "jobs": jobs}
    if as_json:
        echo_json({**found, "timing": clock} if timing else found)
        return
    for line in figure_lines(found):
        click.echo(line)
    click.echo(f"{clock['games_per_second']} games a second ({clock['seconds']} s, {jobs} processes)")


def _played(series: Series, jobs: int) -> list[Played]:
    """The games in their order, whatever plays them."""
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
