"""A platform's own server for tests, on loopback: it keeps what is wrong with the calls that it gets."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Call(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:  # whatever JSON holds
        return json.loads(self.body)

    def parts(self) -> dict[str, Any]:  # bytes, as the library does not declare
        """What a form consists of, by the names of its fields."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        form = message_from_bytes(head + self.body)
        assert form.is_multipart()
        return {
            str(part.get_param("name", header="content-disposition")): part.get_payload(decode=True)
            for part in form.walk()
            if not part.is_multipart()
        }


Answering = Callable[[Call], tuple[int, Any]]


class Endpoint:
    def __init__(self, answering: Answering) -> None:
        self.faults: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler(answering))
        self._server.daemon_threads = True
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @contextmanager
    def listening(self) -> Iterator[None]:
        self._thread.start()
        try:
            yield
        finally:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()

    def _handler(self, answering: Answering) -> type[BaseHTTPRequestHandler]:
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _take(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                call = Call(self.command, self.path, headers, self.rfile.read(length))
                status, value = endpoint.take(answering, call)
                body = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PATCH = do_PUT = _take  # noqa: N815 - as the library calls them

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - as the library names it
                """The test tells what is worth telling."""

        return Handler

    def take(self, answering: Answering, call: Call) -> tuple[int, Any]:
        try:
            return answering(call)
        except Exception as error:  # for the test to see
            self.faults.append(f"{call.method} {call.path}: {error!r}: {call.body[:500]!r}")
            return 400, {"message": "this would be refused"}
