"""Phases: what the game waits for, as one value. Rule files add their own."""

import msgspec

from ttr_core.model.ids import Card, RouteId, SeatId
from ttr_core.model.message import snake_case


class Phase(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=True):
    """One wait; `waiting` lists the seats that are to act."""

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return ()

    @property
    def lying(self) -> tuple[Card, ...]:
        """Train cards that lie open while it lasts, beside the market and the discards."""
        return ()

    @property
    def name(self) -> str:
        """As in views and refusals."""
        return snake_case(str(self.__struct_config__.tag))


class SeatPhase(Phase, frozen=True):
    """A wait for one seat."""

    seat: SeatId

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return (self.seat,)


class SeatsPhase(Phase, frozen=True):
    """A wait for several seats, which choose at the same time and unseen by each other."""

    seats: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return self.seats


class NotCreated(Phase, frozen=True, tag="Unborn"):  # the name in released positions
    """Nothing has happened."""


class Lobby(Phase, frozen=True):
    """Seats are being taken."""


class SettingUp(Phase, frozen=True):
    """Cards are dealt and the first turn has not begun."""


class ChoosingTickets(SeatsPhase, frozen=True):
    """All players choose from their first tickets at the same time."""


class ChoosingDecks(SeatsPhase, frozen=True):
    """All players say at the same time from which decks their first tickets come."""


class PlayingTurn(SeatPhase, frozen=True):
    """One of the turn's actions."""


class DrawingSecond(SeatPhase, frozen=True):
    """The second train card."""


class OpenPayment(SeatPhase, frozen=True, kw_only=True):
    """A route is being paid for. All cards laid so far are still in the hand."""

    route: RouteId
    cards: tuple[Card, ...] = ()  # that stand for themselves
    sets: tuple[tuple[Card, ...], ...] = ()  # of which each stands for one card

    @property
    def laid(self) -> tuple[Card, ...]:
        return sum(self.sets, self.cards)


class KeepingTickets(SeatPhase, frozen=True):
    """Which of the tickets just drawn to keep."""


class TurnOver(SeatPhase, frozen=True):
    """The seat has finished its turn, and the rules settle what follows."""

    passed: bool = False

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return ()


class Ended(Phase, frozen=True):
    """No more turns; the points are not counted yet."""

    reason: str


class Scored(Phase, frozen=True):
    """The points are counted and everything is open."""

    reason: str = ""  # why the game had ended


class Paused(Phase, frozen=True):
    """All have agreed to interrupt the game; it waits for nobody."""

    before: Phase

    @property
    def lying(self) -> tuple[Card, ...]:
        return self.before.lying


# Before the table exists, and once the game is over.
OUTSIDE: tuple[type[Phase], ...] = (NotCreated, Ended, Scored)
