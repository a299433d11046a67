"""Matches between two bots, what comes of them, and the ratings of bots that follow from all matches of a board.

Every deal is played once from each seat, so that luck of cards and seats is shared out evenly. With more than two
players one bot sits among rivals of one kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from statistics import fmean

import msgspec

from service.cli.bot_matches.bot_games import BotGame, BotTable, Pace, Played, pace_of, standard_error
from service.cli.bot_matches.elo import Encounter, elo_ratings
from ttr_core.bots import VERSIONS

REFERENCE = "greedy"  # of every ladder on which it stands; else the bot of the first match is
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


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a match, from the bot's side."""

    board: str
    players: int
    bot: str
    version: int
    rival: str
    rival_version: int
    seed: str
    games: int
    wins: float  # share of the games, a shared victory counted in parts
    error: float  # the standard error of `wins`
    score: float  # share of its comparisons with rivals that the bot won, a tie as half
    mean: float  # points of a game
    rival_mean: float
    ms: Pace
    rival_ms: Pace

    @property
    def versions(self) -> Mapping[str, int]:
        return {self.bot: self.version, self.rival: self.rival_version}


def result_of(match: Match, seed: str, played: Sequence[Played]) -> MatchResult:
    """The result of a match from its games, which are in the order of `Match.games`."""
    own = [(game, number % match.table.players) for number, game in enumerate(played)]
    rivals = [score for game, seat in own for n, score in enumerate(game.scores) if n != seat]
    wins = fmean(game.share(seat) for game, seat in own)
    return MatchResult(
        board=match.table.board,
        players=match.table.players,
        bot=match.bot,
        version=VERSIONS[match.bot],
        rival=match.rival,
        rival_version=VERSIONS[match.rival],
        seed=seed,
        games=len(played),
        wins=round(wins, 4),
        error=round(standard_error(wins, len(played)), 4),
        score=round(fmean(_score(game.ranks, seat) for game, seat in own), 4),
        mean=round(fmean(game.scores[seat] for game, seat in own), 1),
        rival_mean=round(fmean(rivals), 1),
        ms=pace_of(played, match.bot),
        rival_ms=pace_of(played, match.rival),
    )


def _score(ranks: Sequence[int], seat: int) -> float:
    """The seat's comparisons with the others: 1 for each that it is above, half for a tie; their mean."""
    others = [rank for n, rank in enumerate(ranks) if n != seat]
    return fmean(1.0 if ranks[seat] < rank else 0.5 if ranks[seat] == rank else 0.0 for rank in others)


# ratings


class Rung(msgspec.Struct, frozen=True, kw_only=True):
    """One bot on the ladder of a board."""

    board: str
    players: int
    bot: str
    version: int
    games: int
    elo: int
    error: int  # its standard error against the reference
    mean: float
    ms: Pace  # in the match that was slowest for it


def rungs_of(results: Iterable[MatchResult]) -> tuple[Rung, ...]:
    """The ladders of all boards and numbers of players that the matches are of, on each the best bot first."""
    by_table: dict[tuple[str, int], list[MatchResult]] = {}
    for result in results:
        by_table.setdefault((result.board, result.players), []).append(result)
    return tuple(rung for ladder in by_table.values() for rung in _ladder(ladder))


def _ladder(results: Sequence[MatchResult]) -> list[Rung]:
    reference = next(
        (REFERENCE for result in results if REFERENCE in (result.bot, result.rival)), results[0].bot
    )
    results = _connected(results, reference)
    encounters = [
        Encounter(match.bot, match.rival, match.score * match.games, match.games) for match in results
    ]
    ratings = elo_ratings(encounters, reference, ITS_RATING)
    rungs = [
        _rung(bot, results, elo=round(elo.rating), error=round(elo.error)) for bot, elo in ratings.items()
    ]
    return sorted(rungs, key=lambda rung: -rung.elo)


def _connected(results: Sequence[MatchResult], reference: str) -> list[MatchResult]:
    """The matches that lead to the reference: no other says how a bot compares with it."""
    known = {reference}
    for _ in results:  # as many steps as a chain of all matches has
        for result in results:
            if known & result.versions.keys():
                known |= result.versions.keys()
    return [result for result in results if result.bot in known]


def _rung(bot: str, results: Sequence[MatchResult], *, elo: int, error: int) -> Rung:
    own = [result for result in results if bot in result.versions]
    means = [mean for result in own for mean in _means(result, bot)]
    paces = [result.ms if result.bot == bot else result.rival_ms for result in own]
    return Rung(
        board=own[0].board,
        players=own[0].players,
        bot=bot,
        version=own[0].versions[bot],
        games=sum(result.games for result in own),
        elo=elo,
        error=error,
        mean=round(fmean(means), 1),
        ms=Pace(*(max(figures) for figures in zip(*map(msgspec.structs.astuple, paces), strict=True))),
    )


def _means(result: MatchResult, bot: str) -> Iterator[float]:
    """The bot's mean, once for each of its seats in each game."""
    if bot == result.bot:
        yield from [result.mean] * result.games
    else:
        yield from [result.rival_mean] * result.games * (result.players - 1)
