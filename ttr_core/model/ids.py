"""Ids of cities, routes, tickets, cards and seats, and the viewers of a game."""

from enum import Enum, StrEnum
from typing import Annotated, Final, NewType


class Kind(Enum):
    """What a field is whose type is a plain one; the other ids are types of their own.

    Programs that show commands and events of any rule (language, pages) decide by kind, never by the field's name.
    """

    SEAT = "seat"
    MOMENT = "moment"
    PLACE = "place"


CityId = NewType("CityId", str)
PlaceId = NewType("PlaceId", str)  # a city, or a zone that stands for several
RouteId = NewType("RouteId", str)
TicketId = NewType("TicketId", str)
DeckName = NewType("DeckName", str)
Card = NewType("Card", str)
SeatId = Annotated[int, Kind.SEAT]  # position at the table, 0 first; plain so that it indexes tuples
Moment = Annotated[str, Kind.MOMENT]  # ISO 8601 in UTC, with milliseconds and `Z`
PlaceName = Annotated[str, Kind.PLACE]  # a named place that a rule adds, such as a festival

LOCOMOTIVE: Final = Card("locomotive")
GRAY: Final = "gray"


class Witness(StrEnum):
    """A viewer without a seat."""

    SPECTATOR = "spectator"  # sees what lies open on the table
    AUDITOR = "auditor"  # sees everything; granted only when the game is over


Viewer = SeatId | Witness
