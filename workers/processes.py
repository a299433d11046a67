"""The processes of the background: dispatchers and rq workers, as many as one likes."""

import logging
import os
import signal
import sys
from types import FrameType

from rq import SimpleWorker
from rq.serializers import JSONSerializer

from service.app import JsonLines
from workers.dispatcher import Dispatcher
from workers.jobs import games, settings
from workers.queue import QUEUE, OurJob, connect, open_queue

PATIENCE_SECONDS = 25  # an idle worker looks after lost jobs at least so often


def queue_url() -> str:
    return settings().queue_url or settings().redis_url


def dispatch() -> None:
    """One dispatcher, until the process is asked to end."""
    _log()
    dispatcher = Dispatcher(games(), open_queue(connect(queue_url())), settings().bot_pace)

    def stop(number: int, frame: FrameType | None) -> None:
        dispatcher.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    dispatcher.run()


def work() -> None:
    """One rq worker; jobs run in its own process, since they are short and a fork would cost more than they do."""
    _log()
    connection = connect(queue_url())
    worker = SimpleWorker(
        [QUEUE],
        connection=connection,
        serializer=JSONSerializer,
        job_class=OurJob,
        worker_ttl=PATIENCE_SECONDS,
        maintenance_interval=PATIENCE_SECONDS,
    )
    worker.work(with_scheduler=bool(settings().bot_pace), logging_level="WARNING")


def _log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=os.environ.get("TTR_LOG_LEVEL", "INFO"), handlers=[handler])


if __name__ == "__main__":
    {"dispatch": dispatch, "work": work}[sys.argv[1]]()
