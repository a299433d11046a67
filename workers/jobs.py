"""The jobs: they take a game and a version, do what the game needs by now, and find nothing to do the second time."""

import logging
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from types import FrameType
from zlib import crc32

import msgspec

from service.config import Config, from_environment
from service.context import utc_now
from service.games import Games
from service.problems import Problem
from service.shelf import Loaded
from service.standings import NOTE, longest_paths
from service.store.redis_store import RedisStore
from ttr_core import Command, SeatId, legal_commands
from ttr_core.bots import POLICIES
from ttr_core.bots.dice import Dice
from ttr_core.commands import ScoreGame
from ttr_core.phases import Ended
from ttr_core.view import view

log = logging.getLogger("ttr.jobs")

MOVES_A_JOB = 200  # then somebody else's game gets its turn
THINKING_SECONDS = 2.0  # processor time for one choice of a bot


class TookTooLong(Exception):  # noqa: N818 - what it is
    """A policy that did not answer in its time."""


@cache
def games() -> Games:
    """This process's way to the games."""
    config = settings()
    return Games(RedisStore(config.redis_url, config.wait_replicas), lambda game, version: None, utc_now)


@cache
def settings() -> Config:
    return from_environment(os.environ)


def score_game(game: str, version: int) -> None:
    """Lays everything open and writes the final sheet, once."""
    loaded = games().shelf.current(game)
    if isinstance(loaded.state.phase, Ended):
        _append(loaded, ScoreGame(), "system")


def count_standings(game: str, version: int) -> None:
    """Puts the running standings of a version where the API finds them."""
    loaded = games().shelf.current(game)
    games().store.keep_note(game, NOTE, msgspec.json.encode(longest_paths(loaded)).decode())


def play_bots(game: str, version: int) -> None:
    """Plays for the bots until the game waits for a person, or one move if they are to take their time."""
    for _ in range(1 if settings().bot_pace else MOVES_A_JOB):
        loaded = games().shelf.current(game)
        seat = next(
            (s for s in loaded.state.phase.waiting if loaded.state.seats[s].kind.startswith("bot:")), None
        )
        if seat is None:
            break
        _append(loaded, _choose(loaded, seat), f"bot:{seat}")
    score_game(game, version)  # a bot's move may have been the last


def _append(loaded: Loaded, command: Command, actor: str) -> None:
    """Somebody may have been faster: then the game has moved on, and whoever moved it knows what comes next."""
    try:
        games().perform(loaded, [command], actor, expected=loaded.version)
    except Problem as problem:
        if problem.code != "stale_version":
            raise


def _choose(loaded: Loaded, seat: SeatId) -> Command:
    """What the bot chooses; a legal move in any case, and the failure told if it was not its own."""
    legal = legal_commands(loaded.ruleset, loaded.state, seat)
    name = loaded.state.seats[seat].kind.removeprefix("bot:")
    # the same game at the same version gives the same choice, however often the job runs
    dice = Dice(crc32(f"{loaded.game}/{loaded.version}/{seat}".encode()))
    see = partial(view, loaded.ruleset, loaded.state, seat)
    try:
        with _time_limit(THINKING_SECONDS):
            choice = POLICIES[name](loaded.ruleset, see, legal, dice)
    except Exception as error:  # whatever a policy does, the game goes on
        _report(loaded, seat, name, repr(error))
        return _fallback(legal, dice)
    if choice not in legal:
        _report(loaded, seat, name, f"chose {choice!r}, which is not legal")
        return _fallback(legal, dice)
    return choice


def _fallback(legal: Sequence[Command], dice: Dice) -> Command:
    return legal[dice.below(len(legal))]


def _report(loaded: Loaded, seat: SeatId, name: str, error: str) -> None:
    told = {"game": loaded.game, "version": loaded.version, "seat": seat, "bot": name, "error": error}
    log.error("a bot failed", extra={"fields": told})
    games().store.tell_failure(msgspec.json.encode(told).decode())


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Interrupts after so much processor time; rq's own alarm is left alone."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TookTooLong(f"no choice within {seconds} s")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
