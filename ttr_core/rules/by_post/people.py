"""People come and go: they resign, hand a seat on, are replaced by consent and come back; nobody is thrown out.

A seat without a person is played by a bot or by nobody; turns that nobody plays are skipped. A person who takes a seat
over sees its cards, so all who are present agree to that first, except before the deal. For somebody who has lost their
token the host invites again: the others agree, and the holder, who may be there after all, needs only to object.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ttr_core.engine.engine import Decision
from ttr_core.engine.hooks import Action, RuleModule
from ttr_core.engine.ruleset import Ruleset
from ttr_core.engine.shared_slices import SkippedTurns
from ttr_core.model.actor import Role
from ttr_core.model.commands import Command, TableCommand
from ttr_core.model.events import Event, GameEnded
from ttr_core.model.ids import SeatId, Viewer
from ttr_core.model.message import Public
from ttr_core.model.phases import Lobby, PlayingTurn, TurnOver
from ttr_core.model.remarks import silent
from ttr_core.model.state import HUMAN, NOBODY, State, put, with_seat, with_slice, with_table_slice
from ttr_core.model.violations import Code, RuleViolation
from ttr_core.rules.by_post.motions import MotionCarried, propose
from ttr_core.rules.by_post.seat_holders import (
    HandoverReason,
    Holders,
    PeopleCode,
    SeatHandedOver,
    SkipReason,
    TurnSkipped,
    check_present,
    check_seat,
    hand_over,
    skip_turn,
)

ABANDONED = "abandoned"  # why a game ended
REPLACE = "replace:"  # the motion to seat a person where none is: this and the number of the seat
REINVITE = "reinvite:"  # the motion to let somebody in for a person who has lost their token


class Resign(TableCommand, frozen=True, kw_only=True):
    """Leaves the seat for good to a bot ("bot:<policy>") or to nobody."""

    kind: str


class ReturnToSeat(TableCommand, frozen=True, kw_only=True):
    """By the person whose seat passed on because of the time."""


class OfferSeat(TableCommand, frozen=True, kw_only=True):
    """A person whom the holder invites may take the seat over."""

    posted = False


class CloseSeat(TableCommand, frozen=True, kw_only=True):
    """Takes the offer of one's own seat back; its invites are void."""


class InviteReplacement(TableCommand, frozen=True, kw_only=True):
    """By a person at the table or, with the vacant seat itself as `seat`, by the host.

    The host may also name the seat of a person who has lost their token.
    """

    by = (Role.SEAT, Role.HOST)
    posted = False

    vacant: SeatId


class TakeOver(Command, frozen=True, kw_only=True):
    """A person with an invite takes the seat over from its present holder."""

    seat: SeatId


class AbandonGame(Command, frozen=True, kw_only=True):
    """The host abandons a game that has not begun."""

    by = (Role.HOST,)


class SkipTurn(TableCommand, frozen=True, kw_only=True):
    """For a seat that nobody holds."""

    by = (Role.SYSTEM,)


class SeatOpened(Event, frozen=True, kw_only=True):
    """A person with an invite may take the seat over."""

    seat: Public[SeatId]
    reason: Public[str]


class SeatClosed(Event, frozen=True, kw_only=True):
    seat: Public[SeatId]


class ReplacementSought(Event, frozen=True, kw_only=True):
    """A person is invited to a seat, most often one that no person holds; `seat` is the same if the host invites."""

    seat: Public[SeatId]
    vacant: Public[SeatId]


def _resign(decision: Decision, command: Resign) -> None:
    check_present(decision, command.seat)
    if command.kind != NOBODY and not command.kind.startswith("bot:"):
        raise RuleViolation(Code.UNKNOWN_KIND, kind=command.kind)
    hand_over(decision, command.seat, command.kind, HandoverReason.RESIGNED)


def _resignations(ruleset: Ruleset, state: State, seat: SeatId) -> Iterator[Resign]:
    """To nobody; which bots there are is no matter of the rules."""
    yield Resign(seat=seat, kind=NOBODY)


