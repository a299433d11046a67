"""Nobody loses time to our outages: by a stated rule, once, and recorded in the log."""

import pytest
from freezegun.api import FrozenDateTimeFactory

from service.clocks.deadlines import moment, utc_now
from service.clocks.heartbeat import ATTENDED, HEARTBEATS, REACHABLE
from service.games.games import Games
from tests.support.workers.clocked_game import PostedGame, per_move
from ttr_core.rules.by_post.clock.terms import ClockSettings, DeadlinesMoved
from workers import jobs
from workers.dispatch import clock_schedule
from workers.dispatch.clock_schedule import Clocks
from workers.queue.queue import connect, open_queue


class Watch:
    """The clock schedule on frozen time; due jobs run at once."""

    def __init__(self, post: PostedGame, monkeypatch: pytest.MonkeyPatch) -> None:
        self.post = post
        monkeypatch.setattr(jobs, "games", lambda: post.games)
        monkeypatch.setattr(
            clock_schedule, "enqueue_again", lambda queue, need: jobs.run_clock(need.game, need.version)
        )
        self._queue = open_queue(connect("redis://127.0.0.1:1"))  # never asked: jobs are done at once
        self.restart()

    def restart(self) -> None:
        self.clocks = Clocks(self.post.games, self._queue)
        self.clocks.note(self.post.loaded)

    def look(self, at: str | None = None) -> None:
        if at:
            self.post.until(at)
        self.clocks.step()


@pytest.fixture
def watch(time: FrozenDateTimeFactory, monkeypatch: pytest.MonkeyPatch) -> Watch:
    post = PostedGame(time, per_move())
    post.choose_tickets()
    assert post.clock.deadlines == {0: "2026-03-28T09:00:00.000Z"}
    return Watch(post, monkeypatch)


def moved(post: PostedGame) -> list[tuple[str, str]]:
    events = [event for _, event in post.events_of("deadlines_moved")]
    return [(event.since, event.until) for event in events if isinstance(event, DeadlinesMoved)]


def test_nobody_loses_time_to_an_outage(watch: Watch) -> None:
    watch.look("2026-03-28T08:00:00.000Z")
    watch.restart()
    watch.look("2026-03-28T12:00:00.000Z")  # three hours after the deadline
    assert watch.post.events_of("time_ran_out") == []
    assert moved(watch.post) == [("2026-03-28T08:00:00.000Z", "2026-03-28T12:00:00.000Z")]
    assert watch.post.clock.deadlines == {0: "2026-03-28T13:00:00.000Z"}
    watch.look("2026-03-28T12:59:50.000Z")  # a silence again, this one without anybody noticing
    assert watch.post.events_of("time_ran_out") == []


def test_after_an_outage_the_deadline_fires_when_it_is_due(watch: Watch) -> None:
    watch.look("2026-03-28T08:00:00.000Z")
    watch.look("2026-03-28T08:30:00.000Z")
    for minute in range(31, 60):
        watch.look(f"2026-03-28T08:{minute}:00.000Z")
    assert watch.post.clock.deadlines == {0: "2026-03-28T09:30:00.000Z"}
    for minute in range(30):
        watch.look(f"2026-03-28T09:{minute:02}:00.000Z")
    assert watch.post.events_of("time_ran_out") == []
    watch.look("2026-03-28T09:30:00.000Z")
    assert len(watch.post.events_of("time_ran_out")) == 1


def test_a_minute_is_no_outage(watch: Watch) -> None:
    watch.look("2026-03-28T08:58:30.000Z")
    watch.look("2026-03-28T08:59:30.000Z")
    watch.look("2026-03-28T09:00:30.000Z")
    assert moved(watch.post) == []
    assert len(watch.post.events_of("time_ran_out")) == 1


def test_a_second_dispatcher_does_not_give_the_same_time_again(watch: Watch) -> None:
    watch.look("2026-03-28T08:00:00.000Z")
    seen = watch.post.games.store.properties(HEARTBEATS)[ATTENDED]
    watch.look("2026-03-28T10:00:00.000Z")
    watch.post.games.store.set_properties(HEARTBEATS, {ATTENDED: seen})  # the other had read it before
    watch.restart()
    watch.look("2026-03-28T10:00:02.000Z")
    assert moved(watch.post)[0] == ("2026-03-28T08:00:00.000Z", "2026-03-28T10:00:00.000Z")
    assert sum((moment(b) - moment(a)).total_seconds() for a, b in moved(watch.post)) <= 2 * 3600 + 2


