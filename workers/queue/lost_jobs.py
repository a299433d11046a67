"""Jobs whose worker died, or that no list of rq holds any more, are found within seconds and queued again.

rq alone would take minutes. Every worker writes a heartbeat every second, into a key that expires.
"""

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import timedelta
from threading import Event, Thread
from typing import Any

import redis
from rq import Queue
from rq.exceptions import InvalidJobOperation
from rq.job import Job, JobStatus
from rq.registry import StartedJobRegistry

from service.background.jobs import Batch, Need, enqueue
from workers.environment import now
from workers.queue.queue import AllowedJob, connect, need_of
from workers.step_loop import OutageLog

log = logging.getLogger("ttr.lost")

BEAT_SECONDS = 1.0
SILENCE_SECONDS = 4.0  # a worker without a heartbeat for so long is dead
GRACE = timedelta(seconds=30)  # before a job that failed for good, or that no list holds, is queued anew
PREFIX = "ttr:alive:"  # of the keys that hold heartbeats
MARK = "ttr:queue"  # a key of the queue that is there until the queue is emptied


@contextmanager
def beating(url: str, worker: str) -> Iterator[None]:
    """Writes a worker's heartbeat from a thread until the block is left; raises if the queue takes no writes."""
    with closing(connect(url)) as connection:
        beat(connection, worker)
    over = Event()
    Thread(target=_beat_until, args=(over, url, worker), name="heartbeat", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def beat(connection: Any, worker: str) -> None:
    connection.set(PREFIX + worker, "1", px=int(SILENCE_SECONDS * 1000))


def _beat_until(over: Event, url: str, worker: str) -> None:
    outages = OutageLog(log)
    with closing(connect(url)) as connection:
        while not over.wait(BEAT_SECONDS):
            try:
                beat(connection, worker)
            except redis.RedisError as error:
                outages.warn(error)


def is_alive(connection: Any, worker: str | None) -> bool:
    return worker is not None and bool(connection.exists(PREFIX + worker))


def living_workers(connection: Any) -> list[str]:
    """By their heartbeats: rq's own list forgets workers that outlive a server without a disk."""
    return sorted(key.decode().removeprefix(PREFIX) for key in connection.scan_iter(f"{PREFIX}*"))


def was_emptied(queue: Queue) -> bool:
    """Whether the queue has lost everything since the last call: then all needs are to be derived again."""
    return bool(queue.connection.set(MARK, "1", nx=True))


def enqueue_again(queue: Queue, need: Need | Batch) -> bool:
    """As `enqueue`, but a lost job of the same id makes room: its work is still to be done."""
    if enqueue(queue, need):
        return True
    job = queue.fetch_job(need.id)
    if job is None:
        queue.connection.delete(Job.key_for(need.id))  # the remains of a job, which rq cannot read
    elif is_lost(queue, job):
        _delete(job)
    else:
        return False
    return enqueue(queue, need)


class AbandonedJobs:
    """Jobs that a worker took from the queue and did not finish."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue
        self._taken: set[str] = set()  # jobs between queue and worker at the last look

    def revive(self) -> int:
        """Queues the jobs of dead workers again; returns how many."""
        taken = set(self._queue.intermediate_queue.get_job_ids())
        started = StartedJobRegistry(queue=self._queue).get_job_and_execution_ids(cleanup=False)
        suspects = sorted(taken & self._taken) + [job for job, _ in started if job not in taken]
        self._taken = taken
        return sum(self._revive(name, name in taken) for name in suspects)

    def _revive(self, name: str, taken: bool) -> bool:
        job = self._queue.fetch_job(name)
        if taken:
            self._queue.intermediate_queue.remove(name)
        if job is None:
            return False
        begun = job.get_status(refresh=False) is JobStatus.STARTED
        if not (is_lost(self._queue, job) if begun else taken):
            return False
        need = need_of(job)
        _delete(job)
        return need is not None and enqueue(self._queue, need)


def _delete(job: Job) -> None:
    with suppress(InvalidJobOperation):  # it ended at this very moment, and is gone
        try:
            job.delete()
        except (
            ValueError
        ):  # rq lists an execution for a minute longer than it keeps it, and cannot delete the job then
            job.connection.delete(job.execution_registry.key)
            job.delete()


def is_lost(queue: Queue, job: Job) -> bool:
    match job.get_status(refresh=False):
        case JobStatus.STARTED:
            return not is_alive(queue.connection, job.worker_name)
        case JobStatus.SCHEDULED:
            return job.id not in queue.scheduled_job_registry
        case JobStatus.QUEUED:
            return _is_old(job) and not _is_waiting(queue, job)
        case _:
            return _is_old(job)


def _is_waiting(queue: Queue, job: Job) -> bool:
    return queue.get_job_position(job.id) is not None or job.id in queue.intermediate_queue.get_job_ids()


def _is_old(job: Job) -> bool:
    assert isinstance(job, AllowedJob)
    return job.written_at is None or now() - job.written_at > GRACE
