"""Writing responses: JSON or bytes, 304 for clients that have the current version, content negotiation, gzip."""

import csv
import gzip
import io
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from flask import Response
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.http import parse_accept_header
from werkzeug.utils import get_content_type

from service.caches import RecentlyUsed
from service.http.problems import NotAcceptable
from service.http.request import JSON, header, is_fast, services, this_request

CSV = "text/csv"
NO_HEADERS: Mapping[str, str] = MappingProxyType({})

SVG = "image/svg+xml"
COMPRESSED = (JSON, SVG)
READING = ("GET", "HEAD")
ENCODING = "Accept-Encoding"
SMALLEST = 1000  # bytes; anything smaller fits into one packet anyway
LEVEL = 6  # of zlib: half a per cent larger than the best, in three quarters of the time
GZIP = b"\x1f\x8b"  # how a compressed body begins; no JSON and no picture does

_encode = msgspec.json.Encoder().encode


class FastHeaders(Headers):
    """Fields that this service writes itself, without werkzeug's checks: 7 of them take 1 µs instead of 6."""

    def __init__(self, fields: list[tuple[str, str]]) -> None:
        self._list = fields

    def put(self, fields: Iterable[tuple[str, str]]) -> None:
        self._list += fields


def put_headers(headers: Headers, fields: Iterable[tuple[str, str]]) -> None:
    """Adds fields whose values cannot hold a line break."""
    if isinstance(headers, FastHeaders):
        headers.put(fields)
    else:
        headers.extend(fields)


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
    data, fields = _encode(body), {"Cache-Control": "no-store", **headers}
    if this_request().method in READING:
        fields["Vary"] = f"{fields['Vary']}, {ENCODING}" if "Vary" in fields else ENCODING
        if takes_gzip():
            data, fields = zipped(data), _weakened(fields)
    return _whole(data, JSON, fields, status)


def _whole(body: bytes, media_type: str, fields: Mapping[str, str], status: int = 200) -> Response:
    pairs = [("Content-Type", media_type), *fields.items()]
    if body.startswith(GZIP):
        pairs.append(("Content-Encoding", "gzip"))
    if is_fast():
        return WholeResponse([body], status, FastHeaders(pairs))
    return Response([body], status, Headers(pairs))


def answer_csv(lines: Iterable[Iterable[object]], headers: Mapping[str, str]) -> Response:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    return _whole(text.getvalue().encode(), get_content_type(CSV, "utf-8"), headers)


def answer_unless_cached(etag: str, make: Callable[[], Any], key: Hashable = None) -> Response:
    """What `make` returns as JSON, or 304 if the client has this ETag. With a key the JSON is kept and made once."""
    kept = None if key is None else Kept(services().views, key)
    return bytes_unless_cached(etag, JSON, lambda: _encode(make()), kept)


class Kept(NamedTuple):
    """Where a body is kept after it was made; compressed, if it was made for a client that takes it so."""

    cache: RecentlyUsed[Hashable, bytes]
    key: Hashable


def bytes_unless_cached(
    etag: str, media_type: str, make: Callable[[], bytes], kept: Kept | None = None
) -> Response:
    """The same for other media types."""
    fields = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": f"Authorization, {ENCODING}"}
    is_zipped = media_type in COMPRESSED and takes_gzip()
    if is_zipped:
        fields = _weakened(fields)
    if client_has(etag):
        return Response(status=304, headers=fields)

    def body() -> bytes:
        return zipped(make()) if is_zipped else make()

    data = body() if kept is None else kept.cache.get_or_make((kept.key, is_zipped), body)
    return _whole(data, get_content_type(media_type, "utf-8"), fields)


# ------------------------------------------------------------------------------------------- compression


def takes_gzip() -> bool:
    """Whether the answer may be compressed: a client that says so, and reads only.

    No answer to a GET carries a token, so that no secret is ever compressed together with what somebody else wrote.
    """
    accepted = header(ENCODING)
    return accepted is not None and this_request().method in READING and _names_gzip(accepted)


@lru_cache(maxsize=256)  # werkzeug takes longer to parse it than zlib for a small answer
def _names_gzip(accepted: str) -> bool:
    return parse_accept_header(accepted).quality("gzip") > 0


def zipped(body: bytes) -> bytes:
    """The body compressed, unless it is too small to gain from it."""
    return gzip.compress(body, LEVEL, mtime=0) if len(body) >= SMALLEST else body


def _weakened(fields: dict[str, str]) -> dict[str, str]:
    """Of compressed answers the ETag is weak: the same in other bytes. A 304 has the ETag of what it stands for."""
    return {**fields, "ETag": f"W/{fields['ETag']}"} if "ETag" in fields else fields


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
