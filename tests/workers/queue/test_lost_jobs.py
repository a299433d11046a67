"""Jobs whose worker has died, and jobs that fail, are found and tried again; none is run twice for nothing."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import rq
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry

from service.background import jobs as job_options
from service.background.backlog import read_backlog
from service.background.jobs import Need, enqueue
from tests.support.checks.stored_games import stored_facts
from tests.support.workers.background_service import BOT, Desk, job_ids, open_game
from workers import jobs
from workers.needs import needs
from workers.queue import lost_jobs
from workers.queue.lost_jobs import AbandonedJobs, enqueue_again
from workers.queue.queue import WRITTEN, Retries


def begun(desk: Desk, need: Need, worker: str) -> None:
    """Leave the job as a worker does that is killed in the middle of it."""
    enqueue(desk.queue, need)
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    desk.queue.remove(job)
    with desk.queue.connection.pipeline() as pipe:
        job.prepare_for_execution(worker, pipe)
        pipe.zadd("rq:wip:ttr", {f"{job.id}:execution": datetime.now(UTC).timestamp() + 180})
        pipe.execute()


def test_a_job_whose_worker_died_is_queued_again(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    begun(desk, need, "dead")
    assert AbandonedJobs(desk.queue).revive() == 1
    assert job_ids(desk.queue) == [need.id]
    assert AbandonedJobs(desk.queue).revive() == 0


def test_a_job_whose_execution_rq_has_forgotten_is_queued_again(desk: Desk) -> None:
    """rq lists an execution for a minute longer than it keeps it."""
    need = Need("play_bots", open_game(desk.games), 1)
    begun(desk, need, "dead")
    later = datetime.now(UTC).timestamp() + 60
    desk.queue.connection.zadd(f"rq:executions:{need.id}", {"execution": later})
    assert AbandonedJobs(desk.queue).revive() == 1
    assert job_ids(desk.queue) == [need.id]


def test_two_dispatchers_queue_a_retry_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, two workers ran it, and the slower one failed because the job was gone."""
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    desk.queue.remove(job)
    desk.queue.connection.zadd("rq:scheduled:ttr", {need.id: 1})  # long due
    fetch_many = Job.fetch_many

    def fetch_late(*arguments: Any, **more: Any) -> list[Job | None]:  # as rq declares them
        monkeypatch.setattr(Job, "fetch_many", fetch_many)
        Retries(desk.queue).queue_due()
        return fetch_many(*arguments, **more)

    monkeypatch.setattr(Job, "fetch_many", fetch_late)
    Retries(desk.queue).queue_due()
    assert job_ids(desk.queue) == [need.id]
    assert desk.queue.connection.zcard("rq:scheduled:ttr") == 0


