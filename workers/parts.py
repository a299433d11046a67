"""The parts of the service as children to be looked after: each is started when the one before it is there."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec

from service.config import Config
from service.embedded import EmbeddedServer, socket_url
from service.serving import environment, start_server
from service.supervise import Child

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
