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
    RulesVersionUnsupported,
    ServiceError,
    StaleVersion,
    TemporarilyUnavailable,
    TooManyRequests,
    Unauthorized,
    WritesRefused,
)
from service.http.problems import (
    ERRORS,
    InternalError,
    PreconditionRequired,
    TooLarge,
    UnsupportedMediaType,
)
from service.http.request import JSON, Body, Parameter
from ttr_core import RefusalCode, refusal_codes


class Refusals(Enum):
    """Refusals by rules: those of all rules that are registered when a call is described."""

    ANY = "any"
    MOMENTARY = "momentary"  # those that pass with time

    @property
    def codes(self) -> tuple[RefusalCode, ...]:
        codes = sorted(code for code in refusal_codes() if code not in ERRORS)
        return tuple(code for code in codes if code.momentary or self is Refusals.ANY)


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
TERMS_PROBLEMS: tuple[Problem, ...] = (StaleVersion, KeyReused, PreconditionRequired)
COMMAND_PROBLEMS: tuple[Problem, ...] = (
    *BODY_PROBLEMS,
    Refusals.ANY,
    RulesVersionUnsupported,
    *TERMS_PROBLEMS,
    Forbidden,
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
    answers_options: (
        bool  # the handler answers OPTIONS: Flask would add the methods of another path that fits
    )

    @property
    def name(self) -> str:
        """Its name in the log, in the metrics and as operationId."""
        return self.handler.__name__


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
    ) -> Callable[[Handler], Handler]:
        """Declares the function that follows as the handler of a call."""

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
                problems=problems,
                answers_options=answers_options,
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
                rule, call.name, call.handler, methods=methods, provide_automatic_options=automatic
            )
