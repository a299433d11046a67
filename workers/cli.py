"""`ttr up`, `ttr serve`, `ttr work`: the whole service on one machine, or its parts on several; and `ttr rebuild`."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from types import FrameType
from typing import Any

import click
import msgspec

from service.boards.board_directory import check_directory
from service.config import BadConfig, Config, from_environment, misspelt
from service.mail.smtp_server import smtp_server
from service.players.game_lists import game_lists_of
from service.ratings.records import records_of
from service.runtime.embedded_valkey import default_data_directory
from service.runtime.supervisor import Child, run_until
from service.runtime.web_server import COUNTED_IN, address, check_port, wait_until_ready
from ttr_core.model.violations import BoardDefect
from workers.environment import open_games
from workers.preflight import data_option, plain_errors, reach_queue, reach_store, running_servers
from workers.processes import api, background, everything, with_servers
from workers.status import status

HINT = """
Ticket to Ride by post is running. Open it in a browser:
  {address}/
  games are kept in {kept}

For programs, {address}/docs describes every call. A game against a bot:
  curl -X POST {address}/v1/games -H 'Content-Type: application/json' \\
       -d '{{"board": "usa", "seats": [{{"name": "Ann"}}, {{"kind": "bot"}}]}}'

Stop with Ctrl-C."""

Option = Callable[[Callable[..., None]], Callable[..., None]]
_DEFAULTS = Config()
_host: Option = click.option("--host", help="Address to listen on.", show_default=_DEFAULTS.host)
_port: Option = click.option(
    "--port", type=click.IntRange(1, 65535), help="Port to listen on.", show_default=str(_DEFAULTS.port)
)
_boards: Option = click.option(
    "--boards",
    type=click.Path(exists=True, file_okay=False, resolve_path=True),
    help="A directory of map files to offer beside the shipped boards.",
)
_workers: Option = click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of worker processes.",
    show_default=str(_DEFAULTS.workers),
)


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Where games are kept.",
    show_default=str(default_data_directory()),
)
@_host
@_port
@_workers
@_boards
def up(data: Path | None, **options: Any) -> None:
    """Run everything on this machine: server, API, dispatcher and workers."""
    with plain_errors(), _counted_together():
        config = _config(data=str(data) if data else None, **options)
        if (
            "TTR_LOG_LEVEL" not in os.environ
        ):  # a person is watching: a line for each request would bury what matters
            config = msgspec.structs.replace(config, log_level="WARNING")
        check_port(config)
        if config.wait_replicas and not config.redis_url:
            raise BadConfig(
                "TTR_WAIT_REPLICAS needs a server of your own in TTR_REDIS_URL: ours has no replicas"
            )
        place = Path(config.data) if config.data else default_data_directory()
        kept, children = str(place), with_servers(place, config, _say)
        if config.redis_url:
            reach_store(config)
            reach_queue(config)
            kept, children = config.redis_url, everything(config, _say)
        _supervise(children, config, HINT.format(address=address(config), kept=kept))


@click.command()
@_host
@_port
@_boards
def serve(**options: Any) -> None:
    """Run the API alone, against the server in TTR_REDIS_URL."""
    with plain_errors(), _counted_together():
        config = _config(**options)
        reach_store(config)
        check_port(config)
        _supervise(api(config, _say), config, f"The API answers at {address(config)}. Stop with Ctrl-C.")


@click.group(invoke_without_command=True)
@_workers
@_boards
def work(**options: Any) -> None:
    """Run a dispatcher and workers, against the servers in TTR_REDIS_URL and TTR_QUEUE_URL."""
    if click.get_current_context().invoked_subcommand:
        return
    with plain_errors():
        config = _config(**options)
        reach_store(config)
        reach_queue(config)
        _supervise(background(config, _say), None, "Dispatcher and workers are running. Stop with Ctrl-C.")


work.add_command(status)


@click.command()
@data_option
def rebuild(data: Path | None) -> None:
    """Make lists, ratings, reliability and statistics anew from games; all of it stays in use meanwhile."""
    with plain_errors():
        games = open_games(running_servers(data))
        number, rows = game_lists_of(games).rebuild()
        counted, rated = records_of(games).rebuild()
    click.echo(f"{number} games with players, {rows} rows in their lists")
    click.echo(f"{counted} games in all, {rated} of them rated")


def _config(**options: Any) -> Config:
    """The settings of the environment, overridden by options; map files are checked before anything starts."""
    for warning in misspelt(os.environ):
        _say(f"Warning: {warning}")
    used = {name: value for name, value in options.items() if value is not None}
    config = msgspec.structs.replace(from_environment(os.environ), **used)
    smtp_server(config.smtp_url)  # refuses what is no mail server before anything starts
    try:
        check_directory(config.boards)
    except BoardDefect as defect:
        raise BadConfig(str(defect)) from defect
    return config


def _supervise(children: Iterable[Child], config: Config | None, hint: str) -> None:
    stop = Event()

    def ask(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask)
    Thread(target=_greet, args=(stop, config, hint), daemon=True).start()
    run_until(stop.is_set, children)
    click.echo("Stopped.")


def _greet(stop: Event, config: Config | None, hint: str) -> None:
    """Prints the hint when the service is ready."""
    while not stop.is_set():
        if config is None or wait_until_ready(config, stop.is_set):
            click.echo(hint)
            return


def _say(text: str) -> None:
    click.echo(text, err=True)


@contextmanager
def _counted_together() -> Iterator[None]:
    """A directory in which the processes of one service count together, unless the environment names one."""
    if COUNTED_IN in os.environ:
        yield
        return
    with TemporaryDirectory(prefix="ttr-metrics-", ignore_cleanup_errors=True) as place:
        os.environ[COUNTED_IN] = place
        try:
            yield
        finally:
            del os.environ[COUNTED_IN]
