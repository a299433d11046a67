"""`ttr rules new`, and how files of a skeleton come into the project: never over others."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from service.cli.skeletons.templates import Files, new_rule_files, with_rule

Function = TypeVar("Function", bound=Callable[..., Any])  # any command of click

NAME = re.compile(r"[a-z][a-z0-9_]*")

BOARD_STEPS = """Next:
  ttr boards check maps/{name}.json
  ttr boards draw maps/{name}.json -o {name}.png
  make generated && make quick"""
RULE_STEPS = """Next:
  read ttr_core/rules/variants/{name}.py, and change it sentence by sentence with its tests and cases
  name it in the `rules` of a map file
  make generated && make quick"""
REGISTRY = "ttr_core/rules/registry.py"


def root_option(function: Function) -> Function:
    return click.option(
        "--root",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=Path(),
        help="The project's folder; the current one by default.",
    )(function)


def begin(name: str, files: Files, root: Path) -> None:
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
        write(root, path, text)


def write(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text, "utf-8")
    click.echo(path)


@click.group()
def rules() -> None:
    """Begin a new rule."""


@rules.command("new")
@click.argument("name")
@root_option
def new_rule(name: str, root: Path) -> None:
    """Begin a rule that can be played: its module, its tests and conformance cases, its place in the registry."""
    registry = root / REGISTRY
    if not registry.is_file():
        raise click.ClickException(f"There is no {REGISTRY}: run this in the project's folder.")
    begin(name, new_rule_files(name), root)
    write(root, REGISTRY, with_rule(registry.read_text("utf-8"), name))
    click.echo(RULE_STEPS.format(name=name))
