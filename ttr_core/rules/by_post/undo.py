"""Undo: at once as long as nobody has seen anything, otherwise if all who are present agree; never past a drawn card.

A seat takes back what it did since its latest choice began: its turn, until the next player has finished theirs; a
choice of tickets, but not the drawing of them; or an unseen choice while others still choose. The request lapses as
soon as anybody plays on. A turn that was taken back stays in the log.

A checkpoint is the game as it was when a choice began: a turn, or a choice of tickets. Two are kept, the latest and
the one before it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, WhileOpen
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import TableCommand
from ttr_core.model.events import Event, TicketsOffered, TurnStarted
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Public
from ttr_core.model.phases import Paused, Phase, SeatsPhase
from ttr_core.model.state import (
    InPositions,
    Seat,
    Slice,
    State,
    TableSlice,
    UnseenChoices,
    with_part,
)
from ttr_core.model.violations import MOMENTARY, Code, RefusalCode, RuleViolation
from ttr_core.rules.by_post.clock.terms import with_turn_taken_back
from ttr_core.rules.by_post.motions import NO_MOTIONS, MotionCarried, MotionLapsed, Motions, propose
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


class Checkpoint(Struct, frozen=True, gc=False):
    """A seat, and the game as it was when the seat began a choice; what belongs to the table is no part of it."""

    seat: SeatId
    state: State


class Checkpoints(TableSlice, frozen=True, kw_only=True, gc=False):  # as states, it never holds itself
    in_positions: ClassVar = InPositions.LEFT_OUT  # no turn before a position can be taken back

    kept: tuple[Checkpoint, ...] = ()  # where the present choice of a seat began, and the one before it


class UndoRequest(TableSlice, frozen=True, kw_only=True):
    in_positions: ClassVar = InPositions.LEFT_OUT

    latest: Checkpoint | None = None  # that was not granted yet: which seat, and when


# in a checkpoint: an undo leaves the table alone, and it would hold earlier checkpoints
NO_TABLE: Mapping[type[TableSlice], TableSlice] = {}
NO_REQUEST = UndoRequest()


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
    if state.has_chosen_unseen(command.seat):
        decision.emit(ChoiceTakenBack(seat=command.seat))
        return
    then = state.slice(Checkpoints).kept[-_back(state, command.seat)].state
    if was_laid_open(state, then):
        raise RuleViolation(UndoCode.UNDO_PAST_A_CARD)
    if MOTION not in state.slice(Motions).agreed:  # else proposing it is refused
        decision.emit(UndoProposed(seat=command.seat))
    propose(decision, command.seat, MOTION)


def _back(state: State, seat: SeatId) -> int:
    """How many checkpoints ago the seat began what it has not left as it was."""
    for back, begun in enumerate(reversed(state.slice(Checkpoints).kept), 1):
        if begun.seat == seat and has_changed(state, begun.state):
            return back
    raise RuleViolation(UndoCode.NOTHING_TO_UNDO)


def _take_back(decision: Decision, event: MotionCarried) -> None:
    request = decision.state.slice(UndoRequest).latest
    if event.motion == MOTION and request:
        decision.emit(TurnTakenBack(seat=request.seat, back=_back(decision.state, request.seat)))


def _lapse(decision: Decision) -> bool:
    """Playing on is an answer."""
    state = decision.state
    request = state.slice(UndoRequest).latest
    if request is None or MOTION not in state.slice(Motions).agreed or not has_changed(state, request.state):
        return False
    decision.emit(MotionLapsed(motion=MOTION))
    return True


def _proposed(ruleset: Ruleset, state: State, event: UndoProposed) -> State:
    return with_part(state, UndoRequest(latest=Checkpoint(event.seat, replace(state, table=NO_TABLE))))


def _taken_back(ruleset: Ruleset, state: State, event: TurnTakenBack) -> State:
    kept = state.slice(Checkpoints).kept
    kept = kept[: len(kept) - event.back + 1]
    again = rewind(state, kept[-1].state)
    for part in (Restarts(turn=state.turns), NO_REQUEST, Checkpoints(kept=kept)):
        again = with_part(again, part)
    return with_turn_taken_back(again, event.seat)


def _choice_taken_back(ruleset: Ruleset, state: State, event: ChoiceTakenBack) -> State:
    """The game waits for the seat's choice once more."""
    phase = state.phase_as(SeatsPhase)
    return replace(
        state,
        phase=replace(phase, seats=tuple(sorted((*phase.seats, event.seat)))),
        slices={kind: _without_choice(part, event.seat) for kind, part in state.slices.items()},
    )


def _without_choice(part: Slice, seat: SeatId) -> Slice:
    return part.without_choice(seat) if isinstance(part, UnseenChoices) else part


# checkpoints


def _choice_begun(ruleset: Ruleset, state: State, event: TurnStarted | TicketsOffered) -> State:
    table: dict[type[Any], Any] = dict(state.table)  # `Any`: each part stands under its own type
    earlier, latest = table[Checkpoints].kept, Checkpoint(event.seat, replace(state, table=NO_TABLE))
    table[Checkpoints] = Checkpoints(kept=(earlier[-1], latest) if earlier else (latest,))
    return replace(state, table=table)


def _offered(ruleset: Ruleset, state: State, event: TicketsOffered) -> State:
    """What all choose at once before the first turn is taken back as an unseen choice."""
    return state if event.at_once else _choice_begun(ruleset, state, event)


def rewind(now: State, then: State) -> State:
    """The table as it was then, apart from what is no part of the game: who sits there and what was agreed."""
    return replace(
        then,
        seats=tuple(map(_with_holder, then.seats, now.seats)),
        entropy=now.entropy,
        turns=now.turns,
        table=now.table,
    )


def _with_holder(then: Seat, now: Seat) -> Seat:
    return then if then.kind == now.kind else replace(then, kind=now.kind)


def has_changed(now: State, then: State) -> bool:
    """Whether any part of the game is not as it was."""
    return rewind(now, then) != now


def was_laid_open(now: State, then: State) -> bool:
    """Whether anything hidden has come to light since then, no matter which seat saw it."""
    tops = [deck[: len(then.ticket_decks[name])] for name, deck in now.ticket_decks.items()]
    before, since = (then.drawn, then.shuffles, then.laid_open), (now.drawn, now.shuffles, now.laid_open)
    return since != before or tops != list(then.ticket_decks.values())


undo = RuleModule(
    name="undo",
    always=True,
    codes=UndoCode,
    slice=lambda ruleset: (Restarts(), NO_REQUEST),
    commands={ProposeUndo: Action(_propose)},
    events={UndoProposed: _proposed, ChoiceTakenBack: _choice_taken_back, TurnTakenBack: _taken_back},
    reacts={MotionCarried: _take_back},
    settle={Phase: WhileOpen(Motions, NO_MOTIONS, _lapse)},
    examples=(
        ProposeUndo(seat=1),
        UndoProposed(seat=1),
        ChoiceTakenBack(seat=1),
        TurnTakenBack(seat=1, back=2),
    ),
)

checkpoints = RuleModule(
    name="checkpoints",
    always=True,
    slice=lambda ruleset: Checkpoints(),
    events={TurnStarted: _choice_begun, TicketsOffered: _offered},
)
