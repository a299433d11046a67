"""The client for scripts: typed calls, repeated where that is safe, and nothing else of this project."""

import ast
import http.client
import itertools
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from threading import Thread

import pytest

import service.client
from service.client import ApiError, Client, NewGame
from tests.support.http.faulty_network import CUT, Cutter, scripted
from tests.support.http.game_bodies import caller_of, names
from tests.support.http.running_service import Stack
from tests.support.paths import ROOT

SEATS = [{"name": "Ann"}, {"name": "Bob"}]


@pytest.fixture
def client(stack: Stack) -> Iterator[Client]:
    with closing(Client(stack.url)) as client:
        yield client


@pytest.fixture
def cutter(stack: Stack) -> Iterator[Cutter]:
    cutter = Cutter(stack.port)
    thread = Thread(target=cutter.serve)
    thread.start()
    yield cutter
    cutter.close()
    thread.join()


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """The client does not pause between attempts."""
    monkeypatch.setattr(service.client, "PAUSE", 0.0)
    monkeypatch.setattr(service.client, "AGAIN", 0.0)


# ----------------------------------------------------------------------------------- on its own


def test_the_client_needs_nothing_of_this_project() -> None:
    tree = ast.parse((ROOT / "service" / "client.py").read_text("utf-8"))
    names = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names
    assert "json" in names


