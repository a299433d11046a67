"""Errors as RFC 9457 problems: the only module that knows which error is which HTTP status."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from flask import Response
from msgspec import UNSET, Meta, UnsetType

from service import errors
from service.errors import FieldError, ServiceError, TryLater
from service.language.languages import Messages
from service.language.speech.problem_text import as_list, cure_of, detail_of, title_of
from ttr_core import SeatId, refusal_codes

MEDIA_TYPE = "application/problem+json"


class MethodNotAllowed(ServiceError):
    code = "method_not_allowed"


class NotAcceptable(ServiceError):
    code = "not_acceptable"


class TooLarge(ServiceError):
    code = "too_large"


class UnsupportedMediaType(ServiceError):
    code = "unsupported_media_type"


class PreconditionRequired(ServiceError):
    code = "precondition_required"


class InternalError(ServiceError):
    code = "internal_error"


STATUS: Mapping[type[ServiceError], int] = {  # of an error and of all below it in the tree
    errors.MalformedRequest: 400,
    errors.Unauthorized: 401,
    errors.SignatureInvalid: 401,
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


class FieldProblem(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with one part of the body; `pointer` is a JSON Pointer (RFC 6901)."""

    pointer: str
    code: str
    detail: str


class ProblemFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What a problem is about. Those that clients act on are named here; codes have others besides."""

    version: Annotated[int | UnsetType, Meta(description="The version that the game has reached.")] = UNSET
    waiting_for: Annotated[Sequence[SeatId] | UnsetType, Meta(description="The seats that have to act.")] = (
        UNSET
    )
    retry_after_seconds: Annotated[
        int | UnsetType, Meta(description="How long to wait, as in `Retry-After`.")
    ] = UNSET
    choices: Annotated[Sequence[str] | UnsetType, Meta(description="What could have been sent instead.")] = (
        UNSET
    )
    min: Annotated[int | UnsetType, Meta(description="The least that could have been sent.")] = UNSET
    max: Annotated[int | UnsetType, Meta(description="The most that could have been sent.")] = UNSET
    parameter: Annotated[str | UnsetType, Meta(description="The query parameter or header at fault.")] = UNSET
    accepted: Annotated[
        Sequence[str] | UnsetType, Meta(description="The query parameters that the call has.")
    ] = UNSET


class Cure(msgspec.Struct, frozen=True, kw_only=True):
    """What helps against a refusal by the rules."""

    detail: Annotated[str, Meta(description="A sentence for people.")]
    say: Annotated[
        Sequence[str],
        Meta(description="Its words to say: `POST /v1/games/{game}/say` understands each of them."),
    ]


class ProblemBody(msgspec.Struct, frozen=True, kw_only=True):
    """An error as RFC 9457 describes it. Programs look at `code`, which is stable; people read `detail`."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: Sequence[FieldProblem]
    facts: Mapping[str, Any]
    request_id: str
    cure: Cure | UnsetType = UNSET


def status_of(code: str) -> int:
    """The status of an error; a rule's refusal is 409 if it passes with time, otherwise 422."""
    if code in ERRORS:
        return next(STATUS[kind] for kind in ERRORS[code].__mro__ if kind in STATUS)
    return 409 if any(code == refused and refused.momentary for refused in refusal_codes()) else 422


# the response


def _field_problem(invalid: FieldError, lang: str) -> FieldProblem:
    say, facts = Messages(lang), {name: as_list(fact) for name, fact in invalid.facts.items()}
    near = f"invalid-{invalid.code}.nearest"
    detail = say(near if say.can_say(near, facts) else f"invalid-{invalid.code}", **facts)
    return FieldProblem(pointer=invalid.pointer, code=invalid.code, detail=detail)


def problem_body(error: ServiceError, request_id: str, lang: str, address: str) -> ProblemBody:
    """`address` is the service's own, where a page describes each code."""
    return ProblemBody(
        type=f"{address}/problems/{error.code}",
        title=title_of(error.code, lang),
        status=status_of(error.code),
        code=error.code,
        detail=detail_of(error, lang),
        errors=[_field_problem(invalid, lang) for invalid in error.errors],
        facts=error.facts,
        request_id=request_id,
        cure=_cure(error, lang),
    )


def _cure(error: ServiceError, lang: str) -> Cure | UnsetType:
    sentence = cure_of(error, lang)
    return Cure(detail=sentence, say=Messages(lang).quotes(sentence)) if sentence else UNSET


def problem_response(error: ServiceError, request_id: str, lang: str, address: str) -> Response:
    body = problem_body(error, request_id, lang, address)
    response = Response(msgspec.json.encode(body), body.status, mimetype=MEDIA_TYPE)
    response.headers["Content-Language"] = lang
    response.headers["Vary"] = "Accept-Language"
    if isinstance(error, TryLater) and error.seconds is not None:
        response.headers["Retry-After"] = str(error.seconds)
    if isinstance(error, errors.Unauthorized):
        invalid = isinstance(error, errors.TokenInvalid)
        response.headers["WWW-Authenticate"] = 'Bearer error="invalid_token"' if invalid else "Bearer"
    return response
