"""Ids of cities, routes, tickets, cards and seats, and the viewers of a game."""

from enum import Enum, StrEnum
from typing import Annotated, Final, NewType, TypeVar

T = TypeVar("T")


class Meaning(Enum):
    """What a plain number or text is; the other ids are types of their own, and rules add theirs (`kinds.Kind`)."""

    SEAT = "seat"
    BY_SEAT = "by_seat"  # one value for each seat, in their order
    MOMENT = "moment"


class Origin(Enum):
    """Where the thing that an id names comes from."""

    NEW = "new"  # from the place where this id stands


CityId = NewType("CityId", str)
PlaceId = NewType("PlaceId", str)  # a city, or a zone that stands for several
RouteId = NewType("RouteId", str)
TicketId = NewType("TicketId", str)
DeckName = NewType("DeckName", str)
TicketSet = NewType("TicketSet", str)  # tickets that a deck may be made of
Card = NewType("Card", str)
BOARD_IDS: Final = (CityId, PlaceId, RouteId, TicketId, DeckName, TicketSet, Card)
SeatId = Annotated[int, Meaning.SEAT]  # position at the table, 0 first; plain so that it indexes tuples
BySeat = Annotated[tuple[T, ...], Meaning.BY_SEAT]
Moment = Annotated[str, Meaning.MOMENT]  # ISO 8601 in UTC, with milliseconds and `Z`

LOCOMOTIVE: Final = Card("locomotive")
GRAY: Final = "gray"


class Witness(StrEnum):
    """A viewer without a seat."""

    SPECTATOR = "spectator"  # sees what lies open on the table
    AUDITOR = "auditor"  # sees everything; granted only when the game is over


Viewer = SeatId | Witness
