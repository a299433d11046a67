"""Every command and event by its name on the wire; the tables follow the registry of rules."""

from collections.abc import Mapping

from ttr_core.history.codec import EVENTS, TypeTable, command_types
from ttr_core.model.actor import Role
from ttr_core.model.commands import Command, SeatCommand, TableCommand

__all__ = ["COMMANDS", "EVENTS", "MOST_SEATS", "SEAT_COMMANDS", "TABLE_COMMANDS"]

MOST_SEATS = 99  # more than any board has: the largest seat number that a client may send

COMMANDS: Mapping[str, type[Command]] = TypeTable(command_types)

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
