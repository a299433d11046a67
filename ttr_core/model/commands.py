"""Commands: what somebody wants to happen. Rule files add their own."""

from typing import ClassVar, Literal

from ttr_core.model.actor import Role
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.message import Message


class Command(Message, frozen=True, kw_only=True):
    """An intent. Commands of the table itself (create, start, score) have no seat."""


class SeatCommand(Command, frozen=True, kw_only=True):
    """A move of the seat whose turn, or choice, it is."""

    answers: ClassVar[Literal["yes", "no"] | None] = None  # to an offer that the turn itself makes

    seat: SeatId


class TableCommand(Command, frozen=True, kw_only=True):
    """A matter of the table and not of the turn: it does not wait for anybody's turn.

    A seat's own is sent by whoever holds it; the host's and the system's name the seat that they are about.
    """

    by: ClassVar[tuple[Role, ...]] = (Role.SEAT,)
    posted: ClassVar[bool] = True  # as it is; otherwise a call of its own makes it

    seat: SeatId


class CreateGame(Command, frozen=True, kw_only=True):
    """Lays the board out; the seed's commitment comes from the randomness that decides."""


class TakeSeat(Command, frozen=True, kw_only=True):
    """A person or bot sits down and may add entropy of its own to every later shuffle."""

    seat: SeatId
    kind: str = "human"
    entropy: str = ""


class TakeOver(Command, frozen=True, kw_only=True):
    """A person with an invite takes the seat over from whoever has it."""

    seat: SeatId


class AbandonGame(Command, frozen=True, kw_only=True):
    """The host gives up a game that has not begun."""


class StartGame(Command, frozen=True, kw_only=True):
    """Deals. The most travelled player begins: named here, or drawn."""

    first: SeatId | None = None


class DrawCard(SeatCommand, frozen=True, kw_only=True):
    """One card blind from the deck."""


class TakeCard(SeatCommand, frozen=True, kw_only=True):
    """One face-up card from the market."""

    card: Card


class ClaimRoute(SeatCommand, frozen=True, kw_only=True):
    """With all cards that pay for the route, or with those that are paid as they are where sets stand for others."""

    route: RouteId
    cards: tuple[Card, ...]


class DrawTickets(SeatCommand, frozen=True, kw_only=True):
    """Tickets from the top of the decks; `decks` only where the player has a choice of them."""

    decks: tuple[DeckName, ...] = ()


class KeepTickets(SeatCommand, frozen=True, kw_only=True):
    """Which of the tickets on offer to keep."""

    tickets: tuple[TicketId, ...]


class Pass(SeatCommand, frozen=True, kw_only=True):
    """For a player who can do nothing else."""


class ScoreGame(Command, frozen=True, kw_only=True):
    """Counts the points of a game that has ended, then opens the seed."""
