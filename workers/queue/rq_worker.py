"""Hands: rq workers that wait for a queue that is away, and tell of jobs that will not be tried again."""

import logging
import os
import secrets
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from types import FrameType, TracebackType
from typing import Any

import msgspec
from redis.client import Pipeline
from rq import Queue, SimpleWorker
from rq.exceptions import StopRequested
from rq.job import Job
from rq.serializers import JSONSerializer

from service.background.backlog import QUEUE
from service.errors import StoreUnavailable
from service.store.redis_store import ERRORS
from service.wiring import utc_now
from workers.jobs import games, settings
from workers.queue.lost_jobs import staying_alive
from workers.queue.queue import OurJob, connect
from workers.step_loop import go_on

log = logging.getLogger("ttr.workers")

PATIENCE_SECONDS = 25  # an idle worker looks after rq's own lists at least so often
OUTAGE_SECONDS = 5.0


class OurWorker(SimpleWorker):
    """Jobs run in its own process, since they are short and a fork would cost more than they do.

    rq's worker tells of whatever it meets at length and ends; trouble with the queue's server is raised instead, for
    whoever has started it to wait and begin again.
    """

    _trouble: BaseException | None = None
    _asked = False

    def subscribe(self) -> None:
        """Takes no orders over the queue; signals end it, and at once."""

    def work(self, *given: Any, **more: Any) -> bool:  # as rq declares it
        worked = super().work(*given, **more)
        if self._trouble and not self._asked:
            raise self._trouble
        return worked

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        self._asked = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # so in rq

    def check_for_suspension(self, burst: bool) -> None:
        with self._ending_on_trouble():
            super().check_for_suspension(burst)

    def run_maintenance_tasks(self) -> None:
        with self._ending_on_trouble():
            super().run_maintenance_tasks()  # type: ignore[no-untyped-call]  # so in rq

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Job, Queue] | None:
        with self._ending_on_trouble():
            return super().dequeue_job_and_maintain_ttl(timeout, max_idle_time)

    def execute_job(self, job: Job, queue: Queue) -> None:
        with self._ending_on_trouble():
            super().execute_job(job, queue)

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        with self._ending_on_trouble():
            super().heartbeat(timeout, pipeline)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:  # as rq declares it
        """A server that is away is no fault of the job, whose traceback would tell nobody anything."""
        error = exc_info[1]
        if isinstance(error, ERRORS):  # of the queue, as those of the store are told otherwise
            raise error
        if isinstance(error, StoreUnavailable):
            log.warning("job %s: the store does not answer: %s", job.id, error)
            report(job, *exc_info)
        else:
            super().handle_exception(job, *exc_info)

    def teardown(self) -> None:
        with suppress(*ERRORS):  # who is not heard of any more is known to be dead before long
            super().teardown()  # type: ignore[no-untyped-call]  # so in rq

    @contextmanager
    def _ending_on_trouble(self) -> Iterator[None]:
        try:
            yield
        except ERRORS as error:
            self._trouble = error
            raise StopRequested from error


class Hand:
    """One rq worker, and another one in its place when the queue was away.

    Each has a name of its own: what the one before had begun is then known to be lost, and queued again.
    """

    def __init__(self) -> None:
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end."""
        go_on(self, log)

    def prepare(self) -> None:
        """There is nothing to prepare: a worker begins with asking whether the queue takes writes."""

    def step(self) -> None:
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        # a worker that is asked to end while it is ending anyway raises that
        with suppress(StopRequested), staying_alive(queue_url(), name):
            try:
                self._work(name)
            finally:
                # a worker's own would ask one that has ended; while nothing is under way we may end at once
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.SIG_DFL)
        self.stopping = True  # it was asked to, or has told of a fault of ours, which is not waited for

    def _work(self, name: str) -> None:
        worker = make_worker(name)
        with closing(worker.connection):
            worker.work(logging_level="WARNING")


def queue_url() -> str:
    return settings().queue_url or settings().redis_url


def make_worker(name: str) -> OurWorker:
    return OurWorker(
        [QUEUE],
        name=name,
        connection=connect(queue_url()),
        serializer=JSONSerializer,
        job_class=OurJob,
        exception_handlers=[report],
        worker_ttl=PATIENCE_SECONDS,
        maintenance_interval=PATIENCE_SECONDS,
    )


def report(job: Job, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> bool:
    """Tells whoever runs the service of a job that will not be tried again by itself; rq deals with it as always."""
    if isinstance(error, StoreUnavailable):
        _wait_for_store()
    if not job.should_retry:
        told = {"at": utc_now(), "job": job.id, "error": repr(error)}
        try:
            games().store.tell_failure(msgspec.json.encode(told).decode())
        except StoreUnavailable as unavailable:
            log.warning("job %s failed, and so did telling it: %s", job.id, unavailable)
    return True


def _wait_for_store() -> None:
    """For a while: without it every other job would fail as well."""
    deadline = time.monotonic() + OUTAGE_SECONDS
    while time.monotonic() < deadline:
        try:
            games().store.check()
        except StoreUnavailable:
            time.sleep(0.1)
        else:
            return
