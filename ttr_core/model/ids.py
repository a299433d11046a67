"""Ids of cities, routes, tickets, cards and seats, and the viewers of a game."""

from enum import StrEnum
from typing import Final, NewType

CityId = NewType("CityId", str)
PlaceId = NewType("PlaceId", str)  # a city, or a zone that stands for several
RouteId = NewType("RouteId", str)
TicketId = NewType("TicketId", str)
DeckName = NewType("DeckName", str)
Card = NewType("Card", str)
SeatId = int  # position at the table, 0 first; plain so that it indexes tuples

LOCOMOTIVE: Final = Card("locomotive")
GRAY: Final = "gray"


class Witness(StrEnum):
    """A viewer without a seat."""

    SPECTATOR = "spectator"  # sees what lies open on the table
    AUDITOR = "auditor"  # sees everything; granted only when the game is over


Viewer = SeatId | Witness
