"""Marks: what a rule shows on the picture of a board, as data; how and where to draw a mark is up to the picture.

A rule lists the marks of the empty board, for which the picture keeps room, and those of a game, made from what its
own view shows: what a viewer may not see, no mark can show. Every mark has the name of its text, `mark-<name>`; for a
thing that a rule adds, its own names in each language stand beside it.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from ttr_core.model.ids import CityId, RouteId, SeatId
from ttr_core.model.kinds import Thing

Side = Literal["left", "right", "top", "bottom"]  # of the map


class Symbol(StrEnum):
    """Signs that are drawn; any other sign is a short text."""

    LOCOMOTIVE = "locomotive"
    WAVE = "wave"
    CROSS = "cross"
    TUNNEL = "tunnel"  # a broken outline
    HOUSE = "house"


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What all marks have."""

    name: str
    thing: Thing | None = None
    sign: str = ""  # a `Symbol`, or at most four letters; if empty, the initials of the name


class CityMark(Mark, frozen=True, kw_only=True, tag=True):
    """Beside the name of a city; a player's piece stands on the city itself."""

    city: CityId
    count: int | None = None  # is written in the place of the sign; 0: an empty place
    seat: SeatId | None = None  # whose piece it is


class RouteMark(Mark, frozen=True, kw_only=True, tag=True):
    """Beside each of these routes."""

    routes: tuple[RouteId, ...]
    spent: bool = False  # it stands there, but has nothing left to offer


class SpaceMark(Mark, frozen=True, kw_only=True, tag=True):
    """Printed on spaces of a route, or of a way to an edge."""

    route: RouteId
    spaces: int | None = None  # all on which nothing else is printed, if None
    at_end: bool = False  # on its last spaces


class StockMark(Mark, frozen=True, kw_only=True, tag=True):
    """Beside the board: what is left in a supply, and what each player holds of it."""

    left: int | None = None
    held: tuple[int | None, ...] = ()  # by seat; None where the viewer does not see it


class AreaMark(Mark, frozen=True, kw_only=True, tag=True):
    """A part of the map: the ground around these cities."""

    cities: tuple[CityId, ...]


class EdgeMark(Mark, frozen=True, kw_only=True, tag=True):
    """The upper or the lower edge of the map as a place of its own, with the city that stands for it, if any."""

    side: Literal["top", "bottom"]
    city: CityId | None = None


class WayMark(Mark, frozen=True, kw_only=True, tag=True):
    """Spaces that lead from a city to an edge of the map; the owner of any of the routes owns them."""

    id: RouteId
    routes: tuple[RouteId, ...]
    city: CityId
    side: Side
    spaces: int
    beyond: CityId | None = None  # the city behind the opposite edge, where the way goes on
