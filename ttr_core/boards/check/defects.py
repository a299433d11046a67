"""Defects of a document, and reading as much of a broken one as possible, so that no defect hides another.

`misfits` reports every place where a document does not fit the type it is read as. `PartialBoard` holds the entries
that can be read, so that all other checks go on without those that cannot.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec

from ttr_core.boards.board import Cards, City, Document, Route, Ticket, Zone

Kind = Any  # a type as it stands in an annotation: a class, `tuple[X, ...]`, `Mapping[str, X]`, a union
Read = TypeVar("Read")


class Defect(msgspec.Struct, frozen=True, kw_only=True):
    """An error in a map file, or a remark about it, and its place."""

    severity: Literal["error", "warning"]
    place: str  # a JSON pointer into the resolved document: /routes/17/b
    code: str  # stable, for programs
    message: str


def error(place: str, code: str, message: str) -> Defect:
    return Defect(severity="error", place=place, code=code, message=message)


def warning(place: str, code: str, message: str) -> Defect:
    return Defect(severity="warning", place=place, code=code, message=message)


def below(place: str, key: str) -> str:
    """The place of a key of the object at a place."""
    return f"{place}/{key.replace('~', '~0').replace('/', '~1')}"


def read(value: object, kind: type[Read]) -> Read | None:
    """The value as a `kind`, if it fits."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return None


def misfits(value: object, kind: Kind, place: str = "") -> Iterator[Defect]:
    """Every place where the value does not fit the `kind`, as deep inside as possible."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as refusal:
        yield from tuple(_inner_misfits(value, kind, place)) or (_refused(str(refusal), place),)


def _inner_misfits(value: object, kind: Kind, place: str) -> Iterator[Defect]:
    origin: Any = get_origin(kind)
    if isinstance(value, Mapping) and isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield from _struct_misfits(value, kind, place)
    elif isinstance(value, list | tuple) and origin is tuple and get_args(kind)[-1] is Ellipsis:
        for index, item in enumerate(value):
            yield from misfits(item, get_args(kind)[0], f"{place}/{index}")
    elif isinstance(value, Mapping) and origin is Mapping:
        for key, item in value.items():
            yield from misfits(item, get_args(kind)[1], below(place, key))


def _struct_misfits(value: Mapping[str, object], kind: type[msgspec.Struct], place: str) -> Iterator[Defect]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for key in value:
        if key not in fields:
            yield error(below(place, key), "unknown_key", f"unknown key {key!r}")
    for name, field in fields.items():
        if name in value:
            yield from misfits(value[name], field.type, below(place, name))
        elif field.required:
            yield error(below(place, name), "missing_key", f"{name!r} is missing")


def _refused(refusal: str, place: str) -> Defect:
    text, _, path = refusal.partition(" - at `$")
    code = "wrong_type" if text.startswith("Expected") else "invalid_value"
    steps = "".join(f"/{name or index}" for name, index in re.findall(r"\.(\w+)|\[(\d+)\]", path))
    return error(place + steps, code, text[:1].lower() + text[1:].replace("`", ""))


Indexed = tuple[tuple[int, Read], ...]


class PartialBoard(NamedTuple):
    """The part of a board that can be read, each item with its index; `misfits` reports the rest."""

    document: Document
    players: int
    cards: Cards | None
    cities: Indexed[City]
    zones: Indexed[Zone]
    routes: Indexed[Route]
    tickets: Indexed[Ticket]

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """The cities that each place stands for: itself, or the cities of the zone."""
        zones = {str(zone.id): tuple(map(str, zone.cities)) for _, zone in self.zones}
        return {str(city.id): (str(city.id),) for _, city in self.cities} | zones

    def at(self, *path: str) -> Any:
        """The value at a path, unchecked."""
        value: Any = self.document
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


def partial_board(document: Document, players: int) -> PartialBoard:
    cards = read(document.get("cards"), Cards)
    lists = (_read_list(document, "cities", City), _read_list(document, "zones", Zone))
    more = (_read_list(document, "routes", Route), _read_list(document, "tickets", Ticket))
    return PartialBoard(document, players, cards, *lists, *more)


def _read_list(document: Document, key: str, kind: type[Read]) -> Indexed[Read]:
    items = document.get(key)
    read_items = enumerate(read(item, kind) for item in (items if isinstance(items, list | tuple) else ()))
    return tuple((index, item) for index, item in read_items if item is not None)


def goals(index: int, ticket: Ticket) -> Iterator[tuple[str, str]]:
    """Each goal of a ticket, after its place in the document."""
    if ticket.b is not None and not ticket.ends:
        yield f"/tickets/{index}/b", ticket.b
    yield from ((f"/tickets/{index}/ends/{k}/to", end.to) for k, end in enumerate(ticket.ends))
