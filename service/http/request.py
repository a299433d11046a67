"""Reading requests: headers, tokens, query arguments and bodies, each checked strictly before it is used."""

import json
import re
from functools import lru_cache
from typing import Any

from werkzeug.sansio.utils import get_current_url

from service.errors import MalformedRequest
from service.http.context import services, this_request
from service.http.fast_flask import FastRequest
from service.http.problems import TooLarge, UnsupportedMediaType

JSON = "application/json"

_LENGTH = re.compile("[0-9]{1,9}")


def is_fast() -> bool:
    """Whether shortcuts may be taken for this request."""
    return isinstance(this_request(), FastRequest)


def header(name: str) -> str | None:
    request = this_request()
    return request.header(name) if isinstance(request, FastRequest) else request.headers.get(name)


def credentials() -> tuple[str, str] | None:
    """Scheme, in lower case, and secret of the Authorization header."""
    authorization = header("Authorization")
    if authorization is None:
        return None
    scheme, _, secret = authorization.partition(" ")
    return scheme.lower(), secret.strip()


def query_argument(name: str) -> str | None:
    """An argument of the query string, which may occur only once."""
    request = this_request()
    if not request.query_string:
        return None
    values = request.args.getlist(name)
    if len(values) > 1:
        raise MalformedRequest(f"{name} is given more than once")
    return values[0] if values else None


def base_url() -> str:
    """The address at which clients reach the service, for links."""
    request = this_request()
    return services().config.public_url or _root(request.scheme, request.host)


@lru_cache(maxsize=64)  # werkzeug checks and quotes the same few hosts again for every request
def _root(scheme: str, host: str) -> str:
    return get_current_url(scheme, host).rstrip("/")


# ------------------------------------------------------------------------------------------------- bodies


def json_bytes() -> bytes:
    """The body of a request that must be JSON, not parsed yet."""
    if header("Content-Type") != JSON and this_request().mimetype != JSON:
        raise UnsupportedMediaType(f"the body is sent as {JSON}")
    return whole_body()


def whole_body() -> bytes:
    """The body as sent. Bodies over the limit are refused, with or without a Content-Length."""
    request = this_request()
    limit, length = request.max_content_length or 0, header("Content-Length") or ""
    if not _LENGTH.fullmatch(length) or header("Transfer-Encoding"):
        return _chunked(limit) if request.environ.get("wsgi.input_terminated") else request.get_data()
    if not isinstance(request, FastRequest):
        return request.get_data()
    if int(length) > limit:
        raise TooLarge()
    data: bytes = request.environ["wsgi.input"].read(int(length))  # once; werkzeug reads until nothing comes
    if len(data) != int(length):
        raise MalformedRequest("the body is shorter than announced")
    return data


def _chunked(limit: int) -> bytes:
    """A body whose end only the server knows; werkzeug would take its first `limit` bytes for all of it."""
    data, stream = b"", this_request().environ["wsgi.input"]
    while more := stream.read(limit + 1 - len(data)):
        data += more
        if len(data) > limit:
            raise TooLarge()
    return data


def parse_json(data: bytes) -> Any:  # JSON values
    """Strict JSON: UTF-8 only, no duplicate keys, no NaN, no lone surrogates."""
    try:
        # decoded here: the library would accept other encodings, and half a character at the end
        body = _decoder.decode(data.decode())
        if b"\\u" in data:
            json.dumps(body, ensure_ascii=False).encode()  # fails for half of a surrogate pair
    except ValueError as error:
        raise MalformedRequest("the body is not JSON in UTF-8") from error
    except RecursionError as error:
        raise MalformedRequest("the body is nested too deeply") from error
    return body


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a key occurs twice in one object")
    return values


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_refuse_constant)
