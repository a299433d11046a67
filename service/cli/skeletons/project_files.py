"""`ttr rules new`, and how files of a skeleton come into the project: never over others."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from service.cli.skeletons.templates import Files, new_rule_files

Function = TypeVar("Function", bound=Callable[..., Any])  # any command of click

NAME = re.compile(r"[a-z][a-z0-9_]*")

BOARD_STEPS = """Next:
  ttr boards check maps/{name}.json
  ttr boards draw maps/{name}.json -o {name}.png
  name it in tests/support/boards/every_board.py, in a docs/conformance-table*.md and in README.md
  make generated && make quick"""
RULE_STEPS = """Next:
  import it in ttr_core/rules/registry.py and give it a place there, with the reason
  name it in the `rules` of a map file; list its settings in docs/boards.md
  make generated && make quick"""


def root_option(function: Function) -> Function:
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="The project's folder; the current one by default.",
    )(function)


def begin(name: str, files: Files, root: Path, steps: str) -> None:
    """Write the files, unless the name cannot be used or one of them is there already."""
    if not NAME.fullmatch(name):
        raise click.BadParameter(
            "letters a to z, digits and underscores, beginning with a letter", param_hint="NAME"
        )
    there = [path for path in files if (root / path).exists()]
    if there:
        raise click.ClickException(f"{there[0]} exists already.")
    missing = [path for path in files if not (root / path).parent.is_dir()]
    if missing:
        raise click.ClickException(f"There is no folder for {missing[0]}: run this in the project's folder.")
    for path, text in files.items():
        (root / path).write_text(text, "utf-8")
        click.echo(path)
    click.echo(steps.format(name=name))


@click.group()
def rules() -> None:
    """Begin a new rule."""


@rules.command("new")
@click.argument("name")
@root_option
def new_rule(name: str, root: Path) -> None:
    """Begin a rule: its module, which scores a point for each route, and a test of it."""
    begin(name, new_rule_files(name), root, RULE_STEPS)
