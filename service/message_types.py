"""The types of messages: commands and events by their names on the wire, and their converters, built in time.

The tables follow the registry of rules.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec

from ttr_core.history.codec import EVENTS, TypeTable, command_types
from ttr_core.model.actor import Role
from ttr_core.model.commands import Command, SeatCommand, TableCommand

__all__ = [
    "COMMANDS",
    "EVENTS",
    "MOST_SEATS",
    "POSTED_COMMANDS",
    "SEAT_COMMANDS",
    "TABLE_COMMANDS",
    "build_converters",
]

MOST_SEATS = 99  # more than any board has: the largest seat number that a client may send

COMMANDS: Mapping[str, type[Command]] = TypeTable(command_types)

# all that clients post as they are
POSTED_COMMANDS: Mapping[str, type[Command]] = TypeTable(
    lambda: [kind for kind in command_types() if kind.posted and {Role.SEAT, Role.HOST}.intersection(kind.by)]
)

# commands of a turn, which a seat posts
SEAT_COMMANDS: Mapping[str, type[SeatCommand]] = TypeTable(
    lambda: [kind for kind in command_types() if issubclass(kind, SeatCommand)]
)
# commands about people, clocks, agreements and orders, which a seat or the host posts at any time
TABLE_COMMANDS: Mapping[str, type[TableCommand]] = TypeTable(
    lambda: [
        kind
        for kind in command_types()
        if issubclass(kind, TableCommand) and kind.by != (Role.SYSTEM,) and kind.posted
    ]
)


def build_converters() -> None:
    """Has msgspec inspect all struct types of this process; returns when no conversion will do so any more.

    msgspec inspects a struct type when a value is first converted to it, and a second thread that converts to the same
    type meanwhile crashes the process: it finds an inspection that is only half done (msgspec 0.22).
    """
    for kind in _subtypes(msgspec.Struct):
        with suppress(TypeError, NameError):  # a type that nothing can be converted to
            msgspec.json.Decoder(kind)


def _subtypes(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for subtype in kind.__subclasses__():
        yield subtype
        yield from _subtypes(subtype)
