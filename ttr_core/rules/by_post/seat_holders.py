"""Who holds a seat: a person, a bot or nobody; how a seat passes on, and how a turn without a player is skipped."""

from collections.abc import Mapping
from enum import StrEnum

from ttr_core.engine.engine import Decision
from ttr_core.model.events import Event
from ttr_core.model.ids import SeatId
from ttr_core.model.message import Public
from ttr_core.model.phases import PlayingTurn
from ttr_core.model.state import HUMAN, State, TableSlice
from ttr_core.model.violations import MOMENTARY, Code, RefusalCode, RuleViolation


class PeopleCode(RefusalCode):
    NOT_PRESENT = "not_present", MOMENTARY  # only seats that people hold have a say at the table
    SEAT_HELD = "seat_held"  # by a person, or by a bot where the seat should be vacant
    SEAT_NOT_OPEN = "seat_not_open", MOMENTARY  # its holder has not offered it, or not all have agreed yet
    NOTHING_TO_RETURN_TO = "nothing_to_return_to"  # the seat was not lost by running out of time


class HandoverReason(StrEnum):
    """Why a seat passed on."""

    RESIGNED = "resigned"
    HANDED_OVER = "handed_over"  # by its holder, to a person of their choice
    REPLACED = "replaced"  # a person takes it from a bot or from nobody, by consent
    REINVITED = "reinvited"  # the others have let somebody in for a person who has lost their token
    TIMEOUT = "timeout"
    RETURNED = "returned"  # the person who lost it by time-out is back


class SkipReason(StrEnum):
    """Why a turn is left out."""

    NOBODY = "nobody"
    TIMEOUT = "timeout"


class SeatHandedOver(Event, frozen=True, kw_only=True):
    """The seat has a new holder: a person, a bot, or nobody."""

    seat: Public[SeatId]
    kind: Public[str]
    holder: Public[int]  # counts the holders of this seat, from 1
    reason: Public[str]


class TurnSkipped(Event, frozen=True, kw_only=True):
    """Nobody plays this turn; it counts as a pass."""

    seat: Public[SeatId]
    reason: Public[str]


class Holders(TableSlice, frozen=True, kw_only=True):
    numbers: tuple[int, ...]  # which of its holders each seat has; 1 sat down first
    reasons: tuple[str, ...]  # why these hold it; empty for the first
    offered: Mapping[SeatId, str] = {}  # seats that may be taken over, and why


def check_seat(decision: Decision, seat: SeatId) -> None:
    if not 0 <= seat < decision.ruleset.players:
        raise RuleViolation(Code.UNKNOWN_SEAT, seat=seat)


def check_present(decision: Decision, seat: SeatId) -> None:
    check_seat(decision, seat)
    if seat not in decision.state.present:
        raise RuleViolation(PeopleCode.NOT_PRESENT, seat=seat)


def hand_over(decision: Decision, seat: SeatId, kind: str, reason: HandoverReason) -> None:
    holder = decision.state.slice(Holders).numbers[seat] + 1
    decision.emit(SeatHandedOver(seat=seat, kind=kind, holder=holder, reason=reason))


def may_skip(state: State, seat: SeatId) -> bool:
    """Only a turn that has not begun can be left out; one that has begun is finished."""
    return state.phase == PlayingTurn(seat)


def skip_turn(decision: Decision, seat: SeatId, reason: SkipReason) -> None:
    if not may_skip(decision.state, seat):
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)
    decision.emit(TurnSkipped(seat=seat, reason=reason))


def next_person(state: State, seat: SeatId) -> SeatId | None:
    """The person whose turn comes first after this seat's; none if the game ends before."""
    seats = len(state.seats)
    for step in range(1, seats):
        following = (seat + step) % seats
        if state.last_seat == (following - 1) % seats:
            return None
        if state.seats[following].kind == HUMAN:
            return following
    return None
