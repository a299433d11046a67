"""The edge: what is read from a request, and how an answer is written."""

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Response
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.sansio.utils import get_current_url
from werkzeug.utils import get_content_type

from service.context import services, this_request
from service.problems import Problem
from service.tokens import well_formed

# patterns of headers, which the description of the API states too
IF_MATCH = r'^(\*|[0-9]{1,9}(\.[0-9a-f]{8})?|"[0-9]{1,9}(\.[0-9a-f]{8})?")$'
IDEMPOTENCY_KEY = r'^("[ !#-~]{1,200}"|[!#-~]{1,200})$'
LAST_EVENT_ID = "^[0-9]{1,9}$"

LONGEST_TEXT = 100  # of an argument
JSON = "application/json"
NOTHING: Mapping[str, str] = MappingProxyType({})

_NUMBER = re.compile("[0-9]{1,16}")
_encode = msgspec.json.Encoder().encode


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
        raise Problem("unauthorized")
    return token.strip()


def _argument(name: str) -> str | None:
    """An argument of the query, which may stand there once."""
    if not header("QUERY_STRING"):
        return None
    given = this_request().args.getlist(name)
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
    text = header("HTTP_LAST_EVENT_ID")
    if text is None:
        return default
    if not re.fullmatch(LAST_EVENT_ID, text):
        raise Problem("malformed_request", "Last-Event-ID is a version")
    return int(text)


def expected_version() -> int | None:
    """The version in If-Match: `"17"`, or an ETag of ours, whose first part is the version; `*` is any."""
    given = header("HTTP_IF_MATCH")
    if given is None or given.strip() == "*":
        return None
    if not re.fullmatch(IF_MATCH, given.strip()):
        raise Problem("malformed_request", "If-Match is one version in quotes, or *")
    return int(given.strip().strip('"').partition(".")[0])


def idempotency_key() -> str | None:
    """Idempotency-Key, quoted as its draft asks for, or bare."""
    given = header("HTTP_IDEMPOTENCY_KEY")
    if given is None:
        return None
    if not re.fullmatch(IDEMPOTENCY_KEY, given.strip()):
        raise Problem("malformed_request", "Idempotency-Key is 1 to 200 printable characters")
    return given.strip().strip('"')


def base_url() -> str:
    """How clients reach us, for links."""
    request = this_request()
    return services().config.public_url or _address(request.scheme, request.host)


@lru_cache(maxsize=64)  # werkzeug's great care with the same few addresses costs more than looking at a game
def _address(scheme: str, host: str) -> str:
    return get_current_url(scheme, host).rstrip("/")


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
        raise Problem("not_acceptable", offered=list(offered))
    return offered[best]()
