"""Boards of the operator's own in the whole service: `ttr up --boards`, new ones while it runs, bots and pictures."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.boards.own_board import map_bytes, map_file
from tests.support.http.api_calls import Caller, Reply, over_http
from tests.support.paths import ROOT
from tests.support.store.store_servers import eventually
from tests.workers.test_up import up, variables
from ttr_client import Client, Created

TOKEN = "the-token-of-the-operator"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A service with a board from a directory."""
    place = tmp_path_factory.mktemp("own")
    boards = place / "boards"
    boards.mkdir()
    (boards / "harbour.json").write_bytes(map_bytes())
    with up(place / "data", "--boards", str(boards), TTR_ADMIN_TOKEN=TOKEN) as (_, url):
        yield int(url.rpartition(":")[2])


def bots_play(client: Client, board: str) -> Created:
    """A game of two bots, to its score: workers play and count it."""
    game = client.create(board, [{"kind": "bot"}, {"kind": "bot", "bot": "random"}])
    eventually(lambda: client.table(game.id).game()["status"] == "scored", "the end of the game", seconds=90)
    return game


def picture(caller: Caller, path: str) -> Reply:
    replies: list[Reply] = []

    def ready() -> bool:
        replies.append(caller.get(path))
        return replies[-1].status == 200

    eventually(ready, "the picture", seconds=90)
    return replies[-1]


def test_bots_play_a_board_from_the_directory_and_it_is_drawn(port: int) -> None:
    with Client(f"http://127.0.0.1:{port}") as client, over_http(port) as caller:
        assert {board["id"]: board["origin"] for board in client.boards()}["harbour"] == "own"
        game = bots_play(client, "harbour").id
        assert b"Castle" in picture(caller, f"/v1/games/{game}/board.svg").body
        assert picture(caller, f"/v1/games/{game}/board.png").body.startswith(b"\x89PNG")
        assert caller.get(f"/v1/games/{game}/audit").json["verified"]


def test_a_board_that_is_sent_while_the_service_runs_is_played_at_once_by_every_process(port: int) -> None:
    """Each request may be answered by another process, and the bots are in none of them."""
    with Client(f"http://127.0.0.1:{port}") as client, over_http(port) as caller:
        assert caller.post("/v1/boards", map_bytes("valley"), TOKEN).status == 201
        for _ in range(6):
            with over_http(port) as other:
                assert other.get("/v1/boards/valley").status == 200
        game = bots_play(client, "valley").id
        assert caller.get(f"/v1/games/{game}/audit").json["verified"]
        assert caller.call("DELETE", "/v1/boards/valley", TOKEN, None, None).status == 200
        assert client.table(game).game()["board"]["id"] == "valley"


@pytest.mark.parametrize("command", ["up", "serve", "work"])
def test_a_broken_file_is_named_before_anything_starts(tmp_path: Path, command: str) -> None:
    document: Any = map_file()
    document["routes"][0]["a"] = "atlantis"
    (tmp_path / "harbour.json").write_bytes(map_bytes(routes=document["routes"]))
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", command, "--boards", str(tmp_path)],
        env=variables(TTR_REDIS_URL="redis://127.0.0.1:1"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "harbour.json: /routes/0/a: unknown_city: there is no city 'atlantis'" in done.stderr
    assert "Traceback" not in done.stderr
