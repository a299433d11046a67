"""What is told of a call: who may make it, what it takes, and everything that it may answer."""

from enum import Enum
from typing import Any

import msgspec
from marshmallow import Schema

from service.api.answers import CommandChecked, CommandDone
from service.http.problems import ERRORS, status_of
from ttr_core import Code

JSON = "application/json"
STORE = ("internal_error", "store_unavailable")
GAME = ("unauthorized", "game_not_found", *STORE)
BODY = ("malformed_request", "too_large", "unsupported_media_type")
KEPT_ORDER = ("stale_version", "key_reused", "precondition_required")
RULES = tuple(sorted(str(code) for code in Code if str(code) not in ERRORS))
NOT_THE_MOMENT = tuple(code for code in RULES if status_of(code) == 409)


class Access(Enum):
    """Who may make the call: the names of the security schemes, any of which will do; "" is none."""

    ANYBODY = ()
    ANYBODY_OR_TOKEN = ("", "token")
    TOKEN = ("token",)


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A success."""

    status: int = 200
    what: str
    body: Any = None  # a struct, or a tuple of structs of which it is one
    media: tuple[str, ...] = (JSON,)  # of the body; nothing but JSON is described by its schema
    headers: tuple[str, ...] = ()  # names in `parts.HEADERS`; with "?" if it may be missing


class Call(msgspec.Struct, frozen=True, kw_only=True):
    method: str = "get"
    path: str
    name: str  # of the function that answers it
    tag: str
    summary: str
    description: str = ""
    access: Access = Access.ANYBODY
    parameters: tuple[str, ...] = ()  # names in `parts.PARAMETERS`
    body: type[Schema] | str | None = None  # a schema, or the name of one
    takes: str = JSON  # media type of the body; nothing but JSON has a schema
    answers: tuple[Answered, ...]
    problems: tuple[str, ...] = ("internal_error",)


def known(
    what: str,
    body: Any = None,
    media: tuple[str, ...] = (JSON,),
    headers: tuple[str, ...] = ("ETag",),
) -> tuple[Answered, ...]:
    """A success that the client may have already."""
    had = Answered(status=304, what="You have it already.", headers=headers)
    return Answered(what=what, body=body, media=media, headers=headers), had


# what every call answers that carries a command out
CARRIED_OUT = (
    Answered(
        what="What happened; with `dry_run` only that it could.",
        body=(CommandDone, CommandChecked),
        headers=("ETag?",),
    ),
)
REFUSED = (
    *BODY,
    *RULES,
    "rules_version_unsupported",
    *KEPT_ORDER,
    "forbidden",
    "too_many_requests",
    *GAME,
)
