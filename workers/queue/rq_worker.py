"""rq worker that survives outages of the queue and reports jobs that failed for good.

rq's worker ends at most errors of its server. A new one then takes its place in the same process, as soon as the queue
takes writes again: the supervisor gives up on a process that dies too often, and an outage may be long. What that
needs from rq's class, and no more:

- `subscribe` is a no-op: rq would obey commands that anybody who can reach the queue's server may send.
- `handle_warm_shutdown_request` remembers that the process was asked to end: an end without that is an outage or a
  fault, and rq reports all three alike.
- `handle_job_success` takes a job for done that another worker, or a transaction without an answer, has ended.
- `max_connection_wait_time`: rq waits up to a minute between attempts to connect. After an outage of 20 s the next job
  waited for 12 s; with this it waits for 2 s.
- a filter drops what rq logs while it handles an outage, which is a traceback each time; `step_loop` logs outages.

An error that is no outage ends the process: rq has logged it, and the supervisor starts another.
"""

import logging
import os
import secrets
import signal
import socket
import sys
import time
from contextlib import closing, suppress
from types import TracebackType

import msgspec
from rq import Queue, SimpleWorker
from rq.exceptions import InvalidJobOperation, StopRequested
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from service.background.jobs import QUEUE
from service.clocks.deadlines import utc_now
from service.errors import StoreUnavailable
from workers.environment import games, queue_url
from workers.queue.lost_jobs import beat, beating
from workers.queue.queue import AllowedJob, connect
from workers.step_loop import OUTAGES, run_steps

log = logging.getLogger("ttr.workers")

MAINTENANCE_SECONDS = 25  # an idle worker tidies rq's own lists at least so often
OUTAGE_SECONDS = 5.0


class QueueWorker(SimpleWorker):
    """Runs jobs in its own process: they are short, and a fork would cost more than they do."""

    max_connection_wait_time = 1.0
    asked_to_end = False

    def subscribe(self) -> None:
        """Takes no commands over the queue."""

    def handle_warm_shutdown_request(self) -> None:
        self.asked_to_end = True

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry) -> None:
        """A job whose record is gone is done: rq would take it for one that has failed, and queue it without a record.

        The answer to the transaction that ended the job got lost, or another worker has done the job as well.
        """
        try:
            super().handle_job_success(job, queue, started_job_registry)
        except InvalidJobOperation:
            log.warning("job %s is done, and its record was gone already", job.id)
            with self.connection.pipeline() as pipeline:
                self.cleanup_execution(job, pipeline)
                pipeline.execute()

    def close(self) -> None:
        self.connection.close()


class WorkerLoop:
    """One rq worker after the other, each under a name of its own.

    The name makes jobs that an earlier worker had begun recognisable as lost, so that they are queued again.
    """

    def __init__(self) -> None:
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end."""
        logging.getLogger("rq.worker").addFilter(_is_no_outage)
        run_steps(self, log)

    def prepare(self) -> None:
        """Connects to the store, once for all jobs: the node of a cluster that the URL names may be gone later."""
        games()

    def step(self) -> None:
        name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
        with beating(queue_url(), name), closing(make_worker(name)) as worker:
            try:
                with suppress(StopRequested):  # asked to end while it was ending anyway
                    worker.work(logging_level="WARNING")
                if not worker.asked_to_end:
                    beat(worker.connection, name)  # raises if the worker ended in an outage that still lasts
            finally:
                self.stopping = worker.asked_to_end
                # rq's handlers would stop a worker that has ended; without one the process may end at once
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.SIG_DFL)
        if not self.stopping:
            log.error("worker %s ended by itself; its process ends for another to take over", name)
            sys.exit(1)


def _is_no_outage(record: logging.LogRecord) -> bool:
    """rq logs from the `except` clause, where the error that it handles is known."""
    return not isinstance(sys.exc_info()[1], OUTAGES)


def make_worker(name: str) -> QueueWorker:
    return QueueWorker(
        [QUEUE],
        name=name,
        connection=connect(queue_url()),
        serializer=JSONSerializer,
        job_class=AllowedJob,
        exception_handlers=[report],
        worker_ttl=MAINTENANCE_SECONDS,
        maintenance_interval=MAINTENANCE_SECONDS,
    )


def report(job: Job, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> bool:
    """Records a job that will not be tried again by itself; True lets rq deal with it as always."""
    if isinstance(error, StoreUnavailable):
        log.warning("the store does not answer; job %s waits for it and is tried again: %s", job.id, error)
        _wait_for_store()
    if not job.should_retry:
        failure = {"at": utc_now(), "job": job.id, "error": repr(error)}
        try:
            games().store.report_failure(msgspec.json.encode(failure).decode())
        except StoreUnavailable as unavailable:
            log.warning(
                "job %s failed for good, and the store did not take the report: %s", job.id, unavailable
            )
    return True


def _wait_for_store() -> None:
    """For a few seconds: without the store all other jobs would fail as well."""
    deadline = time.monotonic() + OUTAGE_SECONDS
    while time.monotonic() < deadline:
        try:
            games().store.check()
        except StoreUnavailable:
            time.sleep(0.1)
        else:
            return
