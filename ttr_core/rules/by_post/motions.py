"""Motions: a pause, the end of the game, an undo or a replacement happens only if all who are present agree.

Every seat that a person holds is present. A motion stays open until all of them have agreed, one has objected, its
subject has passed, or everybody has had a turn since. A pause lasts as long as all want it: one person can end it.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule, WhileOpen
from ttr_core.engine.ruleset import Ruleset
from ttr_core.model.commands import TableCommand
from ttr_core.model.events import Event, GameEnded, TurnStarted
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.message import Public
from ttr_core.model.phases import Lobby, Paused, Phase
from ttr_core.model.remarks import silent
from ttr_core.model.state import HUMAN, State, TableSlice, with_table_slice
from ttr_core.model.violations import MOMENTARY, Code, RefusalCode, RuleViolation
from ttr_core.rules.by_post.seat_holders import SeatHandedOver, check_present

AGREED = "agreed"  # why a game ended


class Motion(StrEnum):
    """The motions that anybody present may propose at any time; other rules have motions of their own."""

    PAUSE = "pause"
    END = "end"


class MotionCode(RefusalCode):
    MOTION_OPEN = "motion_open", MOMENTARY  # it has been proposed already
    NO_SUCH_MOTION = "no_such_motion", MOMENTARY
    ALREADY_AGREED = "already_agreed", MOMENTARY


class Propose(TableCommand, frozen=True, kw_only=True):
    """Asks everybody present for a pause, or for the end of the game."""

    motion: Motion


class ResumeGame(TableCommand, frozen=True, kw_only=True):
    """Ends a pause, which lasts only as long as all want it."""


class Agree(TableCommand, frozen=True, kw_only=True):
    """Is for an open motion: one that all who are present are for is carried."""

    motion: str


class Object(TableCommand, frozen=True, kw_only=True):
    """Ends the motion; its proposer withdraws it in this way."""

    motion: str


class MotionProposed(Event, frozen=True, kw_only=True):
    """A motion that is carried once all who are present agree."""

    seat: Public[SeatId]
    motion: Public[str]


class MotionRefused(Event, frozen=True, kw_only=True):
    """A player objects, or withdraws their own motion."""

    seat: Public[SeatId]
    motion: Public[str]


class MotionCarried(Event, frozen=True, kw_only=True):
    """All have agreed; the rule that owns the motion acts on it."""

    motion: Public[str]


class MotionLapsed(Event, frozen=True, kw_only=True):
    """The motion no longer applies, or one of those who agreed has handed their seat over."""

    motion: Public[str]


class MotionAgreed(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    motion: Public[str]


class GamePaused(Event, frozen=True, kw_only=True):
    """The game waits for nobody until it is resumed."""


class GameResumed(Event, frozen=True, kw_only=True):
    """The game goes on where it was interrupted."""

    seat: Public[SeatId]


class Motions(TableSlice, frozen=True, kw_only=True):
    agreed: Mapping[str, tuple[SeatId, ...]] = {}  # who is for each open motion
    since: Mapping[str, int] = {}  # how many turns had begun when it was proposed


NO_MOTIONS = Motions()


def propose(decision: Decision, seat: SeatId, motion: str) -> None:
    """Proposing a motion is agreeing to it."""
    if motion in decision.state.slice(Motions).agreed:
        raise RuleViolation(MotionCode.MOTION_OPEN, motion=motion)
    decision.emit(MotionProposed(seat=seat, motion=motion))


def _propose(decision: Decision, command: Propose) -> None:
    check_present(decision, command.seat)
    if not _timely(command.motion, decision.state.phase):
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)
    propose(decision, command.seat, command.motion)


def _timely(motion: Motion, phase: Phase) -> bool:
    return not isinstance(phase, Lobby if motion == Motion.END else Lobby | Paused)


def _resume(decision: Decision, command: ResumeGame) -> None:
    check_present(decision, command.seat)
    decision.emit(GameResumed(seat=command.seat))


def _agree(decision: Decision, command: Agree) -> None:
    check_present(decision, command.seat)
    if command.seat in _open(decision, command.motion):
        raise RuleViolation(MotionCode.ALREADY_AGREED, motion=command.motion)
    decision.emit(MotionAgreed(seat=command.seat, motion=command.motion))


def _object(decision: Decision, command: Object) -> None:
    check_present(decision, command.seat)
    _open(decision, command.motion)
    decision.emit(MotionRefused(seat=command.seat, motion=command.motion))


def _motions_to_propose(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Propose]:
    return (Propose(seat=seat, motion=motion) for motion in Motion)


def _motions_to_agree_to(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Agree]:
    return (Agree(seat=seat, motion=motion) for motion in state.slice(Motions).agreed)


def _motions_to_object_to(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Object]:
    return (Object(seat=seat, motion=motion) for motion in state.slice(Motions).agreed)


def _open(decision: Decision, motion: str) -> tuple[SeatId, ...]:
    agreed = decision.state.slice(Motions).agreed
    if motion not in agreed:
        raise RuleViolation(MotionCode.NO_SUCH_MOTION, motion=motion)
    return agreed[motion]


def _carry(decision: Decision) -> bool:
    """Only those who are still present need to agree."""
    for motion, agreed in decision.state.slice(Motions).agreed.items():
        present = decision.state.present
        if present and set(present) <= set(agreed):
            decision.emit(MotionCarried(motion=motion))
            return True
    return False


def _follow(decision: Decision, event: MotionCarried) -> None:
    if event.motion == Motion.PAUSE:
        decision.emit(GamePaused())
    elif event.motion == Motion.END:
        decision.emit(GameEnded(reason=AGREED))


def _withdraw(decision: Decision, event: SeatHandedOver) -> None:
    """A person is not bound by what another has agreed to in the same seat."""
    if event.kind == HUMAN:
        for motion, agreed in decision.state.slice(Motions).agreed.items():
            if event.seat in agreed:
                decision.emit(MotionLapsed(motion=motion))


def _grow_old(decision: Decision, event: TurnStarted) -> None:
    """A motion that not all have agreed to within a round lapses: by now people have other things in mind."""
    state = decision.state
    if state.table[Motions] is NO_MOTIONS:  # asked every turn
        return
    for motion, turn in state.slice(Motions).since.items():
        if state.turns - turn > decision.ruleset.players:
            decision.emit(MotionLapsed(motion=motion))


def _proposed(ruleset: Ruleset, state: State, event: MotionProposed) -> State:
    held = state.slice(Motions)
    agreed = {**held.agreed, event.motion: (event.seat,)}
    now = Motions(agreed=agreed, since={**held.since, event.motion: state.turns})
    return replace(state, table=with_table_slice(state, now))


def _agreed(ruleset: Ruleset, state: State, event: MotionAgreed) -> State:
    held = state.slice(Motions)
    seats = (*held.agreed[event.motion], event.seat)
    now = replace(held, agreed={**held.agreed, event.motion: seats})
    return replace(state, table=with_table_slice(state, now))


def _done(ruleset: Ruleset, state: State, event: MotionRefused | MotionCarried | MotionLapsed) -> State:
    held = state.slice(Motions)
    agreed = {motion: seats for motion, seats in held.agreed.items() if motion != event.motion}
    now = Motions(agreed=agreed, since={motion: held.since[motion] for motion in agreed})
    now = now if agreed else NO_MOTIONS
    return replace(state, table=with_table_slice(state, now))


def _paused(ruleset: Ruleset, state: State, event: GamePaused) -> State:
    return replace(state, phase=Paused(state.phase))


def _resumed(ruleset: Ruleset, state: State, event: GameResumed) -> State:
    return replace(state, phase=state.phase_as(Paused).before)


class OpenMotion(Struct, frozen=True, kw_only=True):
    """A motion, and the seats that are for it."""

    motion: str
    agreed: tuple[SeatId, ...]


class MotionsShown(Struct, frozen=True, kw_only=True):
    """The motions that are still open."""

    pending: tuple[OpenMotion, ...]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """Open motions with those who are for them."""
    motions = state.slice(Motions).agreed
    return (
        {"pending": [{"motion": motion, "agreed": seats} for motion, seats in motions.items()]}
        if motions
        else None
    )


motions = RuleModule(
    name="motions",
    always=True,
    codes=MotionCode,
    slice=lambda ruleset: NO_MOTIONS,
    commands={
        Propose: Action(_propose, candidates=_motions_to_propose),
        Agree: Action(_agree, candidates=_motions_to_agree_to),
        Object: Action(_object, candidates=_motions_to_object_to),
        ResumeGame: Action(_resume, (Paused,)),
    },
    events={
        MotionProposed: _proposed,
        MotionAgreed: _agreed,
        MotionRefused: _done,
        MotionCarried: _done,
        MotionLapsed: _done,
        GamePaused: _paused,
        GameResumed: _resumed,
    },
    reacts={MotionCarried: _follow, SeatHandedOver: _withdraw, TurnStarted: _grow_old},
    settle={Phase: WhileOpen(Motions, NO_MOTIONS, _carry)},
    view=_view,
    shows=MotionsShown,
    looks=silent,
    examples=(MotionLapsed(motion="undo"),),
)
