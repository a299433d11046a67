"""Event streams under the production server: in order, to the end, and never in anybody's way."""

import http.client
import json
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedReader
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from service.runtime.slow_clients import SILENT_SECONDS
from tests.support.http.api_calls import Caller, Table, open_table, over_http
from tests.support.http.api_players import Players
from tests.support.http.event_stream_reader import stream
from tests.support.http.running_service import Stack, running
from tests.support.store.store_servers import eventually

PLACES = 3
DRAW = {"type": "draw_card"}


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """One API process with few places for streams."""
    with running(tmp_path_factory.mktemp("narrow"), processes=1, streams=PLACES) as started:
        yield started


def lines(caller: Caller, table: Table, token: str | None) -> list[dict[str, Any]]:
    reply = caller.get(f"{table.path}/events", token, {"Accept": "application/x-ndjson"})
    return [json.loads(line) for line in reply.body.splitlines()]


def open_streams(stack: Stack) -> float:
    with over_http(stack.port) as caller:
        lines = caller.get("/metrics").body.decode().splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("ttr_open_streams"))


def play_to(caller: Caller, table: Table, version: int) -> None:
    for move in Players(caller, table).moves():
        if move.version >= version:
            return


def test_all_followers_hear_everything_in_order(stack: Stack) -> None:
    """Seats, spectators and strangers, some from the beginning and some from later on, through both processes."""
    with over_http(stack.port) as caller, ExitStack() as opened, ThreadPoolExecutor(8) as threads:
        table = open_table(caller)
        version: int = caller.get(table.path).json["version"]
        tokens = (*table.seats.values(), table.spectator, None)
        followers = [(token, after) for token in tokens for after in (0, version)]
        streams = [opened.enter_context(stream(stack.port, table, *follower)) for follower in followers]
        heard = [threads.submit(one.until, version + 60) for one in streams]
        play_to(caller, table, version + 60)
        for (token, after), events in zip(followers, heard, strict=True):
            assert events.result(30) == lines(caller, table, token)[after : version + 60]


def test_lines_and_pages_hold_the_same(stack: Stack) -> None:
    with over_http(stack.port) as caller:
        table = open_table(caller)
        play_to(caller, table, 150)
        for token in (table.seats[0], None):
            events = list[dict[str, Any]]()
            while (page := page_after(caller, table, len(events), token))["next"]:
                events += page["items"]
            events += page["items"]
            assert events == lines(caller, table, token)
            assert len(events) >= 150


def page_after(caller: Caller, table: Table, after: int, token: str | None) -> dict[str, Any]:
    page: dict[str, Any] = caller.get(f"{table.path}/events?after={after}&limit=40", token).json
    return page


def test_a_follower_goes_on_after_its_process_was_killed(narrow: Stack) -> None:
    """The server starts another one, and Last-Event-ID brings exactly what was missed."""
    with over_http(narrow.port) as caller, stream(narrow.port, table := open_table(caller)) as before:
        play_to(caller, table, 40)
        heard = before.until(30)
        (process,) = narrow.api_processes()
        os.kill(process, signal.SIGKILL)
        with suppress(http.client.HTTPException, OSError):  # the connection breaks off or simply ends
            heard += before.events()
    eventually(lambda: is_ready(narrow), "another API process")
    assert narrow.api_processes() != [process]
    with over_http(narrow.port) as caller:
        with stream(narrow.port, table, after=heard[-1]["version"]) as after:
            play_to(caller, table, 70)
            heard += after.until(70)
        assert heard == lines(caller, table, None)[: len(heard)]
        make_room(narrow, caller, table)


def make_room(stack: Stack, caller: Caller, table: Table) -> None:
    """A server notices that nobody listens any more when it has something to say, if only that it is still there."""
    moves = Players(caller, table).moves()

    def is_roomy() -> bool:
        next(moves, None)  # the game may come to its end first
        return open_streams(stack) == 0

    eventually(is_roomy, "room for streams")


def is_ready(stack: Stack) -> bool:
    try:
        with over_http(stack.port) as caller:
            return caller.get("/readyz").status == 200
    except (http.client.HTTPException, OSError):
        return False


