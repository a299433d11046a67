"""TTR_PLAIN=1 turns every shortcut of the HTTP edge off, and answers stay the same."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import create_environ, run_wsgi_app

from service.api import commands
from service.app import create_app
from service.config import Config
from service.http.fast_flask import FastFlask, FastRequest, PlainFlask
from service.http.response import WholeResponse
from service.store import MemoryStore
from tests.support.http.api_calls import Table, in_process, open_table

DRAW = b'{"type": "draw_card"}'


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The shortcuts that were taken."""
    names: set[str] = set()

    def noted(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **settings: Any) -> Any:
            names.add(name)
            return original(*arguments, **settings)

        return call

    monkeypatch.setattr(FastRequest, "header", noted("header", FastRequest.header))
    monkeypatch.setattr(FastFlask, "_route", noted("route", FastFlask._route))
    monkeypatch.setattr(WholeResponse, "__call__", noted("response", WholeResponse.__call__))
    monkeypatch.setattr(commands, "_posted_before", noted("body", commands._posted_before))
    return names


def services(store: MemoryStore) -> dict[bool, Flask]:
    return {plain: create_app(Config(plain=plain), store) for plain in (False, True)}


def answers(app: Flask, table: Table) -> list[tuple[str, bytes]]:
    """Status and body of a look and of a command that is refused, which names neither a time nor a request."""
    sent = {"Authorization": f"Bearer {table.seats[0]}", "Content-Type": "application/json"}
    look = create_environ(table.path, headers=sent)
    draw = create_environ(
        f"{table.path}/commands?dry_run=true",
        method="POST",
        headers={**sent, "X-Request-Id": "the-same-id"},
        input_stream=io.BytesIO(DRAW),
        content_length=len(DRAW),
    )
    return [
        (status, b"".join(body)) for body, status, _ in (run_wsgi_app(app, each) for each in (look, draw))
    ]


def test_no_shortcut_is_taken_in_a_plain_service(used: set[str]) -> None:
    store = MemoryStore()
    apps = services(store)
    table = open_table(in_process(apps[False]))
    used.clear()
    fast = answers(apps[False], table)
    assert used == {"header", "route", "response", "body"}
    used.clear()
    plain = answers(apps[True], table)
    assert used == set()
    assert plain == fast
    assert [type(app) for app in apps.values()] == [FastFlask, PlainFlask]
