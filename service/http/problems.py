"""Errors as RFC 9457 problems: the only module that knows which error is which HTTP status."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from flask import Response

from service import errors
from service.errors import RULE_REFUSED, ServiceError, TryLater
from ttr_core import refusal_codes

MEDIA_TYPE = "application/problem+json"


class MethodNotAllowed(ServiceError):
    code = "method_not_allowed"
    title = "This address does not support this method."


class NotAcceptable(ServiceError):
    code = "not_acceptable"
    title = "None of the media types that you accept is available."


class TooLarge(ServiceError):
    code = "too_large"
    title = "The request is too large."


class UnsupportedMediaType(ServiceError):
    code = "unsupported_media_type"
    title = "The body is not of a media type that this call takes."


class PreconditionRequired(ServiceError):
    code = "precondition_required"
    title = "Send If-Match with the version you decided on, or an Idempotency-Key, or both."


class InternalError(ServiceError):
    code = "internal_error"
    title = "The service failed; the request id identifies the failure in its log."


STATUS: Mapping[type[ServiceError], int] = {  # of an error and of all below it in the tree
    errors.MalformedRequest: 400,
    errors.Unauthorized: 401,
    errors.Forbidden: 403,
    errors.NotFound: 404,
    MethodNotAllowed: 405,
    NotAcceptable: 406,
    errors.Conflict: 409,
    errors.StaleVersion: 412,
    TooLarge: 413,
    UnsupportedMediaType: 415,
    errors.Unacceptable: 422,
    errors.RuleRefused: 422,
    PreconditionRequired: 428,
    errors.TooManyRequests: 429,
    InternalError: 500,
    errors.TryLater: 503,
}


def _with_codes(kind: type[ServiceError]) -> Iterator[type[ServiceError]]:
    if "code" in vars(kind):
        yield kind
    for below in kind.__subclasses__():
        yield from _with_codes(below)


ERRORS: Mapping[str, type[ServiceError]] = {kind.code: kind for kind in _with_codes(ServiceError)}


class ProblemBody(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An error as RFC 9457 describes it. `code` is stable; `facts` say what the code is about."""

    type: str
    title: str
    status: int
    code: str
    request_id: str
    detail: str = ""
    facts: Mapping[str, Any] = {}


def title_of(code: str) -> str:
    return ERRORS[code].title if code in ERRORS else RULE_REFUSED


def status_of(code: str) -> int:
    """The status of an error; a rule's refusal is 409 if it passes with time, otherwise 422."""
    if code in ERRORS:
        return next(STATUS[kind] for kind in ERRORS[code].__mro__ if kind in STATUS)
    return 409 if any(code == refused and refused.momentary for refused in refusal_codes()) else 422


def problem_response(error: ServiceError, request_id: str) -> Response:
    body = ProblemBody(
        type=f"urn:ttr:problem:{error.code}",
        title=error.title,
        status=status_of(error.code),
        code=error.code,
        request_id=request_id,
        detail=error.detail,
        facts=error.facts,
    )
    response = Response(msgspec.json.encode(body), body.status, mimetype=MEDIA_TYPE)
    if isinstance(error, TryLater) and error.seconds is not None:
        response.headers["Retry-After"] = str(error.seconds)
    if body.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
