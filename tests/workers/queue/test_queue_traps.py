"""Traps of rq: it runs whatever a job names, and may wait for longer than its socket does."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from redis import Redis
from rq import Callback, Queue, SimpleWorker
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.background.jobs import STANDINGS, Need, enqueue
from service.runtime.embedded_valkey import EmbeddedServer
from tests.support.workers.background_service import worker_environment
from workers.queue.queue import ALLOWED, AllowedJob, connect, open_queue

JOBS = (
    "analyse_game",
    "count_standings",
    "deliver_parcel",
    "follow_orders",
    "make_replay",
    "play_bots",
    "run_clock",
    "run_clocks",
    "score_game",
    "show_talk",
    "tell_room",
)


@pytest.fixture
def connection(embedded: EmbeddedServer) -> Iterator[Redis]:
    with worker_environment(embedded.url, embedded.url), closing(connect(embedded.url)) as connection:
        connection.flushall()
        yield connection


def worker(connection: Redis, job_class: type[Job] = AllowedJob) -> SimpleWorker:
    queue = open_queue(connection).name
    return SimpleWorker([queue], connection=connection, serializer=JSONSerializer, job_class=job_class)


def work_off(connection: Redis, job_class: type[Job] = AllowedJob) -> None:
    worker(connection, job_class).work(burst=True, logging_level="CRITICAL")


def foreign_queue(connection: Redis) -> Queue:
    """The queue as an attacker who can reach its server would open it."""
    return Queue(open_queue(connection).name, connection=connection, serializer=JSONSerializer)


@pytest.mark.parametrize("job_class", [AllowedJob, Job])
def test_a_job_that_is_not_ours_is_refused_and_not_run(
    connection: Redis, tmp_path: Path, job_class: type[Job]
) -> None:
    """rq's own class of jobs runs it, which shows that the refusal is ours."""
    mark = tmp_path / "mark"
    job = foreign_queue(connection).enqueue("os.mkdir", str(mark))
    work_off(connection, job_class)
    ours = job_class is AllowedJob
    assert mark.exists() is not ours
    assert job.get_status() is (JobStatus.FAILED if ours else JobStatus.FINISHED)


@pytest.mark.parametrize(
    "name", ["os.system", "workers.jobs.games", "workers.jobs.os.system", "workers.queue.queue.connect", ""]
)
def test_only_our_jobs_have_a_function(connection: Redis, name: str) -> None:
    job = AllowedJob(id="job", connection=connection, serializer=JSONSerializer)
    job._func_name = name
    with pytest.raises(PermissionError, match="is not a job of this service"):
        _ = job.func
    assert sorted(ALLOWED) == [f"workers.jobs.{job}" for job in JOBS]


def test_a_job_calls_nothing_else_afterwards(connection: Redis, tmp_path: Path) -> None:
    """A job names the functions that follow on its success or failure, too."""
    foreign_queue(connection).enqueue(
        "workers.jobs.score_game",
        "no such game",
        1,
        job_id="job",
        on_success=Callback("os.getpid"),
        on_failure=Callback("os.getpid"),
        on_stopped=Callback("os.getpid"),
    )
    plain = Job.fetch("job", connection, serializer=JSONSerializer)
    assert callable(plain.success_callback)
    ours = AllowedJob.fetch("job", connection, serializer=JSONSerializer)
    assert (ours.success_callback, ours.failure_callback, ours.stopped_callback) == (None, None, None)


def test_jobs_are_json(connection: Redis) -> None:
    queue = open_queue(connection)
    assert enqueue(queue, Need(STANDINGS, "game", 7))
    job = queue.fetch_job("count_standings-game-7")
    assert job is not None
    assert json.loads(job.data) == ["workers.jobs.count_standings", None, ["game", 7], {}]


def test_a_job_that_holds_a_pickle_is_refused(connection: Redis, tmp_path: Path) -> None:
    """Reading a pickle is enough to run what it holds."""
    mark = tmp_path / "mark"
    job = Queue(open_queue(connection).name, connection=connection).enqueue("os.mkdir", str(mark))
    work_off(connection)
    assert not mark.exists()
    assert connection.hget(f"rq:job:{job.id}", "status") != b"finished"


def test_an_idle_worker_does_not_wait_for_longer_than_its_socket(connection: Redis) -> None:
    idle = worker(connection)
    patience = idle.connection.connection_pool.connection_kwargs["socket_timeout"]
    assert idle.dequeue_timeout < patience