def test_a_dispatcher_that_died_while_giving_time_back_goes_on_where_it_was(watch: Watch) -> None:
    """The heartbeat is renewed when all games have got their time; a game that had got it gets only the rest."""
    watch.look("2026-03-28T08:00:00.000Z")
    seen = watch.post.games.store.properties(HEARTBEATS)[ATTENDED]
    watch.look("2026-03-28T10:00:00.000Z")
    watch.post.games.store.set_properties(HEARTBEATS, {ATTENDED: seen})
    watch.restart()
    watch.look("2026-03-28T11:00:00.000Z")
    assert moved(watch.post) == [
        ("2026-03-28T08:00:00.000Z", "2026-03-28T10:00:00.000Z"),
        ("2026-03-28T10:00:00.000Z", "2026-03-28T11:00:00.000Z"),
    ]
    assert watch.post.clock.deadlines == {0: "2026-03-28T12:00:00.000Z"}


def test_a_job_left_from_before_the_outage_times_nobody_out(
    in_memory: Games, time: FrozenDateTimeFactory
) -> None:
    post = PostedGame(time, per_move(), store=in_memory.store)
    in_memory.store.set_properties(HEARTBEATS, {ATTENDED: utc_now()})
    post.until("2026-03-29T09:00:00.000Z")
    jobs.run_clock(post.game, 1)
    assert post.events_of("time_ran_out") == []
    in_memory.store.set_properties(HEARTBEATS, {ATTENDED: utc_now()})
    jobs.run_clock(post.game, 1)
    assert len(post.events_of("time_ran_out")) == 2


def test_time_that_does_not_run_is_not_given_back(
    time: FrozenDateTimeFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An outage in the night costs nobody anything."""
    post = PostedGame(time, per_move(15, quiet_from="22:00", quiet_until="07:00"))
    post.choose_tickets()
    before = post.clock.deadlines
    watch = Watch(post, monkeypatch)
    watch.look("2026-03-27T22:00:00.000Z")
    watch.restart()
    watch.look("2026-03-28T04:00:00.000Z")
    assert len(moved(post)) == 1
    assert post.clock.deadlines == before


def test_an_outage_moves_a_daily_hour_by_its_own_length(
    time: FrozenDateTimeFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = PostedGame(time, ClockSettings(kind="daily", hour="18:00", zone="Europe/Paris", seconds=3600))
    assert post.clock.deadlines[0] == "2026-03-27T17:00:00.000Z"
    watch = Watch(post, monkeypatch)
    watch.look("2026-03-27T12:00:00.000Z")
    watch.look("2026-03-27T12:10:00.000Z")
    assert post.clock.deadlines[0] == "2026-03-27T17:10:00.000Z"


def test_a_turn_that_began_during_an_outage_gets_what_was_missing_of_it(watch: Watch) -> None:
    watch.look("2026-03-27T10:00:00.000Z")
    watch.post.until("2026-03-27T11:00:00.000Z")  # the API answers; nobody looks after the clocks
    watch.post.move(0)
    watch.look("2026-03-27T14:00:00.000Z")
    assert watch.post.clock.deadlines == {1: "2026-03-28T14:00:00.000Z"}


def test_while_the_api_is_away_nobody_runs_out_of_time(watch: Watch) -> None:
    store = watch.post.games.store
    watch.post.until("2026-03-28T08:30:00.000Z")
    store.set_properties(HEARTBEATS, {REACHABLE: utc_now()})
    watch.look()
    for minute in ("08:32", "08:59", "09:00", "10:00"):
        watch.look(f"2026-03-28T{minute}:00.000Z")
    assert watch.post.events_of("time_ran_out", "deadlines_moved") == []
    store.set_properties(HEARTBEATS, {REACHABLE: utc_now()})
    watch.look()
    assert moved(watch.post) == [("2026-03-28T08:30:00.000Z", "2026-03-28T10:00:00.000Z")]
    assert watch.post.clock.deadlines == {0: "2026-03-28T10:30:00.000Z"}


def test_where_there_never_was_an_api_clocks_run(watch: Watch) -> None:
    watch.look("2026-03-28T08:59:30.000Z")
    watch.look("2026-03-28T09:00:00.000Z")
    assert len(watch.post.events_of("time_ran_out")) == 1
