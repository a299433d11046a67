"""A pace lets bots wait as a person would, before every move."""

import pytest

from service.clocks.store_clock import StoreClock
from service.games.lobby import GameRequest, open_table
from tests.support.workers.background_service import BOT, PERSON, Desk, job_ids, open_game, play_person
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.phases import PlayingTurn
from ttr_core.rules.by_post.clock.clock import RunOutOfTime
from ttr_core.rules.by_post.clock.terms import Clock as ClockState
from ttr_core.rules.by_post.clock.terms import ClockSettings, TimeOut
from ttr_core.rules.by_post.clock.vacations import EndVacation, TakeVacation
from workers.dispatch import dispatcher as dispatching
from workers.jobs import play_bots
from workers.stand_ins import longest_wait


class Clock:
    """Time passes when a test says so, for dispatchers and for the store."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, seconds = Clock(), StoreClock.seconds
    monkeypatch.setattr(dispatching, "time", clock)
    monkeypatch.setattr(StoreClock, "seconds", lambda store_clock: seconds(store_clock) + clock.now)
    return clock


def test_with_a_pace_bots_wait_before_each_move(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.listener(monkeypatch, pace=3)
    game = open_game(desk.games, PERSON, BOT)
    for _ in range(2):
        dispatcher.step()
        assert job_ids(desk.queue) == []
        clock.now += 2.9
    dispatcher.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{desk.current(game).version}"]


def test_a_person_who_moves_meanwhile_changes_the_plan(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.listener(monkeypatch, pace=3)
    game = open_game(desk.games, PERSON, BOT)
    dispatcher.step()
    clock.now += 2
    loaded = play_person(desk.games, game)  # both choose their first tickets at the same time
    dispatcher.step()
    clock.now += 2
    dispatcher.step()
    assert job_ids(desk.queue) == []
    clock.now += 2
    dispatcher.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{loaded.version}"]


def test_the_sweep_keeps_the_pace(desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = desk.listener(monkeypatch, pace=3)
    open_game(desk.games, PERSON, BOT)
    dispatcher.sweep()
    clock.now += 2
    dispatcher.sweep()
    assert job_ids(desk.queue) == []
    clock.now += 2
    dispatcher.step()
    assert len(job_ids(desk.queue)) == 1


HOUR = 3600


@pytest.fixture
def left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game with a clock of a day for a turn; both people have timed out, and a bot has each seat."""
    clock = ClockSettings(
        kind="per_move", seconds=24 * HOUR, on_timeout=TimeOut.BOT_TAKES_OVER, vacation_days=9
    )
    request = GameRequest(board="lyon", seats=(PERSON, PERSON), first=0, clock=clock)
    game = open_table(desk.games, request).done.loaded.game
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    run_out(desk, game, 0)
    play_bots(game, 0)
    run_out(desk, game, 1)
    return game


def run_out(desk: Desk, game: str, seat: int) -> None:
    loaded = desk.current(game)
    deadline = loaded.state.slice(ClockState).deadlines[seat]
    desk.games.perform(loaded, [RunOutOfTime(seat=seat, deadline=deadline)], SYSTEM)


def test_bots_that_stand_in_for_absent_people_keep_the_pace_of_the_game(
    desk: Desk, clock: Clock, left_alone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They finished the game in seconds once the last person had timed out."""
    dispatcher = desk.dispatcher(stand_in_pace=HOUR)
    monkeypatch.setattr(dispatcher, "_sweep_on", lambda: None)
    dispatcher.step()
    desk.work()  # the turn whose time has run out is played at once, and no other
    assert desk.current(left_alone).state.phase == PlayingTurn(0)
    for seat in (1, 0, 1):
        turns = desk.current(left_alone).state.turns
        dispatcher.step()
        clock.now += HOUR - 1
        dispatcher.step()
        assert bot_jobs(desk) == []
        clock.now += 2
        dispatcher.step()
        desk.work()
        assert desk.current(left_alone).state.phase == PlayingTurn(seat)
        assert desk.current(left_alone).state.turns == turns + 1


def test_what_people_do_at_the_table_does_not_put_a_stand_in_off(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = with_one_absent(desk)
    dispatcher = desk.dispatcher(stand_in_pace=HOUR)
    monkeypatch.setattr(dispatcher, "_sweep_on", lambda: None)
    for _ in range(2):
        dispatcher.step()
        clock.now += HOUR / 2 + 1
        for command in (TakeVacation(seat=1, days=1), EndVacation(seat=1)):
            desk.games.perform(desk.current(game), [command], Actor(Role.SEAT, 1))
    dispatcher.step()
    assert len(bot_jobs(desk)) == 1


def test_a_job_that_was_queued_for_an_earlier_turn_leaves_a_stand_in_its_time(
    desk: Desk, clock: Clock
) -> None:
    """Two dispatchers do not know of each other's jobs: of two jobs at once, each began a turn for the other."""
    game = with_one_absent(desk)
    version = desk.current(game).version
    clock.now += HOUR - 10
    play_bots(game, version - 1)
    assert desk.current(game).version == version
    clock.now += 10
    play_bots(game, version)
    assert desk.current(game).version > version


def bot_jobs(desk: Desk) -> list[str]:
    return [job for job in job_ids(desk.queue) if job.startswith("play_bots")]


def with_one_absent(desk: Desk) -> str:
    """A game in which it is the turn of a bot that stands in for seat 0."""
    clock = ClockSettings(
        kind="per_move", seconds=24 * HOUR, on_timeout=TimeOut.BOT_TAKES_OVER, vacation_days=9
    )
    request = GameRequest(board="lyon", seats=(PERSON, PERSON), first=0, clock=clock)
    game = open_table(desk.games, request).done.loaded.game
    for seat in (0, 1):
        play_person(desk.games, game, seat)
    run_out(desk, game, 0)
    play_bots(game, 0)
    while desk.current(game).state.phase.waiting == (1,):
        play_person(desk.games, game, 1)
    return game


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (ClockSettings(kind="per_move", seconds=600), 60),
        (ClockSettings(kind="per_move", seconds=48 * HOUR), HOUR),
        (ClockSettings(kind="bank", seconds=10 * HOUR), HOUR / 10),
        (ClockSettings(kind="daily", hour="18:00", seconds=HOUR), HOUR),
    ],
)
def test_where_turns_are_quick_so_are_stand_ins(desk: Desk, clock: ClockSettings, seconds: float) -> None:
    request = GameRequest(board="lyon", seats=(PERSON, PERSON), first=0, clock=clock)
    assert longest_wait(open_table(desk.games, request).done.loaded, HOUR) == seconds
