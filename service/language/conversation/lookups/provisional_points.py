"""What a rule would bring a seat if the game ended now, as far as that depends on nothing that is hidden from it."""

from msgspec.structs import replace

from ttr_core.engine.hooks import RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.ids import SeatId, TicketId
from ttr_core.model.state import State


def own_points(ruleset: Ruleset, state: State, seat: SeatId | None, module: RuleModule) -> int | None:
    """The points of one line of the score sheet; None if there is no such line, or others' tickets change it."""
    if seat is None or module.score is None:
        return None
    every = tuple(ruleset.tickets)
    lines = [module.score(ruleset, _with_tickets_of_others(state, seat, held))[seat] for held in ((), every)]
    points = {line.points if line else 0 for line in lines}
    return points.pop() if len(points) == 1 else None


def _with_tickets_of_others(state: State, seat: SeatId, tickets: tuple[TicketId, ...]) -> State:
    seats = tuple(one if n == seat else replace(one, tickets=tickets) for n, one in enumerate(state.seats))
    return replace(state, seats=seats)