def test_the_example_plays_a_whole_game(stack: Stack) -> None:
    example = ROOT / "docs" / "examples" / "play_a_game.py"
    done = subprocess.run(
        [sys.executable, example, stack.url], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["seat 0", "seat 1"]
    assert done.stderr == ""


# ---------------------------------------------------------------------------------------- calls


def test_every_call_has_its_answer(client: Client) -> None:
    assert "usa" in [board["name"] for board in client.boards()]
    created = client.create("usa", [{"name": "Ann"}, {}], visibility="private")
    bob = client.join(created.game, created.invites[1], "Bob", entropy="é")
    assert bob.look()["you"] == {"role": "seat", "seat": 1}
    version, commands = bob.commands()
    played = bob.play(dict(commands[0]), version)
    assert played.events[-1]["version"] == played.version == version + 1
    assert bob.look(at=version)["version"] == version
    assert [event["version"] for event in bob.events()] == list(range(1, played.version + 1))
    assert [event["version"] for event in bob.events(after=version)] == [played.version]
    assert [
        seat["seat"] for seat in created.seats[0].look(standings=True)["seats"] if seat["longest_path"]
    ] == [0, 1]
    assert client.seat(created.game, created.watch).look()["you"] == {"role": "watch", "seat": None}


def test_refusals_tell_what_programs_need(client: Client) -> None:
    created = client.create("usa", SEATS, visibility="private")
    with pytest.raises(ApiError) as stranger:
        client.seat(created.game).look()
    assert (stranger.value.status, stranger.value.code) == (404, "game_not_found")
    seat = created.seats[0]
    version, commands = seat.commands()
    with pytest.raises(ApiError, match=r"412 stale_version: .*'version'") as stale:
        seat.play(dict(commands[0]), version - 1)
    assert stale.value.facts == {"version": version}
    with pytest.raises(ApiError) as unscored:
        seat.score()
    assert (unscored.value.code, unscored.value.retry_after) == ("not_scored_yet", None)
    with pytest.raises(ApiError) as followed:
        next(client.seat(created.game).follow())
    assert followed.value.status == 404


def test_a_service_may_have_a_path_and_a_certificate() -> None:
    assert isinstance(Client("https://localhost/trains/").connect(), http.client.HTTPSConnection)
    assert Client("https://localhost/trains/").address("/v1/games") == "/trains/v1/games"


# ----------------------------------------------------------------------------- broken connections


@pytest.mark.parametrize("after", [0, 1, 100])
def test_a_command_whose_answer_is_lost_is_carried_out_once(
    client: Client, cutter: Cutter, after: int
) -> None:
    created = client.create("usa", SEATS)
    with closing(Client(cutter.url)) as remote:
        seat = remote.seat(created.game, created.seats[0].token)
        version, commands = seat.commands()
        cutter.after = after
        played = seat.play(dict(commands[0]), version)
    assert cutter.cuts == 1
    assert [event["type"] for event in played.events] == ["tickets_chosen"]
    assert [event["version"] for event in seat.client.seat(created.game).events(version)] == [played.version]
    seat.client.close()


def test_joining_is_done_once(client: Client, cutter: Cutter) -> None:
    created = client.create("usa", [{"name": "Ann"}, {}])
    with closing(Client(cutter.url)) as remote:
        cutter.after = 0
        seat = remote.join(created.game, created.invites[1], "Bob")
        assert names(seat.look()) == ["Ann", "Bob"]
        assert caller_of(seat.look()) == "seat:1"
    assert cutter.cuts == 1


def test_creating_is_done_once(client: Client, cutter: Cutter) -> None:
    """The request is repeated, and no second game comes of it that nobody knows of."""
    before = games_listed(client)
    with closing(Client(cutter.url)) as remote:
        cutter.after = 0
        created = remote.create("usa", SEATS, visibility="public")
        assert caller_of(created.seats[0].look()) == "seat:0"
    assert cutter.cuts == 1
    assert games_listed(client) - before == {created.game}


def games_listed(client: Client) -> set[str]:
    return {listed["id"] for listed in client.call("GET", "/v1/games").body["items"]}


def test_a_call_that_may_not_be_repeated_is_tried_once(cutter: Cutter) -> None:
    with closing(Client(cutter.url)) as remote:
        cutter.after = 0
        with pytest.raises((OSError, http.client.HTTPException)):
            remote.call("POST", "/v1/games", body={"board": "usa", "seats": SEATS})
        assert cutter.cuts == 1


def test_a_dead_connection_is_given_up_for_a_new_one(client: Client) -> None:
    """The client notices that the server has closed its connection, even before a call that it makes only once."""
    client.boards()
    connection = client._connection
    assert connection is not None
    connection.sock.shutdown(socket.SHUT_RDWR)
    created = NewGame(client, client.call("POST", "/v1/games", body={"board": "usa", "seats": SEATS}).body)
    connection = client._connection
    assert connection is not None
    connection.sock.shutdown(socket.SHUT_RDWR)
    assert created.seats[0].look()["id"] == created.game


def test_without_a_server_the_client_gives_up_in_the_end() -> None:
    with pytest.raises(ConnectionRefusedError):
        Client("http://127.0.0.1:1").boards()


def test_followers_go_on_where_they_were(client: Client, cutter: Cutter) -> None:
    """The stream is cut in the middle of a line and between lines: no event is missing, none comes twice."""
    created = client.create("usa", SEATS)
    whole = list(created.seats[0].events())
    for after in (0, 300, 1500, 4000):
        with closing(Client(cutter.url)) as remote:
            cutter.after = after
            events = remote.seat(created.game, created.seats[0].token).follow()
            assert list(itertools.islice(events, len(whole))) == whole
            events.close()  # type: ignore[attr-defined]  # a generator, as `follow` is written
    assert cutter.cuts == 4


# -------------------------------------------------------------------------------- a busy service


JSON = {"Content-Type": "application/json"}
BUSY = (429, {**JSON, "Retry-After": "0"}, b'{"code": "too_many_requests"}')
GONE = (503, {"Content-Type": "text/html", "Retry-After": "Mon, 16 Nov 2026 00:00:00 GMT"}, b"<h1>later</h1>")
BOARDS = (200, JSON, b'{"boards": [{"name": "usa"}]}')


def test_a_busy_service_is_asked_again() -> None:
    with scripted(BUSY, GONE, BUSY, BOARDS) as (url, script), closing(Client(url)) as client:
        assert client.boards() == [{"name": "usa"}]
        assert script.requested == ["/v1/boards"] * 4


def test_an_answer_that_breaks_off_inside_its_headers_is_asked_for_again() -> None:
    with scripted((CUT, {}, b""), BOARDS) as (url, script), closing(Client(url)) as client:
        assert client.boards() == [{"name": "usa"}]
        assert script.requested == ["/v1/boards"] * 2


def test_a_service_that_stays_busy_is_given_up() -> None:
    with scripted(BUSY) as (url, script), closing(Client(url)) as client:
        with pytest.raises(ApiError) as refused:
            client.boards()
        assert (refused.value.code, refused.value.retry_after) == ("too_many_requests", 0.0)
        assert len(script.requested) == service.client.TRIES


def test_an_error_that_is_no_problem_document_is_raised_too() -> None:
    with (
        scripted((404, {"Content-Type": "text/html"}, b"<h1>no</h1>")) as (url, _),
        closing(Client(url)) as client,
    ):
        with pytest.raises(ApiError) as refused:
            client.boards()
        assert (refused.value.status, refused.value.code, refused.value.facts) == (404, "unknown", {})


def test_a_follower_waits_for_a_place() -> None:
    event = b'id: 1\ndata: {"version": 1}\n\n'
    full = (503, {**JSON, "Retry-After": "0"}, b'{"code": "streams_exhausted"}')
    stream = (200, {"Content-Type": "text/event-stream"}, event)
    with scripted(full, full, stream) as (url, script), closing(Client(url)) as client:
        followed = client.seat("g").follow()
        assert next(followed) == {"version": 1}
        followed.close()  # type: ignore[attr-defined]  # a generator, as `follow` is written
        assert len(script.requested) == 3
