"""What the game waits for, as one value. Rule files add their own phases."""

import msgspec

from ttr_core.words import SeatId


class Phase(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag=True):
    """A wait; `waiting` names the seats that are to act."""

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return ()


class SeatPhase(Phase):
    """A wait for one seat."""

    seat: SeatId

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return (self.seat,)


class Unborn(Phase):
    """Nothing has happened."""


class Lobby(Phase):
    """Seats are being taken."""


class SettingUp(Phase):
    """Cards are dealt and the first turn has not begun."""


class ChoosingTickets(Phase):
    """All players choose from their first tickets at the same time."""

    seats: tuple[SeatId, ...] = ()

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return self.seats


class PlayingTurn(SeatPhase):
    """One of the turn's actions."""


class DrawingSecond(SeatPhase):
    """The second train card."""


class KeepingTickets(SeatPhase):
    """Which of the tickets just drawn to keep."""


class TurnOver(SeatPhase):
    """The seat has finished its turn; nothing is asked of anybody."""

    passed: bool = False

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        return ()


class Ended(Phase):
    """No more turns; the points are not counted yet."""

    reason: str


class Scored(Phase):
    """The end: everything is open."""
