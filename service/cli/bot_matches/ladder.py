"""`ttr ladder`: a round robin of bots on boards, with Elo ratings and what a decision costs.

Every deal is played once from each seat, so that luck of cards and seats is shared out evenly. With more than two
players one bot sits among rivals of one kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from statistics import fmean

import click
import msgspec

from service.cli.board_files import open_board
from service.cli.bot_matches.bot_games import (
    BotGame,
    BotTable,
    Pace,
    Played,
    pace_of,
    play_all,
    standard_error,
)
from service.cli.bot_matches.elo import Encounter, elo_ratings
from service.cli.bot_matches.ladder_page import Table, with_tables
from service.cli.options import board_options, echo_json, json_option, processes_option, read_bots
from service.cli.terminal import columns
from ttr_core.boards.library import board_names
from ttr_core.bots import POLICIES, VERSIONS

PAGE = Path("docs/bots.md")
REFERENCE = "greedy"  # of every ladder on which it stands; else the first bot is
ITS_RATING = 1000


class Match(msgspec.Struct, frozen=True):
    """One bot against a rival, which has all other seats."""

    table: BotTable
    bot: str
    rival: str

    def games(self, deals: int, seed: str) -> list[BotGame]:
        """Every deal once from each seat, seat after seat."""
        seats = range(self.table.players)
        seatings = [tuple(self.bot if seat == own else self.rival for seat in seats) for own in seats]
        return [BotGame(self.table, bots, f"{seed}/{deal}") for deal in range(deals) for bots in seatings]


def matches(table: BotTable, bots: Sequence[str]) -> list[Match]:
    """Each bot against each other; with more than two players each is once alone among the others."""
    pairs = combinations(bots, 2) if table.players == 2 else permutations(bots, 2)
    return [Match(table, bot, rival) for rival, bot in pairs]


class MatchResult(msgspec.Struct, frozen=True):
    """What came of a match, from the bot's side."""

    board: str
    players: int
    bot: str
    rival: str
    games: int
    wins: float  # share of the games, a shared victory counted in parts
    error: float  # the standard error of `wins`
    mean: float  # points of a game
    rival_mean: float
    score: float  # share of its comparisons with rivals that the bot won, a tie as half


class Rung(msgspec.Struct, frozen=True):
    """One bot on the ladder of a board."""

    board: str
    players: int
    bot: str
    version: int
    games: int
    elo: int
    error: int  # its standard error against the reference
    mean: float
    ms: Pace


class Ladder(msgspec.Struct, frozen=True):
    """The ladder of one board and number of players, the best bot first."""

    deals: int
    seed: str
    rungs: tuple[Rung, ...]
    matches: tuple[MatchResult, ...]


# counting


def climb(table: BotTable, bots: Sequence[str], deals: int, seed: str, processes: int) -> Ladder:
    """Play the round robin of one board."""
    pairings = matches(table, bots)
    played = play_all([game for match in pairings for game in match.games(deals, seed)], processes)
    each = deals * table.players
    results = tuple(result_of(match, played[n * each : (n + 1) * each]) for n, match in enumerate(pairings))
    return Ladder(deals, seed, _rungs(table, bots, results, played), results)


def result_of(match: Match, played: Sequence[Played]) -> MatchResult:
    """The result of a match from its games, which are in the order of `Match.games`."""
    own = [(game, number % match.table.players) for number, game in enumerate(played)]
    rivals = [score for game, seat in own for n, score in enumerate(game.scores) if n != seat]
    wins = fmean(game.share(seat) for game, seat in own)
    return MatchResult(
        board=match.table.board,
        players=match.table.players,
        bot=match.bot,
        rival=match.rival,
        games=len(played),
        wins=round(wins, 4),
        error=round(standard_error(wins, len(played)), 4),
        mean=round(fmean(game.scores[seat] for game, seat in own), 1),
        rival_mean=round(fmean(rivals), 1),
        score=round(fmean(_score(game.ranks, seat) for game, seat in own), 4),
    )


def _score(ranks: Sequence[int], seat: int) -> float:
    """The seat's comparisons with the others: 1 for each that it is above, half for a tie; their mean."""
    others = [rank for n, rank in enumerate(ranks) if n != seat]
    return fmean(1.0 if ranks[seat] < rank else 0.5 if ranks[seat] == rank else 0.0 for rank in others)


