"""Who caused an event: the host, the system, or a seat, by its person's own hand or by what acts in their place.

Envelopes carry an actor as text ("host", "seat:2"), which is part of their hash.
"""

from enum import StrEnum
from functools import lru_cache

import msgspec

from ttr_core.model.ids import SeatId


class Role(StrEnum):
    SEAT = "seat"  # a person at the table
    BOT = "bot"  # a bot that holds the seat
    ORDER = "order"  # the seat's standing orders
    CLOCK = "clock"  # a bot that plays because the seat's time is up
    HOST = "host"
    SYSTEM = "system"  # what follows by itself: deadlines, the final score


class Actor(msgspec.Struct, frozen=True):
    """A role, and the seat that it acts for; the host and the system act for none."""

    role: Role
    seat: SeatId | None = None

    def __str__(self) -> str:
        return str(self.role) if self.seat is None else f"{self.role}:{self.seat}"


HOST, SYSTEM = Actor(Role.HOST), Actor(Role.SYSTEM)


actor_text = lru_cache(maxsize=256)(str)  # what `str` makes of an actor: few actors cause all events


@lru_cache(maxsize=256)
def parse_actor(text: str) -> Actor:
    """The actor that an envelope names; raises `ValueError` for any other text."""
    role, _, seat = text.partition(":")
    actor = Actor(Role(role), int(seat) if seat else None)
    if str(actor) != text:
        raise ValueError(f"{text!r} is no actor")
    return actor
