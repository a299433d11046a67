"""Writing responses: JSON or bytes, 304 for clients that have the current version, content negotiation."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Response
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.utils import get_content_type

from service.http.problems import NotAcceptable
from service.http.request import JSON, header, is_fast, services, this_request

NO_HEADERS: Mapping[str, str] = MappingProxyType({})

_encode = msgspec.json.Encoder().encode


class WholeResponse(Response):
    """A complete body. Skips werkzeug's response handling; granian sends a list in one piece."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # as WSGI has them
        if self.status_code != 200 or environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        body = self.get_data()
        start_response(self.status, [("Content-Length", str(len(body))), *self.headers])
        return [body]


def answer(body: Any, status: int = 200, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    """A response in JSON, from JSON values or structs."""
    return _whole(_encode(body), JSON, {"Cache-Control": "no-store", **headers}, status)


def _whole(body: bytes, media_type: str, fields: Mapping[str, str], status: int = 200) -> Response:
    headers = Headers()  # filled one by one: through a mapping it takes werkzeug several times as long
    headers.add("Content-Type", media_type)
    for name, value in fields.items():
        headers.add(name, value)
    kind = WholeResponse if is_fast() else Response
    return kind([body], status, headers)


def answer_unless_cached(etag: str, make: Callable[[], Any], key: Hashable = None) -> Response:
    """What `make` returns as JSON, or 304 if the client has this ETag. With a key the JSON is kept and made once."""

    def body() -> bytes:
        if key is None:
            return _encode(make())
        return services().views.get_or_make(key, lambda: _encode(make()))

    return bytes_unless_cached(etag, JSON, body)


def bytes_unless_cached(etag: str, media_type: str, make: Callable[[], bytes]) -> Response:
    """The same for other media types."""
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if client_has(etag):
        return Response(status=304, headers=headers)
    return _whole(make(), get_content_type(media_type, "utf-8"), headers)


def client_has(etag: str) -> bool:
    """Whether If-None-Match names the ETag, weak or strong."""
    return bool(header("If-None-Match")) and this_request().if_none_match.contains_raw(f"W/{etag}")


def negotiated(offers: Mapping[str, Callable[[], Response]]) -> Response:
    """The response in the media type that the client prefers; the first one by default."""
    # without parameters such as charset, which some clients send and which change nothing
    accepted = this_request().accept_mimetypes
    bare = MIMEAccept([(kind.partition(";")[0].strip(), quality) for kind, quality in accepted])
    best = bare.best_match(list(offers)) if bare else next(iter(offers))
    if best is None:
        raise NotAcceptable(offered=list(offers))
    return offers[best]()
