"""What commands and events have in common: frozen, named by their class, strict about their JSON.

Who may see which field of an event, and the event as one viewer sees it.

Every field of every event names its audience. What a viewer may not see becomes `None`: the key stays, so that
all viewers hold the same events under the same version numbers.
"""

import re
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ttr_core.model.ids import Viewer, Witness


def snake_case(name: str) -> str:
    """`ClaimRoute` is `claim_route` in JSON."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag=snake_case,
    omit_defaults=True,
    forbid_unknown_fields=True,
    gc=False,
):
    """A command or an event."""


T = TypeVar("T")
E = TypeVar("E", bound=Struct)


class Audience(Enum):
    PUBLIC = "public"
    PRIVATE = "private"  # for the seat named in the event's own `seat`
    SECRET = "secret"  # for nobody before the end of the game


Public = Annotated[T, Audience.PUBLIC]
Private = Annotated[T | None, Audience.PRIVATE]
Secret = Annotated[T | None, Audience.SECRET]


def audience_of(annotation: Any) -> Audience | None:  # a type hint, of whatever kind
    if get_origin(annotation) is not Annotated:
        return None
    marks = [mark for mark in get_args(annotation)[1:] if isinstance(mark, Audience)]
    return marks[0] if marks else None


@cache
def audiences(kind: type[Struct]) -> dict[str, Audience]:
    """The audience of each field; a field without one is a mistake of its author."""
    hints = get_type_hints(kind, include_extras=True)
    found = {name: audience_of(hints[name]) for name in kind.__struct_fields__}
    missing = [name for name, audience in found.items() if audience is None]
    if missing:
        raise TypeError(f"{kind.__name__}.{missing[0]} names no audience")
    return {name: audience for name, audience in found.items() if audience is not None}


@cache
def _hidden(kind: type[Struct], audience: Audience) -> tuple[str, ...]:
    return tuple(name for name, found in audiences(kind).items() if found is audience)


def redact(event: E, viewer: Viewer) -> E:
    """The event as the viewer may see it."""
    if viewer is Witness.AUDITOR:
        return event
    hidden = _hidden(type(event), Audience.SECRET)
    private = _hidden(type(event), Audience.PRIVATE)
    if private and viewer != event.seat:  # type: ignore[attr-defined]  # `audience` tests that a seat is there
        hidden += private
    return replace(event, **dict.fromkeys(hidden)) if hidden else event


def known(value: T | None) -> T:
    """A field that only the complete log has; a redacted event cannot be folded."""
    if value is None:
        raise ValueError("this event was redacted: only the complete log can be replayed")
    return value
