"""The processes of the background: dispatchers, couriers and rq workers, as many as one likes."""

import logging
import os
import signal
import sys
from types import FrameType

from service.app import JsonLines
from workers.deliveries import Courier
from workers.dispatcher import Dispatcher
from workers.going_on import insist
from workers.hands import Hand, queue_url
from workers.jobs import games, settings
from workers.queue import connect, open_queue

log = logging.getLogger("ttr.workers")


def dispatch() -> None:
    """One dispatcher, until the process is asked to end."""
    _log()
    queue = open_queue(connect(queue_url()))
    _run_until_asked(insist(lambda: Dispatcher(games(), queue, settings().bot_pace), log))


def deliver() -> None:
    """One courier, until the process is asked to end."""
    _log()
    _run_until_asked(insist(lambda: Courier(games(), settings()), log))


def _run_until_asked(one: Dispatcher | Courier) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        one.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    one.run()


def work() -> None:
    """One rq worker, until the process is asked to end."""
    _log()
    Hand().run()


def _log() -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=os.environ.get("TTR_LOG_LEVEL", "INFO"), handlers=[handler])


if __name__ == "__main__":
    {"dispatch": dispatch, "deliver": deliver, "work": work}[sys.argv[1]]()
