"""Errors as RFC 9457 problems with stable codes; the only place that knows which code is which HTTP status."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response

from ttr_core import Code, RuleViolation

MEDIA_TYPE = "application/problem+json"

# a refusal that is only a matter of the moment; every other refused rule is 422
_NOT_THE_MOMENT = {
    Code.NOT_NOW,
    Code.NOT_YOUR_TURN,
    Code.ALREADY_CHOSEN,
    Code.GAME_OVER,
    Code.SEATS_OPEN,
    Code.SEAT_NOT_OPEN,
    Code.NOTHING_TO_UNDO,
    Code.UNDO_PAST_A_CARD,
}

TITLES: dict[str, tuple[int, str]] = {
    "malformed_request": (400, "The request is not what the description of this call asks for."),
    "unauthorized": (401, "This call needs a bearer token of the game."),
    "forbidden": (403, "The token does not allow this."),
    "game_not_found": (404, "There is no such game, or it is not for you."),
    "board_not_found": (404, "There is no board of this name."),
    "webhook_not_found": (404, "There is no such webhook, or it is not yours."),
    "not_found": (404, "There is nothing here."),
    "version_not_reached": (404, "The game has not reached this version."),
    "method_not_allowed": (405, "This address does not take this method."),
    "not_acceptable": (406, "None of the media types that were asked for is available."),
    "answered_before": (409, "This message was heard before; whatever it asked for has been done."),
    "seat_taken": (409, "The seat is taken."),
    "game_exists": (409, "There is another game of this name here."),
    "too_many_webhooks": (409, "This token has as many webhooks as it may have; remove one."),
    "not_scored_yet": (409, "The game has no final score yet."),
    "stale_version": (412, "The game has moved on; look again and decide again."),
    "too_large": (413, "The request is too large."),
    "unsupported_media_type": (415, "The body is not of the media type that this call takes."),
    "url_refused": (422, "Nothing would ever be sent to this address."),
    "record_refused": (422, "The record is not one of a finished game that verifies."),
    "clock_defect": (422, "No game can be played by this clock."),
    "board_defect": (422, "No game can be played with these settings."),
    "rules_version_unsupported": (
        422,
        "The game was begun under rules that are not played here; it can still be read.",
    ),
    "key_reused": (422, "This Idempotency-Key was used for another request."),
    "precondition_required": (
        428,
        "Send If-Match with the version you decided on, or an Idempotency-Key, or both.",
    ),
    "too_many_requests": (429, "Too many requests; come back after the time in Retry-After."),
    "internal_error": (500, "Something is broken on our side; the request id finds it in the log."),
    "store_unavailable": (
        503,
        "The store does not answer; it is not known whether this was carried out. Repeat it.",
    ),
    "pictures_exhausted": (503, "Too many wait for a picture; come back after the time in Retry-After."),
    "streams_exhausted": (503, "All event streams are in use; come back after the time in Retry-After."),
}


class Problem(Exception):  # noqa: N818 - the word of RFC 9457
    """An answer that is an error."""

    def __init__(
        self, code: str, detail: str = "", headers: dict[str, str] | None = None, **facts: Any
    ) -> None:
        super().__init__(code, detail)
        self.code, self.detail, self.facts = code, detail, facts
        self.headers = headers or {}


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
    return TITLES[code][1] if code in TITLES else "The rules do not allow this."


def status_of(code: str) -> int:
    if code in TITLES:
        return TITLES[code][0]
    return 409 if code in _NOT_THE_MOMENT else 422


def problem_response(problem: Problem, request_id: str) -> Response:
    body = ProblemBody(
        type=f"urn:ttr:problem:{problem.code}",
        title=title_of(problem.code),
        status=status_of(problem.code),
        code=problem.code,
        request_id=request_id,
        detail=problem.detail,
        facts=problem.facts,
    )
    response = Response(msgspec.json.encode(body), body.status, mimetype=MEDIA_TYPE)
    response.headers.update(problem.headers)
    if body.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def from_violation(violation: RuleViolation) -> Problem:
    return Problem(violation.code, **violation.facts)
