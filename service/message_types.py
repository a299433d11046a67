"""Every command and event by its name on the wire."""

from collections.abc import Mapping

from ttr_core.history.codec import command_types, event_types, type_name
from ttr_core.model.actor import Role
from ttr_core.model.commands import Command, SeatCommand, TableCommand
from ttr_core.model.events import Event

MOST_SEATS = 99  # more than any board has: the largest seat number that a client may send

COMMANDS: Mapping[str, type[Command]] = {type_name(kind): kind for kind in command_types()}
EVENTS: Mapping[str, type[Event]] = {type_name(kind): kind for kind in event_types()}

# commands of a turn, which a seat posts
SEAT_COMMANDS: Mapping[str, type[SeatCommand]] = {
    name: kind for name, kind in COMMANDS.items() if issubclass(kind, SeatCommand)
}
# commands about people, clocks, agreements and orders, which a seat or the host posts at any time
TABLE_COMMANDS: Mapping[str, type[TableCommand]] = {
    name: kind
    for name, kind in COMMANDS.items()
    if issubclass(kind, TableCommand) and kind.by != (Role.SYSTEM,) and kind.posted
}
