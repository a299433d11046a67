"""`ttr ladder`: a round robin of bots on boards, or single matches, with Elo ratings and what a decision costs."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
import msgspec

from service.cli.board_files import open_board
from service.cli.bot_matches.bot_games import BotTable, play_all
from service.cli.bot_matches.ladder_page import PAGE, on_record, page_lines, take_over, write_down
from service.cli.bot_matches.match_results import (
    Match,
    MatchResult,
    Rung,
    joined,
    matches,
    result_of,
    rungs_of,
)
from service.cli.options import board_options, echo_json, json_option, processes_option, read_bots
from ttr_core.boards.library import board_names
from ttr_core.bots import POLICIES


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one board and number of players, the best bot first."""

    rungs: tuple[Rung, ...]
    matches: tuple[MatchResult, ...]


def play_match(match: Match, deals: Sequence[int], seed: str, processes: int) -> Iterator[MatchResult]:
    """The result of each deal as soon as it is played, once from each seat."""
    title = f"{match.table.board}: {match.bot} - {match.rival}, "
    played = play_all(match.games(deals, seed), processes, title)
    for deal, games in zip(deals, zip(*[played] * match.table.players, strict=True), strict=True):
        yield result_of(match, seed, [deal], games)


def _result(match: Match, games: int, seed: str, processes: int, keep: bool) -> MatchResult:
    """Of so many games or a few more; those that are kept on record are not played again."""
    known = on_record(match) if keep else None
    wanted = set(range(-(-games // match.table.players)))
    missing = sorted(wanted - known.deals_of(seed) if known else wanted)
    for part in play_match(match, missing, seed, processes):
        known = joined(known, part) if known else part
        if keep:  # at once: a match takes hours
            write_down(part)
    assert known, "a match has a game"
    return known


def _read_matches(
    ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    pairs = []
    for value in values:
        bots = read_bots(ctx, parameter, value)
        if len(bots) != 2 or bots[0] == bots[1]:
            raise click.BadParameter(f"a match needs two bots, such as search,greedy, not {value!r}")
        pairs.append((bots[0], bots[1]))
    return tuple(pairs)


def _read_ladder(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    """The bots from the weakest to the strongest, so that a pair is always named in the same order."""
    named = read_bots(ctx, parameter, value)
    bots = tuple(bot for bot in POLICIES if bot in named)
    if len(bots) < 2:
        raise click.BadParameter("a ladder needs two bots")
    return bots


@click.command()
@click.argument("boards", nargs=-1, metavar="[BOARD]...")
@click.option("--players", type=int, help="Number of players; the fewest that the board allows if absent.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Games of each match; rounded up, since every deal is played from each seat.",
)
@click.option(
    "--bots",
    callback=_read_ladder,
    default=",".join(POLICIES),
    show_default=True,
    help="Names of two bots or more, separated by commas: each plays each other.",
)
@click.option(
    "--match",
    "pairs",
    multiple=True,
    metavar="BOT,RIVAL",
    callback=_read_matches,
    help="Only this match, in which the rival has all other seats. May be repeated.",
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@board_options
@processes_option
@click.option(
    "--write",
    is_flag=True,
    help=f"Write the result of each deal into {PAGE} at once, and play only those that are not on record there.",
)
@click.option(
    "--add",
    "added",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"Play nothing, but write the results of another ladder.json into {PAGE}: those of other deals, of later "
    "versions of bots, and of as late ones with more games. May be repeated.",
)
@json_option
def ladder(
    boards: tuple[str, ...],
    players: int | None,
    games: int,
    bots: tuple[str, ...],
    pairs: tuple[tuple[str, str], ...],
    seed: str,
    options: Mapping[str, str],
    processes: int,
    write: bool,
    added: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Let bots play each other on each BOARD, or on all that come with the game, and rate them."""
    if write and options:
        raise click.BadParameter(f"{PAGE} has no place for options of a board", param_hint="--option")
    if (write or added) and not PAGE.exists():
        raise click.ClickException(f"there is no {PAGE} here to write to")
    if added:
        for file in added:
            take_over(file)
        return
    ladders = []
    for board in boards or board_names():
        table = BotTable(board, players or open_board(board)["players"][0], tuple(sorted(options.items())))
        pairings = [Match(table, *pair) for pair in pairs] or matches(table, bots)
        results = [_result(match, games, seed, processes, keep=write) for match in pairings]
        ladders.append(Ladder(rungs_of(results), tuple(results)))
        if not as_json:
            click.echo("\n".join(page_lines(results)))
    if as_json:
        echo_json(ladders)
