"""A network as clients meet it: connections that are cut, and servers that answer by script."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, NamedTuple, Self


class Cutter:
    """Passes everything on, and counts it; when a cut is due, the connection ends after so many bytes of answers."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = Thread(target=self._serve)
        self._passed: list[int] = []  # bytes of answers, in parts
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.after: int | None = None
        self.cuts = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    @property
    def passed(self) -> int:
        """Bytes of answers, with their headers."""
        return sum(self._passed)

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                try:
                    server = socket.create_connection(("127.0.0.1", self._target))
                except OSError:  # nobody is there now
                    client.close()
                    continue
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                Thread(target=self._up, args=(client, server)).start()
                Thread(target=self._down, args=(client, server)).start()

    def _up(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                server.sendall(data)
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _down(self, client: socket.socket, server: socket.socket) -> None:
        with client, server:
            with suppress(OSError):
                while data := server.recv(65536):
                    if self._is_cut(client, data):
                        return
            with suppress(OSError):  # closing alone ends nothing while the other thread reads
                client.shutdown(socket.SHUT_RDWR)

    def _is_cut(self, client: socket.socket, data: bytes) -> bool:
        """Passes on what may still pass."""
        if self.after is None or len(data) <= self.after:
            self.after = None if self.after is None else self.after - len(data)
            client.sendall(data)
            self._passed.append(len(data))
            return False
        client.sendall(data[: self.after])
        self.after, self.cuts = None, self.cuts + 1
        client.shutdown(socket.SHUT_RDWR)
        return True


class Received(NamedTuple):
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Scripted(NamedTuple):
    """What a server answers, one after the other; the last again and again."""

    answers: list[tuple[int, dict[str, str], bytes]]
    received: list[Received]

    @property
    def requested(self) -> list[str]:
        return [request.path for request in self.received]


CUT = 0  # the status of an answer that breaks off inside its headers


@contextmanager
def scripted(*answers: tuple[int, dict[str, str], bytes]) -> Iterator[tuple[str, Scripted]]:
    script = Scripted(list(answers), [])

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            sent = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            script.received.append(Received(self.command, self.path, dict(self.headers), sent))
            status, headers, body = script.answers[min(len(script.received), len(script.answers)) - 1]
            if status == CUT:
                self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCont")
                self.close_connection = True
                return
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_DELETE = do_GET  # noqa: N815 - as the library calls them

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", script
        finally:
            server.shutdown()
            thread.join()
