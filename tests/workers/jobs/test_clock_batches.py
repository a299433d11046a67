"""Many deadlines at one moment: jobs of many games, of which each stands for itself."""

from datetime import timedelta

import pytest

from service.background.jobs import CLOCK, CLOCKS, Batch, Need, enqueue
from service.clocks.deadlines import moment, utc_now, written
from service.clocks.heartbeat import ATTENDED, HEARTBEATS
from service.store.redis_store import RedisStore
from tests.support.workers.background_service import Desk, job_ids, play_person
from tests.workers.dispatch.test_clock_schedule import open_timed, times_out
from ttr_core.rules.by_post.clock.terms import ClockSettings
from workers.dispatch import clock_schedule
from workers.dispatch.clock_schedule import JOBS, LARGEST, Batches, Clocks
from workers.jobs import clock_actions
from workers.jobs.clock_actions import ClockBatch, Unfinished
from workers.queue.lost_jobs import AbandonedJobs
from workers.queue.queue import need_of

HOUR = ClockSettings(kind="per_move", seconds=3600)


def due(count: int) -> list[tuple[str, int]]:
    return [(f"game{number:04}", 7) for number in range(count)]


def overdue(desk: Desk, count: int) -> list[str]:
    return [open_timed(desk, HOUR, hours_ago=2) for _ in range(count)]


def batch_of(desk: Desk, games: list[str]) -> Batch:
    return Batch(CLOCKS, tuple((game, desk.current(game).version) for game in games), urgent=True)


# ---------------------------------------------------------------------------------- which games share a job


@pytest.mark.parametrize(
    ("count", "sizes"), [(0, []), (1, [1]), (JOBS, [1] * JOBS), (JOBS + 2, [2] * 5), (500, [LARGEST] * 10)]
)
def test_few_have_a_job_each_and_many_are_taken_together(count: int, sizes: list[int]) -> None:
    batches = list(Batches().of(due(count)))
    assert [1 if isinstance(one, Need) else len(one.games) for one in batches] == sizes
    named = [one.game if isinstance(one, Need) else one.games for one in batches]
    assert len(set(map(str, named))) == len(sizes)


def test_a_game_stays_in_its_batch_until_it_moves() -> None:
    batches, games = Batches(), due(20)
    first = list(batches.of(games))
    assert list(batches.of(games[:5] + games[19:])) == [first[0], first[1], first[6]]
    batches.note("game0000", 7)
    batches.note("game0001", 8)
    assert list(batches.of([games[0], ("game0001", 8)])) == [
        first[0],
        Need(CLOCK, "game0001", 8, urgent=True),
    ]


def test_a_batch_survives_the_queue(desk: Desk) -> None:
    batch = Batch(CLOCKS, (("a", 1), ("b", 2)), urgent=True)
    assert enqueue(desk.queue, batch)
    assert not enqueue(desk.queue, batch)
    job = desk.queue.fetch_job(batch.id)
    assert job is not None
    assert need_of(job) == batch


def test_a_batch_whose_worker_died_before_it_began_is_queued_again(desk: Desk) -> None:
    batch = Batch(CLOCKS, (("a", 1), ("b", 2)), urgent=True)
    enqueue(desk.queue, batch)
    desk.queue.connection.lmove(desk.queue.key, desk.queue.intermediate_queue_key)
    abandoned = AbandonedJobs(desk.queue)
    assert [abandoned.revive(), abandoned.revive()] == [0, 1]
    assert job_ids(desk.queue) == [batch.id]


# ---------------------------------------------------------------------------------- the real thing


def test_many_deadlines_fire_in_few_jobs_and_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_schedule, "AGAIN", timedelta())
    games = overdue(desk, 20)
    clocks = Clocks(desk.games, desk.queue)
    for game in games:
        clocks.note(desk.current(game))
    clocks.step()
    queued = job_ids(desk.queue)
    assert len(queued) == 7
    clocks.step()
    assert job_ids(desk.queue) == queued  # they are there already
    desk.queue.connection.flushall()
    clocks.step()
    assert job_ids(desk.queue) == queued  # they were lost
    desk.work()
    assert [[event.seat for _, event in times_out(desk, game)] for game in games] == [[0, 1]] * 20
    clocks.step()
    desk.work()  # nothing is left to do
    assert all(len(times_out(desk, game)) == 2 for game in games)


def test_a_game_that_fails_does_not_stop_the_others(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    bad, *good = games = overdue(desk, 4)
    real = clock_actions.prepared

    def fail_in_one(*arguments: object) -> object:
        if arguments[1] == bad:
            raise RuntimeError("a defect")
        return real(*arguments)  # type: ignore[arg-type]  # as they were given

    monkeypatch.setattr(clock_actions, "prepared", fail_in_one)
    with pytest.raises(Unfinished, match=bad):
        ClockBatch(desk.games, utc_now).run(games)
    assert [len(times_out(desk, game)) for game in games] == [0, 2, 2, 2]
    batch = batch_of(desk, games)
    enqueue(desk.queue, batch)
    desk.work()
    assert batch.id in desk.queue.scheduled_job_registry  # it is tried again
    monkeypatch.setattr(clock_actions, "prepared", real)
    ClockBatch(desk.games, utc_now).run(games)
    assert [len(times_out(desk, game)) for game in (bad, *good)] == [2, 2, 2, 2]


def test_a_move_before_the_batch_is_written_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    moved, other = games = overdue(desk, 2)
    real = RedisStore.append_all

    def overtaken(store: RedisStore, commits: object) -> object:
        monkeypatch.setattr(RedisStore, "append_all", real)
        play_person(desk.games, moved)
        return real(store, commits)  # type: ignore[arg-type]  # as they were given

    monkeypatch.setattr(RedisStore, "append_all", overtaken)
    ClockBatch(desk.games, utc_now).run(games)
    assert times_out(desk, moved) == []
    assert len(times_out(desk, other)) == 2


def test_nothing_fires_before_an_outage_is_made_good(desk: Desk) -> None:
    games = overdue(desk, 2)
    desk.store.set_properties(HEARTBEATS, {ATTENDED: written(moment(utc_now()) - timedelta(minutes=5))})
    ClockBatch(desk.games, utc_now).run(games)
    assert [times_out(desk, game) for game in games] == [[], []]


def test_what_takes_too_long_is_left_for_another_attempt(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    games = overdue(desk, 2)
    monkeypatch.setattr(clock_actions, "LONGEST_SECONDS", 0.0)
    with pytest.raises(Unfinished, match=", ".join(games)):
        ClockBatch(desk.games, utc_now).run(games)
