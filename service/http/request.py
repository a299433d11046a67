"""The edge: what is read from a request, and how an answer is written.

The bodies of requests: taken in whole, parsed without being bent into anything, and checked against a schema.
"""

import json
import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any

from marshmallow import Schema, ValidationError
from werkzeug.sansio.utils import get_current_url

from service.errors import MalformedRequest, Unauthorized
from service.games.tokens import well_formed
from service.http.problems import TooLarge, UnsupportedMediaType
from service.wiring import services, this_request

# patterns of headers, which the description of the API states too
IF_MATCH = r'^(\*|[0-9]{1,9}(\.[0-9a-f]{8})?|"[0-9]{1,9}(\.[0-9a-f]{8})?")$'
IDEMPOTENCY_KEY = r'^("[ !#-~]{1,200}"|[!#-~]{1,200})$'
LAST_EVENT_ID = "^[0-9]{1,9}$"

LONGEST_TEXT = 100  # of an argument
JSON = "application/json"

_NUMBER = re.compile("[0-9]{1,16}")


def header(name: str) -> str | None:
    """A header of the request, by its name in a WSGI environment: werkzeug's own way there is a long one."""
    found: str | None = this_request().environ.get(name)
    return found


def bearer_token() -> str | None:
    """The token of the request, from its header; one that cannot be a token is refused at once."""
    given = header("HTTP_AUTHORIZATION")
    if given is None:
        return None
    scheme, _, token = given.partition(" ")
    if scheme.lower() != "bearer" or not well_formed(token.strip()):
        raise Unauthorized()
    return token.strip()


def _argument(name: str) -> str | None:
    """An argument of the query, which may stand there once."""
    if not header("QUERY_STRING"):
        return None
    given = this_request().args.getlist(name)
    if len(given) > 1:
        raise MalformedRequest(f"{name} is given more than once")
    return given[0] if given else None


def number_argument(name: str, default: int | None, low: int, high: int) -> int | None:
    text = _argument(name)
    if text is None:
        return default
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise MalformedRequest(f"{name} is a number from {low} to {high}")
    return int(text)


def text_argument(name: str, choices: Collection[str] = ()) -> str | None:
    """Any short text, or one of the choices."""
    text = _argument(name)
    if text is not None and (len(text) > LONGEST_TEXT or (choices and text not in choices)):
        told = f"one of {', '.join(choices)}" if choices else f"at most {LONGEST_TEXT} characters"
        raise MalformedRequest(f"{name} is {told}")
    return text


def flag_argument(name: str) -> bool:
    text = _argument(name)
    if text not in (None, "true", "false"):
        raise MalformedRequest(f"{name} is true or false")
    return text == "true"


def last_event_id(default: int) -> int:
    """The version up to which a client that comes back has seen a stream."""
    text = header("HTTP_LAST_EVENT_ID")
    if text is None:
        return default
    if not re.fullmatch(LAST_EVENT_ID, text):
        raise MalformedRequest("Last-Event-ID is a version")
    return int(text)


def expected_version() -> int | None:
    """The version in If-Match: `"17"`, or an ETag of ours, whose first part is the version; `*` is any."""
    given = header("HTTP_IF_MATCH")
    if given is None or given.strip() == "*":
        return None
    if not re.fullmatch(IF_MATCH, given.strip()):
        raise MalformedRequest("If-Match is one version in quotes, or *")
    return int(given.strip().strip('"').partition(".")[0])


def idempotency_key() -> str | None:
    """Idempotency-Key, quoted as its draft asks for, or bare."""
    given = header("HTTP_IDEMPOTENCY_KEY")
    if given is None:
        return None
    if not re.fullmatch(IDEMPOTENCY_KEY, given.strip()):
        raise MalformedRequest("Idempotency-Key is 1 to 200 printable characters")
    return given.strip().strip('"')


def base_url() -> str:
    """How clients reach us, for links."""
    request = this_request()
    return services().config.public_url or _address(request.scheme, request.host)


@lru_cache(maxsize=64)  # werkzeug's great care with the same few addresses costs more than looking at a game
def _address(scheme: str, host: str) -> str:
    return get_current_url(scheme, host).rstrip("/")


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
        raise UnsupportedMediaType(f"the body is sent as {JSON}")
    return whole_body()


def whole_body() -> bytes:
    """The body as it was sent; one that is too large is refused, whether or not it says so in advance."""
    request = this_request()
    most, length = request.max_content_length or 0, header("CONTENT_LENGTH") or ""
    if not _LENGTH.fullmatch(length) or header("HTTP_TRANSFER_ENCODING"):
        return _unannounced(most) if header("wsgi.input_terminated") else request.get_data()
    if int(length) > most:
        raise TooLarge()
    # once, where werkzeug asks until nothing comes
    data: bytes = request.environ["wsgi.input"].read(int(length))
    if len(data) != int(length):
        raise MalformedRequest("the body is shorter than announced")
    return data


def _unannounced(most: int) -> bytes:
    """What comes in pieces, whose end the server knows; werkzeug would take the first `most` bytes for all of it."""
    data, stream = b"", this_request().environ["wsgi.input"]
    while more := stream.read(most + 1 - len(data)):
        data += more
        if len(data) > most:
            raise TooLarge()
    return data


def _loaded(schema: Schema, data: bytes) -> dict[str, Any]:
    body = _parsed(data)
    try:
        loaded: dict[str, Any] = schema.load(body)
    except ValidationError as error:
        raise MalformedRequest(errors=error.messages) from error
    return loaded


_familiar = lru_cache(maxsize=4096)(_loaded)


def _parsed(data: bytes) -> Any:  # whatever JSON holds
    try:
        # decoded here: the library would take other encodings, and bytes that are half a character
        body = _decoder.decode(data.decode())
        if b"\\u" in data:
            json.dumps(body, ensure_ascii=False).encode()  # half of a surrogate pair is no text
    except ValueError as error:
        raise MalformedRequest("the body is not JSON in UTF-8") from error
    except RecursionError as error:
        raise MalformedRequest("the body is nested too deeply") from error
    return body


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _no_constants(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_no_twins, parse_constant=_no_constants)