def test_streams_beyond_the_limit_wait_and_commands_never_do(narrow: Stack) -> None:
    with over_http(narrow.port) as caller, ExitStack() as opened:
        table = open_table(caller)
        for _ in range(2 * PLACES):  # a HEAD request takes no place
            head = caller.call("HEAD", f"{table.path}/events", None, None, {"Accept": "text/event-stream"})
            assert head.status == 200
        for _ in range(PLACES):
            assert opened.enter_context(stream(narrow.port, table)).status == 200
        for _ in range(3):
            with stream(narrow.port, table) as refused:
                assert (refused.status, refused.body()["code"]) == (503, "streams_exhausted")
                assert int(refused.headers["Retry-After"]) > 0
        assert len(Players(caller, table).play(30)) == 30
        assert statuses_at_once(narrow, table) == [200] * 40
        opened.close()
        make_room(narrow, caller, table)


def statuses_at_once(stack: Stack, table: Table) -> list[int]:
    def look(_: int) -> int:
        with over_http(stack.port) as caller:
            return caller.get(table.path, table.seats[0]).status

    with ThreadPoolExecutor(20) as threads:
        return list(threads.map(look, range(40)))


def test_a_stream_that_ends_makes_room_for_another(narrow: Stack) -> None:
    with over_http(narrow.port) as caller:
        table = open_table(caller)
        for _ in range(3):
            with ExitStack() as opened:
                streams = [opened.enter_context(stream(narrow.port, table)) for _ in range(PLACES)]
                assert [one.status for one in streams] == [200] * PLACES
                assert [one.until(5)[-1]["version"] for one in streams] == [5] * PLACES
                assert open_streams(narrow) == PLACES
            make_room(narrow, caller, table)


@pytest.mark.soak  # it waits for 15 s; test_limits_and_streams.py has the same without a server
def test_a_quiet_stream_says_that_it_is_still_there(narrow: Stack) -> None:
    with over_http(narrow.port) as caller:
        table = open_table(caller)
        version = caller.get(table.path).json["version"]
        with stream(narrow.port, table, after=version) as quiet:
            blocks = quiet.blocks()
            assert next(blocks) == ["retry: 2000"]
            begun = monotonic()
            assert next(blocks) == [": keep-alive"]
            assert 10 < monotonic() - begun < SILENT_SECONDS
            assert quiet.headers["X-Accel-Buffering"] == "no"
            assert quiet.headers["Content-Type"].startswith("text/event-stream")
    with over_http(narrow.port) as caller:  # the server has closed the other connection, which was idle
        make_room(narrow, caller, table)


def test_streams_are_ended_before_the_service_is(tmp_path: Path) -> None:
    """None is cut off in the middle: each has its last chunk, which is empty."""
    with running(tmp_path, processes=2) as ending, over_http(ending.port) as caller, ExitStack() as opened:
        table = open_table(caller)
        last = f"id: {caller.get(table.path).json['version']}\n".encode()
        lines = [opened.enter_context(followed(ending, table)) for _ in range(4)]
        for line in lines:
            while last not in line.readline():
                pass
        ending.api.terminate()
        for line in lines:
            assert line.read().endswith(b"\r\n0\r\n\r\n")
        assert ending.api.wait(timeout=20) == 0


@contextmanager
def followed(stack: Stack, table: Table) -> Iterator[BufferedReader]:
    """The bytes of a stream as they come, with whatever HTTP adds to them."""
    request = f"GET {table.path}/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    with socket.create_connection(("127.0.0.1", stack.port), timeout=30) as connection:
        connection.sendall(request.encode())
        with connection.makefile("rb") as reader:
            yield reader


def test_a_stream_ends_when_its_seat_passes_on(stack: Stack) -> None:
    """A holder who handed their seat on sees no card of the new one, in whichever process their stream is."""
    with over_http(stack.port) as caller, ThreadPoolExecutor(8) as threads, ExitStack() as ending:
        table = open_table(caller, first=1)
        Players(caller, table).play(most=2)  # both have chosen their tickets
        opened = [ending.enter_context(stream(stack.port, table, table.seats[1])) for _ in range(6)]
        heard = [threads.submit(list, one.events()) for one in opened]
        invited = caller.call("POST", f"{table.path}/seats/1/invite", table.seats[1], None, {}).json["invite"]
        joined = caller.post(f"{table.path}/seats", {"name": "Dora"}, invited).json
        for key in ("first", "second"):
            drawn = caller.post(
                f"{table.path}/commands", DRAW, joined["seat"]["token"], {"Idempotency-Key": key}
            )
            assert drawn.json["events"][0]["data"]["card"]
        for one in heard:
            assert all(event["version"] <= joined["version"] for event in one.result(timeout=20))
