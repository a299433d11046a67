"""Complete games between bots, played by one process or several, with the CPU time of every decision.

The same seed gives the same games, however many processes play them.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from multiprocessing import get_context
from statistics import median, quantiles
from time import process_time

import msgspec

from service.cli.board_files import open_board
from service.cli.options import seed_bytes
from service.cli.terminal import progress
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.policy import Dice, Situation
from ttr_core.engine.ruleset import Ruleset
from ttr_core.game import play_game
from ttr_core.load import compile_ruleset
from ttr_core.model.commands import Command
from ttr_core.model.events import Event, GameEnded, GameScored, TurnStarted

REPORTS = 50  # that each process makes: fewer make the last one late and the progress bar jump


class BotTable(msgspec.Struct, frozen=True):
    """A board with its options and a number of players."""

    board: str
    players: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def ruleset(self) -> Ruleset:
        return _compiled(self)


@lru_cache(maxsize=1)  # a process plays the games of one table after those of another
def _compiled(table: BotTable) -> Ruleset:
    return compile_ruleset(open_board(table.board), table.players, dict(table.options))


class BotGame(msgspec.Struct, frozen=True):
    """One game to play: everything that its course depends on."""

    table: BotTable
    bots: tuple[str, ...]  # a name for each seat
    seed: str


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
    ranks: tuple[int, ...] = ()
    thinking: tuple[tuple[float, ...], ...] = ()  # milliseconds of CPU time of each decision

    def share(self, seat: int) -> float:
        """The seat's share of the victory: those who share it get equal parts."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play(game: BotGame) -> Played:
    ruleset, seed = game.table.ruleset, seed_bytes(game.seed)
    thinking: list[list[float]] = [[] for _ in game.bots]
    policies = [_timed(POLICIES[bot], times) for bot, times in zip(game.bots, thinking, strict=True)]
    record = play_game(ruleset, seed, policies, Dice(int.from_bytes(seed[:8], "big")))
    sheet = next(event.sheet for event in record.events if isinstance(event, GameScored))
    return Played(
        bots=game.bots,
        commands=sum(map(len, thinking)),
        turns=sum(isinstance(event, TurnStarted) for event in record.events),
        events=len(record.events),
        scores=tuple(seat.total for seat in sheet.seats),
        winners=sheet.winners,
        ending=_ending(record.events),
        longest_paths=tuple(ruleset.trail(seat.routes)[0] for seat in record.state.seats),
        reasons=tuple(tuple((line.reason, line.points) for line in seat.lines) for seat in sheet.seats),
        ranks=tuple(seat.rank for seat in sheet.seats),
        thinking=tuple(map(tuple, thinking)),
    )


def _timed(policy: Policy, times: list[float]) -> Policy:
    """The policy, with the time of every decision added to the list."""

    def choose(situation: Situation) -> Command:
        begun = process_time()
        command = policy(situation)
        times.append((process_time() - begun) * 1e3)
        return command

    return choose


def _ending(events: Sequence[Event]) -> str:
    return next(event.reason for event in events if isinstance(event, GameEnded))


def play_all(games: Sequence[BotGame], processes: int, title: str = "") -> Iterator[Played]:
    """The figures of all games in their order, each as soon as it is known, with a progress bar."""
    for table in dict.fromkeys(game.table for game in games):
        _compiled(table)  # reports a defect of the board before any process starts
    with progress(f"{title}{len(games)} games", len(games)) as advance:
        for figures in _play_each(games, processes):
            advance(1)
            yield figures


def _play_each(games: Sequence[BotGame], processes: int) -> Iterator[Played]:
    if processes == 1:
        yield from map(play, games)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, games, chunksize=max(1, len(games) // (processes * REPORTS)))


# figures of bots


class Pace(msgspec.Struct, frozen=True):
    """Milliseconds of CPU time that decisions take."""

    median: float
    p95: float
    max: float


def pace_of(played: Sequence[Played], bot: str) -> Pace:
    """The pace of a bot over all its decisions, those with a single choice included."""
    times = [
        time
        for game in played
        for seat, thinking in enumerate(game.thinking)
        if game.bots[seat] == bot
        for time in thinking
    ]
    p95 = quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
    return Pace(*(round(value, 3) for value in (median(times), p95, max(times))))


def standard_error(rate: float, games: int) -> float:
    """Of a share of games; one more game won and one more lost, so that all of a few are not certain."""
    cautious: float = (rate * games + 1) / (games + 2)
    error: float = (cautious * (1 - cautious) / games) ** 0.5
    return error
