"""What is due in a game by its clock: reminders, the end of a vacation, and what follows when time has run out.

One job may see to many clocks: it decides one after the other and writes the commits together, each for itself.
"""

import logging
import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace
from rq.timeouts import BaseTimeoutException

from service.clocks.heartbeat import silent_since
from service.errors import StaleVersion, StoreUnavailable
from service.games.commit import By, Prepared
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store import Store
from ttr_core import Command, Event, SeatId, SeededRandomness, State, advance
from ttr_core.by_post import AbandonGame, Clock, EndVacation, Remind, Running, RunOutOfTime
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.events import TurnStarted
from ttr_core.model.phases import Lobby
from workers.jobs.bot_turns import choose
from workers.needs import next_due

log = logging.getLogger("ttr.clocks")

FRESH_SECONDS = 0.5  # from the first decision of a batch until it is written
LONGEST_SECONDS = 60.0  # for one job, before rq stops it; the rest is tried again
AT_MOST = 100  # commits of one job; the rest is due again


def tick(games: Games, game: str, now: str) -> int:
    """Does what is due and returns the number of commits; does nothing where somebody else was faster."""
    loaded = games.cache.read_latest(game)
    for done in range(AT_MOST):
        commands = _due(games.store, loaded, now)
        if not commands:
            return done
        try:
            loaded = games.perform(loaded, commands, SYSTEM, expected=loaded.version).loaded
        except StaleVersion:
            return done
    return AT_MOST


def prepared(games: Games, game: str, now: str) -> Sequence[Prepared]:
    """The next commit that is due in a game, decided and not written; none if nothing is due."""
    loaded = games.cache.read_latest(game)
    commands = _due(games.store, loaded, now)
    return (games.prepare(loaded, commands, SYSTEM),) if commands else ()


def is_due(loaded: Loaded, now: str) -> bool:
    following = next_due(loaded)
    return following is not None and following <= now


def _due(store: Store, loaded: Loaded, now: str) -> Sequence[Command | By]:
    """The commands of the next commit, if anything is due."""
    if not is_due(loaded, now):
        return ()
    if isinstance(loaded.state.phase, Lobby):
        return (AbandonGame(),)
    clock = loaded.state.slice(Clock)
    for seat, vacation in clock.vacations.items():
        if vacation.until <= now:
            return (EndVacation(seat=seat),)
    for seat, running in clock.running.items():
        if running.deadline <= now:
            return _time_out(store, loaded, seat, running)
    return [
        Remind(seat=seat, nth=past)
        for seat, running in clock.running.items()
        if (past := sum(reminder <= now for reminder in running.reminders)) > running.reminded
    ]


def _time_out(store: Store, loaded: Loaded, seat: SeatId, running: Running) -> Sequence[Command | By]:
    """Everything that happens in the seat's place, in one commit."""
    ran_out = RunOutOfTime(seat=seat, deadline=running.deadline)
    commands: list[Command | By] = [ran_out]
    ahead, state = _after(loaded, loaded.state, ran_out)
    clock = state.slice(Clock)
    assert clock.settings is not None  # without a clock no deadline passes
    while not _turn_is_over(ahead) and seat in state.phase.waiting and seat in state.present:
        move = choose(store, replace(loaded, state=state), seat, clock.settings.bot, ahead)
        commands.append(By(move, Actor(Role.CLOCK, seat)))
        events, state = _after(loaded, state, move)
        ahead += events
    return commands


def _after(loaded: Loaded, state: State, command: Command) -> tuple[tuple[Event, ...], State]:
    """The events that the command leads to, and the state after them."""
    return advance(loaded.ruleset, state, command, SeededRandomness(loaded.seed, state.entropy))


def _turn_is_over(events: Sequence[Event]) -> bool:
    return any(isinstance(event, TurnStarted) for event in events)


class Unfinished(Exception):
    """The clocks of some games of a batch failed; the others are done."""


class ClockBatch:
    """The games of one job."""

    def __init__(self, games: Games, now: Callable[[], str]) -> None:
        self._games, self._now = games, now
        self._left: list[str] = []  # games that failed

    def run(self, names: Sequence[str]) -> None:
        """Does what is due in each of the games, unless time lost in an outage is to be given back first."""
        until, remaining = time.monotonic() + LONGEST_SECONDS, list(names)
        while remaining and time.monotonic() < until:
            if silent_since(self._games.store, self._now()) is not None:
                return
            self._write(self._decide(remaining))
        if left := [*self._left, *remaining]:
            raise Unfinished(", ".join(left))

    def _decide(self, remaining: list[str]) -> list[Prepared]:
        """Takes as many games as can be decided before the first decision is too old."""
        begun, ready = time.time(), list[Prepared]()
        while remaining and 0 <= time.time() - begun < FRESH_SECONDS:
            self._attempt(
                remaining.pop(0), lambda game: ready.extend(prepared(self._games, game, self._now()))
            )
        return ready

    def _write(self, ready: Sequence[Prepared]) -> None:
        for loaded in self._games.append_all(ready):
            if loaded and is_due(loaded, self._now()):  # more than one commit is due: seldom
                self._attempt(loaded.game, lambda game: tick(self._games, game, self._now()))

    def _attempt(self, game: str, do: Callable[[str], object]) -> None:
        """One game that fails must not stop the others."""
        try:
            do(game)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception:
            log.exception("the clock of game %s failed; its job is tried again", game)
            self._left.append(game)
