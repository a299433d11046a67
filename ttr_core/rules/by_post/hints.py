"""Hints: a person whose move it is may ask for advice; everybody learns that they did, and nobody else what it was.

The advice itself is no part of the game: a service gives it, and has this noted first.
"""

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import TableCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Public
from ttr_core.model.state import State
from ttr_core.model.violations import Code, RuleViolation
from ttr_core.rules.by_post.seat_holders import check_present


class TakeHint(TableCommand, frozen=True, kw_only=True):
    """Notes that the seat gets advice on its move."""

    posted = False


class HintTaken(Event, frozen=True, kw_only=True):
    """The seat got advice on its move."""

    seat: Public[SeatId]


def _take(decision: Decision, command: TakeHint) -> None:
    check_present(decision, command.seat)
    waiting = decision.state.phase.waiting
    if command.seat not in waiting:
        raise RuleViolation(Code.NOT_YOUR_TURN, seat=command.seat, waiting_for=list(waiting))
    decision.emit(HintTaken(seat=command.seat))


def _taken(ruleset: Ruleset, state: State, event: HintTaken) -> State:
    """It changes nothing: a decision, an undo and a clock are as they were."""
    return state


hints = RuleModule(
    name="hints",
    always=True,
    commands={TakeHint: Action(_take)},
    events={HintTaken: _taken},
    examples=(
        TakeHint(seat=1),
        HintTaken(seat=1),
    ),
)
