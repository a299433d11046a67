"""Lost jobs: those whose worker has died, and those that lie where nobody looks. Each is found within seconds.

rq finds them by itself only minutes later. Every worker says every second that it is alive, in a key that expires.
"""

import logging
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import Any

import redis
from rq import Queue
from rq.exceptions import InvalidJobOperation
from rq.job import Job, JobStatus
from rq.registry import StartedJobRegistry

from workers.needs import Batch, Need
from workers.queue.queue import connect, enqueue, need_of
from workers.step_loop import Complaint

log = logging.getLogger("ttr.lost")

BEAT_SECONDS = 1.0
SILENCE_SECONDS = 4.0  # a worker that was not heard of for so long is dead
GRACE = timedelta(seconds=30)  # before a job that failed for good, or that cannot be found, is queued anew
MARK = "ttr:queue"  # in the queue as long as nobody has emptied it


@contextmanager
def staying_alive(url: str, worker: str) -> Iterator[None]:
    """Says in a thread that a worker lives, until the block is left; not entered unless the queue takes writes."""
    with closing(connect(url)) as connection:
        beat(connection, worker)
    over = Event()
    Thread(target=_go_on, args=(url, worker, over), name="alive", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def beat(connection: Any, worker: str) -> None:
    connection.set(_key(worker), "1", px=int(SILENCE_SECONDS * 1000))


def _go_on(url: str, worker: str, over: Event) -> None:
    complaint = Complaint(log)
    with closing(connect(url)) as connection:
        while not over.wait(BEAT_SECONDS):
            try:
                beat(connection, worker)
            except redis.RedisError as error:
                complaint.tell(error)


def is_alive(connection: Any, worker: str | None) -> bool:
    return worker is not None and bool(connection.exists(_key(worker)))


def _key(worker: str) -> str:
    return f"ttr:alive:{worker}"


def was_emptied(queue: Queue) -> bool:
    """Whether the queue is new since it was last asked: then everything that was in it is to be found again."""
    return bool(queue.connection.set(MARK, "1", nx=True))


def enqueue_again(queue: Queue, need: Need | Batch) -> bool:
    """As `enqueue`, but a job that is lost makes room: what it was to do is still needed."""
    if enqueue(queue, need):
        return True
    job = queue.fetch_job(need.id)
    if job is None:
        queue.connection.delete(Job.key_for(need.id))  # remains of one, which nobody can read
    elif is_lost(queue, job):
        _delete(job)
    else:
        return False
    return enqueue(queue, need)


class Abandoned:
    """Looks after jobs that were taken from the queue and got no further."""

    def __init__(self, queue: Queue) -> None:
        self._queue = queue
        self._taken: set[str] = set()  # seen between the queue and a worker, when last looked

    def revive(self) -> int:
        """Queues again what dead workers had begun; how many jobs that was."""
        taken = set(self._queue.intermediate_queue.get_job_ids())
        started = StartedJobRegistry(queue=self._queue).get_job_and_execution_ids(cleanup=False)
        found = sorted(taken & self._taken) + [job for job, _ in started if job not in taken]
        self._taken = taken
        return sum(self._revive(name, name in taken) for name in found)

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
    with suppress(InvalidJobOperation):  # it has ended at this very moment, and is gone
        job.delete()


def is_lost(queue: Queue, job: Job) -> bool:
    match job.get_status(refresh=False):
        case JobStatus.STARTED:
            return not is_alive(queue.connection, job.worker_name)
        case JobStatus.SCHEDULED:
            return job.id not in queue.scheduled_job_registry
        case JobStatus.QUEUED:
            return _is_old(job.enqueued_at) and not _is_waiting(queue, job)
        case _:
            return _is_old(job.ended_at or job.enqueued_at)


def _is_waiting(queue: Queue, job: Job) -> bool:
    return queue.get_job_position(job.id) is not None or job.id in queue.intermediate_queue.get_job_ids()


def _is_old(since: datetime | None) -> bool:
    return since is None or datetime.now(UTC) - since > GRACE
