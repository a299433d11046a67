"""What is due in a game by its clock: reminders, the end of a vacation, and what follows when time has run out."""

from collections.abc import Sequence

from msgspec.structs import replace

from service.deciding import By, Ready
from service.games import Games
from service.problems import Problem
from service.shelf import Loaded
from service.store import Store
from ttr_core import Command, SeatId, SeededRandomness, State, advance
from ttr_core.clocking import Clock, Running
from ttr_core.events import TurnStarted
from ttr_core.phases import Ended, Scored
from ttr_core.rules.clock import Remind, RunOutOfTime
from ttr_core.rules.vacations import EndVacation
from workers.choosing import choose

SYSTEM = "system"
AT_MOST = 100  # commits of one job; what is left is found again


def next_due(loaded: Loaded) -> str | None:
    """The next moment at which something happens in this game whether anybody moves or not."""
    if loaded.refusal() or isinstance(loaded.state.phase, Ended | Scored):
        return None
    return loaded.state.slice(Clock).next_due


def tick(games: Games, game: str, now: str) -> int:
    """Does what is due; how many commits that took. Nothing if somebody else was faster, or has done it before."""
    loaded = games.shelf.current(game)
    for done in range(AT_MOST):
        given = _due(games.store, loaded, now)
        if not given:
            return done
        try:
            loaded = games.perform(loaded, given, SYSTEM, expected=loaded.version).loaded
        except Problem as problem:
            if problem.code != "stale_version":
                raise
            return done
    return AT_MOST


def prepared(games: Games, game: str, now: str) -> Sequence[Ready]:
    """The next commit that is due in a game, decided and not written; none if nothing is due."""
    loaded = games.shelf.current(game)
    given = _due(games.store, loaded, now)
    return (games.prepare(loaded, given, SYSTEM),) if given else ()


def is_due(loaded: Loaded, now: str) -> bool:
    following = next_due(loaded)
    return following is not None and following <= now


def _due(store: Store, loaded: Loaded, now: str) -> Sequence[Command | By]:
    """What belongs into the next commit, if anything."""
    if not is_due(loaded, now):
        return ()
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
    """The whole of what happens in the seat's place, so that it is told in one piece or not at all."""
    ran_out = RunOutOfTime(seat=seat, deadline=running.deadline)
    given: list[Command | By] = [ran_out]
    state, over = _after(loaded, loaded.state, ran_out)
    clock = state.slice(Clock)
    assert clock.settings is not None  # only where there is a clock a deadline can pass
    while not over and seat in state.phase.waiting and seat in state.present:
        move = choose(store, replace(loaded, state=state), seat, clock.settings.bot)
        given.append(By(move, f"clock:{seat}"))
        state, over = _after(loaded, state, move)
    return given


def _after(loaded: Loaded, state: State, command: Command) -> tuple[State, bool]:
    """The state that follows, and whether another turn has begun in it."""
    rng = SeededRandomness(loaded.seed, state.entropy)
    events, state = advance(loaded.ruleset, state, command, rng)
    return state, any(isinstance(event, TurnStarted) for event in events)
