"""The Flask application: `create_app` for a server of our own, `api_blueprint` for somebody else's."""

import logging
import os
import random
import time
from collections.abc import Collection, Mapping

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException

from service.api import MODULES, chat
from service.config import Config
from service.errors import MalformedRequest, NotFound, ServiceError, StoreUnavailable, TemporarilyUnavailable
from service.http.fast_flask import Application
from service.http.problems import (
    InternalError,
    MethodNotAllowed,
    NotAcceptable,
    TooLarge,
    UnsupportedMediaType,
    problem_response,
)
from service.http.request import header
from service.store import Store
from service.wiring import EXTENSION, Services, make_services, services, this_request

log = logging.getLogger("ttr.requests")

_HTTP_ERRORS: Mapping[int, type[ServiceError]] = {
    404: NotFound,
    405: MethodNotAllowed,
    406: NotAcceptable,
    413: TooLarge,
    415: UnsupportedMediaType,
}

_chance = random.Random()  # of request ids, which need not be secret
if hasattr(os, "register_at_fork"):  # where processes fork, each has ids of its own
    os.register_at_fork(after_in_child=_chance.seed)

ARRIVAL = "ttr.arrival"  # under which name a request's environment keeps when it came, and its id


def create_app(config: Config | None = None, store: Store | None = None) -> Flask:
    """The whole service as a WSGI application; without a store it connects to `config.redis_url`."""
    app = Application("ttr")
    app.register_blueprint(api_blueprint(make_services(config or Config(), store)))
    for status in (400, 404, 405):  # addresses that no call has
        app.register_error_handler(status, _nowhere)
    return app


def api_blueprint(made: Services) -> Blueprint:
    """All calls, to be registered on any Flask application."""
    blueprint = Blueprint(EXTENSION, __name__)
    blueprint.record_once(lambda setup: setup.app.extensions.update({EXTENSION: made}))
    blueprint.before_request(_arrive)
    blueprint.after_request(_leave)
    blueprint.register_error_handler(ServiceError, _problem)
    blueprint.register_error_handler(StoreUnavailable, _no_store)
    blueprint.register_error_handler(HTTPException, _http_error)
    blueprint.register_error_handler(Exception, _broken)
    for module in MODULES:
        module.register(blueprint)
    chat.register(blueprint, made.config)
    return blueprint


def _arrive() -> None:
    request, given = this_request(), header("HTTP_X_REQUEST_ID") or ""
    fits = given.isascii() and 8 <= len(given) <= 64 and given.isprintable()
    request.environ[ARRIVAL] = time.perf_counter(), given if fits else f"{_chance.getrandbits(64):016x}"
    request.max_content_length = services().config.max_body


def _leave(response: Response) -> Response:
    request, headers, found = this_request(), response.headers, services()
    started, request_id = request.environ[ARRIVAL]
    seconds = time.perf_counter() - started
    call = (request.endpoint or "none").rpartition(".")[2]
    headers.add("X-Request-Id", request_id)
    headers.add("X-Content-Type-Options", "nosniff")
    headers.setdefault("Cache-Control", "no-store")
    if found.config.cors_origins:
        _allow_origin(response, header("HTTP_ORIGIN"), found.config.cors_origins)
    found.metrics.answered(request.method, call, response.status_code, seconds)
    if log.isEnabledFor(logging.INFO):
        log.info("request", extra={"fields": _told(call, response, seconds)})
    return response


def _told(call: str, response: Response, seconds: float) -> dict[str, object]:
    """What the log tells of a request: never a token, a body or a query."""
    request = this_request()
    return {
        "request_id": _request_id(),
        "method": request.method,
        "call": call,
        "game": (request.view_args or {}).get("game"),
        "status": response.status_code,
        "ms": round(seconds * 1000, 3),
    }


def _request_id() -> str:
    request_id: str = this_request().environ[ARRIVAL][1]
    return request_id


def _allow_origin(response: Response, origin: str | None, origins: Collection[str]) -> None:
    response.headers.add("Vary", "Origin")  # whoever keeps the answer may be asked from elsewhere next time
    if origin is None or not ("*" in origins or origin in origins):
        return
    response.headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    response.headers["Access-Control-Expose-Headers"] = (
        "ETag, Link, Location, Retry-After, Webhook-Off, X-Request-Id"
    )
    if this_request().method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE, OPTIONS"
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id"
        )
        response.headers["Access-Control-Max-Age"] = "600"


def _problem(error: ServiceError) -> Response:
    services().metrics.refused(error.code)
    return problem_response(error, _request_id())


def _no_store(error: StoreUnavailable) -> Response:
    log.error("store", extra={"fields": {"request_id": _request_id(), "error": str(error)}})
    return _problem(TemporarilyUnavailable(seconds=2))


def _nowhere(error: HTTPException) -> Response:
    _arrive()
    return _leave(_http_error(error))


def _http_error(error: HTTPException) -> Response:
    if error.code is not None and error.code < 400:
        return Response(status=error.code, headers=dict(error.get_headers()))
    response = _problem(_HTTP_ERRORS.get(error.code or 500, MalformedRequest)())
    allowed = dict(error.get_headers()).get("Allow")
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _broken(error: Exception) -> Response:
    log.error("broken", exc_info=error, extra={"fields": {"request_id": _request_id()}})
    return _problem(InternalError())
