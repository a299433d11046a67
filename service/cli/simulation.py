"""Many games between bots: the same seed gives the same games, however many processes play them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from service.cli.boardfiles import open_board
from service.cli.options import seed_bytes
from ttr_core.bots import POLICIES, Policy
from ttr_core.bots.dice import Dice
from ttr_core.bots.policy import See
from ttr_core.commands import Command
from ttr_core.events import Event, GameEnded, GameScored, TurnStarted
from ttr_core.loading import compile_ruleset
from ttr_core.playing import play_game
from ttr_core.ruleset import Ruleset

CHUNK = 10  # games that a process plays before it reports


class Series(msgspec.Struct, frozen=True):
    """What is to be played; it says all that the games depend on."""

    board: str
    players: int
    games: int
    bots: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()

    def seating(self, game: int) -> tuple[str, ...]:
        """The bots are repeated until every seat has one, and move on by one seat from game to game."""
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
    """Some of the games, on a ruleset that this process compiles once."""
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
    """Counts the commands that bots give."""

    def __init__(self) -> None:
        self.count = 0

    def counting(self, policy: Policy) -> Policy:
        def choose(ruleset: Ruleset, see: See, legal: Sequence[Command], dice: Dice) -> Command:
            self.count += 1
            return policy(ruleset, see, legal, dice)

        return choose


def options_of(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(options.items()))