def test_a_job_whose_worker_lives_is_let_be(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    lost_jobs.beat(desk.queue.connection, "alive")
    begun(desk, need, "alive")
    assert AbandonedJobs(desk.queue).revive() == 0
    assert not enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == []


def test_a_job_that_was_taken_and_never_begun_is_queued_again(desk: Desk) -> None:
    """The worker died between taking it from the queue and writing that it had."""
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    desk.queue.connection.lmove(desk.queue.key, desk.queue.intermediate_queue_key)
    abandoned = AbandonedJobs(desk.queue)
    assert abandoned.revive() == 0  # it may be about to begin
    assert abandoned.revive() == 1
    assert job_ids(desk.queue) == [need.id]
    assert desk.queue.intermediate_queue.get_job_ids() == []


def test_a_job_that_ends_while_it_is_looked_at_is_let_be(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    begun(desk, need, "dead")
    fetch = desk.queue.fetch_job

    def fetch_and_lose(name: str) -> Job | None:
        job = fetch(name)
        desk.queue.connection.delete(Job.key_for(name))
        return job

    monkeypatch.setattr(desk.queue, "fetch_job", fetch_and_lose)
    assert AbandonedJobs(desk.queue).revive() == 1  # once too often does no harm
    assert job_ids(desk.queue) == [need.id]


def age(desk: Desk, need: Need, status: JobStatus) -> Job:
    """Give the job this status and times of five minutes ago."""
    long_ago = (datetime.now(UTC) - timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    for name in ("created_at", "enqueued_at", "started_at", "ended_at", WRITTEN):
        desk.queue.connection.hset(job.key, name, long_ago)
    desk.queue.connection.hset(job.key, "status", status)
    return job


@pytest.mark.parametrize(
    "status", [JobStatus.QUEUED, JobStatus.SCHEDULED, JobStatus.FAILED, JobStatus.FINISHED]
)
def test_a_job_that_lies_nowhere_makes_room(desk: Desk, status: JobStatus) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    desk.queue.remove(age(desk, need, status))
    assert enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == [need.id]


def test_a_job_that_still_waits_is_not_queued_twice(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    age(desk, need, JobStatus.QUEUED)
    assert not enqueue_again(desk.queue, need)
    assert desk.queue.get_job_ids() == [need.id]


def test_the_remains_of_a_job_make_room(desk: Desk) -> None:
    """A worker that dies after its job was deleted may leave a key that no longer is one."""
    need = Need("play_bots", open_game(desk.games), 1)
    desk.queue.connection.hset(Job.key_for(need.id), "last_heartbeat", "now")
    assert enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == [need.id]


def test_a_job_that_fails_is_tried_again_later_and_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(desk.games, BOT, BOT)
    monkeypatch.setattr(jobs, "play_bots", fail)
    dispatcher = desk.listener(monkeypatch)
    dispatcher.step()
    (name,) = job_ids(desk.queue)
    for seconds in job_options.RETRY_SECONDS:
        began = datetime.now(UTC).timestamp()
        desk.work()
        due = desk.queue.connection.zscore("rq:scheduled:ttr", name)
        assert due is not None
        assert began + seconds - 1 <= due <= began + seconds + 5
        dispatcher.step()
        assert job_ids(desk.queue) == []
        desk.queue.connection.zadd("rq:scheduled:ttr", {name: began - 1})  # the time has come
        dispatcher.step()
        assert job_ids(desk.queue) == [name]
    assert desk.store.failures(10) == []
    desk.work()
    assert FailedJobRegistry(queue=desk.queue).get_job_ids() == [name]
    assert [game in text and "out of order" in text for text in desk.store.failures(10)] == [True]
    assert read_backlog(desk.store.client, desk.queue.connection).failed == 1


def fail(game: str, version: int) -> None:
    raise RuntimeError("out of order")


def come_back(game: str, version: int) -> rq.Retry:
    return rq.Retry(max=3, interval=job_options.RETRY_SECONDS[0])


@pytest.mark.parametrize("job", [fail, come_back])
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_retry_comes_in_time_although_the_clock_of_a_worker_is_wrong(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, hours: int, job: Callable[[str, int], object]
) -> None:
    """Before, the clock of the worker said when, and the clock of the dispatcher whether."""
    open_game(desk.games, BOT, BOT)
    monkeypatch.setattr(jobs, "play_bots", job)
    dispatcher = desk.listener(monkeypatch)
    dispatcher.step()
    (name,) = job_ids(desk.queue)
    misread_clocks(monkeypatch, hours)
    began = time.time()
    desk.work()
    assert job_ids(desk.queue) == []
    due = desk.queue.connection.zscore("rq:scheduled:ttr", name)
    assert due is not None
    assert -1 <= due - began - job_options.RETRY_SECONDS[0] <= 5
    desk.queue.connection.zadd("rq:scheduled:ttr", {name: began - 1})  # the time has come
    dispatcher.step()
    assert job_ids(desk.queue) == [name]


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_lost_job_is_as_old_as_the_clock_of_the_store_says(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Before, a job that a machine with a fast clock had queued and lost was left alone for as long as that."""
    need = Need("play_bots", open_game(desk.games), 1)
    with monkeypatch.context() as patched:
        misread_clocks(patched, hours)
        enqueue(desk.queue, need)
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    desk.queue.remove(job)
    assert not enqueue_again(desk.queue, need)
    monkeypatch.setattr(lost_jobs, "GRACE", timedelta(0))
    assert enqueue_again(desk.queue, need)


def misread_clocks(patch: pytest.MonkeyPatch, hours: int) -> None:
    """rq reads a clock that is wrong by so much."""
    for module in (rq.job, rq.queue, rq.worker.base):
        patch.setattr(module, "now", lambda: datetime.now(UTC) + timedelta(hours=hours))


def test_a_job_that_failed_for_good_is_tried_anew_when_some_time_has_passed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(desk.games, BOT, BOT)
    (need,) = needs(desk.current(game))
    with monkeypatch.context() as patched:
        patched.setattr(job_options, "Retry", lambda **_: None)
        patched.setattr(jobs, "play_bots", fail)
        enqueue(desk.queue, need)
        desk.work()
    assert not enqueue_again(desk.queue, need)
    monkeypatch.setattr(lost_jobs, "GRACE", timedelta(0))
    assert enqueue_again(desk.queue, need)
    desk.work()
    assert len(stored_facts(desk.store, game)) > need.version
    assert read_backlog(desk.store.client, desk.queue.connection).failed == 0
