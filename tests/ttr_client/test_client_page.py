"""docs/client.md: its examples run as they stand, and it names every call and every class of errors."""

import inspect
import re
from typing import get_args, get_type_hints

import pytest

import ttr_client
from tests.support.client.command_table import CLIENT_PAGE, client_page
from tests.support.http.running_service import Stack
from ttr_client import Address, ApiError, Client, Notices, Passkeys, Player, Table, Talk, Webhooks
from ttr_client.types import Command

PAGE = CLIENT_PAGE.read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_run(
    stack: Stack, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, as a reader would try them, each with what those before it have left."""
    monkeypatch.setenv("TTR_URL", stack.url)
    monkeypatch.setenv("TTR_TOKEN", "")
    names: dict[str, object] = {"__name__": "page"}
    for number, example in enumerate(EXAMPLES):
        source = example.replace("http://127.0.0.1:8080", stack.url)
        exec(compile(source, f"example {number}", "exec", dont_inherit=True), names)
        assert capsys.readouterr().out or "print" not in example, example
    assert len(EXAMPLES) >= 7
    ttr = names["ttr"]
    assert isinstance(ttr, Client)
    ttr.close()


@pytest.mark.parametrize("kind", [Client, Player, Table, Webhooks, Talk, Passkeys, Address, Notices])
def test_every_call_is_named(kind: type) -> None:
    calls = {name for name, _ in inspect.getmembers(kind) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", PAGE.partition("## All calls")[2]))
    assert calls - {"url", "id", "token", "path"} <= named


def test_every_command_is_listed_with_its_fields() -> None:
    assert client_page() == PAGE, "run make generated"
    for command in get_args(Command):
        kind, *fields = (field for field in get_type_hints(command) if field != "seat")
        (name,) = get_args(get_type_hints(command)[kind])
        (row,) = re.findall(rf"^\| `{name}` \|(.*?)\|", PAGE, re.MULTILINE)
        assert re.findall(r"`(\w+)`:", row) == fields


def test_every_class_of_errors_is_named() -> None:
    table = PAGE.partition("## What can go wrong")[2].partition("## ")[0]
    classes = {
        name
        for name, value in vars(ttr_client).items()
        if inspect.isclass(value) and issubclass(value, Exception)
    }
    assert classes == {name for name in re.findall(r"`(\w+)`", table) if name in classes}
    assert issubclass(ttr_client.Unreachable, ConnectionError)
    assert not issubclass(ttr_client.Unreachable, ApiError)
