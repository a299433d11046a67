"""Turns every exception of a request into a problem response; none reaches the server."""

import logging
from collections.abc import Mapping

from flask import Blueprint, Flask, Response
from werkzeug.exceptions import HTTPException

from service.errors import MalformedRequest, NotFound, ServiceError, StoreUnavailable, TemporarilyUnavailable
from service.http.context import services
from service.http.problems import (
    InternalError,
    MethodNotAllowed,
    NotAcceptable,
    TooLarge,
    UnsupportedMediaType,
    problem_response,
)
from service.http.request_log import request_id

log = logging.getLogger("ttr.requests")

_HTTP_ERRORS: Mapping[int, type[ServiceError]] = {  # that Flask and werkzeug raise
    404: NotFound,
    405: MethodNotAllowed,
    406: NotAcceptable,
    413: TooLarge,
    415: UnsupportedMediaType,
}


def register_error_handlers(target: Blueprint | Flask) -> None:
    target.register_error_handler(ServiceError, _refused)
    target.register_error_handler(StoreUnavailable, _no_store)
    target.register_error_handler(HTTPException, http_error)
    target.register_error_handler(Exception, _broken)


def _refused(error: ServiceError) -> Response:
    services().metrics.refused(error.code)
    return problem_response(error, request_id())


def _no_store(error: StoreUnavailable) -> Response:
    log.error("store", extra={"fields": {"request_id": request_id(), "error": str(error)}})
    return _refused(TemporarilyUnavailable(seconds=2))


def http_error(error: HTTPException) -> Response:
    if error.code is not None and error.code < 400:
        return Response(status=error.code, headers=dict(error.get_headers()))
    response = _refused(_HTTP_ERRORS.get(error.code or 500, MalformedRequest)())
    allowed = dict(error.get_headers()).get("Allow")
    if allowed:
        response.headers["Allow"] = allowed
    return response


def _broken(error: Exception) -> Response:
    log.error("broken", exc_info=error, extra={"fields": {"request_id": request_id()}})
    return _refused(InternalError())