def _return(decision: Decision, command: ReturnToSeat) -> None:
    check_seat(decision, command.seat)
    away = decision.state.slice(Holders).reasons[command.seat] == HandoverReason.TIMEOUT
    if not away:
        raise RuleViolation(PeopleCode.NOTHING_TO_RETURN_TO, seat=command.seat)
    hand_over(decision, command.seat, HUMAN, HandoverReason.RETURNED)


def _offer(decision: Decision, command: OfferSeat) -> None:
    """Again as often as the holder likes: the latest invite counts."""
    check_present(decision, command.seat)
    decision.emit(SeatOpened(seat=command.seat, reason=HandoverReason.HANDED_OVER))


def _close(decision: Decision, command: CloseSeat) -> None:
    check_present(decision, command.seat)
    _check_open(decision, command.seat)
    decision.emit(SeatClosed(seat=command.seat))


def _check_open(decision: Decision, seat: SeatId) -> str:
    opened = decision.state.slice(Holders).offered
    if seat not in opened:
        raise RuleViolation(PeopleCode.SEAT_NOT_OPEN, seat=seat)
    return opened[seat]


def _invite(decision: Decision, command: InviteReplacement) -> None:
    seat, vacant, state = command.seat, command.vacant, decision.state
    check_seat(decision, vacant)
    if seat != vacant:
        check_present(decision, seat)
    held = state.seats[vacant].kind == HUMAN
    offered = state.slice(Holders).offered.get(vacant)
    if held and (seat != vacant or (offered == HandoverReason.HANDED_OVER and not _is_lobby(state))):
        raise RuleViolation(PeopleCode.SEAT_HELD, seat=vacant)
    decision.emit(ReplacementSought(seat=seat, vacant=vacant))
    if _is_lobby(state) or not state.present:
        _open_for_the_host(decision, seat, vacant)
    elif offered is None:
        propose(decision, seat, replacement_motion(state, vacant))


def replacement_motion(state: State, vacant: SeatId) -> str:
    """The motion that lets somebody in for the present holder of a seat."""
    return f"{REINVITE if state.seats[vacant].kind == HUMAN else REPLACE}{vacant}"


def _is_lobby(state: State) -> bool:
    return isinstance(state.phase, Lobby)


def _open_for_the_host(decision: Decision, seat: SeatId, vacant: SeatId) -> None:
    """Nothing is hidden yet, or nobody is present from whom it is.

    A person who has lost their token before the game begins keeps the seat until somebody comes with the invite.
    """
    if seat != vacant:
        raise RuleViolation(Code.NOT_NOW, phase=decision.state.phase.name)
    if decision.state.seats[vacant].kind:
        decision.emit(SeatOpened(seat=vacant, reason=HandoverReason.REPLACED))


def _open_by_consent(decision: Decision, event: MotionCarried) -> None:
    """Unless the seat has changed hands in the meantime, or its holder offers it to somebody of their choice."""
    state, motion = decision.state, event.motion
    if motion.startswith(REPLACE):
        seat = int(motion.removeprefix(REPLACE))
        if state.seats[seat].kind != HUMAN:
            decision.emit(SeatOpened(seat=seat, reason=HandoverReason.REPLACED))
    elif motion.startswith(REINVITE):
        seat = int(motion.removeprefix(REINVITE))
        if state.seats[seat].kind == HUMAN and seat not in state.slice(Holders).offered:
            decision.emit(SeatOpened(seat=seat, reason=HandoverReason.REINVITED))


def _take_over(decision: Decision, command: TakeOver) -> None:
    check_seat(decision, command.seat)
    hand_over(decision, command.seat, HUMAN, HandoverReason(_check_open(decision, command.seat)))


def _skip(decision: Decision, command: SkipTurn) -> None:
    check_seat(decision, command.seat)
    if decision.state.seats[command.seat].kind != NOBODY:
        raise RuleViolation(PeopleCode.SEAT_HELD, seat=command.seat)
    skip_turn(decision, command.seat, SkipReason.NOBODY)


