"""Request bodies. Each is declared once: it describes itself in OpenAPI and reads itself from the request."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec
from marshmallow import Schema, ValidationError

from service.errors import MalformedRequest
from service.http.context import this_request
from service.http.problems import UnsupportedMediaType
from service.http.request import JSON, json_bytes, parse_json, whole_body
from service.http.schemas import CommandSchema, schema_for
from ttr_core import Command

T = TypeVar("T", bound=msgspec.Struct)
Examples = Mapping[str, Any]  # JSON values by name


class JsonBody(Generic[T]):
    """A body that becomes a struct."""

    media = JSON

    def __init__(self, kind: type[T], examples: Examples) -> None:
        self.examples = examples
        self.schema = schema_for(kind)
        self._kind, self._loader = kind, self.schema()

    def read(self) -> T:
        return msgspec.convert(checked(self._loader, json_bytes()), self._kind)


class CommandBody:
    """A body that is one of several commands, by its `type`. Its examples come from real games."""

    media = JSON

    def __init__(self, name: str, description: str, kinds: Mapping[str, type[Command]]) -> None:
        self.name, self.description, self.kinds = name, description, kinds
        self._loader = CommandSchema(kinds)

    def read(self) -> dict[str, Any]:
        return self.parse(json_bytes())

    def parse(self, data: bytes) -> dict[str, Any]:
        return checked(self._loader, data)


class FileBody:
    """A body that is no JSON and has no schema."""

    def __init__(self, what: str, media: str) -> None:
        self.media, self._what = media, what

    def read(self, limit: int) -> bytes:
        request = this_request()
        if request.mimetype != self.media:
            raise UnsupportedMediaType(f"{self._what} is sent as {self.media}")
        request.max_content_length = limit
        return whole_body()


Body = JsonBody[Any] | CommandBody | FileBody


def checked(schema: Schema, data: bytes) -> dict[str, Any]:
    """The parsed body, if it fits its schema; otherwise all its defects at once."""
    body = parse_json(data)
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise MalformedRequest(errors=error.messages) from error
    return loaded
