"""Checks before the start: are the servers of games and jobs there, and if not, what is wrong, in one sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click
import redis

from service.config import BadConfig, Config
from service.errors import StoreUnavailable, Unconfirmed
from service.runtime.embedded_valkey import CannotStart, default_data_directory, socket_path
from service.runtime.supervisor import GaveUp
from service.runtime.web_server import PortTaken
from service.store.redis_store import RedisStore
from service.store.server_addresses import CLUSTERS, scheme_of
from workers.environment import settings
from workers.processes import with_addresses
from workers.queue.queue import connect

OLDEST = (6, 2)  # version of a server whose commands are all that we need


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where games are kept, if `ttr up` runs them with a server of its own.",
    show_default=str(default_data_directory()),
)


def running_servers(data: Path | None) -> Config:
    """The settings, with the servers that they name or else those that `ttr up` runs over a data directory."""
    config = settings()
    if not config.redis_url:
        place = data or (Path(config.data) if config.data else default_data_directory())
        if not socket_path(place).exists():
            raise click.UsageError(
                f"nothing runs over {place}: start `ttr up`, name its --data, or set TTR_REDIS_URL"
            )
        config = with_addresses(place, config)
    reach_store(config)
    return config


def reach_store(config: Config) -> None:
    """Raises a `BadConfig` that says what is wrong with the server of the games."""
    if not config.redis_url:
        raise click.UsageError("set TTR_REDIS_URL to a Redis or Valkey server, or use `ttr up`")
    _try("TTR_REDIS_URL", lambda: _check_store(config))


def reach_queue(config: Config) -> None:
    address = queue_address(config)
    _try("TTR_QUEUE_URL", lambda: _ping(address))


def queue_address(config: Config) -> str:
    address = config.queue_url or config.redis_url
    if scheme_of(address) in CLUSTERS:
        raise BadConfig("set TTR_QUEUE_URL to a single server: rq does not run on a cluster")
    return address


def _check_store(config: Config) -> None:
    store = RedisStore(config.redis_url, config.wait_replicas)
    try:
        _check_writes(store)
        faults = dict.fromkeys(fault for server in _servers(store.client) for fault in _faults(server))
    finally:
        store.close()
    losing = [fault.text for fault in faults if fault.loses]
    if losing and not config.allow_loss:
        raise BadConfig(
            f"the server in TTR_REDIS_URL {losing[0]}. Change that, or set TTR_ALLOW_LOSS=true to accept it."
        )
    for fault in faults:
        click.echo(f"Warning: the server in TTR_REDIS_URL {fault.text}.", err=True)


def _check_writes(store: RedisStore) -> None:
    """Replicas may come later; until then moves are written and not confirmed, and the service is not ready."""
    try:
        store.check()
    except Unconfirmed as unconfirmed:
        click.echo(
            f"Warning: TTR_WAIT_REPLICAS is {unconfirmed.needed}, but {unconfirmed.replicas} replicas follow the "
            "server in TTR_REDIS_URL. Until enough do, no move is confirmed and the service is not ready.",
            err=True,
        )


class Fault(NamedTuple):
    """What is wrong with the settings of a server of games."""

    text: str
    loses: bool  # confirmed moves; otherwise it is only less safe than it could be


def _servers(client: Any) -> list[Any]:  # redis-py's client of one server, or those of a cluster's primaries
    if isinstance(client, redis.RedisCluster):
        primaries = client.get_primaries()  # type: ignore[no-untyped-call]  # so in redis-py
        return [client.get_redis_connection(node) for node in primaries]
    return [client]


def _faults(client: Any) -> Iterator[Fault]:  # redis-py's client of one server
    server, memory = client.info("server"), client.info("memory")
    version = str(server.get("redis_version", "0"))
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        yield Fault(f"has version {version}; {'.'.join(map(str, OLDEST))} or later is needed", loses=True)
    if not client.info("persistence").get("aof_enabled"):
        yield Fault(
            "keeps no append-only file, so that a restart loses moves: set appendonly yes", loses=True
        )
    elif _setting(client, "appendfsync") not in ("always", ""):
        yield Fault("may lose a second of moves at a power failure: set appendfsync always", loses=False)
    policy = str(memory.get("maxmemory_policy", "noeviction"))
    if policy != "noeviction":
        loses = policy.startswith("allkeys") and bool(memory.get("maxmemory"))
        yield Fault(f"evicts keys ({policy}): set maxmemory-policy noeviction", loses=loses)


def _setting(client: Any, name: str) -> str:
    """A setting of the server, "" where nobody may ask."""
    try:
        return str(client.config_get(name).get(name, ""))
    except redis.ResponseError:
        return ""


def _ping(url: str) -> None:
    client = connect(url)
    client.ping()
    client.close()


def _try(setting: str, reach: Callable[[], None]) -> None:
    try:
        reach()
    except BadConfig:
        raise
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
