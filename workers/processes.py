"""The processes of the background: dispatchers, couriers and rq workers, as many as one likes.

The parts of the service as children to be looked after: each is started when the one before it is there.
"""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType

import msgspec

from service.app import JsonLines
from service.config import Config
from service.runtime.embedded_valkey import EmbeddedServer, socket_url
from service.runtime.supervisor import Child
from service.runtime.web_server import environment, start_server
from workers.dispatch.dispatcher import Dispatcher
from workers.jobs import games, settings
from workers.queue.queue import connect, open_queue
from workers.queue.rq_worker import Hand, queue_url
from workers.step_loop import insist
from workers.webhook_courier import Courier

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


QUEUE = "queue"  # the queue's own part of the data directory

Say = Callable[[str], None]


def with_servers(place: Path, config: Config, say: Say) -> Iterator[Child]:
    """Everything, with servers of our own."""
    yield Child("server", lambda: EmbeddedServer(place, config.fsync).process, say)
    yield Child("queue", lambda: EmbeddedServer(place / QUEUE, keep=False).process, say)
    queue = config.queue_url or socket_url(place / QUEUE)
    yield from everything(msgspec.structs.replace(config, redis_url=socket_url(place), queue_url=queue), say)


def everything(config: Config, say: Say) -> Iterator[Child]:
    yield from api(config, say)
    yield from background(config, say)


def api(config: Config, say: Say) -> Iterator[Child]:
    yield Child("API", partial(start_server, config, environment(config)), say)


def background(config: Config, say: Say) -> Iterator[Child]:
    variables = environment(config)
    for name in ("dispatch", "deliver", *["work"] * config.workers):
        yield Child(name, partial(process, name, variables), say)


def process(name: str, variables: dict[str, str]) -> subprocess.Popen[bytes]:
    # a session of its own: Ctrl-C reaches us, and we end the parts in order
    command = [sys.executable, "-m", "workers.processes", name]
    return subprocess.Popen(command, env=variables, start_new_session=True)
