"""Deadlines fire from the schedule, once, after every restart, and never for time in which we were not there."""

import time as real_time
from collections.abc import Sequence
from datetime import timedelta

import pytest

from service.background.jobs import CLOCK, Need, enqueue
from service.clocks.deadlines import moment, utc_now, written
from service.clocks.heartbeat import ATTENDED, HEARTBEATS, REACHABLE
from service.games.games import Games
from service.games.lobby import GameRequest, open_table
from tests.support.store.copies import take_copy
from tests.support.workers.background_service import Desk, job_ids, play_person
from tests.support.workers.clocked_game import PERSON
from ttr_core.rules.by_post.clock.terms import ClockSettings, TimeRanOut
from workers.dispatch import clock_schedule
from workers.dispatch import dispatcher as dispatch
from workers.dispatch.clock_schedule import Clocks, Schedule

ONE_SECOND = ClockSettings(kind="per_move", seconds=1)


# ---------------------------------------------------------------------------------- the schedule


def test_what_is_due_comes_in_order_and_once() -> None:
    schedule = Schedule()
    for game, due in (("b", "2026-01-02"), ("a", "2026-01-01"), ("c", "2026-01-03")):
        schedule.note(game, 7, due)
    assert schedule.next() == "2026-01-01"
    assert list(schedule.due("2026-01-02")) == [("a", 7), ("b", 7)]
    assert list(schedule.due("2026-01-02")) == []
    assert schedule.next() == "2026-01-03"


def test_only_what_was_noted_last_is_true() -> None:
    schedule = Schedule()
    schedule.note("a", 7, "2026-01-01")
    schedule.note("a", 8, "2026-01-05")
    schedule.note("b", 3, "2026-01-02")
    schedule.note("b", 4, None)
    assert schedule.next() == "2026-01-05"
    assert list(schedule.due("2026-01-04")) == []
    schedule.note("a", 9, "2026-01-03")
    assert list(schedule.due("2026-01-04")) == [("a", 9)]
    assert schedule.next() is None


# ---------------------------------------------------------------------------------- the real thing


def open_timed(desk: Desk, clock: ClockSettings, hours_ago: int = 0) -> str:
    past = written(moment(utc_now()) - timedelta(hours=hours_ago))
    games = Games(desk.store, lambda game, version: None, lambda: past)
    request = GameRequest(board="lyon", seats=(PERSON, PERSON), first=0, clock=clock)
    return open_table(games, request).done.loaded.game


def times_out(desk: Desk, game: str) -> list[tuple[str, TimeRanOut]]:
    events = desk.games.cache.read_events(game, 0)
    return [(envelope.at, event) for envelope, event in events if isinstance(event, TimeRanOut)]


def run_until_time_is_out(desk: Desk, games: Sequence[str], wanted: int) -> None:
    dispatcher = desk.dispatcher()
    give_up = real_time.monotonic() + 20
    while any(len(times_out(desk, game)) < wanted for game in games):
        assert real_time.monotonic() < give_up
        dispatcher.step()
        desk.work()


def test_a_deadline_fires_though_nobody_looks(desk: Desk) -> None:
    game = open_timed(desk, ONE_SECOND)
    run_until_time_is_out(desk, [game], 2)
    for at, event in times_out(desk, game):
        assert 0 <= (moment(at) - moment(event.deadline)).total_seconds() < 5
    assert {event.seat for _, event in times_out(desk, game)[:2]} == {0, 1}


def test_a_dispatcher_that_starts_finds_what_others_have_set(desk: Desk) -> None:
    first = desk.dispatcher()
    games = [open_timed(desk, ONE_SECOND) for _ in range(3)]
    first.step()
    run_until_time_is_out(desk, games, 1)


def test_a_clock_that_a_lost_move_has_stopped_runs_again(desk: Desk) -> None:
    """The sweep settled the game at this very version, before the move that the store then lost."""
    game = open_timed(desk, ClockSettings(kind="per_move", seconds=3600))
    dispatcher = desk.dispatcher()

    def sweep() -> dict[str, tuple[str, int]]:
        dispatcher._sweep.hurry()
        while dispatcher._sweep.pressing:
            dispatcher._sweep_on()
        return dict(dispatcher._clocks._schedule._noted)

    before, restore = sweep(), take_copy(desk.store)
    play_person(desk.games, game)
    dispatcher._look(game)
    assert dispatcher._clocks._schedule._noted != before
    restore()
    assert sweep() == before


def test_whatever_fires_twice_happens_once(desk: Desk) -> None:
    game = open_timed(desk, ClockSettings(kind="per_move", seconds=3600), hours_ago=2)
    version = desk.current(game).version
    for number in range(3):
        enqueue(desk.queue, Need(CLOCK, game, version + number))
    desk.work(jobs=3)
    assert [event.seat for _, event in times_out(desk, game)] == [0, 1]


def test_nothing_is_queued_before_it_is_due(desk: Desk) -> None:
    open_timed(desk, ClockSettings(kind="per_move", seconds=3600))
    dispatcher = desk.dispatcher()
    for _ in range(70):
        dispatcher.step()
    assert job_ids(desk.queue) == []
    assert desk.store.properties(HEARTBEATS)[ATTENDED] <= utc_now()


def test_a_job_that_was_lost_is_queued_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It should have changed something by now; nothing of it is left in the queue."""
    monkeypatch.setattr(clock_schedule, "AGAIN", timedelta())
    game = open_timed(desk, ClockSettings(kind="per_move", seconds=3600), hours_ago=2)
    clocks = Clocks(desk.games, desk.queue)
    clocks.note(desk.current(game))
    for _ in range(2):
        clocks.step()
        assert job_ids(desk.queue) == [f"run_clock-{game}-{desk.current(game).version}"]
        desk.queue.connection.flushall()
    clocks.step()
    desk.work()
    assert len(times_out(desk, game)) == 2


def test_a_dispatcher_is_patient_while_nobody_can_move(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """An overdue clock waits until the API is back; to ask for it all the time would only load the store."""
    game = open_timed(desk, ClockSettings(kind="per_move", seconds=3600), hours_ago=2)
    desk.store.set_properties(HEARTBEATS, {REACHABLE: written(moment(utc_now()) - timedelta(hours=1))})
    dispatcher = desk.dispatcher()
    for _ in range(70):  # until the first sweep is over
        dispatcher.step()
    monkeypatch.setattr(dispatch, "PATIENCE", 0.2)
    begun = real_time.monotonic()
    for _ in range(5):
        dispatcher.step()
    assert real_time.monotonic() - begun > 5 * 0.1
    assert job_ids(desk.queue) == []
    desk.store.set_properties(HEARTBEATS, {REACHABLE: utc_now()})
    dispatcher.step()
    assert job_ids(desk.queue) == [f"run_clock-{game}-{desk.current(game).version}"]
