"""What commands are about and what pays for them, by what their fields hold: no field is known by its name."""

from functools import cache
from typing import NamedTuple

from service.message_types import COMMANDS
from ttr_core.by_post import Step
from ttr_core.model.commands import Command
from ttr_core.model.ids import Card, Meaning, RouteId
from ttr_core.model.kinds import FieldKind, field_kinds

SEAT = FieldKind(Meaning.SEAT, several=False)
CARDS = FieldKind(Card, several=True)
ROUTE = FieldKind(RouteId, several=False)


class CommandFields(NamedTuple):
    """The fields of a type of commands, besides whose command it is."""

    about: dict[str, FieldKind]
    payment: str | None  # the cards that it lays or pays with
    route: str | None


@cache
def fields_of(kind: type[Command]) -> CommandFields:
    fields = field_kinds(kind)
    payment = next((name for name, field in fields.items() if field == CARDS), None)
    about = {n: field for n, field in fields.items() if field.kind is not Meaning.SEAT and n != payment}
    return CommandFields(about, payment, next((n for n, field in about.items() if field == ROUTE), None))


def payment_of(command: Command) -> tuple[Card, ...] | None:
    """None if nothing is paid for such a command."""
    payment = fields_of(type(command)).payment
    return getattr(command, payment) if payment else None


def route_of(command: Command) -> RouteId | None:
    route = fields_of(type(command)).route
    return getattr(command, route) if route else None


# steps of standing orders: commands as JSON, without their seats


def fields_of_step(step: Step) -> CommandFields:
    return fields_of(COMMANDS[step["type"]])


def route_of_step(step: Step) -> RouteId | None:
    route = fields_of_step(step).route
    return step.get(route) if route else None


def on_route(step: Step, route: str) -> Step:
    """The same step about another route."""
    return {**step, str(fields_of_step(step).route): route}
