"""The HTTP server: what it speaks, and what it does not."""

import socket
from contextlib import ExitStack

from tests.support.http.api_calls import over_http
from tests.support.http.running_service import Stack

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"  # of HTTP/2 without TLS
SETTINGS = b"\0\0\0\4\0\0\0\0\0"  # a frame: no bytes, of type 4, no flags, on stream 0


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def unfinished_post(stream: int) -> bytes:
    """Headers of a request whose body never comes: POST (3), http (6), a path, an authority."""
    path, host = b"/v1/games", b"localhost"
    headers = b"\x83\x86" + b"\x04" + bytes([len(path)]) + path + b"\x01" + bytes([len(host)]) + host
    return frame(1, 4, stream, headers)


def test_http_2_without_tls_is_refused_and_holds_nothing(stack: Stack) -> None:
    """Unfinished requests of one connection would hold all threads of a process, also when the client has gone."""
    with ExitStack() as opened:
        for _ in range(4 * stack.config.processes):
            line = opened.enter_context(socket.create_connection(("127.0.0.1", stack.port), timeout=10))
            line.sendall(PREFACE + SETTINGS)
            posts = b"".join(unfinished_post(2 * number + 1) for number in range(100))
            try:
                line.sendall(posts)
                reply = line.recv(9)
            except ConnectionError:
                reply = b""
            assert reply[3:4] != b"\4" or reply.startswith(b"HTTP/1.1 4"), reply
        for _ in range(20):
            with over_http(stack.port) as caller:
                assert caller.get("/healthz").status == 200
