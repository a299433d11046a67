"""Who may have given a command: a seat's whoever holds the seat, the table's the host or the system."""

from ttr_core.clocking import Clock
from ttr_core.commands import (
    AbandonGame,
    Command,
    CreateGame,
    SeatCommand,
    StartGame,
    TableCommand,
    TakeOver,
    TakeSeat,
)
from ttr_core.rules.clock import AgreeOnClock
from ttr_core.state import NOBODY, State
from ttr_core.words import SeatId

HOST, SYSTEM, BOT, SEAT, CLOCK = "host", "system", "bot", "seat", "clock"
OWN = frozenset({SEAT, "order"})  # named with the seat for which they act


def actor_of(command: Command, state: State) -> str:
    """Who gives the command in a game without a server."""
    return possible_actors(command, state)[0]


def possible_actors(command: Command, state: State) -> tuple[str, ...]:
    """Whoever may have given the command in this state."""
    if isinstance(command, SeatCommand):
        return (_holder(state, command.seat),)
    if isinstance(command, TableCommand):
        return tuple(f"{giver}:{command.seat}" if giver in OWN else giver for giver in command.by)
    if isinstance(command, TakeOver):
        return (f"{SEAT}:{command.seat}",)
    if isinstance(command, TakeSeat):
        return (HOST, f"{SEAT}:{command.seat}")
    if isinstance(command, StartGame):  # the last one to sit down starts a game that waits for nothing else
        return (HOST, *(f"{SEAT}:{seat}" for seat in range(len(state.seats))))
    return (HOST,) if isinstance(command, CreateGame | AbandonGame | AgreeOnClock) else (SYSTEM,)


def _holder(state: State, seat: SeatId) -> str:
    if seat in state.slice(Clock).out:
        return f"{CLOCK}:{seat}"
    if state.seats[seat].kind == NOBODY:
        return SYSTEM
    return f"{BOT if state.seats[seat].kind.startswith(BOT) else SEAT}:{seat}"
