"""The queue: rq with JSON instead of pickle, and jobs of ours only."""

from collections.abc import Callable
from typing import Any

from redis import Redis
from rq import Queue, Retry
from rq.exceptions import DeserializationError, DuplicateJobError
from rq.job import Job
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer

from service.background.backlog import QUEUE
from service.store.redis_store import connect as connect_store
from workers import jobs
from workers.needs import BOT, CLOCK, CLOCKS, ORDERS, PARCEL, ROOM, SCORE, STANDINGS, Batch, Need

ALLOWED: dict[str, Callable[..., object]] = {
    f"workers.jobs.{name}": getattr(jobs, name)
    for name in (SCORE, BOT, STANDINGS, CLOCK, CLOCKS, ROOM, PARCEL, ORDERS)
}
SECONDS = 120  # a job that takes longer is stopped
RETRIES = (1, 5, 20)  # seconds after which a job that failed is tried again
KEPT_FAILURES = 7 * 86_400


class OurJob(Job):
    """A job names any functions that can be imported, its own and those to call afterwards; only ours are run."""

    success_callback = failure_callback = stopped_callback = None  # we have none

    @property
    def func(self) -> Any:  # as rq declares it
        if self.func_name not in ALLOWED:
            raise PermissionError(f"{self.func_name} is not a job of this service")
        return ALLOWED[self.func_name]

    def send_webhooks(self, *about: Any, **more: Any) -> None:
        """Whoever can write to the queue shall not have us call an address of his choice."""


def connect(url: str) -> Any:  # redis-py's clients for one server and for Sentinel share no type
    """A client for rq, which repeats by itself: a job that is queued twice does no harm."""
    return connect_store(url) if url.startswith("redis+sentinel://") else Redis.from_url(url)


def open_queue(connection: Any) -> Queue:
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer, job_class=OurJob)


def enqueue(queue: Queue, need: Need | Batch) -> bool:
    """Queues what a game needs unless it is queued already; True if it was not."""
    try:
        queue.enqueue(
            f"workers.jobs.{need.job}",
            *need.arguments,
            job_id=need.id,
            unique=True,
            at_front=need.urgent,
            retry=Retry(max=len(RETRIES), interval=list(RETRIES)),
            job_timeout=SECONDS,
            result_ttl=0,
            failure_ttl=KEPT_FAILURES,
        )
    except DuplicateJobError:
        return False
    return True


def need_of(job: Job) -> Need | Batch | None:
    """What a queued job was to do, if it is one of ours; it is overdue by now."""
    try:
        if job.func_name not in ALLOWED:
            return None
        name = job.func_name.rpartition(".")[2]
        if name == CLOCKS:
            (games,) = job.args
            return Batch(name, tuple((game, version) for game, version in games), urgent=True)
        game, version = job.args
        return Need(name, game, version, urgent=True)
    except (DeserializationError, ValueError, TypeError):
        return None


def is_there(queue: Queue, job_id: str) -> bool:
    """Whether a job is waiting, under way or failed; one that is done leaves nothing."""
    return bool(queue.connection.exists(Job.key_for(job_id)))


class Retries:
    """Queues failed jobs again when their time has come.

    rq's own scheduler would be a process forked from a worker, which outlives a worker that is killed.
    """

    def __init__(self, queue: Queue) -> None:
        self._scheduler = RQScheduler(
            [queue], connection=queue.connection, serializer=JSONSerializer, logging_level="WARNING"
        )
        self._scheduler.prepare_registries([queue.name])

    def queue_due(self) -> None:
        self._scheduler.enqueue_scheduled_jobs()  # type: ignore[no-untyped-call]  # so in rq
