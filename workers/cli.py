"""`ttr up`, `ttr serve` and `ttr work`: the whole service on one machine, or its parts on several."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Event
from types import FrameType
from typing import Any

import click
import msgspec

from service.config import BadConfig, Config, from_environment
from service.embedded import CannotStart, EmbeddedServer, default_data_directory, socket_url
from service.serving import PortTaken, address, check_port, environment, start_server, wait_until_ready
from service.store import StoreUnavailable
from service.store.redis_store import RedisStore
from service.supervise import Child, GaveUp, run_until
from workers.status import status

HINT = """
Ticket to Ride by post is running at {address}
  games are kept in {kept}
  interactive documentation: {address}/docs

Create a game against a bot; the answer holds your token:
  curl -X POST {address}/v1/games -H 'Content-Type: application/json' \\
       -d '{{"board": "usa", "seats": [{{"name": "Ann"}}, {{"kind": "bot"}}]}}'

Stop with Ctrl-C."""

QUEUE = "queue"  # the queue's own part of the data directory

Option = Callable[[Callable[..., None]], Callable[..., None]]
_host: Option = click.option("--host", help="Address to listen on.")
_port: Option = click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on.")
_workers: Option = click.option("--workers", type=click.IntRange(1, 64), help="Number of worker processes.")


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Where games are kept.")
@_host
@_port
@_workers
def up(data: Path | None, **given: Any) -> None:
    """Run everything on this machine: server, API, dispatcher and workers."""
    with _plain_errors():
        config = _config(data=str(data) if data else None, **given)
        if "TTR_LOG_LEVEL" not in os.environ:  # a person is looking: requests would bury what matters
            config = msgspec.structs.replace(config, log_level="WARNING")
        check_port(config)
        kept, children = config.redis_url, []
        if not config.redis_url:
            place = Path(config.data) if config.data else default_data_directory()
            kept, children = str(place), _embedded(place, config)
            urls = [socket_url(place), socket_url(place / QUEUE)]
            config = msgspec.structs.replace(config, redis_url=urls[0], queue_url=config.queue_url or urls[1])
        children += [_api(config), *_background(config)]
        _supervise(children, config, HINT.format(address=address(config), kept=kept))


@click.command()
@_host
@_port
def serve(**given: Any) -> None:
    """Run the API alone, against the server in TTR_REDIS_URL."""
    with _plain_errors():
        config = _config(**given)
        _need_server(config)
        check_port(config)
        _supervise([_api(config)], config, f"The API answers at {address(config)}. Stop with Ctrl-C.")


@click.group(invoke_without_command=True)
@_workers
def work(**given: Any) -> None:
    """Run a dispatcher and workers, against the servers in TTR_REDIS_URL and TTR_QUEUE_URL."""
    if click.get_current_context().invoked_subcommand:
        return
    with _plain_errors():
        config = _config(**given)
        _need_server(config)
        _supervise(_background(config), None, "Dispatcher and workers are running. Stop with Ctrl-C.")


work.add_command(status)


def _config(**given: Any) -> Config:
    """The environment's settings, with those of the command line over them."""
    said = {name: value for name, value in given.items() if value is not None}
    return msgspec.structs.replace(from_environment(os.environ), **said)


def _need_server(config: Config) -> None:
    if not config.redis_url:
        raise click.UsageError("set TTR_REDIS_URL to a Redis or Valkey server, or use `ttr up`")
    store = RedisStore(config.redis_url)
    store.check()
    store.close()


def _embedded(place: Path, config: Config) -> list[Child]:
    return [
        Child("server", lambda: EmbeddedServer(place, config.fsync).process, _say),
        Child("queue", lambda: EmbeddedServer(place / QUEUE, keep=False).process, _say),
    ]


def _api(config: Config) -> Child:
    return Child("API", partial(start_server, config, environment(config)), _say)


def _background(config: Config) -> list[Child]:
    names = ["dispatch", *["work"] * config.workers]
    return [Child(name, partial(_process, name, environment(config)), _say) for name in names]


def _process(name: str, variables: dict[str, str]) -> subprocess.Popen[bytes]:
    # a session of its own: Ctrl-C reaches us, and we end the parts in order
    command = [sys.executable, "-m", "workers.processes", name]
    return subprocess.Popen(command, env=variables, start_new_session=True)


def _supervise(children: list[Child], config: Config | None, hint: str) -> None:
    stop = Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, ask)
    if config is None or wait_until_ready(config, stop.is_set):
        click.echo(hint)
    run_until(stop.is_set, children)
    click.echo("Stopped.")


def _say(text: str) -> None:
    click.echo(text, err=True)


@contextmanager
def _plain_errors() -> Iterator[None]:
    """What a person can do something about is told in a sentence."""
    try:
        yield
    except (BadConfig, CannotStart, PortTaken, GaveUp) as error:
        raise click.ClickException(str(error)) from error
    except StoreUnavailable as error:
        raise click.ClickException(f"the server in TTR_REDIS_URL does not answer: {error}") from error
