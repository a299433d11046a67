"""The declaration of a call, next to its handler: route, access, parameters, body, answers, problems and words.

Flask's routes and the OpenAPI document both come from these declarations (`service.app`, `service.openapi`):

    resource = Resource("webhooks")

    @resource.call(
        "GET",
        "/v1/webhooks/{webhook}",
        summary="One webhook",
        access=Access.TOKEN,
        parameters=(WEBHOOK,),
        answers=(Answered("The webhook.", WebhookSeen),),
        problems=(Unauthorized, WebhookNotFound, *STORE_PROBLEMS),
    )
    def get_webhook(webhook: str) -> Response: ...

Why not flask-smorest: `docs/decisions/012-own-declaration-of-calls.md`.
"""

from collections.abc import Callable
from enum import Enum
from functools import wraps
from time import thread_time
from typing import Any, TypeVar

import msgspec
from flask import Blueprint

from service.errors import (
    BodiesExhausted,
    Forbidden,
    GameNotFound,
    KeyReused,
    MalformedRequest,
    NotReplicated,
    PlayersOutOfRange,
    RulesVersionUnsupported,
    ServiceError,
    StaleVersion,
    Suspended,
    TemporarilyUnavailable,
    TooManyRequests,
    Unauthorized,
    UnknownBoard,
    UnknownOption,
    UnknownParameter,
    UnplayableBoard,
    WritesRefused,
)
from service.http.problems import (
    ERRORS,
    InternalError,
    PreconditionRequired,
    TooLarge,
    UnsupportedMediaType,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    JSON,
    Body,
    Parameter,
    refusing_others,
    services,
    this_request,
)
from ttr_core import RefusalCode, refusal_codes


class Refusals(Enum):
    """Refusals by rules: those of all rules that are registered when a call is described."""

    ANY = "any"
    MOMENTARY = "momentary"  # those that pass with time

    @property
    def codes(self) -> tuple[RefusalCode, ...]:
        codes = sorted(code for code in refusal_codes() if code not in ERRORS)
        return tuple(code for code in codes if code.momentary or self is Refusals.ANY)


PAST = "at"  # the parameter that names an earlier version
Problem = type[ServiceError] | RefusalCode | Refusals
Handler = TypeVar("Handler", bound=Callable[..., Any])

# problems that many calls share
STORE_PROBLEMS: tuple[Problem, ...] = (InternalError, TemporarilyUnavailable)
GAME_PROBLEMS: tuple[Problem, ...] = (Unauthorized, GameNotFound, *STORE_PROBLEMS)
WRITE_PROBLEMS: tuple[Problem, ...] = (NotReplicated, WritesRefused)
BODY_PROBLEMS: tuple[Problem, ...] = (
    MalformedRequest,
    TooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    BodiesExhausted,
)
SETTING_PROBLEMS: tuple[Problem, ...] = (UnknownBoard, PlayersOutOfRange, UnknownOption, UnplayableBoard)
TERMS_PROBLEMS: tuple[Problem, ...] = (StaleVersion, KeyReused, PreconditionRequired)
COMMAND_PROBLEMS: tuple[Problem, ...] = (
    *BODY_PROBLEMS,
    Refusals.ANY,
    RulesVersionUnsupported,
    *TERMS_PROBLEMS,
    Forbidden,
    Suspended,
    TooManyRequests,
    *WRITE_PROBLEMS,
    *GAME_PROBLEMS,
)


class Access(Enum):
    """Who may make a call: the security schemes, any of which will do; "" is none."""

    ANYBODY = ()
    ANYBODY_OR_TOKEN = ("", "token")
    TOKEN = ("token",)


class Answered(msgspec.Struct, frozen=True):
    """A successful response."""

    description: str
    body: Any = None  # a struct, or a tuple of structs of which it is one
    status: int = 200
    media: tuple[str, ...] = (JSON,)  # of the body; only JSON is described by its schema
    headers: tuple[str, ...] = ()  # "ETag" is always there, "Link?" sometimes