def _abandon(decision: Decision, command: AbandonGame) -> None:
    decision.emit(GameEnded(reason=ABANDONED))


def _handed_over(ruleset: Ruleset, state: State, event: SeatHandedOver) -> State:
    held, seat = state.slice(Holders), replace(state.seats[event.seat], kind=event.kind)
    now = Holders(
        numbers=put(held.numbers, event.seat, event.holder),
        reasons=put(held.reasons, event.seat, event.reason),
        offered=_without(held.offered, event.seat),
    )
    seats = with_seat(state.seats, event.seat, seat)
    return replace(state, seats=seats, table=with_table_slice(state, now))


def _opened(ruleset: Ruleset, state: State, event: SeatOpened) -> State:
    held = state.slice(Holders)
    now = replace(held, offered={**held.offered, event.seat: event.reason})
    return replace(state, table=with_table_slice(state, now))


def _closed(ruleset: Ruleset, state: State, event: SeatClosed) -> State:
    held = state.slice(Holders)
    now = replace(held, offered=_without(held.offered, event.seat))
    return replace(state, table=with_table_slice(state, now))


def _without(opened: Mapping[SeatId, str], seat: SeatId) -> Mapping[SeatId, str]:
    return {number: reason for number, reason in opened.items() if number != seat}


def _sought(ruleset: Ruleset, state: State, event: ReplacementSought) -> State:
    return state


def _skipped(ruleset: Ruleset, state: State, event: TurnSkipped) -> State:
    over = TurnOver(event.seat, passed=True)
    skipped = SkippedTurns(skips=state.slice(SkippedTurns).skips + 1)
    return replace(state, phase=over, passes=state.passes + 1, slices=with_slice(state, skipped))


class PassedSeat(Struct, frozen=True, kw_only=True):
    """A seat that has passed on: to which of its holders, counted from 1, and why."""

    seat: SeatId
    holder: int
    reason: str


class OfferedSeat(Struct, frozen=True, kw_only=True):
    """A seat that a person with an invite may take over, and why."""

    seat: SeatId
    reason: str


class PeopleShown(Struct, frozen=True, kw_only=True):
    """Seats that have passed on, and those that may be taken over."""

    passed: tuple[PassedSeat, ...]
    offered: tuple[OfferedSeat, ...]


def _view(ruleset: Ruleset, state: State, viewer: Viewer) -> Mapping[str, Any] | None:
    """Seats that have passed on, and those that may be taken over."""
    held = state.slice(Holders)
    passed = [
        {"seat": seat, "holder": number, "reason": held.reasons[seat]}
        for seat, number in enumerate(held.numbers)
        if number > 1
    ]
    offered = [{"seat": seat, "reason": held.offered[seat]} for seat in sorted(held.offered)]
    return {"passed": passed, "offered": offered} if passed or offered else None


people = RuleModule(
    name="people",
    always=True,
    codes=PeopleCode,
    slice=lambda ruleset: Holders(numbers=(1,) * ruleset.players, reasons=("",) * ruleset.players),
    commands={
        Resign: Action(_resign, candidates=_resignations),
        ReturnToSeat: Action(_return),
        OfferSeat: Action(_offer),
        CloseSeat: Action(_close),
        InviteReplacement: Action(_invite),
        TakeOver: Action(_take_over),
        SkipTurn: Action(_skip, (PlayingTurn,)),
        AbandonGame: Action(_abandon, (Lobby,)),
    },
    events={
        SeatHandedOver: _handed_over,
        SeatOpened: _opened,
        SeatClosed: _closed,
        ReplacementSought: _sought,
        TurnSkipped: _skipped,
    },
    reacts={MotionCarried: _open_by_consent},
    view=_view,
    shows=PeopleShown,
    looks=silent,
    examples=(
        SkipTurn(seat=1),
        ReturnToSeat(seat=1),
        AbandonGame(),
        TurnSkipped(seat=1, reason="nobody"),
    ),
)
