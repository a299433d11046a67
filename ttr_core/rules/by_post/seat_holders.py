"""Who has a seat: a person, a bot or nobody; how it passes on, and how a turn that nobody plays is skipped."""

from collections.abc import Mapping
from enum import StrEnum

from ttr_core.engine.decision import Decision
from ttr_core.model.events import SeatHandedOver, TurnSkipped
from ttr_core.model.ids import SeatId
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.state import State, TableSlice
from ttr_core.model.violations import Code, RuleViolation


class HandoverReason(StrEnum):
    """Why a seat has passed on."""

    RESIGNED = "resigned"
    HANDED_OVER = "handed_over"  # by whoever had it, to a person of his choice
    REPLACED = "replaced"  # a person for a bot or for nobody, as all who are present have agreed
    TIMEOUT = "timeout"
    RETURNED = "returned"  # the person whose seat passed on by time-out is back


class SkipReason(StrEnum):
    """Why nobody plays a turn."""

    NOBODY = "nobody"
    TIMEOUT = "timeout"


class Holders(TableSlice, frozen=True, kw_only=True):
    numbers: tuple[int, ...]  # which of its holders each seat has; 1 is whoever sat down first
    reasons: tuple[str, ...]  # why they have it; empty for the first
    offered: Mapping[SeatId, str] = {}  # seats that somebody may take over, and why


def check_seat(decision: Decision, seat: SeatId) -> None:
    if not 0 <= seat < decision.ruleset.players:
        raise RuleViolation(Code.UNKNOWN_SEAT, seat=seat)


def check_present(decision: Decision, seat: SeatId) -> None:
    check_seat(decision, seat)
    if seat not in decision.state.present:
        raise RuleViolation(Code.NOT_PRESENT, seat=seat)


def hand_over(decision: Decision, seat: SeatId, kind: str, reason: HandoverReason) -> None:
    holder = decision.state.slice(Holders).numbers[seat] + 1
    decision.emit(SeatHandedOver(seat=seat, kind=kind, holder=holder, reason=reason))


def may_skip(state: State, seat: SeatId) -> bool:
    """Only a turn of which nothing has been played can be left out; whoever has begun one finishes it."""
    return state.phase == PlayingTurn(seat)


def skip_turn(decision: Decision, seat: SeatId, reason: SkipReason) -> None:
    if not may_skip(decision.state, seat):
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)
    decision.emit(TurnSkipped(seat=seat, reason=reason))