def _rungs(
    table: BotTable, bots: Sequence[str], results: Sequence[MatchResult], played: Sequence[Played]
) -> tuple[Rung, ...]:
    encounters = [
        Encounter(match.bot, match.rival, match.score * match.games, match.games) for match in results
    ]
    reference = REFERENCE if REFERENCE in bots else bots[0]
    ratings = elo_ratings(encounters, reference, ITS_RATING)
    rungs = []
    for bot, elo in ratings.items():
        scores = [
            score for game in played for who, score in zip(game.bots, game.scores, strict=True) if who == bot
        ]
        rungs.append(
            Rung(
                board=table.board,
                players=table.players,
                bot=bot,
                version=VERSIONS[bot],
                games=sum(bot in game.bots for game in played),
                elo=round(elo.rating),
                error=round(elo.error),
                mean=round(fmean(scores), 1),
                ms=pace_of(played, bot),
            )
        )
    return tuple(sorted(rungs, key=lambda rung: -rung.elo))


# tables


def tables(ladder: Ladder) -> tuple[Table, Table]:
    """The ladder as rows of the page: the bots, and their matches."""
    bots = ("board", "players", "bot", "version", "games", "Elo", "±", "mean points", "ms", "p95", "max")
    rungs = [
        (r.board, r.players, r.bot, r.version, r.games, r.elo, r.error, r.mean, *_times(r.ms))
        for r in ladder.rungs
    ]
    against = ("board", "players", "bot", "against", "games", "wins", "±", "mean points")
    results = [
        (m.board, m.players, m.bot, m.rival, m.games, *_percent(m), f"{m.mean} : {m.rival_mean}")
        for m in ladder.matches
    ]
    return Table("ratings", bots, _texts(rungs)), Table("matches", against, _texts(results))


def _times(pace: Pace) -> tuple[str, ...]:
    return tuple(f"{value:.3g}" if value < 100 else f"{value:.0f}" for value in msgspec.structs.astuple(pace))


def _percent(result: MatchResult) -> tuple[str, str]:
    return f"{result.wins:.1%}", f"{result.error:.1%}"


def _texts(rows: Sequence[Sequence[object]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(cell) for cell in row) for row in rows)


def page_lines(ladder: Ladder) -> Iterator[str]:
    """The ladder for a terminal."""
    for table in tables(ladder):
        right = [n for n, name in enumerate(table.heads) if n and name not in ("bot", "against")]
        yield from columns([[head.upper() for head in table.heads], *table.rows], right=right)
        yield ""


# the command


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
    callback=read_bots,
    default=",".join(POLICIES),
    show_default=True,
    help="Names of two bots or more, separated by commas.",
)
@click.option("--seed", default="1", show_default=True, help="Any text; the same seed gives the same games.")
@board_options
@processes_option
@click.option("--write", is_flag=True, help=f"Write the tables into {PAGE}, other boards left as they are.")
@json_option
def ladder(
    boards: tuple[str, ...],
    players: int | None,
    games: int,
    bots: tuple[str, ...],
    seed: str,
    options: Mapping[str, str],
    processes: int,
    write: bool,
    as_json: bool,
) -> None:
    """Let bots play each other on each BOARD, or on all that come with the game, and rate them."""
    if len(set(bots)) < 2:
        raise click.BadParameter("a ladder needs two bots", param_hint="--bots")
    if write and not PAGE.exists():
        raise click.ClickException(f"there is no {PAGE} here to write to")
    ladders = []
    for board in boards or board_names():
        number = players or open_board(board)["players"][0]
        table = BotTable(board, number, tuple(sorted(options.items())))
        rated = climb(table, tuple(dict.fromkeys(bots)), -(-games // number), seed, processes)
        ladders.append(rated)
        if write:  # at once: all boards take hours
            PAGE.write_text(with_tables(PAGE.read_text("utf-8"), tables(rated)), "utf-8")
        if not as_json:
            click.echo("\n".join(page_lines(rated)))
    if as_json:
        echo_json(ladders)
