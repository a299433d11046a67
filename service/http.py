"""The edge: what is read from a request, and how an answer is written."""

import json
import re
from collections.abc import Callable, Collection, Hashable
from typing import Any

import msgspec
from flask import Response, request
from marshmallow import Schema, ValidationError

from service.context import services
from service.problems import Problem
from service.tokens import well_formed

# patterns of headers, which the description of the API states too
IF_MATCH = r'^(\*|[0-9]{1,9}(\.[0-9a-f]{8})?|"[0-9]{1,9}(\.[0-9a-f]{8})?")$'
IDEMPOTENCY_KEY = r'^("[ !#-~]{1,200}"|[!#-~]{1,200})$'
LAST_EVENT_ID = "^[0-9]{1,9}$"

LONGEST_TEXT = 100  # of an argument

_NUMBER = re.compile("[0-9]{1,16}")
_encode = msgspec.json.Encoder().encode


def bearer_token() -> str | None:
    """The token of the request, from its header; one that cannot be a token is refused at once."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not well_formed(token.strip()):
        raise Problem("unauthorized")
    return token.strip()


def json_body(schema: Schema) -> dict[str, Any]:
    """The body, checked against its schema; every defect is told at once."""
    if request.mimetype != "application/json":
        raise Problem("unsupported_media_type")
    body = _parsed(request.get_data())
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise Problem("malformed_request", errors=error.messages) from error
    return loaded


def _parsed(data: bytes) -> Any:  # whatever JSON holds
    try:
        # decoded here: the library would take other encodings, and bytes that are half a character
        body = json.loads(data.decode(), object_pairs_hook=_no_twins, parse_constant=_no_constants)
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


def _argument(name: str) -> str | None:
    """An argument of the query, which may stand there once."""
    given = request.args.getlist(name)
    if len(given) > 1:
        raise Problem("malformed_request", f"{name} is given more than once")
    return given[0] if given else None


def number_argument(name: str, default: int | None, low: int, high: int) -> int | None:
    text = _argument(name)
    if text is None:
        return default
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise Problem("malformed_request", f"{name} is a number from {low} to {high}")
    return int(text)


def text_argument(name: str, choices: Collection[str] = ()) -> str | None:
    """Any short text, or one of the choices."""
    text = _argument(name)
    if text is not None and (len(text) > LONGEST_TEXT or (choices and text not in choices)):
        told = f"one of {', '.join(choices)}" if choices else f"at most {LONGEST_TEXT} characters"
        raise Problem("malformed_request", f"{name} is {told}")
    return text


def flag_argument(name: str) -> bool:
    text = _argument(name)
    if text not in (None, "true", "false"):
        raise Problem("malformed_request", f"{name} is true or false")
    return text == "true"


def last_event_id(default: int) -> int:
    """The version up to which a client that comes back has seen a stream."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return default
    if not re.fullmatch(LAST_EVENT_ID, text):
        raise Problem("malformed_request", "Last-Event-ID is a version")
    return int(text)


def expected_version() -> int | None:
    """The version in If-Match: `"17"`, or an ETag of ours, whose first part is the version; `*` is any."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    if not re.fullmatch(IF_MATCH, header.strip()):
        raise Problem("malformed_request", "If-Match is one version in quotes, or *")
    return int(header.strip().strip('"').partition(".")[0])


def idempotency_key() -> str | None:
    """Idempotency-Key, quoted as its draft asks for, or bare."""
    header = request.headers.get("Idempotency-Key")
    if header is None:
        return None
    if not re.fullmatch(IDEMPOTENCY_KEY, header.strip()):
        raise Problem("malformed_request", "Idempotency-Key is 1 to 200 printable characters")
    return header.strip().strip('"')


def base_url() -> str:
    """How clients reach us, for links."""
    return services().config.public_url or request.host_url.rstrip("/")


def answer(
    body: Any, status: int = 200, headers: dict[str, str] | None = None
) -> Response:  # JSON values or structs
    response = Response(_encode(body), status, mimetype="application/json")
    if headers:
        response.headers.update(headers)
    return response


def answer_unless_known(etag: str, make: Callable[[], Any], key: Hashable = None) -> Response:
    """What `make` makes, or 304 if the client has it already; what has a key is made once."""

    def body() -> bytes:
        return _encode(make()) if key is None else services().views.get(key, lambda: _encode(make()))

    return bytes_unless_known(etag, "application/json", body)


def bytes_unless_known(etag: str, media_type: str, make: Callable[[], bytes]) -> Response:
    """The same for what is not JSON."""
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if request.if_none_match.contains_raw(f"W/{etag}"):  # weak or not: the same bytes are not asked for
        return Response(status=304, headers=headers)
    return Response(make(), mimetype=media_type, headers=headers)


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
