"""Event streams: whole messages from any pieces, resumed after a break, to the end and no further."""

import asyncio
import socket
from contextlib import ExitStack
from itertools import pairwise
from threading import Thread
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ttr_client
from tests.support.http.faulty_network import scripted
from ttr_client import AsyncClient, Client, Retries
from ttr_client.event_stream import Message, MessageReader

HASTY = Retries(first=0.0)
STREAM = {"Content-Type": "text/event-stream"}
FIRST = b'retry: 2000\n\nid: 1\ndata: {"version": 1, "type": "game_created"}\n\n'
SECOND = b': keep-alive\n\nid: 2\ndata: {"version": 2, "type": "something_new", "extra": 1}\n\n'
OTHER = b'event: presence\ndata: {"version": 99}\n\n'
END = b'event: end\ndata: {"version": 2}\n\n'
FULL = (
    503,
    {"Content-Type": "application/problem+json", "Retry-After": "0"},
    b'{"code": "streams_exhausted"}',
)


def messages(*pieces: bytes) -> list[Message]:
    reader = MessageReader()
    return [message for piece in pieces for message in reader.feed(piece)]


@given(st.lists(st.integers(0, 400)))
def test_pieces_may_be_cut_anywhere(cuts: list[int]) -> None:
    whole = 'data: {"name": "a\u2028é"}\r\n\r\n'.encode() + FIRST + SECOND + OTHER + END
    edges = [0, *sorted(cuts), len(whole)]
    pieces = [whole[start:end] for start, end in pairwise(edges)]
    assert messages(*pieces) == messages(whole)
    assert [message.name for message in messages(whole)] == ["", "", "", "presence", "end"]
    assert messages(whole)[0].data == '{"name": "a\u2028é"}'


def test_what_was_cut_off_is_no_message() -> None:
    assert messages(FIRST + SECOND[:-1]) == messages(FIRST)


def test_several_lines_are_one_message() -> None:
    assert messages(b"data: a\ndata:b\n\n") == [Message("", "a\nb")]


def test_a_name_without_data_is_forgotten() -> None:
    assert messages(b"event: end\n\ndata: 1\n\n") == [Message("", "1")]


def stream(*parts: bytes) -> Any:
    return (200, STREAM, b"".join(parts))


def versions(url: str, after: int = 0) -> list[int]:
    with Client(url, retries=HASTY) as ttr:
        return [event["version"] for event in ttr.table("g").follow(after)]


def test_a_follower_goes_on_where_it_was_and_ends_at_the_end() -> None:
    with scripted(stream(FIRST, SECOND[:30]), FULL, stream(SECOND, OTHER, END)) as (url, script):
        assert versions(url) == [1, 2]
    assert script.requested == [f"/v1/games/g/events?after={after}" for after in (0, 1, 1)]
    assert script.received[0].headers["Accept"] == "text/event-stream"


def test_a_game_that_is_over_has_no_news() -> None:
    with scripted((204, {}, b"")) as (url, script):
        assert versions(url, after=2) == []
    assert len(script.received) == 1


def test_a_follower_is_refused_like_others() -> None:
    problem = {"Content-Type": "application/problem+json"}
    with (
        scripted((404, problem, b'{"code": "version_not_reached"}')) as (url, _),
        pytest.raises(ttr_client.VersionNotReached),
    ):
        versions(url, after=99)


def test_a_silent_stream_is_opened_again() -> None:
    """A server that keeps the connection open and sends nothing more."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 10000\r\n\r\n"
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as connections:
        server.settimeout(10)

        def serve() -> None:
            request = b""
            while b"after=1" not in request:
                connection = connections.enter_context(server.accept()[0])
                request = connection.recv(65536)
                connection.sendall(head + (SECOND + END if b"after=1" in request else FIRST))

        thread = Thread(target=serve, daemon=True)
        thread.start()
        with Client(f"http://127.0.0.1:{server.getsockname()[1]}", retries=HASTY) as ttr:
            assert [event["version"] for event in ttr.table("g").follow(idle=0.2)] == [1, 2]
        thread.join()


def test_filters_are_passed_on() -> None:
    with scripted(stream(END)) as (url, script), Client(url) as ttr:
        assert list(ttr.table("g").follow(3, type="route_claimed", seat=0, lang="fr")) == []
    query = "after=3&type=route_claimed&seat=0&include=said&lang=fr"
    assert script.requested == [f"/v1/games/g/events?{query}"]


def test_a_follower_may_stop_early() -> None:
    with scripted(stream(FIRST, SECOND, END)) as (url, _), Client(url) as ttr:
        for event in ttr.table("g").follow():
            assert event["type"] == "game_created"
            break


def test_all_of_it_asynchronously() -> None:
    async def follow(url: str) -> list[int]:
        async with AsyncClient(url, retries=HASTY) as ttr:
            table = await ttr.table("g")
            return [event["version"] async for event in table.follow()]

    with scripted(stream(FIRST, SECOND[:30]), FULL, stream(SECOND, OTHER, END)) as (url, script):
        assert asyncio.run(follow(url)) == [1, 2]
        assert len(script.received) == 3
