"""Server-sent events without a connection: bytes go in as they arrive, whole messages come out.

A message counts once its blank line is there, so nothing that was cut off is ever taken for an event.
"""

from collections.abc import Iterator
from typing import NamedTuple


class Message(NamedTuple):
    """One message of a stream; game events have no name. One that has but an id says how far the stream has come."""

    name: str
    data: str
    id: str = ""


class MessageReader:
    def __init__(self) -> None:
        self._rest = b""
        self._name = ""
        self._id = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Message]:
        """The messages that are complete now."""
        *lines, self._rest = (self._rest + received).split(b"\n")
        for line in lines:
            text = line.removesuffix(b"\r").decode()
            if text:
                self._take(text)
            else:
                if self._data or self._id:
                    yield Message(self._name, "\n".join(self._data), self._id)
                self._name, self._id, self._data = "", "", []

    def _take(self, line: str) -> None:
        """Comments, such as a keep-alive, and fields that the client does not need are left aside."""
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        elif field == "id":
            self._id = value
