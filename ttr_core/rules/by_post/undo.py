"""Undo: at once as long as nobody has seen anything, otherwise if all who are present agree; never past a drawn card.

A seat takes back what it did since its latest choice began: its turn, until the next player has finished theirs; a
choice of tickets, but not the drawing of them; or an unseen choice while others still choose. The request lapses as
soon as anybody plays on. A turn that was taken back stays in the log.
"""

from msgspec.structs import replace

from ttr_core.engine.checkpoints import (
    has_changed,
    has_chosen_unseen,
    reopen_choice,
    rewind,
    was_laid_open,
)
from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import TableCommand
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Public
from ttr_core.model.phases import Paused, Phase
from ttr_core.model.state import Checkpoint, State, TableSlice, with_slice
from ttr_core.model.violations import MOMENTARY, Code, RefusalCode, RuleViolation
from ttr_core.rules.by_post.clock.terms import with_turn_taken_back
from ttr_core.rules.by_post.motions import MotionCarried, MotionLapsed, Motions, propose
from ttr_core.rules.by_post.seat_holders import check_present

MOTION = "undo"


class UndoCode(RefusalCode):
    NOTHING_TO_UNDO = "nothing_to_undo", MOMENTARY  # the seat has done nothing, or others have played on
    # something hidden has come to light since, such as a card
    UNDO_PAST_A_CARD = (
        "undo_past_a_card",
        MOMENTARY,
    )


class Restarts(TableSlice, frozen=True, kw_only=True):
    turn: int = 0  # the turn that was last begun again, by the count of turns begun


class ProposeUndo(TableCommand, frozen=True, kw_only=True):
    """Takes back what the seat did last, or asks the others to allow it."""


class UndoProposed(Event, frozen=True, kw_only=True):
    """The seat wants to take back what others have seen; the motion for it follows."""

    seat: Public[SeatId]


class TurnTakenBack(Event, frozen=True, kw_only=True):
    """The table returns to where this seat began its turn or its choice of tickets; seats keep their holders."""

    seat: Public[SeatId]
    back: Public[int]  # 1: to the latest checkpoint, where a turn or a choice began; 2: to the one before


class ChoiceTakenBack(Event, frozen=True, kw_only=True):
    """The seat chooses once more; nobody has seen what it had chosen."""

    seat: Public[SeatId]


def _propose(decision: Decision, command: ProposeUndo) -> None:
    check_present(decision, command.seat)
    state = decision.state
    if isinstance(state.phase, Paused):
        raise RuleViolation(Code.NOT_NOW, phase=state.phase.name)
    if has_chosen_unseen(state, command.seat):
        decision.emit(ChoiceTakenBack(seat=command.seat))
        return
    then = state.checkpoints[-_back(state, command.seat)].state
    if was_laid_open(state, then):
        raise RuleViolation(UndoCode.UNDO_PAST_A_CARD)
    if MOTION not in state.slice(Motions).agreed:  # else proposing it is refused
        decision.emit(UndoProposed(seat=command.seat))
    propose(decision, command.seat, MOTION)


def _back(state: State, seat: SeatId) -> int:
    """How many checkpoints ago the seat began what it has not left as it was."""
    for back, checkpoint in enumerate(reversed(state.checkpoints), 1):
        if checkpoint.seat == seat and has_changed(state, checkpoint.state):
            return back
    raise RuleViolation(UndoCode.NOTHING_TO_UNDO)


def _take_back(decision: Decision, event: MotionCarried) -> None:
    request = decision.state.undo_request
    if event.motion == MOTION and request:
        decision.emit(TurnTakenBack(seat=request.seat, back=_back(decision.state, request.seat)))


def _lapse(decision: Decision) -> bool:
    """Playing on is an answer."""
    state, request = decision.state, decision.state.undo_request
    if request is None or MOTION not in state.slice(Motions).agreed or not has_changed(state, request.state):
        return False
    decision.emit(MotionLapsed(motion=MOTION))
    return True


def _proposed(ruleset: Ruleset, state: State, event: UndoProposed) -> State:
    return replace(
        state, undo_request=Checkpoint(event.seat, replace(state, checkpoints=(), undo_request=None))
    )


def _taken_back(ruleset: Ruleset, state: State, event: TurnTakenBack) -> State:
    kept = state.checkpoints[: len(state.checkpoints) - event.back + 1]
    again = rewind(state, kept[-1].state)
    slices = with_slice(again, Restarts(turn=state.turns))
    restarted = replace(again, checkpoints=kept, undo_request=None, slices=slices)
    return with_turn_taken_back(restarted, event.seat)


def _choice_taken_back(ruleset: Ruleset, state: State, event: ChoiceTakenBack) -> State:
    return reopen_choice(state, event.seat)


undo = RuleModule(
    name="undo",
    always=True,
    codes=UndoCode,
    slice=lambda ruleset: Restarts(),
    commands={ProposeUndo: Action(_propose)},
    events={UndoProposed: _proposed, ChoiceTakenBack: _choice_taken_back, TurnTakenBack: _taken_back},
    reacts={MotionCarried: _take_back},
    settle={Phase: _lapse},
)
