"""A platform's own server for tests, on loopback: it keeps the faults of the calls that it gets."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar

from tests.support.http.api_calls import Caller

RECORDED = Path(__file__).parent / "recorded"


class Call(NamedTuple):
    method: str
    path: str
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:  # JSON values
        return json.loads(self.body)

    def parts(self) -> dict[str, Any]:  # bytes, as the library does not declare
        """The parts of a form, by the names of its fields."""
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
                """Silent: the test reports faults itself."""

        return Handler

    def take(self, answering: Answering, call: Call) -> tuple[int, Any]:
        try:
            return answering(call)
        except Exception as error:  # for the test to see
            self.faults.append(f"{call.method} {call.path}: {error!r}: {call.body[:500]!r}")
            return 400, {"message": "this would be refused"}


class FakePlatform(Protocol):
    """A platform as its documentation describes it, for the service to talk to."""

    endpoint: Endpoint
    caller: Caller | None  # how it reaches the service

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of a service that uses this platform."""
        ...


Fake = TypeVar("Fake", bound=FakePlatform)


@contextmanager
def listening(fake: Fake) -> Iterator[Fake]:
    """The platform's server is up; every fault of a call fails the test."""
    with fake.endpoint.listening():
        yield fake
    assert fake.endpoint.faults == []


def recording(name: str) -> Any:
    """A request as the platform sends it."""
    return json.loads((RECORDED / f"{name}.json").read_text("utf-8"))
