"""Messages: the common base of commands and events, and what each viewer may see of them.

Messages are frozen, named by their class and strict about their JSON. Every field of every event names its audience.
A field that a viewer may not see becomes `None` and keeps its key, so that all viewers hold the same events under the
same version numbers.
"""

import re
from enum import Enum
from functools import cache
from typing import (
    Annotated,
    Any,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    runtime_checkable,
)

import msgspec
from msgspec.structs import replace

from ttr_core.model.ids import SeatId, Viewer, Witness

T = TypeVar("T")
M = TypeVar("M", bound="Message")


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


def type_name(kind: type[Message]) -> str:
    """The name of the type in JSON."""
    return str(kind.__struct_config__.tag)


@runtime_checkable
class AboutSeat(Protocol):
    """A message about one seat."""

    @property
    def seat(self) -> SeatId: ...


def seat_of(message: Message) -> SeatId | None:
    """The seat that a message is about, if it is about one."""
    return message.seat if isinstance(message, AboutSeat) else None


class Audience(Enum):
    PUBLIC = "public"
    PRIVATE = "private"  # for the seat named in the event's own `seat`
    SECRET = "secret"  # for nobody before the end of the game


class Source(Enum):
    HIDDEN = "hidden"  # until now nobody knew it who knows it now


Public = Annotated[T, Audience.PUBLIC]
Private = Annotated[T | None, Audience.PRIVATE]
Secret = Annotated[T | None, Audience.SECRET]
TurnedUp = Annotated[T, Audience.PUBLIC, Source.HIDDEN]
Drawn = Annotated[T | None, Audience.PRIVATE, Source.HIDDEN]


def audience_of(annotation: Any) -> Audience | None:  # any type hint
    if get_origin(annotation) is not Annotated:
        return None
    marks = [mark for mark in get_args(annotation)[1:] if isinstance(mark, Audience)]
    return marks[0] if marks else None


@cache
def audiences(kind: type[Message]) -> dict[str, Audience]:
    """The audience of each field; a field without one is a mistake in the event's class."""
    hints = get_type_hints(kind, include_extras=True)
    by_field: dict[str, Audience] = {}
    for name in kind.__struct_fields__:
        audience = audience_of(hints[name])
        if audience is None:
            raise TypeError(f"{kind.__name__}.{name} names no audience")
        by_field[name] = audience
    return by_field


@cache
def lays_open(kind: type[Message]) -> bool:
    """Whether such an event shows something that was hidden, or hides it anew in another order.

    What happened before it cannot be taken back: somebody would play again with what they have seen.
    """
    hints = get_type_hints(kind, include_extras=True)
    marks = [mark for name in kind.__struct_fields__ for mark in get_args(hints[name])[1:]]
    return Source.HIDDEN in marks or Audience.SECRET in marks


@cache
def _fields_for(kind: type[Message], audience: Audience) -> tuple[str, ...]:
    return tuple(name for name, its_audience in audiences(kind).items() if its_audience is audience)


@cache
def hidden_fields(kind: type[Message]) -> tuple[str, ...]:
    """The fields that not every viewer sees; to the others they are None."""
    return tuple(name for name, audience in audiences(kind).items() if audience is not Audience.PUBLIC)


def redact(event: M, viewer: Viewer) -> M:
    """The event as the viewer may see it."""
    if viewer is Witness.AUDITOR:
        return event
    hidden = _fields_for(type(event), Audience.SECRET)
    private = _fields_for(type(event), Audience.PRIVATE)
    if private and viewer != event.seat:  # type: ignore[attr-defined]  # a test holds that private events have one
        hidden += private
    return replace(event, **dict.fromkeys(hidden)) if hidden else event


def known(value: T | None) -> T:
    """A field that is hidden from some viewers, from the complete log; redacted events cannot be applied."""
    if value is None:
        raise ValueError("this event was redacted: only the complete log can be replayed")
    return value
