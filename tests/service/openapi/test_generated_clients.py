"""Clients that generators write from `openapi.yaml`: no warnings, no numbered types, room for events of the future."""

import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import pytest

from service.message_types import EVENTS
from service.openapi.document import FILE
from service.openapi.examples import as_json, examples
from tests.support.http.running_service import Stack
from tests.support.store.store_servers import eventually
from ttr_core.boards.library import whole_document

# what openapi-python-client knows by no other name
MEDIA_TYPES = """\
post_hooks: []
content_type_overrides:
  application/atom+xml: application/octet-stream
  application/problem+json: application/json
  application/x-ndjson: application/octet-stream
  application/yaml: application/octet-stream
  image/png: application/octet-stream
  image/svg+xml: application/octet-stream
  image/webp: application/octet-stream
  text/calendar: application/octet-stream
  text/event-stream: application/octet-stream
"""
FUTURE = "moon_landed"

ReadPage = Callable[[Mapping[str, Any]], Any]  # the page as an object of the client


def _run(module: str, *arguments: str) -> str:
    """What the generator says."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where generators write; it can be imported from."""
    folder = tmp_path_factory.mktemp("generated")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield folder


@pytest.fixture(scope="module")
def client(folder: Path) -> str:
    """What openapi-python-client says."""
    config = folder / "config.yaml"
    config.write_text(MEDIA_TYPES, "utf-8")
    place = ("--path", str(FILE), "--meta", "none", "--output-path", str(folder / "ttr_generated"))
    return _run("openapi_python_client", "generate", *place, "--config", str(config))


@pytest.fixture(scope="module")
def models(folder: Path) -> str:
    """What datamodel-code-generator says."""
    place = ("--input", str(FILE), "--input-file-type", "openapi", "--output", str(folder / "ttr_models.py"))
    style = ("--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--formatters", "builtin")
    return _run("datamodel_code_generator", *place, *style)


def test_a_client_is_generated_whole(client: str) -> None:
    warnings = re.findall(r"(?m)^WARNING.*", client)
    assert warnings == [], client


@pytest.mark.soak
def test_models_are_generated_under_their_own_names(models: str, folder: Path) -> None:
    assert models == ""
    names = re.findall(r"(?m)^class (\w+)", (folder / "ttr_models.py").read_text("utf-8"))
    assert len(names) > len(EVENTS)
    assert [name for name in names if re.search(r"\d$", name)] == []


@pytest.mark.usefixtures("client")
def test_events_are_read_by_a_generated_client() -> None:
    check_reader(importlib.import_module("ttr_generated.models.events_page").EventsPage.from_dict)


@pytest.mark.soak
@pytest.mark.usefixtures("models")
def test_events_are_read_by_generated_models() -> None:
    check_reader(importlib.import_module("ttr_models").EventsPage.model_validate)


def check_reader(read: ReadPage) -> None:
    """Real events are read, and those of the future are unknown events."""
    real = [as_json(event) for event in examples().events.values()]
    future = {**real[0], "type": FUTURE, "data": {"crater": 7}, "seen_from": "earth"}
    page = read({"items": [*real, future], "next": None, "version": len(real) + 1, "more": True})
    kinds = [type(getattr(event, "root", event)).__name__ for event in page.items]
    assert kinds == [f"{EVENTS[event['type']].__name__}Event" for event in real] + ["UnknownEvent"]


# ------------------------------------------------------------------------------------- playing with a client


class Generated:
    """The client that openapi-python-client writes, on a running service."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connections = dict[str, Any]()  # by token

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in self._connections.values():
            connection.get_httpx_client().close()

    def call(self, name: str, token: str, *path: str, **settings: Any) -> Any:
        """What the function for this call returns: an object of the generated classes."""
        module = importlib.import_module(f"ttr_generated.api.{name}")
        return module.sync(*path, client=self._connection(token), **settings)

    def _connection(self, token: str) -> Any:
        if token not in self._connections:
            client = importlib.import_module("ttr_generated.client")
            self._connections[token] = client.AuthenticatedClient(base_url=self._url, token=token)
        return self._connections[token]


def model(name: str) -> Any:
    """A class of the generated client."""
    return getattr(importlib.import_module("ttr_generated.models"), name)


def created(client: Generated, board: str) -> Any:
    players = whole_document(board)["players"][0]
    names = [model("SeatRequest")(name=f"Player {number}") for number in range(players)]
    game = client.call("games.create_game", "none", body=model("TableRequest")(board=board, seats=names))
    assert isinstance(game, model("NewGame")), game
    return game


def next_move(moves: list[Any]) -> Any:
    """The longest route that can be claimed; else the first move, which draws a card or keeps tickets."""
    claims = [move for move in moves if isinstance(move, model("ClaimRoute"))]
    return max(claims, key=lambda claim: len(claim.cards)) if claims else moves[0]


def play_on(client: Generated, game: str, tokens: Mapping[int, str]) -> None:
    """Everybody plays until nobody has a move."""
    while waiting := client.call("games.get_game", tokens[0], game).waiting_for:
        token = tokens[waiting[0]]
        listed = client.call("play.get_commands", token, game)
        move, version = next_move(listed.moves), f'"{listed.version}"'
        done = client.call("play.post_command", token, game, body=move, if_match=version)
        assert isinstance(done, model("CommandDone")), done


@pytest.mark.usefixtures("client")
@pytest.mark.parametrize(
    "board", ["lyon", *(pytest.param(board, marks=pytest.mark.soak) for board in ("usa", "switzerland"))]
)
def test_a_generated_client_plays_a_whole_game(stack: Stack, board: str) -> None:
    with Generated(stack.url) as client:
        new = created(client, board)
        tokens = {seat.seat: seat.token for seat in new.seats}
        play_on(client, new.id, tokens)

        def game() -> Any:
            return client.call("games.get_game", tokens[0], new.id)

        eventually(lambda: game().status == "scored", "a final score")
        page = client.call("play.get_events", tokens[0], new.id, limit=1000)
        assert [event.version for event in page.items] == list(range(1, page.version + 1))
        assert {type(event).__name__ for event in page.items} <= {
            f"{kind.__name__}Event" for kind in EVENTS.values()
        }
        refused = client.call(
            "play.post_command", tokens[0], new.id, body=model("DrawCard")(type_="draw_card"), if_match="*"
        )
        assert (type(refused).__name__, refused.code, refused.status) == ("Problem", "game_over", 409)
        assert refused.detail == refused.title == "The game is over."


@pytest.mark.skipif(
    shutil.which("openapi-typescript") is None, reason="needs openapi-typescript, a tool for node"
)
def test_types_for_typescript_are_generated(tmp_path: Any) -> None:
    command = ["openapi-typescript", str(FILE), "--output", str(tmp_path / "ttr.d.ts")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    assert "warning" not in (done.stdout + done.stderr).lower()
    assert "UnknownEvent" in (tmp_path / "ttr.d.ts").read_text("utf-8")