def or_not_modified(
    description: str,
    body: Any = None,
    media: tuple[str, ...] = (JSON,),
    headers: tuple[str, ...] = ("ETag",),
) -> tuple[Answered, ...]:
    """A response, or 304 for clients that have the current version."""
    return (
        Answered(description, body, media=media, headers=headers),
        Answered("You have the current version.", status=304, headers=headers),
    )


class Call(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one path."""

    method: str
    path: str
    handler: Callable[..., Any]  # takes the parameters in the path
    tag: str
    summary: str
    description: str
    access: Access
    parameters: tuple[Parameter, ...]
    body: Body | None
    answers: tuple[Answered, ...]
    problems: tuple[Problem, ...]
    # the handler answers OPTIONS: Flask would add the methods of another path that fits
    answers_options: bool

    costly: bool
    looks_back: bool

    @property
    def name(self) -> str:
        """Its name in the log, in the metrics and as operationId."""
        return self.handler.__name__

    @property
    def query(self) -> tuple[str, ...]:
        """The names of its query parameters."""
        return tuple(parameter.name for parameter in self.parameters if parameter.location == "query")

    def guarded_handler(self) -> Callable[..., Any]:
        """The handler behind a guard that refuses strangers, and what the call does not take."""
        return refusing_others(
            self.handler,
            self.query,
            takes_key=self.method != "POST" or IDEMPOTENCY_KEY in self.parameters,
            takes_body=self.method == "GET" or self.body is not None,
            needs_token=self.access is Access.TOKEN,
        )


class Resource:
    """The calls of one module, in the order of their declaration; `tag` is the group they are shown in."""

    def __init__(self, tag: str) -> None:
        self.tag = tag
        self.calls: list[Call] = []

    def call(
        self,
        method: str,
        path: str,
        *,
        summary: str,
        answers: tuple[Answered, ...],
        tag: str = "",
        description: str = "",
        access: Access = Access.ANYBODY,
        parameters: tuple[Parameter, ...] = (),
        body: Body | None = None,
        problems: tuple[Problem, ...] = (InternalError,),
        answers_options: bool = False,
        costly: bool = False,
    ) -> Callable[[Handler], Handler]:
        """Declares the function that follows as the handler of a call.

        The work of a costly call is charged to its caller; so is a look at the past, at any call that takes `at`.
        """
        looks_back = any(parameter.name == PAST for parameter in parameters)
        if (costly or looks_back) and TooManyRequests not in problems:
            problems = (TooManyRequests, *problems)
        if method != "GET" and body is None and MalformedRequest not in problems:
            problems = (MalformedRequest, *problems)  # for a body

        def declare(handler: Handler) -> Handler:
            call = Call(
                method=method,
                path=path,
                handler=handler,
                tag=tag or self.tag,
                summary=summary,
                description=description,
                access=access,
                parameters=parameters,
                body=body,
                answers=answers,
                problems=(*problems, UnknownParameter),  # the guard of every call may raise it
                answers_options=answers_options,
                costly=costly,
                looks_back=looks_back,
            )
            self.calls.append(call)
            return handler

        return declare

    def register(self, blueprint: Blueprint) -> None:
        for call in self.calls:
            rule = call.path.replace("{", "<").replace("}", ">")
            methods = [call.method, "OPTIONS"] if call.answers_options else [call.method]
            automatic = False if call.answers_options else None
            blueprint.add_url_rule(
                rule, call.name, _charged(call), methods=methods, provide_automatic_options=automatic
            )


def _charged(call: Call) -> Callable[..., Any]:
    """The handler of a call, with the processor time of what costs much charged to the caller's address."""
    handler = call.guarded_handler()
    if not (call.costly or call.looks_back):
        return handler

    @wraps(handler)
    def charged(**path: str) -> Any:
        if not call.costly and not this_request().query_string:
            return handler(**path)
        work, caller = services().work, this_request().remote_addr or "unknown"
        work.admit(caller)
        begun = thread_time()
        try:
            return handler(**path)
        finally:
            work.charge(caller, thread_time() - begun)

    return charged
