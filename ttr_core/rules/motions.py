"""Motions: what happens only if everybody who is present agrees: a pause, its end, the end of the game, an undo.

Present is every seat that a person holds. A motion stays open until all of them have agreed, one has objected, or
what it was about has passed.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from ttr_core.audience import Public
from ttr_core.commands import TableCommand
from ttr_core.consent import Motions, propose
from ttr_core.events import (
    Event,
    GameEnded,
    MotionCarried,
    MotionLapsed,
    MotionProposed,
    MotionRefused,
    SeatHandedOver,
)
from ttr_core.holders import check_present
from ttr_core.hooks import Action, RuleModule
from ttr_core.phases import Lobby, Paused, Phase
from ttr_core.ruleset import Ruleset
from ttr_core.state import HUMAN, State, with_slice
from ttr_core.table import Table
from ttr_core.violations import Code, RuleViolation
from ttr_core.words import SeatId, Viewer

AGREED = "agreed"  # why a game ended


class Motion(StrEnum):
    """What anybody may propose at any time; other rules make motions of their own."""

    PAUSE = "pause"
    RESUME = "resume"
    END = "end"


class Propose(TableCommand, frozen=True, kw_only=True):
    motion: Motion


class Agree(TableCommand, frozen=True, kw_only=True):
    motion: str


class Object(TableCommand, frozen=True, kw_only=True):
    """Ends the motion; whoever made it takes it back so."""

    motion: str


class MotionAgreed(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]
    motion: Public[str]


class GamePaused(Event, frozen=True, kw_only=True):
    """From now on nobody is waited for."""


class GameResumed(Event, frozen=True, kw_only=True):
    """The game goes on where it was interrupted."""


def _propose(table: Table, command: Propose) -> None:
    check_present(table, command.seat)
    if not _timely(command.motion, table.state.phase):
        raise RuleViolation(Code.NOT_NOW, phase=type(table.state.phase).__name__)
    propose(table, command.seat, command.motion)


def _timely(motion: Motion, phase: Phase) -> bool:
    if motion == Motion.END:
        return not isinstance(phase, Lobby)
    return isinstance(phase, Paused) if motion == Motion.RESUME else not isinstance(phase, Lobby | Paused)


def _agree(table: Table, command: Agree) -> None:
    check_present(table, command.seat)
    if command.seat in _open(table, command.motion):
        raise RuleViolation(Code.ALREADY_AGREED, motion=command.motion)
    table.emit(MotionAgreed(seat=command.seat, motion=command.motion))


def _object(table: Table, command: Object) -> None:
    check_present(table, command.seat)
    _open(table, command.motion)
    table.emit(MotionRefused(seat=command.seat, motion=command.motion))


def _open(table: Table, motion: str) -> tuple[SeatId, ...]:
    agreed = table.state.slice(Motions).agreed
    if motion not in agreed:
        raise RuleViolation(Code.NO_SUCH_MOTION, motion=motion)
    return agreed[motion]


def _carry(table: Table) -> bool:
    """Whoever stops being present is no longer asked."""
    present = set(table.state.present)
    for motion, agreed in table.state.slice(Motions).agreed.items():
        if present and present <= set(agreed):
            table.emit(MotionCarried(motion=motion))
            return True
    return False


def _follow(table: Table, event: MotionCarried) -> None:
    if event.motion == Motion.PAUSE:
        table.emit(GamePaused())
    elif event.motion == Motion.RESUME:
        table.emit(GameResumed())
    elif event.motion == Motion.END:
        table.emit(GameEnded(reason=AGREED))


def _withdraw(table: Table, event: SeatHandedOver) -> None:
    """Nobody is bound by what another person has agreed to in his seat."""
    if event.kind == HUMAN:
        for motion, agreed in table.state.slice(Motions).agreed.items():
            if event.seat in agreed:
                table.emit(MotionLapsed(motion=motion))


def _with(state: State, motion: str, agreed: tuple[SeatId, ...] | None) -> State:
    """The motion with those who are for it, or gone."""
    kept = {name: seats for name, seats in state.slice(Motions).agreed.items() if name != motion}
    return replace(
        state, slices=with_slice(state, Motions(agreed=kept if agreed is None else {**kept, motion: agreed}))
    )


def _proposed(ruleset: Ruleset, state: State, event: MotionProposed) -> State:
    return _with(state, event.motion, (event.seat,))


def _agreed(ruleset: Ruleset, state: State, event: MotionAgreed) -> State:
    return _with(state, event.motion, (*state.slice(Motions).agreed[event.motion], event.seat))


def _done(ruleset: Ruleset, state: State, event: MotionRefused | MotionCarried | MotionLapsed) -> State:
    return _with(state, event.motion, None)


def _paused(ruleset: Ruleset, state: State, event: GamePaused) -> State:
    return replace(state, phase=Paused(state.phase))


def _resumed(ruleset: Ruleset, state: State, event: GameResumed) -> State:
    assert isinstance(state.phase, Paused)
    return replace(state, phase=state.phase.before)


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """Open motions with those who are for them."""
    return state.slice(Motions).agreed or None


motions = RuleModule(
    name="motions",
    always=True,
    slice=lambda ruleset: Motions(),
    commands={Propose: Action(_propose), Agree: Action(_agree), Object: Action(_object)},
    events={
        MotionProposed: _proposed,
        MotionAgreed: _agreed,
        MotionRefused: _done,
        MotionCarried: _done,
        MotionLapsed: _done,
        GamePaused: _paused,
        GameResumed: _resumed,
    },
    reacts={MotionCarried: _follow, SeatHandedOver: _withdraw},
    settle={Phase: _carry},
    view=_view,
)
