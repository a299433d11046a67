"""Commands and events by the names of their types, and stored events read back in today's shape.

Stored events are never rewritten. When an event type changes its shape, raise its `schema` and register a function
in `UPCASTERS` that turns the old shape into the next one. When another type takes its place, the function returns the
first schema of that type, and the old name stays in `RETIRED`.
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


def _without_coloured(event: dict[str, Any]) -> dict[str, Any]:
    """Which cards are coloured locomotives is in the events that lay them."""
    return {name: value for name, value in event.items() if name != "coloured"}


def _payment_begun(event: dict[str, Any]) -> dict[str, Any]:
    """How many cards stand for one follows from the board."""
    return {**{name: value for name, value in event.items() if name != "each"}, "type": "payment_begun"}


def _set_laid(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "type": "set_laid"}


_RENAMED_STEPS = {"lay_coloured_locomotive": "lay_set", "lay_substitute": "lay_set"}


def _with_renamed_steps(event: dict[str, Any]) -> dict[str, Any]:
    """Steps of standing orders are commands by their names; a claim without cards began a payment in steps."""
    alternatives = event.get("alternatives")
    if not alternatives:  # hidden, or an order that was taken back
        return event
    return {**event, "alternatives": [[_renamed_step(step) for step in steps] for steps in alternatives]}


def _renamed_step(step: dict[str, Any]) -> dict[str, Any]:
    if step["type"] == "claim_route" and step.get("cards") == []:
        return {**step, "type": "begin_payment"}
    return {**_without_coloured(step), "type": _RENAMED_STEPS.get(step["type"], step["type"])}


# (type, schema) to the same event in schema + 1, or to the first schema of another type
UPCASTERS: dict[tuple[str, int], Upcaster] = {
    ("orders_changed", 1): _with_renamed_steps,
    ("route_claimed", 1): _without_coloured,
    ("tunnel_revealed", 1): _without_coloured,
    ("tunnel_paid", 1): _without_coloured,
    ("coloured_locomotives_begun", 1): _payment_begun,
    ("route_laid", 1): _payment_begun,
    ("coloured_locomotive_laid", 1): _set_laid,
    ("substitute_laid", 1): _set_laid,
}
RETIRED = frozenset(
    {"coloured_locomotives_begun", "route_laid", "coloured_locomotive_laid", "substitute_laid"}
)


class BrokenLog(ValueError):
    """An event that no version of this program can have written."""


def command_types() -> tuple[type[Command], ...]:
    return tuple(kind for module in MODULES.values() for kind in module.commands)


def event_types() -> tuple[type[Event], ...]:
    """Each once, though several rules may apply it."""
    return tuple(dict.fromkeys(kind for module in MODULES.values() for kind in module.events))


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


def is_current(name: str, schema: int) -> bool:
    """Whether events of this type and schema are written today."""
    return SCHEMAS.get(name) == schema


def decode(name: str, schema: int, data: msgspec.Raw) -> Event:
    """The event of a type from its stored fields, brought from its schema to today's."""
    if not is_current(name, schema):
        return upcast({"type": name, **msgspec.json.decode(data)}, schema)
    event: Event = _DECODERS[name].decode(data)
    return event


def upcast(document: dict[str, Any], schema: int) -> Event:
    """An event as JSON values, brought from its schema to today's step by step."""
    name = str(document.get("type"))
    while name in RETIRED or schema < SCHEMAS.get(name, schema):
        if (name, schema) not in UPCASTERS:
            raise BrokenLog(f"no upcaster for {name} of schema {schema}")
        document = UPCASTERS[name, schema](document)
        schema = schema + 1 if document["type"] == name else 1
        name = str(document["type"])
    event: Event = msgspec.convert(document, _any_event())
    if schema > type(event).schema:
        raise BrokenLog(f"{name} has schema {schema}: written by a later version of this program")
    return event
