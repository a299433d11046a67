"""Receivers of webhooks for tests: they keep what they get, and answer as a test says, well or badly."""

import socket
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

import msgspec

OK = b"HTTP/1.1 204 No Content\r\n\r\n"
SECONDS = 20.0


class Got(NamedTuple):
    headers: Mapping[str, str]  # names in lower case
    body: bytes
    at: float  # by the monotonic clock

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def message(self) -> Any:  # whatever JSON holds
        return msgspec.json.decode(self.body)

    @property
    def type(self) -> str:
        return str(self.message["type"])


def status(number: int, headers: str = "") -> bytes:
    return f"HTTP/1.1 {number} So\r\n{headers}Content-Length: 0\r\n\r\n".encode()


class Receiver:
    """Listens on a port of this machine; `answer` may be changed at any time."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._tls = tls
        self.port: int = self._listener.getsockname()[1]
        self.answer: Callable[[socket.socket], None] = saying(OK)
        self.got: list[Got] = []
        self.connections = 0
        self._lock = Lock()
        self.closed = Event()
        Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?a=1"

    def types(self) -> list[str]:
        return [got.type for got in list(self.got)]

    def wait_for(self, count: int) -> list[Got]:
        deadline = time.monotonic() + SECONDS
        while len(self.got) < count:
            assert time.monotonic() < deadline, f"{len(self.got)} of {count} messages: {self.types()}"
            time.sleep(0.005)
        return list(self.got)

    def close(self) -> None:
        self.closed.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                connection, _ = self._listener.accept()
                Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with suppress(OSError):
            self.connections += 1
            connection.settimeout(SECONDS)
            with self._secured(connection) as secured:
                self._take(secured)

    def _secured(self, connection: socket.socket) -> socket.socket:
        return self._tls.wrap_socket(connection, server_side=True) if self._tls else connection

    def _take(self, connection: socket.socket) -> None:
        got = _read(connection)
        with self._lock:
            self.got.append(got)
        self.answer(connection)


def _read(connection: socket.socket) -> Got:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = connection.recv(65536)
        if not chunk:
            raise OSError("gone")
        data += chunk
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "POST /hook?a=1 HTTP/1.1"
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:])}
    while len(body) < int(headers["content-length"]):
        body += connection.recv(65536)
    return Got(headers, body, time.monotonic())


def saying(answer: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(answer)


@contextmanager
def receiver(tls: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    running = Receiver(tls)
    try:
        yield running
    finally:
        running.close()
