"""Commands and events by the names of their types, and stored events read back in today's shape.

Stored events are never rewritten. When an event type changes its shape, raise its `schema` and register a function
in `UPCASTERS` that turns the old shape into the next one.
"""

from collections.abc import Callable
from typing import Any, Union

import msgspec

from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.rules.registry import MODULES

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}  # (type, schema) to the same event in schema + 1


class BrokenLog(ValueError):
    """An event that no version of this program can have written."""


def command_types() -> tuple[type[Command], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.commands)


def event_types() -> tuple[type[Event], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.events)


def type_name(kind: type[Command] | type[Event]) -> str:
    return str(kind.__struct_config__.tag)


SCHEMAS: dict[str, int] = {type_name(kind): kind.schema for kind in event_types()}  # today's, by type

_EVENTS: Any = Union[event_types()]  # noqa: UP007 - a union made at run time
_DECODERS = {type_name(kind): msgspec.json.Decoder(kind) for kind in event_types()}


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
    event: Event = msgspec.convert(document, _EVENTS)
    if schema > type(event).schema:
        raise BrokenLog(f"{name} has schema {schema}: written by a later version of this program")
    return event
