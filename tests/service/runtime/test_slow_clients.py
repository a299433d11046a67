"""Clients that send their requests slowly: everybody else is answered, and in the end they are cut off."""

import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from service.errors import BodiesExhausted, TooManyRequests
from service.rate_limit import BODIES_OF_ONE, BODY_SECONDS, UnfinishedBodies
from service.runtime.slow_clients import MOST_UNANSWERED_OF_ONE, SILENT_SECONDS, ConnectionWatch
from service.runtime.web_server import BODY_THREADS, WAITING_THREADS
from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack, running

BODY = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
HEADERS = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
SLOW = "127.0.0.2"  # another address of this machine


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def slow_clients(port: int, number: int, sent: bytes) -> Iterator[list[socket.socket]]:
    with ExitStack() as ending:
        clients = []
        for _ in range(number):
            client = socket.create_connection(("127.0.0.1", port), source_address=(SLOW, 0))
            clients.append(ending.enter_context(closing(client)))
            client.sendall(sent)
        yield clients


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running(tmp_path_factory.mktemp("slow")) as stack:
        yield stack


@pytest.mark.parametrize(("number", "sent"), [(130, BODY), (1000, HEADERS)])
def test_everybody_else_is_answered(served: Stack, number: int, sent: bytes) -> None:
    """112 unfinished bodies stopped most answers, 130 all; 1,000 unfinished headers stopped half of them."""
    table = {"board": "lyon", "seats": [{"name": "Ann"}, {"kind": "bot"}]}
    with slow_clients(served.port, number, sent):
        for _ in range(10):
            with over_http(served.port) as caller:
                assert caller.get("/healthz").status == 200
                assert caller.post("/v1/games", table).status == 201


def test_a_body_of_ten_digits_is_refused_before_it_is_sent(served: Stack) -> None:
    endless = BODY.replace(b"Content-Length: 100", b"Content-Length: 9999999999")
    with slow_clients(served.port, 1, endless) as (client,):
        client.settimeout(5)
        assert client.recv(100).startswith(b"HTTP/1.1 413 ")


def test_bodies_that_are_waited_for_are_bounded_in_all_and_for_each_address() -> None:
    bodies = UnfinishedBodies(BODY_THREADS, WAITING_THREADS, Clock())
    with ExitStack() as ending:
        for thread in range(BODIES_OF_ONE):
            ending.enter_context(bodies.reading("slow", thread))
        with pytest.raises(TooManyRequests), bodies.reading("slow", -1):
            pass
        for thread in range(BODIES_OF_ONE, BODY_THREADS):
            ending.enter_context(bodies.reading(f"address {thread}", thread))
        with pytest.raises(BodiesExhausted), bodies.reading("another", -1):
            pass
    with bodies.reading("slow", -1):
        assert bodies.late_addresses() == set()


def test_a_burst_of_complete_bodies_from_one_address_waits_for_its_turn() -> None:
    bodies = UnfinishedBodies(BODY_THREADS, WAITING_THREADS, Clock())

    def read(thread: int) -> None:
        with bodies.reading("proxy", thread):
            time.sleep(0.01)

    with ThreadPoolExecutor(3 * BODIES_OF_ONE) as burst:
        assert len(list(burst.map(read, range(3 * BODIES_OF_ONE)))) == 3 * BODIES_OF_ONE


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


@contextmanager
def accepted(listener: socket.socket, number: int) -> Iterator[list[socket.socket]]:
    """Connections of this process, whose clients send nothing; the clients are in it as well, and are not closed."""
    with ExitStack() as ending:
        places = []
        for _ in range(number):
            ending.enter_context(socket.create_connection(listener.getsockname(), source_address=(SLOW, 0)))
            places.append(ending.enter_context(listener.accept()[0]))
        yield places


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_body_that_takes_too_long_ends_with_its_connection(listener: socket.socket) -> None:
    """One that receives answers meanwhile, as an event stream does, stays open, and so do those of other addresses."""
    clock = Clock()
    bodies = UnfinishedBodies(BODY_THREADS, WAITING_THREADS, clock)
    watch = ConnectionWatch(bodies.late_addresses, listener.getsockname()[1], clock)
    with (
        accepted(listener, 2) as (silent, stream),
        bodies.reading(SLOW, 1),
        closing(socket.create_connection(listener.getsockname())) as other,
        listener.accept()[0] as place,
    ):
        clock.now = BODY_SECONDS
        assert watch.look() == 0
        stream.sendall(b": keep-alive\n\n")
        clock.now += SILENT_SECONDS
        assert watch.look() == 1
        assert is_closed(silent)
        assert not any(map(is_closed, (stream, place, other)))


def test_connections_of_one_address_that_wait_for_an_answer_are_bounded(listener: socket.socket) -> None:
    clock = Clock()
    watch = ConnectionWatch(set, listener.getsockname()[1], clock)
    with accepted(listener, MOST_UNANSWERED_OF_ONE + 1) as places:
        assert watch.look() == 0  # they may be of this very moment
        clock.now += 5
        assert watch.look() == len(places)
        assert all(map(is_closed, places))
    with accepted(listener, MOST_UNANSWERED_OF_ONE) as places:
        watch.look()
        clock.now += 5
        assert watch.look() == 0


def test_looking_leaves_no_descriptor_open(listener: socket.socket) -> None:
    """Not even for what is no socket: each look would double those."""
    watch = ConnectionWatch(lambda: {SLOW}, listener.getsockname()[1], Clock())
    before = len(list(Path("/dev/fd").iterdir()))
    watch.look()
    assert len(list(Path("/dev/fd").iterdir())) == before
