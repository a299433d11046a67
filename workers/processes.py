"""The processes of the service, as children for the supervisor, and the main function of those in the background."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Protocol

import msgspec

from service.config import Config
from service.message_types import build_converters
from service.metrics import ProcessSizes
from service.runtime.embedded_valkey import EmbeddedServer, socket_url
from service.runtime.log_lines import JsonLines
from service.runtime.supervisor import Child
from service.runtime.web_server import answers, environment, start_server

log = logging.getLogger("ttr.workers")

QUEUE_FOLDER = "queue"  # of the queue's own server, inside the data directory

Say = Callable[[str], None]

# ------------------------------------------------------------------------------------------- children


def with_servers(place: Path, config: Config, say: Say) -> Iterator[Child]:
    """Everything, with servers of our own. Each child is started when the one before it is ready."""
    yield Child("server", lambda: EmbeddedServer(place, config.fsync).process, say)
    yield Child("queue", lambda: EmbeddedServer(place / QUEUE_FOLDER, keep=False).process, say)
    yield from everything(with_addresses(place, config), say)


def with_addresses(place: Path, config: Config) -> Config:
    """The settings for servers of our own over a data directory."""
    queue = config.queue_url or socket_url(place / QUEUE_FOLDER)
    return msgspec.structs.replace(config, redis_url=socket_url(place), queue_url=queue)


def everything(config: Config, say: Say) -> Iterator[Child]:
    """All processes of ours, for servers that are there already."""
    yield from api(config, say)
    yield from background(config, say)


def api(config: Config, say: Say) -> Iterator[Child]:
    yield Child("API", partial(start_server, config, environment(config)), say, partial(answers, config))


def background(config: Config, say: Say) -> Iterator[Child]:
    variables = environment(config)
    for name in ("dispatch", "deliver", "notify", *["work"] * config.workers):
        yield Child(name, partial(process, name, variables), say)


def process(name: str, variables: dict[str, str]) -> subprocess.Popen[bytes]:
    """One process of the background. It leads a session: Ctrl-C reaches us, and we end the processes in order."""
    command = [sys.executable, "-m", "workers.processes", name]
    return subprocess.Popen(command, env=variables, start_new_session=True)


# ---------------------------------------------------------------------------------------------- mains
# Each imports its own code only: a dispatcher that held bots, chats and pictures would be twice as large.


def dispatch() -> None:
    """One dispatcher, until the process is asked to end."""
    from workers.dispatch.dispatcher import Dispatcher
    from workers.environment import games, queue_url, settings
    from workers.queue.queue import connect, open_queue
    from workers.step_loop import when_available

    queue = open_queue(connect(queue_url()))
    bots, stand_ins = settings().bot_pace, settings().stand_in_pace
    dispatcher = when_available(lambda: Dispatcher(games(), queue, bots, stand_ins), log)
    ProcessSizes("dispatch", lambda: dispatcher.sizes).watch()
    _run_until_asked(dispatcher)


def deliver() -> None:
    """One process that delivers webhooks, until it is asked to end."""
    from workers.environment import games, settings
    from workers.step_loop import when_available
    from workers.webhook_delivery import DeliveryProcess

    build_converters()  # it delivers in several threads
    deliverer = when_available(lambda: DeliveryProcess(games(), settings()), log)
    ProcessSizes("deliver", lambda: {"games": len(games().cache)}).watch()
    _run_until_asked(deliverer)


def notify() -> None:
    """One process that sends mail, until it is asked to end."""
    from workers.environment import games, settings
    from workers.notices.notice_process import NoticeProcess
    from workers.step_loop import when_available

    notifier = when_available(lambda: NoticeProcess(games(), settings()), log)
    ProcessSizes("notify", lambda: {"games": len(games().cache)}).watch()
    _run_until_asked(notifier)


def work() -> None:
    """One rq worker, until the process is asked to end."""
    from workers.environment import games
    from workers.queue.rq_worker import WorkerLoop
    from workers.step_loop import when_available

    when_available(games, log)
    ProcessSizes("work", lambda: {"games": len(games().cache)}).watch()
    WorkerLoop().run()


class Stoppable(Protocol):
    stopping: bool

    def run(self) -> None: ...


def _run_until_asked(process: Stoppable) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        process.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    process.run()


def main(name: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=os.environ.get("TTR_LOG_LEVEL", "INFO"), handlers=[handler])
    {"dispatch": dispatch, "deliver": deliver, "notify": notify, "work": work}[name]()


if __name__ == "__main__":
    main(sys.argv[1])
