"""The processes of the background: dispatchers, couriers and rq workers, as many as one likes."""

import logging
import os
import secrets
import signal
import socket
import sys
import time
from types import FrameType, TracebackType

import msgspec
from rq import SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.app import JsonLines
from service.backlog import QUEUE
from service.context import utc_now
from service.store import StoreUnavailable
from workers.deliveries import Courier
from workers.dispatcher import Dispatcher
from workers.jobs import games, settings
from workers.lost import stay_alive
from workers.queue import OurJob, connect, open_queue

log = logging.getLogger("ttr.workers")

PATIENCE_SECONDS = 25  # an idle worker looks after rq's own lists at least so often
OUTAGE_SECONDS = 5.0


class OurWorker(SimpleWorker):
    """Jobs run in its own process, since they are short and a fork would cost more than they do."""

    def subscribe(self) -> None:
        """Takes no orders over the queue; signals end it, and at once."""


def queue_url() -> str:
    return settings().queue_url or settings().redis_url


def dispatch() -> None:
    """One dispatcher, until the process is asked to end."""
    _log()
    dispatcher = Dispatcher(games(), open_queue(connect(queue_url())), settings().bot_pace)
    _run_until_asked(dispatcher)


def deliver() -> None:
    """One courier, until the process is asked to end."""
    _log()
    _run_until_asked(Courier(games(), settings()))


def _run_until_asked(one: Dispatcher | Courier) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        one.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    one.run()


def work() -> None:
    """One rq worker."""
    _log()
    name = f"{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"
    stay_alive(queue_url(), name)
    make_worker(name).work(logging_level="WARNING")


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
        except StoreUnavailable:
            log.exception("job %s failed, and so did telling it", job.id)
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


def _log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=os.environ.get("TTR_LOG_LEVEL", "INFO"), handlers=[handler])


if __name__ == "__main__":
    {"dispatch": dispatch, "deliver": deliver, "work": work}[sys.argv[1]]()
