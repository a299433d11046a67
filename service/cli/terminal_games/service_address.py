"""The service that the terminal talks to: by default the one that `ttr up` runs on this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import click

from service.config import BadConfig, from_environment
from service.language.languages import Messages
from service.runtime.web_server import address
from ttr_client import ApiError, Client, Retries, Unreachable

HASTY = Retries(attempts=4)  # people wait at the keyboard


def read_url(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str:
    try:
        url = value or address(from_environment(os.environ))
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return url.rstrip("/")
    except (BadConfig, ValueError) as error:
        raise click.BadParameter(str(error)) from error
    raise click.BadParameter("expected an address such as http://127.0.0.1:8080")


@contextmanager
def at_service(url: str, lang: str) -> Iterator[Client]:
    """A client of the service; what goes wrong becomes a message."""
    say = Messages(lang)
    with Client(url, retries=HASTY, lang=lang) as client:
        try:
            yield client
        except ApiError as error:
            raise click.ClickException(say("terminal-refused", url=url, why=in_words(error))) from error
        except Unreachable as error:
            why = say("terminal-no_service", url=url, why=str(error.__cause__))
            raise click.ClickException(why) from error


def in_words(error: ApiError) -> str:
    """Why the service refuses, for a person; an answer of something else, such as a proxy, has no sentence."""
    return error.detail or error.title or str(error)
