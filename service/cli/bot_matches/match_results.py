"""Matches between two bots, what comes of them, and the ratings of bots that follow from all matches of a board.

Every deal is played once from each seat, so that luck of cards and seats is shared out evenly. With more than two
players one bot sits among rivals of one kind.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from statistics import fmean

import msgspec
from msgspec.structs import replace

from service.cli.bot_matches.bot_games import BotGame, BotTable, Pace, Played, pace_of, standard_error
from service.cli.bot_matches.elo import Encounter, elo_ratings
from ttr_core.bots import VERSIONS

DIGITS = 6  # of what is kept: results are joined again and again
REFERENCE = "greedy"  # of every ladder on which it stands; else the bot of the first match is
ITS_RATING = 1000


# what results have in common that can be joined: board, players, bot and its version, rival and its version
Subject = tuple[str, int, str, int, str, int]


class Match(msgspec.Struct, frozen=True):
    """One bot against a rival, which has all other seats."""

    table: BotTable
    bot: str
    rival: str

    @property
    def subject(self) -> Subject:
        bot, rival = self.bot, self.rival
        return self.table.board, self.table.players, bot, VERSIONS[bot], rival, VERSIONS[rival]

    def games(self, deals: Iterable[int], seed: str) -> list[BotGame]:
        """Every deal once from each seat, seat after seat."""
        seats = range(self.table.players)
        seatings = [tuple(self.bot if seat == own else self.rival for seat in seats) for own in seats]
        return [BotGame(self.table, bots, f"{seed}/{deal}") for deal in deals for bots in seatings]


def matches(table: BotTable, bots: Sequence[str]) -> list[Match]:
    """Each bot against each other; with more than two players each is once alone among the others."""
    pairs = combinations(bots, 2) if table.players == 2 else permutations(bots, 2)
    return [Match(table, bot, rival) for rival, bot in pairs]


Span = tuple[int, int]  # of numbers, the first and the last


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a match, from the bot's side.

    A seed and the number of a deal fix its games, so results of different deals can be joined.
    """

    board: str
    players: int
    bot: str
    version: int
    rival: str
    rival_version: int
    deals: Mapping[str, tuple[Span, ...]]  # that were played, for each seed
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

    @property
    def subject(self) -> Subject:
        return self.board, self.players, self.bot, self.version, self.rival, self.rival_version

    def deals_of(self, seed: str) -> set[int]:
        return {number for first, last in self.deals.get(seed, ()) for number in range(first, last + 1)}


def result_of(match: Match, seed: str, deals: Sequence[int], played: Sequence[Played]) -> MatchResult:
    """The result of these deals of a match from their games, which are in the order of `Match.games`."""
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
        deals={seed: _spans(deals)},
        games=len(played),
        wins=round(wins, DIGITS),
        error=round(standard_error(wins, len(played)), DIGITS),
        score=round(fmean(_score(game.ranks, seat) for game, seat in own), DIGITS),
        mean=round(fmean(game.scores[seat] for game, seat in own), DIGITS),
        rival_mean=round(fmean(rivals), DIGITS),
        ms=pace_of(played, match.bot),
        rival_ms=pace_of(played, match.rival),
    )


def _score(ranks: Sequence[int], seat: int) -> float:
    """The seat's comparisons with the others: 1 for each that it is above, half for a tie; their mean."""
    others = [rank for n, rank in enumerate(ranks) if n != seat]
    return fmean(1.0 if ranks[seat] < rank else 0.5 if ranks[seat] == rank else 0.0 for rank in others)


# results that add up


def can_join(one: MatchResult, other: MatchResult) -> bool:
    """Whether both are of one match, between the same versions, and no deal was played in both."""
    return one.subject == other.subject and not any(
        one.deals_of(seed) & other.deals_of(seed) for seed in one.deals
    )


def joined(one: MatchResult, other: MatchResult) -> MatchResult:
    """The result of the deals of both; of the times that cannot be known from the parts, it has their mean."""
    games = one.games + other.games

    def mean(first: float, second: float) -> float:
        return round((first * one.games + second * other.games) / games, DIGITS)

    def pace(first: Pace, second: Pace) -> Pace:
        usual, slow = mean(first.median, second.median), mean(first.p95, second.p95)
        return Pace(usual, slow, max(first.max, second.max))

    wins = mean(one.wins, other.wins)
    return replace(
        one,
        deals={
            seed: _spans(one.deals_of(seed) | other.deals_of(seed))
            for seed in sorted({*one.deals, *other.deals})
        },
        games=games,
        wins=wins,
        error=round(standard_error(wins, games), DIGITS),
        score=mean(one.score, other.score),
        mean=mean(one.mean, other.mean),
        rival_mean=mean(one.rival_mean, other.rival_mean),
        ms=pace(one.ms, other.ms),
        rival_ms=pace(one.rival_ms, other.rival_ms),
    )


def _spans(numbers: Iterable[int]) -> tuple[Span, ...]:
    """The numbers in order, those that follow each other as one span."""
    spans = list[Span]()
    for number in sorted(numbers):
        first = spans.pop()[0] if spans and spans[-1][1] == number - 1 else number
        spans.append((first, number))
    return tuple(spans)


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
