"""Finding the call that a request means: what was found before is found again, and nothing else changes."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Request, request
from flask.testing import FlaskClient
from werkzeug.routing import MapAdapter, Rule

from service.app import create_app
from service.config import Config
from service.http.fast_flask import LONGEST_ADDRESS, FastFlask
from service.store import MemoryStore
from tests.support.http.api_calls import in_process, open_table
from tests.support.http.running_service import UNLIMITED

Asked = list[str]


@pytest.fixture
def looked_for(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The paths that Flask itself had to look for."""
    paths: Asked = []
    original = Flask.create_url_adapter

    def create_url_adapter(app: Flask, request: Request | None) -> MapAdapter | None:
        if request is not None:
            paths.append(request.path)
        return original(app, request)

    monkeypatch.setattr(Flask, "create_url_adapter", create_url_adapter)
    return paths


@pytest.fixture
def client(looked_for: Asked) -> Iterator[FlaskClient]:
    app = FastFlask("test")
    app.config["TRUSTED_HOSTS"] = ["localhost", "example.org", "here"]

    @app.get("/games/<game>")
    def get_game(game: str) -> dict[str, str]:
        assert request.view_args is not None
        request.view_args["game"] = "changed by the call"
        return {"game": game, "host": request.host}

    @app.post("/games/<game>")
    def post_game(game: str) -> dict[str, str]:
        return {"posted": game}

    with app.test_client() as client:
        yield client


def test_an_address_is_looked_for_once(client: FlaskClient, looked_for: Asked) -> None:
    for _ in range(3):
        answer = client.get("/games/a", headers={"Host": "example.org"})
        assert answer.json == {"game": "a", "host": "example.org"}
    assert looked_for == ["/games/a"]


def test_another_method_game_or_host_is_another_address(client: FlaskClient, looked_for: Asked) -> None:
    assert client.get("/games/a").json == {"game": "a", "host": "localhost"}
    assert client.post("/games/a").json == {"posted": "a"}
    assert client.get("/games/b").json == {"game": "b", "host": "localhost"}
    assert client.get("/games/a", headers={"Host": "here:81"}).json == {"game": "a", "host": "here:81"}
    assert looked_for == ["/games/a", "/games/a", "/games/b", "/games/a"]


@pytest.mark.parametrize(
    ("method", "path", "host", "status"),
    [
        ("GET", "/nothing", "localhost", 404),
        ("GET", "/games/a/", "localhost", 404),
        ("GET", "//games/a", "localhost", 404),
        ("PUT", "/games/a", "localhost", 405),
        ("GET", "/games/a", "elsewhere", 400),
    ],
)
def test_what_is_refused_is_refused_each_time(
    client: FlaskClient, looked_for: Asked, method: str, path: str, host: str, status: int
) -> None:
    assert client.get("/games/a").status_code == 200
    looked_for.clear()
    for _ in range(2):
        assert client.open(path, method=method, headers={"Host": host}).status_code == status
    assert len(looked_for) == 2


def test_options_lists_the_methods_of_an_address(client: FlaskClient) -> None:
    for _ in range(2):
        assert client.options("/games/a").allow.as_set() == {"get", "head", "post", "options"}


def test_long_addresses_are_not_kept(client: FlaskClient, looked_for: Asked) -> None:
    game = "a" * LONGEST_ADDRESS
    for _ in range(2):
        assert client.get(f"/games/{game}").json == {"game": game, "host": "localhost"}
    assert len(looked_for) == 2


def test_who_asks_for_another_protocol_is_answered_in_ours(client: FlaskClient) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket"}
    for _ in range(2):
        assert client.get("/games/a", headers=upgrade).json == {"game": "a", "host": "localhost"}


def test_addresses_are_compiled_when_the_first_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_builder = Rule._compile_builder

    def note(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled.append(rule.rule)
        return compile_builder(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", note)
    caller = in_process(create_app(Config(**UNLIMITED), MemoryStore()))
    assert compiled == []
    for _ in range(2):
        table = open_table(caller)
        assert caller.get(table.path).status == 200
    assert compiled == ["/v1/games/<game>"]
