"""Responses: JSON, bytes, 304 for what the client has, and content negotiation."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Response
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.utils import get_content_type

from service.http.problems import NotAcceptable
from service.http.request import JSON, header
from service.wiring import services, this_request

NOTHING: Mapping[str, str] = MappingProxyType({})

_encode = msgspec.json.Encoder().encode


class Whole(Response):
    """An answer that is complete: granian sends a list at once, and anything else piece by piece."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:  # as WSGI has them
        if self.status_code != 200 or environ["REQUEST_METHOD"] == "HEAD":
            return super().__call__(environ, start_response)
        body = self.get_data()
        start_response(self.status, [("Content-Length", str(len(body))), *self.headers])
        return [body]


def answer(body: Any, status: int = 200, headers: Mapping[str, str] = NOTHING) -> Response:
    """An answer in JSON, of JSON values or structs."""
    return _whole(_encode(body), JSON, {"Cache-Control": "no-store", **headers}, status)


def _whole(body: bytes, media_type: str, given: Mapping[str, str], status: int = 200) -> Response:
    headers = Headers()  # filled one by one: through a mapping it takes werkzeug several times as long
    headers.add("Content-Type", media_type)
    for name, value in given.items():
        headers.add(name, value)
    return Whole([body], status, headers)


def answer_unless_known(etag: str, make: Callable[[], Any], key: Hashable = None) -> Response:
    """What `make` makes, or 304 if the client has it already; what has a key is made once."""

    def body() -> bytes:
        return _encode(make()) if key is None else services().views.get(key, lambda: _encode(make()))

    return bytes_unless_known(etag, JSON, body)


def bytes_unless_known(etag: str, media_type: str, make: Callable[[], bytes]) -> Response:
    """The same for what is not JSON."""
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization"}
    if is_known(etag):
        return Response(status=304, headers=headers)
    return _whole(make(), get_content_type(media_type, "utf-8"), headers)


def is_known(etag: str) -> bool:
    """Whether the client has what the tag stands for, weak or not: the same bytes are not asked for."""
    return bool(header("HTTP_IF_NONE_MATCH")) and this_request().if_none_match.contains_raw(f"W/{etag}")


def ask_for(offered: dict[str, Callable[[], Response]]) -> Response:
    """The answer in the media type that the client likes best; the first one if it does not say."""
    # a charset or the like, which some clients name, changes nothing about what they get
    accepted = this_request().accept_mimetypes
    liked = MIMEAccept([(kind.partition(";")[0].strip(), quality) for kind, quality in accepted])
    best = liked.best_match(list(offered)) if liked else next(iter(offered))
    if best is None:
        raise NotAcceptable(offered=list(offered))
    return offered[best]()
