"""The job queue as workers use it: rq with JSON instead of pickle, and with the jobs of this service only."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from importlib import import_module
from typing import Any

from redis import Redis, WatchError
from redis.client import Pipeline
from rq import Queue, Retry
from rq.exceptions import DeserializationError
from rq.job import Job, JobStatus
from rq.serializers import JSONSerializer

from service.background.jobs import CLOCKS, JOBS, MODULE, QUEUE, Batch, Need, function_name
from service.clocks.deadlines import moment, written
from service.store.redis_store import connect as connect_store
from service.store.server_addresses import SENTINELS, scheme_of
from workers.environment import now

ALLOWED = frozenset(map(function_name, JOBS))
WRITTEN = "written_at"  # the field of a job's record that says when it was last written


class AllowedJob(Job):
    """A job may name any function that can be imported, to run and to call afterwards; only ours are run.

    Only a worker asks for the function, so nothing else imports the code of jobs.

    A job is written by one machine and read by another. rq notes times by the clock of each; what we compare is by the
    store's clock: `written_at`, and when a retry is due.
    """

    success_callback = failure_callback = stopped_callback = None  # we have none
    written_at: datetime | None = None

    @property
    def func(self) -> Any:  # as rq declares it
        return function_of(self.func_name)

    def send_webhooks(self, *about: Any, **more: Any) -> None:
        """Sends none: a writer to the queue must not choose an address that we call."""

    def to_dict(self, include_meta: bool = True, include_result: bool = True) -> dict[str, Any]:
        return {**super().to_dict(include_meta, include_result), WRITTEN: written(now())}

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        super().restore(raw_data)
        at = raw_data.get(WRITTEN.encode())
        self.written_at = moment(at.decode()) if at else None

    def retry(self, queue: Queue, pipeline: Pipeline) -> None:
        """Schedules the next attempt by the store's clock; rq calls this only while attempts are left."""
        assert self.retries_left
        pause = timedelta(seconds=self.get_retry_interval())
        self.retries_left -= 1
        self.set_status(JobStatus.SCHEDULED)
        queue.schedule_job(self, now() + pause, pipeline=pipeline)

    def _handle_retry_result(
        self, queue: Queue, pipeline: Pipeline, retry: Retry, *more: Any, **named: Any
    ) -> None:
        """So is the next run of a job that asked to be run again: rq schedules it, and we correct when."""
        pause = timedelta(seconds=Retry.get_interval(self.number_of_retries or 0, retry.intervals))
        super()._handle_retry_result(queue, pipeline, retry, *more, **named)
        if pause:
            pipeline.zadd(queue.scheduled_job_registry.key, {self.id: int((now() + pause).timestamp())})


def function_of(name: str | None) -> Any:  # of whatever arguments a job takes
    """The function of a job, by the name under which rq knows it."""
    if name is None or name not in ALLOWED:
        raise PermissionError(f"{name} is not a job of this service")
    return getattr(import_module(MODULE), _job_of(name))


def _job_of(name: str) -> str:
    return name.removeprefix(f"{MODULE}.")


def connect(url: str) -> Any:  # redis-py's clients for one server and for Sentinel share no type
    """A client for rq. It may repeat commands by itself: a job that is queued twice does no harm."""
    return connect_store(url) if scheme_of(url) in SENTINELS else Redis.from_url(url)


def open_queue(connection: Any) -> Queue:
    return Queue(QUEUE, connection=connection, serializer=JSONSerializer, job_class=AllowedJob)


def need_of(job: Job) -> Need | Batch | None:
    """The need for which a job was queued, urgent by now; None if the job is not one of ours."""
    try:
        if job.func_name not in ALLOWED:
            return None
        name = _job_of(job.func_name)
        if name == CLOCKS:
            (games,) = job.args
            return Batch(name, tuple((game, version) for game, version in games), urgent=True)
        game, version = job.args
        return Need(name, game, version, urgent=True)
    except (DeserializationError, ValueError, TypeError):
        return None


def exists(queue: Queue, job_id: str) -> bool:
    """Whether a job is waiting, under way or failed; one that is done leaves nothing."""
    return bool(queue.connection.exists(Job.key_for(job_id)))


class Retries:
    """Queues failed jobs again after their pause.

    rq's own scheduler would be a process forked from a worker, which outlives a worker that is killed.
    """

    def __init__(self, queue: Queue) -> None:
        self._queue, self._registry = queue, queue.scheduled_job_registry

    def queue_due(self) -> None:
        """Each job once: of two dispatchers that look at the same moment, the slower one leaves it at that."""
        if not self._due():
            return
        with self._queue.connection.pipeline() as pipe, suppress(WatchError):
            pipe.watch(self._registry.key)  # type: ignore[no-untyped-call]  # so in redis-py
            names = self._due()
            waiting = AllowedJob.fetch_many(names, self._queue.connection, JSONSerializer)
            pipe.multi()
            for job in filter(None, waiting):
                self._queue.enqueue_job(job, pipeline=pipe, at_front=bool(job.should_enqueue_at_front()))
            for name in names:
                self._registry.remove(name, pipeline=pipe)
            pipe.execute()

    def _due(self) -> list[str]:
        names: list[str] = self._registry.get_jobs_to_schedule(int(now().timestamp()))
        return names
