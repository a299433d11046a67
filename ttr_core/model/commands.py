"""Commands of the engine and of the base game: what a player, the host or the service wants to happen.

All other rules declare theirs in their own files.
"""

from typing import ClassVar, Literal

from ttr_core.model.actor import Role
from ttr_core.model.ids import Card, DeckName, RouteId, SeatId, TicketId
from ttr_core.model.message import Message


class Command(Message, frozen=True, kw_only=True):
    """An intent. Commands about the whole table (create, start, score) have no seat."""

    # whose own intent it is; none: it comes with something else, such as an invite that is used
    by: ClassVar[tuple[Role, ...]] = ()
    posted: ClassVar[bool] = True  # clients post it as it is; if not, an API call of its own creates it


class SeatCommand(Command, frozen=True, kw_only=True):
    """A move of the seat whose turn, or choice, it is."""

    by = (Role.SEAT,)
    answers: ClassVar[Literal["yes", "no"] | None] = None  # to an offer that the turn itself makes

    seat: SeatId


class TableCommand(Command, frozen=True, kw_only=True):
    """A command about the table and not about the turn: it is accepted at any time.

    The holder of a seat sends the seat's own; the host's and the system's name the seat that they are about.
    """

    by: ClassVar[tuple[Role, ...]] = (Role.SEAT,)

    seat: SeatId


class CreateGame(Command, frozen=True, kw_only=True):
    """Lay the board out. The commitment to the seed comes from the randomness given to `decide`."""


class TakeSeat(Command, frozen=True, kw_only=True):
    """A person or bot sits down, and may add entropy of their own to every later shuffle."""

    seat: SeatId
    kind: str = "human"
    entropy: str = ""


class StartGame(Command, frozen=True, kw_only=True):
    """Deal the cards. The most travelled player begins: named here, or drawn by lot."""

    by = (Role.HOST,)

    first: SeatId | None = None


class DrawCard(SeatCommand, frozen=True, kw_only=True):
    """Draw one card blind from the deck."""


class TakeCard(SeatCommand, frozen=True, kw_only=True):
    """Take one face-up card from the market."""

    card: Card


class RouteCommand(SeatCommand, frozen=True, kw_only=True):
    """Pay for a route, at once or in steps."""

    route: RouteId


class ClaimRoute(RouteCommand, frozen=True, kw_only=True):
    """Claim a route with all cards that pay for it."""

    cards: tuple[Card, ...]


class BeginPayment(RouteCommand, frozen=True, kw_only=True):
    """Begin to pay for a route in steps, where several cards may stand for one.

    `cards` stand for themselves; sets follow for those that are missing. Without `cards` the sets come first.
    """

    cards: tuple[Card, ...] = ()


class DrawTickets(SeatCommand, frozen=True, kw_only=True):
    """Draw tickets from the top of the decks; name `decks` only where there is a choice of them."""

    decks: tuple[DeckName, ...] = ()


class KeepTickets(SeatCommand, frozen=True, kw_only=True):
    """Keep these of the tickets on offer."""

    tickets: tuple[TicketId, ...]


class Pass(SeatCommand, frozen=True, kw_only=True):
    """Pass: only for a player who can do nothing else."""


class ScoreGame(Command, frozen=True, kw_only=True):
    """Count the points of a game that has ended, then reveal the seed."""
