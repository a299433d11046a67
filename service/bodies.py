"""The bodies of requests: taken in whole, parsed without being bent into anything, and checked against a schema."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from marshmallow import Schema, ValidationError

from service.context import this_request
from service.http import JSON, header
from service.problems import Problem

FAMILIAR_BYTES = 256

_LENGTH = re.compile("[0-9]{1,9}")


def json_body(schema: Schema) -> dict[str, Any]:
    """The body, checked against its schema; every defect is told at once."""
    return _loaded(schema, _body())


def familiar_json_body(schema: Schema) -> Mapping[str, Any]:
    """The same for bodies that come again and again and name nobody: the same bytes mean the same."""
    body = _body()
    return _familiar(schema, body) if len(body) <= FAMILIAR_BYTES else _loaded(schema, body)


def _body() -> bytes:
    if header("CONTENT_TYPE") != JSON and this_request().mimetype != JSON:
        raise Problem("unsupported_media_type", f"the body is sent as {JSON}")
    return whole_body()


def whole_body() -> bytes:
    """The body as it was sent; one that is too large is refused, whether or not it says so in advance."""
    request = this_request()
    most, length = request.max_content_length or 0, header("CONTENT_LENGTH") or ""
    if not _LENGTH.fullmatch(length) or header("HTTP_TRANSFER_ENCODING"):
        return _unannounced(most) if header("wsgi.input_terminated") else request.get_data()
    if int(length) > most:
        raise Problem("too_large")
    # once, where werkzeug asks until nothing comes
    data: bytes = request.environ["wsgi.input"].read(int(length))
    if len(data) != int(length):
        raise Problem("malformed_request", "the body is shorter than announced")
    return data


def _unannounced(most: int) -> bytes:
    """What comes in pieces, whose end the server knows; werkzeug would take the first `most` bytes for all of it."""
    data, stream = b"", this_request().environ["wsgi.input"]
    while more := stream.read(most + 1 - len(data)):
        data += more
        if len(data) > most:
            raise Problem("too_large")
    return data


def _loaded(schema: Schema, data: bytes) -> dict[str, Any]:
    body = _parsed(data)
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise Problem("malformed_request", errors=error.messages) from error
    return loaded


_familiar = lru_cache(maxsize=4096)(_loaded)


def _parsed(data: bytes) -> Any:  # whatever JSON holds
    try:
        # decoded here: the library would take other encodings, and bytes that are half a character
        body = _decoder.decode(data.decode())
        if b"\\u" in data:
            json.dumps(body, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except ValueError as error:
        raise Problem("malformed_request", "the body is not JSON in UTF-8") from error
    except RecursionError as error:
        raise Problem("malformed_request", "the body is nested too deeply") from error
    return body


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constants(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_no_twins, parse_constant=_no_constants)
