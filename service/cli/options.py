"""Options and output formats that several commands share."""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, TypeVar

import click
import msgspec

from service.language.languages import DEFAULT_LANG, Messages, codes
from service.language.vocabulary.bot_levels import level_lines
from ttr_core.bots import POLICIES

Function = TypeVar("Function", bound=Callable[..., Any])


def board_options(function: Function) -> Function:
    return click.option(
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        callback=_read_options,
        help="An option of the board, such as edition=2004. May be repeated.",
    )(function)


def language_option(function: Function) -> Function:
    return click.option(
        "--lang",
        type=click.Choice(codes()),
        default=DEFAULT_LANG,
        show_default=True,
        help="Language of the output.",
    )(function)


def json_option(function: Function) -> Function:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def processes_option(function: Function) -> Function:
    return click.option(
        "--processes",
        "--jobs",
        type=click.IntRange(min=1),
        default=1,
        show_default=True,
        help="Number of processes that play.",
    )(function)


def _read_options(
    ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> Mapping[str, str]:
    for value in values:
        if "=" not in value:
            raise click.BadParameter(f"{value!r} is not KEY=VALUE")
    pairs = (value.partition("=") for value in values)
    return {key: choice for key, _, choice in pairs}


class BotsOption(click.Option):
    """`--bots`: its help describes the levels, whose words are read only when somebody asks for help."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        purpose = self.help or ""
        self.help = " ".join([purpose, *level_lines(Messages(DEFAULT_LANG))])
        try:
            return super().get_help_record(ctx)
        finally:
            self.help = purpose


def read_bots(ctx: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in value.split(",") if name.strip())
    for name in names:
        if name not in POLICIES:
            raise click.BadParameter(f"there is no bot {name!r}; choose from {', '.join(POLICIES)}")
    if not names:
        raise click.BadParameter("name at least one bot")
    return names


def seed_bytes(text: str) -> bytes:
    """The 256-bit seed of a game, from any text."""
    return sha256(text.encode()).digest()


def echo_json(value: object) -> None:
    """Print indented JSON; equal values give equal bytes."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
