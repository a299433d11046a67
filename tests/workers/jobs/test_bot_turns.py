"""A bot moves legally whatever its policy does, in every phase of every board, and its failures are reported."""

import signal
import time
from collections.abc import Callable, Sequence
from itertools import count
from threading import Thread
from typing import Any

import msgspec
import pytest

import ttr_core.rules.registry  # noqa: F401 - brings in the phases of all rules
from service.games.games import Games
from tests.support.checks.stored_games import check_finished, check_stream, stored_facts
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.workers.background_service import BOT, open_game
from ttr_core import Command, Event, legal_commands, redact
from ttr_core.boards.library import board_names
from ttr_core.bots import POLICIES
from ttr_core.bots.planner.planner_bot import choose_planner
from ttr_core.bots.policy import Dice, Situation, situation_of
from ttr_core.model.commands import Pass
from ttr_core.model.phases import Phase
from workers import jobs
from workers.jobs import bot_turns, play_bots
from workers.jobs.bot_turns import TookTooLong, choose, stand_in

LIMIT = 0.15
RANDOM = msgspec.structs.replace(BOT, bot="random")


def fails(*about: Any) -> Command:
    raise ZeroDivisionError("a mistake")


def answers_nothing(*about: Any) -> Command:
    return None  # type: ignore[return-value]  # as a careless policy would


def answers_illegally(*about: Any) -> Command:
    return Pass(seat=1)


def sleeps(*about: Any) -> Command:
    time.sleep(60)
    raise AssertionError("nobody woke it")


def never_ends(*about: Any) -> Command:
    while True:
        pass


def holds_on(*about: Any) -> Command:
    while True:
        try:
            time.sleep(60)
        except Exception:
            continue


def decides_too_late(situation: Situation) -> Command:
    situation.best = situation.legal[-2]
    return never_ends()


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[..., Command]], None]:
    """Has the greedy bot follow another policy."""
    monkeypatch.setattr(bot_turns, "THINKING_SECONDS", LIMIT)
    return lambda policy: monkeypatch.setitem(POLICIES, "greedy", policy)


def failures(games: Games) -> Sequence[dict[str, Any]]:
    return [msgspec.json.decode(text) for text in games.store.failures(10)]


@pytest.mark.parametrize(
    ("policy", "fault"),
    [
        (fails, "ZeroDivisionError('a mistake')"),
        (answers_nothing, "chose None, which is not legal"),
        (answers_illegally, "chose Pass(seat=1), which is not legal"),
        (sleeps, "TookTooLong('no choice within 0.15 s')"),
        (never_ends, "TookTooLong('no choice within 0.15 s')"),
        (holds_on, "TookTooLong('no choice within 0.15 s')"),
    ],
)
def test_a_bot_that_fails_moves_legally_and_is_reported(
    in_memory: Games,
    bot: Callable[[Callable[..., Command]], None],
    policy: Callable[..., Command],
    fault: str,
) -> None:
    bot(policy)
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    began = time.monotonic()
    choice = choose(in_memory.store, loaded, 0)
    assert time.monotonic() - began < 10 * LIMIT
    assert choice in legal_commands(loaded.ruleset, loaded.state, 0)
    (report,) = failures(in_memory)
    expected = {"game": loaded.game, "version": loaded.version, "seat": 0, "bot": "greedy", "error": fault}
    assert expected.items() <= report.items()


