"""A reader of event streams that sees every line the server sends."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.support.http.api_calls import Table


class Stream:
    """One connection to the events of a game."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.status = answer.status
        self.headers = answer.headers

    def blocks(self) -> Iterator[list[str]]:
        """The blocks between empty lines, until the connection ends."""
        lines: list[str] = []
        for line in self._answer:
            if line == b"\n":
                yield lines
                lines = []
            else:
                lines.append(line.decode().rstrip("\n"))

    def events(self) -> Iterator[dict[str, Any]]:
        """Every event, after checking that the id of its block is its own, and that the block has no name."""
        for block in self.blocks():
            if block[0].startswith("id: "):
                (_, number), (field, data) = (line.split(": ", 1) for line in block)
                event: dict[str, Any] = json.loads(data)
                assert (field, event["version"]) == ("data", int(number))
                yield event

    def until(self, version: int) -> list[dict[str, Any]]:
        events = []
        for event in self.events():
            events.append(event)
            if event["version"] >= version:
                break
        return events

    def body(self) -> Any:  # whatever JSON holds
        return json.loads(self._answer.read())


@contextmanager
def stream(
    port: int, table: Table, token: str | None = None, after: int | str | None = None, query: str = ""
) -> Iterator[Stream]:
    """The events of a game from a version on, as they happen."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Accept": "text/event-stream"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    try:
        connection.request("GET", f"{table.path}/events{query}", headers=headers)
        yield Stream(connection.getresponse())
    finally:
        connection.close()
