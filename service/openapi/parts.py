"""The parts of the document that calls share: response headers and problems."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from service.errors import StaleVersion, UnknownParameter
from service.http.call import Call, Problem, Refusals
from service.http.problems import MEDIA_TYPE, STATUS, ProblemBody, status_of
from service.http.request import Part
from service.http.schemas import answer_schema
from service.language.languages import codes
from service.language.speech.problem_text import title_of
from service.webhooks.subscriptions import WEBHOOK
from ttr_core import RefusalCode

HEADERS: Mapping[str, Part] = {
    "ETag": {
        "description": "Version and viewer. Usable in If-Match and If-None-Match; weak where answers are compressed.",
        "schema": {"type": "string", "pattern": '^(W/)?"[0-9a-f.]+"$'},
    },
    "Link": {
        "description": "The address of the next page, if there is one (RFC 8288).",
        "schema": {"type": "string", "pattern": '^<.+>; rel="next"$'},
    },
    "Location": {"description": "The address of the new resource.", "schema": {"type": "string"}},
    "Retry-After": {
        "description": "Seconds to wait.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "Webhook-Off": {
        "description": "A webhook of this token that was switched off, because its receiver did not answer.",
        "schema": {"type": "string", "pattern": WEBHOOK},
    },
    "WWW-Authenticate": {
        "description": "How to authenticate; `invalid_token` if a token was sent.",
        "schema": {"type": "string", "pattern": '^Bearer( error="invalid_token")?$'},
    },
    "Content-Language": {
        "description": "The language of `title` and `detail`.",
        "schema": {"type": "string", "pattern": f"^({'|'.join(codes())})$"},
    },
}

MISTYPED: Part = {  # an unknown parameter, and those that the call has
    "detail": "This call has no parameter 'att'; it takes at.",
    "facts": {"parameter": "att", "accepted": ["at"]},
}
CODES = "x-codes"  # the codes of the problems that a response stands for

_CHANGES: Part = {
    "Link": {
        "description": "The events since the version that you sent (RFC 8288).",
        "schema": {"type": "string", "pattern": '^<.+>; rel="changes"$'},
    }
}


def described_headers(names: Iterable[str]) -> Part:
    """`ETag` is always there, `Link?` sometimes."""
    headers = {}
    for name in names:
        plain = name.removesuffix("?")
        headers[plain] = HEADERS[plain] | ({} if name.endswith("?") else {"required": True})
    return headers


def problem_answers(call: Call) -> dict[str, tuple[str, Part]]:
    """For each status that is an error: the name of its description, and the description."""
    by_status: dict[int, list[str]] = {}
    for problem in call.problems:
        for code in _codes(problem):
            codes = by_status.setdefault(status_of(code), [])
            codes += [] if code in codes else [code]
    return {
        str(status): (_problem_name(call, status, codes), _problem(status, codes))
        for status, codes in sorted(by_status.items())
    }


def _codes(problem: Problem) -> tuple[str, ...]:
    if isinstance(problem, Refusals):
        return tuple(map(str, problem.codes))
    if isinstance(problem, RefusalCode):
        return (str(problem),)
    return (
        (problem.code,) if "code" in vars(problem) else tuple(kind.code for kind in problem.__subclasses__())
    )


def _problem_name(call: Call, status: int, codes: list[str]) -> str:
    return "-or-".join(codes) if len(codes) <= 2 else f"{call.name}-{status}"


def _problem(status: int, codes: list[str]) -> Part:
    by_title: dict[str, list[str]] = {}
    for code in codes:
        by_title.setdefault(title_of(code), []).append(f"`{code}`")
    description = "\n".join(f"- {', '.join(named)}: {title}" for title, named in by_title.items())
    content: Part = {"schema": answer_schema(ProblemBody), "examples": {codes[0]: _example(codes[0])}}
    if UnknownParameter.code in codes:
        content["examples"][UnknownParameter.code] = _example(UnknownParameter.code, **MISTYPED)
    # the codes beside the schema, not in it: generators cannot merge a schema that every response narrows
    described: Part = {"description": description, "content": {MEDIA_TYPE: content}, CODES: codes}
    described["headers"] = _headers(status)
    return described


def _headers(status: int) -> Part:
    own = {401: ["WWW-Authenticate"], 429: ["Retry-After"], 503: ["Retry-After"]}
    headers = described_headers(["Content-Language", *own.get(status, ())])
    return headers | (_CHANGES if status == STATUS[StaleVersion] else {})


def _example(code: str, **more: Any) -> Part:
    body = ProblemBody(
        **{  # what an error without facts and reason says
            "type": f"/problems/{code}",
            "title": title_of(code),
            "status": status_of(code),
            "code": code,
            "detail": title_of(code),
            "errors": [],
            "facts": {},
            "request_id": "4f1c2b7a9d3e6f80",
            **more,
        }
    )
    return {"value": msgspec.to_builtins(body)}
