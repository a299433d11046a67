"""The service that the terminal talks to: by default the one that `ttr up` runs on this machine."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import click

from service.config import BadConfig, from_environment
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
def at_service(url: str) -> Iterator[Client]:
    """A client of the service; what goes wrong becomes a message."""
    with Client(url, retries=HASTY) as client:
        try:
            yield client
        except ApiError as error:
            raise click.ClickException(f"the service at {url} refused: {error}") from error
        except Unreachable as error:
            hint = "Start one with `ttr up`, or name another with --url."
            raise click.ClickException(f"no service answers at {url} ({error.__cause__}). {hint}") from error
