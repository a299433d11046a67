"""Commands, events and logs as JSON: how golden and released games are kept.

A log is one line for each event: {"version": 7, "schema": 2, "event": {"type": ..., ...}}; a missing schema is 1.
"""

from collections.abc import Iterable
from typing import Any, Union

import msgspec

from ttr_core import Command, Event
from ttr_core.history.codec import BrokenLog, command_types, event_types, upcast


class LogLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    version: int
    schema: int = 1
    event: msgspec.Raw


_EVENTS: Any = Union[event_types()]  # noqa: UP007 - a union made at run time
_COMMANDS: Any = Union[command_types()]  # noqa: UP007 - likewise

encode = msgspec.json.Encoder().encode
_decode_event = msgspec.json.Decoder(_EVENTS).decode
_decode_command = msgspec.json.Decoder(_COMMANDS).decode
_decode_line = msgspec.json.Decoder(LogLine).decode


def decode_command(data: bytes) -> Command:
    command: Command = _decode_command(data)
    return command


def decode_event(data: bytes | msgspec.Raw, schema: int | None = None) -> Event:
    """The event; `schema` is the one it was written with, today's if there is none."""
    try:
        event: Event = _decode_event(data)
    except msgspec.ValidationError:
        if schema is None:
            raise
    else:
        if schema is None or type(event).schema == schema:
            return event
    return upcast(msgspec.json.decode(data, type=dict[str, Any]), schema)


def encode_log(events: Iterable[Event], first_version: int = 1) -> bytes:
    return b"".join(
        encode(LogLine(version=version, schema=type(event).schema, event=msgspec.Raw(encode(event)))) + b"\n"
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
