"""The jobs: they take a game and a version, do what the game needs by now, and find nothing to do the second time."""

import os
import time
from functools import cache

import msgspec

from service.config import Config, from_environment
from service.context import utc_now
from service.games import Games
from service.problems import Problem
from service.shelf import Loaded
from service.standings import NOTE, longest_paths
from service.store.redis_store import RedisStore
from ttr_core import Command, SeatId
from ttr_core.commands import ScoreGame
from ttr_core.phases import Ended
from workers.choosing import choose
from workers.needs import is_bot

SLICE_SECONDS = 0.5  # of playing in one job; then somebody else's game gets its turn


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
    _score(games().shelf.current(game))


def count_standings(game: str, version: int) -> None:
    """Puts the longest paths where the API finds them; the latest ones, however many jobs do so at once."""
    written = None
    while (loaded := games().shelf.current(game)).state.claimed != written:
        note = msgspec.json.encode(longest_paths(loaded)).decode()
        games().store.keep_note(game, NOTE, note)
        written = loaded.state.claimed


def play_bots(game: str, version: int) -> None:
    """Plays for the bots until the game waits for a person, or one move if they are to take their time."""
    until = time.monotonic() + SLICE_SECONDS
    loaded: Loaded | None = games().shelf.current(game)
    while loaded and (seat := _next_bot(loaded)) is not None:
        loaded = _append(loaded, choose(games().store, loaded, seat), f"bot:{seat}")
        if settings().bot_pace or time.monotonic() > until:
            break
    if loaded:
        _score(loaded)


def _next_bot(loaded: Loaded) -> SeatId | None:
    state = loaded.state
    return next((seat for seat in state.phase.waiting if is_bot(state.seats[seat])), None)


def _score(loaded: Loaded) -> None:
    if isinstance(loaded.state.phase, Ended):
        _append(loaded, ScoreGame(), "system")


def _append(loaded: Loaded, command: Command, actor: str) -> Loaded | None:
    """None if somebody was faster: then the game has moved on, and whoever moved it has seen to what comes next."""
    try:
        return games().perform(loaded, [command], actor, expected=loaded.version).loaded
    except Problem as problem:
        if problem.code != "stale_version":
            raise
        return None
