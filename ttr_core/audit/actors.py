"""Who may have given a command: a seat's whoever holds the seat, the table's the host or the system."""

from ttr_core.commands import Command, CreateGame, SeatCommand, StartGame, TableCommand, TakeSeat
from ttr_core.state import State
from ttr_core.words import SeatId

HOST, SYSTEM, BOT, SEAT = "host", "system", "bot", "seat"


def actor_of(command: Command, state: State) -> str:
    """Who gives the command in a game without a server."""
    return possible_actors(command, state)[0]


def possible_actors(command: Command, state: State) -> tuple[str, ...]:
    """Whoever may have given the command in this state."""
    if isinstance(command, SeatCommand):
        return (_holder(state, command.seat),)
    if isinstance(command, TableCommand):
        return tuple(f"{SEAT}:{command.seat}" if giver == SEAT else giver for giver in command.by)
    if isinstance(command, TakeSeat):
        return (HOST, f"{SEAT}:{command.seat}")
    if isinstance(command, StartGame):  # the last one to sit down starts a game that waits for nothing else
        return (HOST, *(f"{SEAT}:{seat}" for seat in range(len(state.seats))))
    return (HOST,) if isinstance(command, CreateGame) else (SYSTEM,)


def _holder(state: State, seat: SeatId) -> str:
    return f"{BOT if state.seats[seat].kind.startswith(BOT) else SEAT}:{seat}"
