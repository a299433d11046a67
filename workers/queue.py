"""The queue: rq with JSON instead of pickle, and jobs of ours only."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DuplicateJobError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from workers import jobs
from workers.needs import BOT, SCORE, STANDINGS, Need

QUEUE = "ttr"
ALLOWED: dict[str, Callable[[str, int], None]] = {
    f"workers.jobs.{name}": getattr(jobs, name) for name in (SCORE, BOT, STANDINGS)
}
SECONDS = 120  # a job that takes longer is stopped
STALE = timedelta(seconds=45)  # a job that has been under way for so long has lost its worker
KEPT_FAILURES = 7 * 86_400


class OurJob(Job):
    """A job names any functions that can be imported, its own and those to call afterwards; only ours are run."""

    success_callback = failure_callback = stopped_callback = None  # type: ignore[assignment]  # we have none

    @property
    def func(self) -> Any:  # as rq declares it
        if self.func_name not in ALLOWED:
            raise PermissionError(f"{self.func_name} is not a job of this service")
        return ALLOWED[self.func_name]


def connect(url: str) -> Redis:
    return Redis.from_url(url)


def open_queue(connection: Redis) -> Queue:
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer, job_class=OurJob)


def enqueue(queue: Queue, need: Need, pace: float = 0) -> bool:
    """Queues what a game needs unless it is queued already; True if it was not."""
    settings: dict[str, Any] = {
        "job_id": need.id,
        "unique": True,
        "retry": Retry(max=3, interval=[1, 5, 20]),
        "job_timeout": SECONDS,
        "result_ttl": 0,
        "failure_ttl": KEPT_FAILURES,
    }
    name = f"workers.jobs.{need.job}"
    try:
        if pace and need.job == BOT:
            queue.enqueue_in(timedelta(seconds=pace), name, need.game, need.version, **settings)
        else:
            queue.enqueue(name, need.game, need.version, **settings)
    except DuplicateJobError:
        return False
    return True


def enqueue_again(queue: Queue, need: Need, pace: float = 0) -> bool:
    """As `enqueue`, but a job that lies there dead makes room: what it was to do is still needed."""
    if enqueue(queue, need, pace):
        return True
    job = queue.fetch_job(need.id)
    if job is not None and _is_dead(job):
        job.delete()
        return enqueue(queue, need, pace)
    return False


def _is_dead(job: Job) -> bool:
    status = job.get_status()
    if status in (JobStatus.QUEUED, JobStatus.SCHEDULED):
        return False
    since = job.started_at or job.enqueued_at or job.created_at
    return datetime.now(UTC) - since.astimezone(UTC) > STALE
