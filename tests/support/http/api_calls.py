"""Calls of the API as tests make them: the same over a connection and inside this process."""

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from copy import copy
from typing import Any, NamedTuple

from flask import Flask

from service.app import create_app
from service.chat import ADAPTERS
from service.config import Config
from service.games.games import Games
from service.http.call import Call
from service.http.request import EXTENSION, InPath
from service.language.languages import codes
from service.services import Services, make_services
from service.store import MemoryStore, Store
from tests.support.http.running_service import UNLIMITED
from ttr_core.model.actor import SYSTEM
from ttr_core.model.commands import ScoreGame

JSON = "application/json"
IDLE_SECONDS = 5.0  # a server closes a connection that asks nothing for ten


class Reply(NamedTuple):
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:  # whatever JSON holds
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a problem."""
        return str(self.json["code"])


def problem(reply: Reply) -> tuple[int, str]:
    """Status and code, after a look at the shape that all problems have."""
    body = reply.json
    assert reply.headers["content-type"] == "application/problem+json"
    assert set(body) - {"cure"} == {
        "type",
        "title",
        "status",
        "code",
        "request_id",
        "detail",
        "errors",
        "facts",
    }
    assert body["type"].endswith(f"/problems/{body['code']}")
    assert body["status"] == reply.status
    assert body["title"]
    assert body["detail"]
    assert reply.headers["content-language"] in codes()
    assert body["request_id"] == reply.headers["x-request-id"]
    return reply.status, body["code"]


Send = Callable[[str, str, bytes | None, dict[str, str]], Reply]


class Caller:
    """Somebody who calls."""

    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, path: str, token: str | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        return self.call("GET", path, token, None, headers)

    def post(
        self, path: str, body: Any, token: str | None = None, headers: Mapping[str, str] | None = None
    ) -> Reply:
        return self.send("POST", path, body, token, headers)

    def send(
        self,
        method: str,
        path: str,
        body: Any,
        token: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        if body is None:  # for calls that take none
            return self.call(method, path, token, None, headers)
        sent = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.call(method, path, token, sent, {"Content-Type": JSON, **(headers or {})})

    def call(
        self, method: str, path: str, token: str | None, body: bytes | None, headers: Mapping[str, str] | None
    ) -> Reply:
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        return self._send(method, path, body, sent)


def in_process(app: Flask) -> Caller:
    """Calls an application without a server."""
    client = app.test_client()

    def send(method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        with client.open(path, method=method, data=body, headers=headers) as answer:
            return Reply(
                answer.status_code, {name.lower(): value for name, value in answer.headers}, answer.data
            )

    return Caller(send)


@contextmanager
def over_http(port: int) -> Iterator[Caller]:
    """Calls a server on one connection, or on a new one if that broke or was idle."""
    connection, sent_at = http.client.HTTPConnection("127.0.0.1", port, timeout=30), 0.0

    def send(method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Reply:
        nonlocal sent_at
        if time.monotonic() - sent_at > IDLE_SECONDS:
            connection.close()
        sent_at = time.monotonic()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
        except (OSError, http.client.HTTPException):
            connection.close()
            raise
        return Reply(
            answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        )

    with closing(connection):
        yield Caller(send)


def example_path(call: Call) -> str:
    """The address of a call, with the examples of its parameters."""
    return call.path.format(
        **{part.name: part.example for part in call.parameters if isinstance(part, InPath)}
    )


class Table(NamedTuple):
    """A game and the tokens of everybody."""

    game: str
    host: str
    spectator: str
    auditor: str
    seats: dict[int, str]
    invites: dict[int, str]

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"

    @property
    def tokens(self) -> dict[str, str]:
        """Everybody's token, by what it stands for."""
        held = {"host": self.host, "watch": self.spectator, "audit": self.auditor}
        return held | {f"seat:{seat}": token for seat, token in self.seats.items()}


def open_table(caller: Caller, board: str = "usa", players: int = 2, **settings: Any) -> Table:
    """A new game; all seats have names unless `seats` says otherwise."""
    seats = [{"name": f"Player {number}"} for number in range(players)]
    return table_of(caller.post("/v1/games", {"board": board, "seats": seats, **settings}))


def table_of(reply: Reply) -> Table:
    assert reply.status == 201, reply.body
    body = reply.json
    return Table(
        game=body["id"],
        host=body["tokens"]["host"],
        spectator=body["tokens"]["watch"],
        auditor=body["tokens"]["audit"],
        seats={seat["seat"]: seat["token"] for seat in body["seats"] if seat["token"]},
        invites={seat["seat"]: seat["invite"] for seat in body["seats"] if seat["invite"]},
    )


def join(caller: Caller, table: Table, seat: int, name: str = "Guest", entropy: str = "") -> Reply:
    """Sits down on the seat's invite; the table learns of its token."""
    reply = caller.post(f"{table.path}/seats", {"name": name, "entropy": entropy}, table.invites[seat])
    if reply.status == 201:
        table.seats[seat] = reply.json["seat"]["token"]
    return reply


START, ABANDON = {"type": "start_game"}, {"type": "abandon_game"}


def act(caller: Caller, table: Table, command: Mapping[str, Any], token: str | None, **headers: str) -> Reply:
    """Posts a command whatever the version; `headers` replace that."""
    return caller.post(f"{table.path}/commands", command, token, headers or {"If-Match": "*"})


class Inside(NamedTuple):
    """A service within this process, over a store in memory."""

    app: Flask
    store: MemoryStore
    caller: Caller

    @property
    def games(self) -> Games:
        services: Services = self.app.extensions[EXTENSION]
        return services.games

    def score(self, table: Table) -> None:
        """What a worker does when a game has ended."""
        self.games.perform(self.games.cache.read_latest(table.game), [ScoreGame()], SYSTEM)


_ROUTED: dict[tuple[bool, frozenset[str]], Flask] = {}  # by all that routes depend on


def inside(store: MemoryStore | None = None, **settings: Any) -> Inside:
    """A new service, with games of its own unless a store is given."""
    kept = MemoryStore() if store is None else store
    app = app_over(kept, Config(**{**UNLIMITED, **settings}))
    return Inside(app, kept, in_process(app))


def app_over(store: Store, config: Config) -> Flask:
    """A new application, as `create_app` makes it. Compiling routes takes longer than most tests: it is done once."""
    chats = frozenset(name for name, adapter in ADAPTERS.items() if adapter.is_configured(config))
    if (config.plain, chats) not in _ROUTED:
        _ROUTED[config.plain, chats] = create_app(config, MemoryStore())
    app = copy(_ROUTED[config.plain, chats])
    app.extensions = {EXTENSION: make_services(config, store)}
    return app
