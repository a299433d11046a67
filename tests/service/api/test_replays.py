"""Replays: a worker draws them once, all who ask hear how far it is, and nobody sees more than lies open.

Also what an auditor asks of pictures when a game is over: other people's eyes, and paths.
"""

import re
from dataclasses import dataclass, field
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from service.background.jobs import JobQueue
from service.config import Config
from service.http.request import EXTENSION
from service.pictures.replays.replay_store import make_replay
from tests.support.api_tour.tour import play_to_the_end
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.http.api_calls import Inside, Table, inside, open_table, problem
from workers import jobs

MOST_BYTES = 2_000_000


@dataclass
class Queue:
    """What the API leaves to workers."""

    names: list[str] = field(default_factory=list)

    def make_replay(self, name: str) -> None:
        self.names.append(name)


@pytest.fixture(scope="module")
def played() -> tuple[Inside, Table, Queue]:
    """A whole game, and one that has just begun on the same service."""
    server, queue = inside(), Queue()
    server.app.extensions[EXTENSION] = replace(server.app.extensions[EXTENSION], jobs=queue)
    with pytest.MonkeyPatch.context() as patch:
        fix_names_and_seeds(patch, lambda size: "5e" * size)
        table = open_table(server.caller, seats=[{"name": "Ann"}, {"name": "Ben"}])
    play_to_the_end(server.app, table)
    return server, table, queue


def test_a_worker_makes_a_replay_once(played: tuple[Inside, Table, Queue]) -> None:
    server, table, queue = played
    path = f"{table.path}/replay.webp?width=400&theme=dark"
    first, second = server.caller.get(path), server.caller.get(path, table.seats[1])
    assert [first.status, second.status] == [202, 202]
    assert first.json == {"frames": 0, "of": None}
    assert first.headers["retry-after"] == "2"
    (name,) = queue.names
    make_replay(server.games, name)
    ready = server.caller.get(path)
    assert (ready.status, ready.headers["content-type"]) == (200, "image/webp")
    assert len(ready.body) < MOST_BYTES
    turns = server.caller.get(f"{table.path}/statistics").json["turns"]
    with Image.open(BytesIO(ready.body)) as film:
        assert film.width == 400
        assert getattr(film, "n_frames", 1) == pytest.approx(
            len(turns), abs=2
        )  # a frame like the one before only lasts longer
    make_replay(server.games, name)
    assert server.caller.get(path).body == ready.body
    assert len(queue.names) == 1
    queue.names.clear()


def test_a_sheet_shows_the_positions_that_are_asked_for(played: tuple[Inside, Table, Queue]) -> None:
    server, table, queue = played
    path = f"{table.path}/replay.png?at=30,60,90,120&width=400"
    assert server.caller.get(path).status == 202
    make_replay(server.games, queue.names.pop())
    reply = server.caller.get(path)
    assert reply.headers["content-type"] == "image/png"
    with Image.open(BytesIO(reply.body)) as sheet:
        assert sheet.width == 12 + 2 * (400 + 12)
    for wrong in ("", "0", "1,x", ",".join(map(str, range(1, 12)))):
        assert problem(server.caller.get(f"{table.path}/replay.png?at={wrong}"))[0] == 400
    assert problem(server.caller.get(f"{table.path}/replay.png?at=999999")) == (404, "version_not_reached")
    assert queue.names == []


def test_a_game_that_goes_on_has_no_replay(played: tuple[Inside, Table, Queue]) -> None:
    server, _, queue = played
    running = open_table(server.caller)
    assert problem(server.caller.get(f"{running.path}/replay.webp")) == (404, "not_scored_yet")
    private = open_table(server.caller, visibility="private")
    assert problem(server.caller.get(f"{private.path}/replay.png")) == (404, "game_not_found")
    assert queue.names == []


def test_a_queue_that_is_away_leaves_the_replay_to_the_next_who_asks(
    played: tuple[Inside, Table, Queue],
) -> None:
    """Before, for ten minutes everybody was put off although no worker knew of it."""
    server, table, queue = played
    path, services = f"{table.path}/replay.png?at=50", server.app.extensions[EXTENSION]
    server.app.extensions[EXTENSION] = replace(services, jobs=JobQueue(Config()))
    assert problem(server.caller.get(path)) == (503, "store_unavailable")
    server.app.extensions[EXTENSION] = services
    assert server.caller.get(path).status == 202
    assert len(queue.names) == 1
    queue.names.clear()


def test_workers_know_the_job(monkeypatch: pytest.MonkeyPatch, played: tuple[Inside, Table, Queue]) -> None:
    """A name that nobody has asked for is no work."""
    monkeypatch.setattr(jobs, "games", lambda: played[0].games)
    jobs.make_replay("0" * 32, 0)


# paths and eyes


def shining(svg: bytes) -> int:
    return len(re.findall(rb'class="longest"', svg))


def test_a_path_can_be_drawn(played: tuple[Inside, Table, Queue]) -> None:
    server, table, _ = played
    board = f"{table.path}/board.svg"
    result = server.caller.get(f"{table.path}?include=standings").json
    for seat in (0, 1):
        drawn = server.caller.get(f"{board}?draw=longest:{seat}", table.spectator)
        longest = result["seats"][seat]["longest_path"]["routes"]
        assert shining(drawn.body) == len(longest) > 0
        assert b"Path: " in drawn.body
    assert problem(server.caller.get(f"{board}?draw=shortest"))[0] == 400
    assert shining(server.caller.get(f"{board}?draw=ticket:nowhere").body) == shining(
        server.caller.get(board).body
    )


def test_nobody_learns_of_tickets_by_drawing_them(played: tuple[Inside, Table, Queue]) -> None:
    server, table, _ = played
    middle = f"{table.path}/board.svg?at=200"
    tickets = server.caller.get(f"{table.path}?at=200", table.seats[0]).json["seats"][0]["tickets"]
    bare = server.caller.get(middle, table.seats[1]).body
    assert tickets
    for ticket in tickets:
        assert server.caller.get(f"{middle}&draw=ticket:{ticket}", table.seats[1]).body == bare


def test_an_auditor_looks_through_the_eyes_of_seats(played: tuple[Inside, Table, Queue]) -> None:
    server, table, _ = played
    for seat in (0, 1):
        for picture in ("board.svg?at=60&tickets=mine", "hand.svg?at=60"):
            own = server.caller.get(f"{table.path}/{picture}", table.seats[seat])
            seen = server.caller.get(f"{table.path}/{picture}&as_seat={seat}", table.auditor)
            assert own.status == seen.status == 200
            assert own.body == seen.body
    assert problem(server.caller.get(f"{table.path}/hand.svg?as_seat=1", table.seats[0]))[0] == 403
    assert problem(server.caller.get(f"{table.path}/board.svg?as_seat=4", table.auditor))[0] == 403
