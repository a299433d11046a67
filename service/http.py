"""The edge: what is read from a request, and how an answer is written."""

import json
import re
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Response, g, request
from marshmallow import Schema, ValidationError

from service.problems import Problem
from service.tokens import well_formed

_KEY = re.compile(r'"([\x20-\x21\x23-\x7e]{1,200})"|([\x21\x23-\x7e]{1,200})')
_encode = msgspec.json.Encoder().encode


def bearer_token() -> str | None:
    """The token of the request, from its header; one that cannot be a token is refused at once."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not well_formed(token.strip()):
        raise Problem("unauthorized", headers={"WWW-Authenticate": "Bearer"})
    return token.strip()


def json_body(schema: Schema) -> dict[str, Any]:
    """The body, checked against its schema; every defect is told at once."""
    if request.mimetype != "application/json":
        raise Problem("unsupported_media_type")
    try:
        body = json.loads(request.get_data(), object_pairs_hook=_no_twins, parse_constant=_no_constants)
    except ValueError as error:
        raise Problem("malformed_request", str(error)) from error
    except RecursionError as error:
        raise Problem("malformed_request", "the body is nested too deeply") from error
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise Problem("malformed_request", errors=error.messages) from error
    return loaded


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constants(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def number_argument(name: str, default: int | None, low: int, high: int) -> int | None:
    text = request.args.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10) or not low <= int(text) <= high:
        raise Problem("malformed_request", f"{name} is a number from {low} to {high}")
    return int(text)


def expected_version() -> int | None:
    """The version in If-Match: `"17"`, or an ETag of ours, whose first part is the version; `*` is any."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    found = re.fullmatch(r'"?(\d{1,9})(?:\.[a-z0-9]+)?"?', header.strip(), re.ASCII)
    if not found:
        raise Problem("malformed_request", "If-Match is one version in quotes, or *")
    return int(found[1])


def idempotency_key() -> str | None:
    """Idempotency-Key, quoted as its draft asks for, or bare."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    found = _KEY.fullmatch(header.strip())
    if not found:
        raise Problem("malformed_request", "Idempotency-Key is 1 to 200 printable characters")
    return found[1] or found[2]


def answer(
    body: Any, status: int = 200, headers: dict[str, str] | None = None
) -> Response:  # JSON values or structs
    response = Response(_encode(body), status, mimetype="application/json")
    if headers:
        response.headers.update(headers)
    return response


def ask_for(offered: dict[str, Callable[[], Response]]) -> Response:
    """The answer in the media type that the client likes best; the first one if it does not say."""
    best = (
        request.accept_mimetypes.best_match(list(offered))
        if request.accept_mimetypes
        else next(iter(offered))
    )
    if best is None:
        raise Problem("not_acceptable", offered=list(offered))
    return offered[best]()


def request_id() -> str:
    found: str = g.request_id
    return found
