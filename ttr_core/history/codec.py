"""JSON for commands, events and logs, and the upcasters that read what earlier versions wrote.

A log is one line for each event: {"version": 7, "schema": 2, "event": {"type": ..., ...}}; a missing schema is 1.
Released logs are never rewritten. When an event type changes its shape, its `schema` is raised and a function that
turns the old shape into the next one is registered in `UPCASTERS`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Union

import msgspec

from ttr_core.model.commands import Command
from ttr_core.model.events import Event
from ttr_core.rules.registry import MODULES

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}  # (type, schema) to the same event in schema + 1


class LogLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    version: int
    schema: int = 1
    event: msgspec.Raw


class BrokenLog(ValueError):
    """A line that no version of this program can have written."""


def command_types() -> tuple[type[Command], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.commands)


def event_types() -> tuple[type[Event], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.events)


def type_name(kind: type[Command] | type[Event]) -> str:
    return str(kind.__struct_config__.tag)


_EVENTS: Any = Union[event_types()]  # noqa: UP007 - a union made at run time
_COMMANDS: Any = Union[command_types()]  # noqa: UP007 - likewise
_SCHEMAS: Mapping[str, int] = {type_name(kind): kind.schema for kind in event_types()}

_encode = msgspec.json.Encoder().encode
_decode_event = msgspec.json.Decoder(_EVENTS).decode
_decode_command = msgspec.json.Decoder(_COMMANDS).decode
_decode_line = msgspec.json.Decoder(LogLine).decode


def encode(value: Command | Event) -> bytes:
    return _encode(value)


def decode_command(data: bytes) -> Command:
    command: Command = _decode_command(data)
    return command


def decode_event(data: bytes | msgspec.Raw, schema: int | None = None) -> Event:
    """The event; `schema` is the one it was written with, today's if it is not given."""
    try:
        event: Event = _decode_event(data)
    except msgspec.ValidationError:
        if schema is None:
            raise
    else:
        if schema is None or type(event).schema == schema:
            return event
    return upcast(msgspec.json.decode(data, type=dict[str, Any]), schema)


def upcast(document: dict[str, Any], schema: int) -> Event:
    """An event as JSON values, brought from its schema to today's step by step."""
    name = str(document.get("type"))
    for step in range(schema, _SCHEMAS.get(name, schema)):
        if (name, step) not in UPCASTERS:
            raise BrokenLog(f"no upcaster for {name} of schema {step}")
        document = UPCASTERS[name, step](document)
        name = str(document["type"])
    event: Event = msgspec.convert(document, _EVENTS)
    if schema > type(event).schema:
        raise BrokenLog(f"{name} has schema {schema}: written by a later version of this program")
    return event


def encode_log(events: Iterable[Event], first_version: int = 1) -> bytes:
    return b"".join(
        _encode(LogLine(version=version, schema=type(event).schema, event=msgspec.Raw(_encode(event))))
        + b"\n"
        for version, event in enumerate(events, first_version)
    )


def decode_log(data: bytes, first_version: int = 1) -> tuple[Event, ...]:
    events = []
    for expected, text in enumerate(data.splitlines(), first_version):
        try:
            line = _decode_line(text)
            event = decode_event(line.event, line.schema)
        except msgspec.DecodeError as error:
            raise BrokenLog(f"line {expected}: {error}") from error
        if line.version != expected:
            raise BrokenLog(f"line {expected} has version {line.version}")
        events.append(event)
    return tuple(events)
