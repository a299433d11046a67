"""Checks before the start: are the servers of games and jobs there, and if not, what is wrong, in one sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
import redis

from service.config import BadConfig, Config
from service.errors import StoreUnavailable
from service.runtime.embedded_valkey import CannotStart
from service.runtime.supervisor import GaveUp
from service.runtime.web_server import PortTaken
from service.store.redis_store import RedisStore
from workers.queue.queue import connect

CLUSTER = ("redis+cluster://", "rediss+cluster://")


def reach_store(config: Config) -> None:
    """Raises a `BadConfig` that says what is wrong with the server of the games."""
    if not config.redis_url:
        raise click.UsageError("set TTR_REDIS_URL to a Redis or Valkey server, or use `ttr up`")
    _try("TTR_REDIS_URL", lambda: _check_store(config.redis_url))


def reach_queue(config: Config) -> None:
    address = queue_address(config)
    _try("TTR_QUEUE_URL", lambda: _ping(address))


def queue_address(config: Config) -> str:
    address = config.queue_url or config.redis_url
    if address.startswith(CLUSTER):
        raise BadConfig("set TTR_QUEUE_URL to a single server: rq does not run on a cluster")
    return address


def _check_store(url: str) -> None:
    store = RedisStore(url)
    store.check()
    store.close()


def _ping(url: str) -> None:
    client = connect(url)
    client.ping()
    client.close()


def _try(setting: str, reach: Callable[[], None]) -> None:
    try:
        reach()
    except (StoreUnavailable, redis.RedisError, redis.RedisClusterException, OSError) as error:
        raise BadConfig(f"the server in {setting} does not answer: {error}") from error
    except ValueError as error:
        raise BadConfig(f"{setting} is not the address of a server: {error}") from error


@contextmanager
def plain_errors() -> Iterator[None]:
    """Turns errors that a person can do something about into one sentence."""
    try:
        yield
    except (BadConfig, CannotStart, PortTaken, GaveUp) as error:
        raise click.ClickException(str(error)) from error
