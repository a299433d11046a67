"""`ttr chat`: a chat room in the terminal, with several people and bots against a running service."""

import http.client
import os
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import click

from service.cli.chatting import Chatting
from service.cli.options import board_options, language_option, read_bots
from service.cli.sitting import Leave
from service.client import ApiError, Client, NewGame
from service.config import BadConfig, from_environment
from service.rooms.names import told_apart
from service.serving import address

MARKS = (":", "/")  # which a name cannot hold: they mark who speaks, and what is said to the terminal itself


def _read_people(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    if not names:
        raise click.BadParameter("name at least one person")
    if len({name.casefold() for name in names}) < len(names):
        raise click.BadParameter("two people of one name cannot be told apart")
    if any(mark in name for mark in MARKS for name in names):
        raise click.BadParameter(f"a name holds none of {' '.join(MARKS)}")
    return names


def _read_url(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str:
    try:
        found = value or address(from_environment(os.environ))
        place = urlsplit(found)
        if place.scheme in ("http", "https") and place.hostname and place.port != 0:
            return found.rstrip("/")
    except (BadConfig, ValueError) as error:
        raise click.BadParameter(str(error)) from error
    raise click.BadParameter("an address such as http://127.0.0.1:8080")


def _read_bots(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    return read_bots(ctx, parameter, value) if value.strip() else ()


@click.command()
@click.option("--board", default="usa", show_default=True, help="The name of a board.")
@click.option(
    "--people", callback=_read_people, default="Ann,Ben", show_default=True, help="Who is in the room."
)
@click.option(
    "--bots", callback=_read_bots, default="greedy", show_default=True, help="Who else plays; may be empty."
)
@click.option(
    "--url", callback=_read_url, help="Where the service answers; as TTR_HOST and TTR_PORT say if absent."
)
@board_options
@language_option
def chat(
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    url: str,
    options: Mapping[str, str],
    lang: str,
) -> None:
    """Play in a chat room with several people at this keyboard, against the service that `ttr up` runs."""
    client = Client(url)
    try:
        _play(client, board, people, bots, options, lang)
    except ApiError as error:
        raise click.ClickException(f"the service at {client.url} refuses: {error}") from error
    except (OSError, http.client.HTTPException) as error:
        hint = f"no service answers at {client.url} ({error}). Start one with `ttr up`, or name another with --url."
        raise click.ClickException(hint) from error
    finally:
        client.close()


def _play(
    client: Client,
    board: str,
    people: Sequence[str],
    bots: Sequence[str],
    options: Mapping[str, str],
    lang: str,
) -> None:
    chatting = Chatting(_open(client, board, people, bots, options), client.url, people, lang)
    try:
        chatting.run()
    except (Leave, KeyboardInterrupt, EOFError):
        click.echo()
        chatting.leave()


def _open(
    client: Client, board: str, people: Sequence[str], bots: Sequence[str], options: Mapping[str, str]
) -> NewGame:
    names = told_apart([*people, *bots])
    seats = [{"name": name} for name in names[: len(people)]]
    seats += [
        {"kind": "bot", "bot": bot, "name": name}
        for bot, name in zip(bots, names[len(people) :], strict=True)
    ]
    return client.create(board, seats, options=dict(options))