def test_a_bot_that_thinks_too_long_plays_the_best_so_far(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    bot(decides_too_late)
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    legal = legal_commands(loaded.ruleset, loaded.state, 0)
    assert choose(in_memory.store, loaded, 0) == legal[-2]


def test_a_bot_that_fails_does_not_move_by_chance(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    """In ten games: the choice of a good bot in its place."""
    bot(fails)
    for _ in range(10):
        loaded = in_memory.cache.read_latest(open_game(in_memory))
        situation = situation_of(loaded.ruleset, loaded.state, 0, Dice(0))
        assert choose(in_memory.store, loaded, 0) == choose_planner(situation)


def test_a_bot_moves_even_if_no_bot_can_choose(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    bot(fails)
    monkeypatch.setattr(bot_turns, "choose_planner", fails)
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    assert choose(in_memory.store, loaded, 0) == stand_in(loaded, 0)


def test_a_bot_remembers_what_its_seat_saw(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    remembered = list[tuple[Event, ...]]()

    def remembers(situation: Situation) -> Command:
        remembered.append(situation.events)
        return situation.legal[0]

    bot(remembers)
    game = open_game(in_memory)
    loaded = in_memory.cache.read_latest(game)
    choose(in_memory.store, loaded, 0)
    events = [event for _, event in in_memory.cache.read_events(game, 0)]
    assert remembered == [tuple(redact(event, 0) for event in events)]


def test_a_game_goes_on_when_its_bots_fail(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    bot(fails)
    game = open_game(in_memory)
    while in_memory.cache.read_latest(game).state.phase.waiting:
        play_bots(game, 1)
    assert in_memory.cache.read_latest(game).over
    assert failures(in_memory)


def test_a_bot_that_nobody_knows_any_more_moves_legally(
    in_memory: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(in_memory)
    monkeypatch.delitem(POLICIES, "greedy")
    while in_memory.cache.read_latest(game).state.phase.waiting:
        play_bots(game, 1)
    assert in_memory.cache.read_latest(game).over
    assert failures(in_memory)[0]["error"] == "KeyError('greedy')"


def test_the_same_game_at_the_same_version_gives_the_same_choice(in_memory: Games) -> None:
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    assert choose(in_memory.store, loaded, 0) == choose(in_memory.store, loaded, 0)
    assert failures(in_memory) == []


def test_a_fallback_is_the_same_however_often_the_job_runs(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    bot(fails)
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    assert choose(in_memory.store, loaded, 0) == choose(in_memory.store, loaded, 0)


class JobIsTooLong(Exception):
    """Stands for the exception with which rq ends a job that takes too long."""


def test_the_limit_of_the_whole_job_goes_on_afterwards(
    in_memory: Games, bot: Callable[[Callable[..., Command]], None]
) -> None:
    """rq stops a job by the same alarm; what a bot has used of its time counts."""
    bot(sleeps)
    loaded = in_memory.cache.read_latest(open_game(in_memory))

    def ring(number: int, frame: object) -> None:
        raise JobIsTooLong

    before = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, 2 * LIMIT)  # the tests have a limit of their own
    try:
        choose(in_memory.store, loaded, 0)
        with pytest.raises(JobIsTooLong):
            time.sleep(60)
    finally:
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left)


def test_no_alarm_is_left_behind(in_memory: Games) -> None:
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    handler, (left, _) = signal.getsignal(signal.SIGALRM), signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        choose(in_memory.store, loaded, 0)
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) == handler
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)


def test_outside_the_main_thread_there_is_no_limit(in_memory: Games) -> None:
    loaded = in_memory.cache.read_latest(open_game(in_memory))
    chosen: list[Command] = []
    thread = Thread(target=lambda: chosen.append(choose(in_memory.store, loaded, 0)))
    thread.start()
    thread.join()
    assert chosen == [choose(in_memory.store, loaded, 0)]
    assert failures(in_memory) == []


def test_taking_too_long_is_not_an_exception_that_policies_catch() -> None:
    assert not issubclass(TookTooLong, Exception)


PASSING = {"TurningCards", "TurnOver"}  # nobody is ever asked in these


def asked_phases(kind: type[Phase]) -> set[str]:
    """The phases in which somebody may be asked something."""
    names = {name for part in kind.__subclasses__() for name in asked_phases(part)}
    ours = kind.__module__.startswith("ttr_core.")  # tests have rules of their own
    own = ours and kind.waiting is not Phase.waiting and not kind.__subclasses__()
    return names | ({kind.__name__} if own else set())


def phases_played(games: Games, game: str) -> set[str]:
    """Play a game of bots move by move, and return the phases in which they moved."""
    phases = set()
    while (loaded := games.cache.read_latest(game)).state.phase.waiting:
        phases.add(type(loaded.state.phase).__name__)
        play_bots(game, 1)
    return phases


@pytest.fixture
def always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games get the same names and seeds in every run."""
    numbers = count(1)
    fix_names_and_seeds(monkeypatch, lambda size: f"{next(numbers):0{2 * size}x}")


@pytest.mark.usefixtures("always_the_same")
def test_bots_play_every_phase_of_every_board(in_memory: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SLICE_SECONDS", 0.0)  # one move a job
    played = set()
    for board in board_names():
        game = open_game(in_memory, BOT, RANDOM, RANDOM, board=board)
        played |= phases_played(in_memory, game)
        assert check_stream(in_memory.store, game).over
    for _ in range(2):
        game = open_game(in_memory, BOT, RANDOM, board="europe", options={"stations": "own"})
        played |= phases_played(in_memory, game)
    # coloured locomotives are for many players
    game = open_game(in_memory, *[RANDOM] * 6, board="world-light")
    played |= phases_played(in_memory, game)
    assert played == asked_phases(Phase) - PASSING
    assert failures(in_memory) == []


def test_random_bots_finish_too(in_memory: Games) -> None:
    game = open_game(in_memory, RANDOM, BOT, board="switzerland")
    while in_memory.cache.read_latest(game).state.phase.waiting:
        play_bots(game, 1)
    check_finished(in_memory.store, game)
    assert {actor for actor, _, _ in stored_facts(in_memory.store, game)} >= {"bot:0", "bot:1", "system"}
