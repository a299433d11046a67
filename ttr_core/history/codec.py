"""Commands and events by the names of their types, and stored events read back in today's shape.

Stored events are never rewritten. When an event type changes its shape, raise its `schema` and register a function
in `UPCASTERS` that turns the old shape into the next one.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeVar, Union

import msgspec

from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.model.message import Message, type_name
from ttr_core.rules.registry import MODULES

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

M = TypeVar("M", bound=Message)

UPCASTERS: dict[tuple[str, int], Upcaster] = {}  # (type, schema) to the same event in schema + 1


class BrokenLog(ValueError):
    """An event that no version of this program can have written."""


def command_types() -> tuple[type[Command], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.commands)


def event_types() -> tuple[type[Event], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.events)


class TypeTable(dict[str, type[M]]):
    """Types of messages by their names; it follows the registry, so that it knows rules that are added later."""

    def __init__(self, types: Callable[[], Iterable[type[M]]]) -> None:
        super().__init__()
        self._types = types
        MODULES.follow(self._refresh)

    def _refresh(self) -> None:
        self.clear()
        self.update({type_name(kind): kind for kind in self._types()})

    def __hash__(self) -> int:  # type: ignore[override]  # its entries may change, itself does not
        return id(self)


EVENTS = TypeTable(event_types)

SCHEMAS: dict[str, int] = {}  # today's, by type
_DECODERS: dict[str, msgspec.json.Decoder[Event]] = {}


def _read_registry() -> None:
    for name, kind in EVENTS.items():
        SCHEMAS.setdefault(name, kind.schema)
        _DECODERS.setdefault(name, msgspec.json.Decoder(kind))
    _any_event.cache_clear()


@cache
def _any_event() -> Any:  # the union of all event types
    return Union[event_types()]  # noqa: UP007 - a union made at run time


MODULES.follow(_read_registry)


def decode(name: str, schema: int, data: msgspec.Raw) -> Event:
    """The event of a type from its stored fields, brought from its schema to today's."""
    if SCHEMAS.get(name) != schema:
        return upcast({"type": name, **msgspec.json.decode(data)}, schema)
    event: Event = _DECODERS[name].decode(data)
    return event


def upcast(document: dict[str, Any], schema: int) -> Event:
    """An event as JSON values, brought from its schema to today's step by step."""
    name = str(document.get("type"))
    for step in range(schema, SCHEMAS.get(name, schema)):
        if (name, step) not in UPCASTERS:
            raise BrokenLog(f"no upcaster for {name} of schema {step}")
        document = UPCASTERS[name, step](document)
        name = str(document["type"])
    event: Event = msgspec.convert(document, _any_event())
    if schema > type(event).schema:
        raise BrokenLog(f"{name} has schema {schema}: written by a later version of this program")
    return event
