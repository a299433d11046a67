"""What happens around every call: an id, one log line and one metric, headers for browsers, and errors as problems."""

import logging
import os
import random
import time
from collections.abc import Collection, Mapping
from typing import Any

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException

from service.errors import (
    MalformedRequest,
    NotFound,
    NotReplicated,
    ReadOnly,
    ServiceError,
    StaleVersion,
    StoreUnavailable,
    TemporarilyUnavailable,
    Unconfirmed,
    WritesRefused,
)
from service.http.problems import (
    InternalError,
    MethodNotAllowed,
    NotAcceptable,
    TooLarge,
    UnsupportedMediaType,
    problem_response,
)
from service.http.request import base_url, expectation, header, language, services, this_request
from service.http.response import put_headers
from service.rate_limit import forget_quota, quota_headers

log = logging.getLogger("ttr.requests")

ARRIVAL = "ttr.arrival"  # key in the WSGI environment: when the request arrived, and its id

# what browsers may read and send across origins
EXPOSED = (
    "Content-Language, Deprecation, ETag, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, "
    "Webhook-Off, WWW-Authenticate, X-Request-Id"
)
METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
ACCEPTED = (
    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"
)

_HTTP_ERRORS: Mapping[int, type[ServiceError]] = {  # that Flask and werkzeug raise
    404: NotFound,
    405: MethodNotAllowed,
    406: NotAcceptable,
    413: TooLarge,
    415: UnsupportedMediaType,
}

_random = random.Random()  # request ids need not be secret
if hasattr(os, "register_at_fork"):  # without it, forked processes would use the same ids
    os.register_at_fork(after_in_child=_random.seed)


def surround_calls(blueprint: Blueprint) -> None:
    blueprint.before_request(_begin)
    blueprint.after_request(_end)
    blueprint.register_error_handler(ServiceError, _refused)
    blueprint.register_error_handler(StaleVersion, _stale)
    blueprint.register_error_handler(StoreUnavailable, _no_store)
    blueprint.register_error_handler(ReadOnly, _read_only)
    blueprint.register_error_handler(Unconfirmed, _not_replicated)
    blueprint.register_error_handler(HTTPException, _http_error)
    blueprint.register_error_handler(Exception, _broken)


def refuse_unknown_addresses(app: Flask) -> None:
    """No blueprint sees a request that fits none of its calls."""
    for status in (400, 404, 405):
        app.register_error_handler(status, _no_such_call)


def _begin() -> None:
    wanted = header("X-Request-Id") or ""
    fits = wanted.isascii() and 8 <= len(wanted) <= 64 and wanted.isprintable()
    request, identity = this_request(), wanted if fits else f"{_random.getrandbits(64):016x}"
    forget_quota()
    request.environ[ARRIVAL] = time.perf_counter(), identity
    request.max_content_length = services().config.max_body


def _end(response: Response) -> Response:
    _log(response)
    headers, origins = response.headers, services().config.cors_origins
    headers.setdefault("Cache-Control", "no-store")
    fields = [("X-Content-Type-Options", "nosniff"), *quota_headers()]
    if (
        "immutable" not in headers["Cache-Control"]
    ):  # a browser would show the id of its first request for good
        fields.append(("X-Request-Id", _request_id()))
    put_headers(headers, fields)
    if origins:
        _allow_origin(response, origins)
    return response


def _log(response: Response) -> None:
    """One metric and one line per request; never a token, a body or a query."""
    request, metrics = this_request(), services().metrics
    started, identity = request.environ[ARRIVAL]
    seconds = time.perf_counter() - started
    call = (request.endpoint or "none").rpartition(".")[2]
    metrics.answered(request.method, call, response.status_code, seconds)
    if log.isEnabledFor(logging.INFO):
        fields = {
            "request_id": identity,
            "method": request.method,
            "call": call,
            "game": _named_game(request.view_args or {}),
            "status": response.status_code,
            "ms": round(seconds * 1000, 3),
        }
        log.info("request", extra={"fields": fields})


def _named_game(in_path: Mapping[str, str]) -> str | None:
    """The game in the address, unless somebody has put a token in its place."""
    game = in_path.get("game")
    return None if game is None or game.startswith("ttr_") else game


def _request_id() -> str:
    identity: str = this_request().environ[ARRIVAL][1]
    return identity


def _allow_origin(response: Response, origins: Collection[str]) -> None:
    """Adds the headers by which a browser lets pages of these origins read the response."""
    origin, headers = header("Origin"), response.headers
    headers.add("Vary", "Origin")  # a cache may be asked from another origin next time
    if origin is None or not ("*" in origins or origin in origins):
        return
    headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    headers["Access-Control-Expose-Headers"] = EXPOSED
    if this_request().method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = METHODS
        headers["Access-Control-Allow-Headers"] = ACCEPTED
        headers["Access-Control-Max-Age"] = "600"


def _refused(error: ServiceError) -> Response:
    services().metrics.refused(error.code)
    return problem_response(error, _request_id(), language(), base_url())


def _stale(error: StaleVersion) -> Response:
    """With the way to what has happened since."""
    response, game = _refused(error), (this_request().view_args or {}).get("game")
    expected = expectation()
    seen = expected.version or expected.decision
    if game is not None and seen is not None and seen <= error.facts["version"]:
        address = f"{base_url()}/v1/games/{game}/events?after={seen}"
        response.headers["Link"] = f'<{address}>; rel="changes"'
    return response


def _no_store(error: StoreUnavailable) -> Response:
    log.error("store", extra={"fields": {"request_id": _request_id(), "error": str(error)}})
    return _refused(TemporarilyUnavailable(seconds=2))


def _read_only(error: ReadOnly) -> Response:
    log.error("store", extra={"fields": {"request_id": _request_id(), "error": str(error)}})
    return _refused(WritesRefused(seconds=30))


def _not_replicated(error: Unconfirmed) -> Response:
    log.error("store", extra={"fields": {"request_id": _request_id(), "error": str(error)}})
    facts: dict[str, Any] = {"replicas": error.replicas, "needed": error.needed}
    if error.version is not None:
        facts["version"] = error.version
    return _refused(NotReplicated(seconds=2, **facts))


def _http_error(error: HTTPException) -> Response:
    if error.code is not None and error.code < 400:
        return Response(status=error.code, headers=dict(error.get_headers()))
    response = _refused(_HTTP_ERRORS.get(error.code or 500, MalformedRequest)())
    allowed = dict(error.get_headers()).get("Allow")
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _broken(error: Exception) -> Response:
    log.error("broken", exc_info=error, extra={"fields": {"request_id": _request_id()}})
    return _refused(InternalError())


def _no_such_call(error: HTTPException) -> Response:
    _begin()
    return _end(_http_error(error))
