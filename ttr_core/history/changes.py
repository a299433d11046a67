"""Questions about the past of a game: what changed for a viewer, which events match a filter, who knew what when.

Answers are made of views and redacted events; only `knowledge` is for auditors.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.views import view
from ttr_core.history.chain import fields
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.message import Audience, audiences, seat_of, type_name
from ttr_core.model.state import State

# ------------------------------------------------------------------------------- between two versions


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One value that differs; for lists of names also what was added and removed."""

    path: str  # a JSON Pointer: "/seats/0/points"
    before: Any  # JSON values
    after: Any
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def difference(ruleset: Ruleset, before: State, after: State, viewer: Viewer) -> tuple[Change, ...]:
    """The differences between what a viewer sees in two states."""
    return changes_between(*(view(ruleset, state, viewer) for state in (before, after)))


def changes_between(before: msgspec.Struct, after: msgspec.Struct) -> tuple[Change, ...]:
    """The differences between two structs as JSON; replacing each value at its path makes the second of the first."""
    return tuple(_changes("", msgspec.to_builtins(before), msgspec.to_builtins(after)))


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:  # JSON values
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from _changes(f"{path}/{_escaped(key)}", before.get(key), after.get(key))
    elif _are_structs(before) and _are_structs(after) and len(before) == len(after):
        for number, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(f"{path}/{number}", old, new)
    else:
        added, removed = _added_and_removed(before, after)
        yield Change(path=path, before=before, after=after, added=added, removed=removed)


def _escaped(key: object) -> str:
    """A key as a part of a JSON Pointer (RFC 6901)."""
    return str(key).replace("~", "~0").replace("/", "~1")


def _are_structs(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(item, dict) for item in value)


def _added_and_removed(before: Any, after: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if not (isinstance(before, list | tuple) and isinstance(after, list | tuple)):
        return (), ()
    old, new = (Counter(item for item in items if isinstance(item, str)) for items in (before, after))
    return tuple((new - old).elements()), tuple((old - new).elements())


# ------------------------------------------------------------------------------------- the events


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which events to select; None matches all."""

    seat: SeatId | None = None
    type: str | None = None
    city: str | None = None
    card: str | None = None


EVERYTHING = Filter()


def matches(ruleset: Ruleset, event: Event, wanted: Filter) -> bool:
    """Whether the filter selects a redacted event: a field that the viewer cannot see matches nothing."""
    if wanted.type not in (None, type_name(type(event))):
        return False
    if wanted.seat is not None and wanted.seat != seat_of(event):
        return False
    names = set(_names(fields(event)))
    if wanted.card is not None and wanted.card not in names:
        return False
    return wanted.city is None or any(wanted.city in _places(ruleset, name) for name in names)


def _names(value: Any) -> Iterator[str]:
    """Every string in JSON values, keys left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _names(part)


def _places(ruleset: Ruleset, name: Any) -> tuple[str, ...]:
    """The places that a name refers to: itself, the ends of a route, or the places of a ticket."""
    if name in ruleset.route_index:
        route = ruleset.routes[ruleset.route_index[name]]
        return route.a, route.b
    if name in ruleset.tickets:
        ticket = ruleset.tickets[name]
        return ticket.a, *(to for to, _ in ticket.goals)
    return (name,)


# ------------------------------------------------------------------------------- who knew what when


class Learned(msgspec.Struct, frozen=True, kw_only=True):
    """At this version a field of an event showed the item to everybody, to one seat, or to nobody yet."""

    version: int
    type: str
    field: str
    who: Literal["everybody", "seat", "nobody"]
    seat: SeatId | None  # the seat that the event is about


def knowledge(events: Iterable[Event], item: str) -> tuple[Learned, ...]:
    """Every mention of a ticket, a card or a field ("card_drawn.card") and its audience; for auditors."""
    return tuple(
        Learned(
            version=version,
            type=type_name(type(event)),
            field=name,
            who=_WHO[audiences(type(event))[name]],
            seat=seat_of(event),
        )
        for version, event in enumerate(events, 1)
        for name, value in fields(event).items()
        if item == f"{type_name(type(event))}.{name}" or item in _names(value)
    )


_WHO: Mapping[Audience, Literal["everybody", "seat", "nobody"]] = {
    Audience.PUBLIC: "everybody",
    Audience.PRIVATE: "seat",
    Audience.SECRET: "nobody",
}


def known_since(learned: Iterable[Learned], players: int) -> tuple[int | None, ...]:
    """The version from which each seat knew it."""
    since: list[int | None] = [None] * players
    for mention in learned:
        for seat in range(players):
            saw_it = mention.who == "everybody" or (mention.who == "seat" and mention.seat == seat)
            if saw_it and since[seat] is None:
                since[seat] = mention.version
    return tuple(since)
