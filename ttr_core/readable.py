"""What can be read of a board document that may be broken, so that one bad entry does not hide the others."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ttr_core.board import Cards, City, Document, Route, Ticket, Zone
from ttr_core.shape import Read, read

Indexed = tuple[tuple[int, Read], ...]


class Readable(NamedTuple):
    """A board as far as it can be read, each item with its index; the rest is reported by its shape."""

    document: Document
    players: int
    cards: Cards | None
    cities: Indexed[City]
    zones: Indexed[Zone]
    routes: Indexed[Route]
    tickets: Indexed[Ticket]
    decks: Mapping[str, tuple[str, ...]]

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """The cities that a place stands for: itself, or those of the zone."""
        zones = {str(zone.id): tuple(map(str, zone.cities)) for _, zone in self.zones}
        return {str(city.id): (str(city.id),) for _, city in self.cities} | zones

    def at(self, *path: str) -> Any:
        """What is written at a place: rules check their own settings when a ruleset is compiled."""
        value: Any = self.document
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value


def readable(document: Document, players: int) -> Readable:
    cards = read(document.get("cards"), Cards)
    lists = (_read_list(document, "cities", City), _read_list(document, "zones", Zone))
    more = (_read_list(document, "routes", Route), _read_list(document, "tickets", Ticket))
    board = Readable(document, players, cards, *lists, *more, {})
    decks = board.at("rules", "tickets", "decks")
    written = decks.items() if isinstance(decks, Mapping) else ()
    return board._replace(decks={name: read(sets, tuple[str, ...]) or () for name, sets in written})


def _read_list(document: Document, key: str, kind: type[Read]) -> Indexed[Read]:
    items = document.get(key)
    read_items = enumerate(read(item, kind) for item in (items if isinstance(items, list | tuple) else ()))
    return tuple((index, item) for index, item in read_items if item is not None)


def goals(index: int, ticket: Ticket) -> Iterator[tuple[str, str]]:
    """The places of a ticket's goals in the document, and the goals."""
    if ticket.b is not None and not ticket.ends:
        yield f"/tickets/{index}/b", ticket.b
    yield from ((f"/tickets/{index}/ends/{k}/to", end.to) for k, end in enumerate(ticket.ends))
