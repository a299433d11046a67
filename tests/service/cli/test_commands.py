"""The command line itself: its commands, those that packages add, and its version."""

from collections.abc import Callable
from importlib.metadata import EntryPoint

import click
import pytest
from click.testing import CliRunner

import service.cli
from service.cli import BUILT_IN, main

Added = Callable[..., None]


@click.command()
def hello() -> None:
    """Says hello."""
    click.echo("hello from outside")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> Added:
    def add(name: str, value: str) -> None:
        entry = EntryPoint(name=name, value=value, group="ttr.commands")
        monkeypatch.setattr(service.cli, "entry_points", lambda group: [entry])

    return add


def test_all_built_in_commands_are_listed_and_load() -> None:
    listed = CliRunner().invoke(main, ["--help"]).output
    for name in BUILT_IN:
        assert name in listed
        assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0


def test_a_package_adds_a_command(added: Added) -> None:
    added("hello", f"{__name__}:hello")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, __name__, __import__("types").SimpleNamespace(hello=hello))
        assert CliRunner().invoke(main, ["hello"]).output == "hello from outside\n"


def test_a_broken_package_does_not_take_the_others_down(added: Added) -> None:
    added("broken", "no_such_package:command")
    assert CliRunner().invoke(main, ["--help"]).exit_code == 0
    result = CliRunner().invoke(main, ["broken", "--with", "anything"])
    assert result.exit_code == 1
    assert "cannot load the command" in result.output


def test_a_built_in_command_cannot_be_replaced(added: Added) -> None:
    added("boards", "no_such_package:command")
    assert CliRunner().invoke(main, ["boards", "list"]).exit_code == 0


def test_the_version_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.cli, "version", lambda name: "1.2.3")
    result = CliRunner().invoke(main, ["--version"])
    assert (result.exit_code, result.output) == (0, "ttr 1.2.3\n")
