"""A browser's EventSource, as the WHATWG standard describes it (HTML, section 9.2), without the browser.

It parses by the letter, gives `onmessage` only what has no name, comes back by itself with the last id and after the
time that the server chose, and stops for good when the answer is not a stream: 204 among others.
"""

import http.client
from collections.abc import Callable, Mapping
from contextlib import closing
from time import sleep
from typing import NamedTuple

MESSAGE = "message"  # the name of what the server gave none


class Message(NamedTuple):
    name: str
    data: str
    last_event_id: str


class EventSource:
    """Calls a listener for each name; `run` returns when the source is closed, by itself or by a listener."""

    def __init__(self, port: int, path: str, listeners: Mapping[str, Callable[[Message], None]]) -> None:
        self._port, self._path, self._listeners = port, path, listeners
        self._last_event_id, self._reconnection_ms = "", 3000
        self.closed = False
        self.statuses: list[int] = []

    def run(self) -> None:
        while not self.closed:
            self._connect()
            if not self.closed:
                sleep(self._reconnection_ms / 1000)

    def _connect(self) -> None:
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-store"}
        if self._last_event_id:
            headers["Last-Event-ID"] = self._last_event_id
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)) as connection:
            connection.request("GET", self._path, headers=headers)
            answer = connection.getresponse()
            self.statuses.append(answer.status)
            kind = answer.headers.get_content_type()
            if answer.status != 200 or kind != "text/event-stream":
                self.closed = True  # "fail the connection": it is not tried again
                return
            self._read(answer)

    def _read(self, answer: http.client.HTTPResponse) -> None:
        """What is incomplete when the connection ends is thrown away."""
        name, data, last_id = "", list[str](), self._last_event_id
        for raw in answer:
            line = raw.decode().removesuffix("\n")
            assert raw.endswith(b"\n")
            if line:
                field, _, value = line.partition(":")
                value = value.removeprefix(" ")
                match field:
                    case "event":
                        name = value
                    case "data":
                        data.append(value)
                    case "id" if "\0" not in value:
                        last_id = value
                    case "retry" if value.isascii() and value.isdigit():
                        self._reconnection_ms = int(value)
                continue
            self._last_event_id = last_id
            if data:
                self._dispatch(Message(name or MESSAGE, "\n".join(data), last_id))
            name, data = "", []
            if self.closed:
                return

    def _dispatch(self, message: Message) -> None:
        listener = self._listeners.get(message.name)
        if listener:
            listener(message)
