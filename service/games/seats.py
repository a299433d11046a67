"""Seats that change hands: names stay with their people, tokens end with them, and only the present holder acts."""

from collections.abc import Iterable, Mapping, Sequence

from service.errors import Forbidden, RuleRefused, Unauthorized
from service.games.commit import By
from service.games.facts import Changes, Facts, named, named_before, removed
from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole
from service.store.interface import GameFacts
from ttr_core import Code, Command, Event, RuleViolation, SeatId, State
from ttr_core.bots import POLICIES
from ttr_core.by_post import (
    HandoverReason,
    Holders,
    InviteReplacement,
    OfferSeat,
    PeopleCode,
    Resign,
    SeatClosed,
    SeatHandedOver,
)
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import SeatCommand
from ttr_core.model.state import HUMAN, NOBODY

SUCCESSORS = (NOBODY, *(f"bot:{name}" for name in sorted(POLICIES)))
MAY_RETURN = (HandoverReason.TIMEOUT, HandoverReason.RETURNED)  # their tokens stay valid


def fact_changes(store: GameFacts, loaded: Loaded, events: Sequence[Event]) -> Mapping[str, str]:
    """What these events change beside the stream; all of it when the game is created."""
    if not loaded.version:
        return loaded.facts.texts
    if not any(isinstance(event, SeatHandedOver | SeatClosed) for event in events):
        return {}
    facts = Facts(store.facts(loaded.game))  # read again: a name may have been erased since
    return handover_changes(facts, events)


def handover_changes(facts: Facts, events: Iterable[Event]) -> Changes:
    """The facts that change when seats change hands."""
    changes: Changes = {}
    for event in events:
        if isinstance(event, SeatHandedOver):
            changes |= _handover_of(facts.changed(changes), event)
        elif isinstance(event, SeatClosed):
            changes |= void_invites(facts, event.seat)
    return changes


def _handover_of(facts: Facts, event: SeatHandedOver) -> Changes:
    seat, changes = event.seat, void_invites(facts, event.seat)
    if event.reason not in MAY_RETURN:
        changes |= removed(facts.token_keys(Grant(TokenRole.SEAT, seat)))
        changes |= removed(facts.personal_keys(seat))
    changes |= named_before(seat, event.holder - 1, facts.name(seat) or "")
    if event.reason == HandoverReason.RETURNED:
        return changes | named(seat, facts.earlier_name(seat, event.holder - 2) or "")
    return changes | named(seat, event.kind.removeprefix("bot:") if event.kind.startswith("bot:") else "")


def void_invites(facts: Facts, seat: SeatId) -> Changes:
    """A seat has one invite at a time."""
    return removed(facts.token_keys(Grant(TokenRole.INVITE, seat)))


def invitation(grant: Grant | None, seat: SeatId) -> Command:
    """The command behind an invite: the holder offers their own seat, others look for a replacement."""
    if grant is None:
        raise Unauthorized()
    if grant.role is TokenRole.HOST:
        return InviteReplacement(seat=seat, vacant=seat)
    if grant.role is not TokenRole.SEAT or grant.seat is None:
        raise Forbidden("only the host and players invite")
    return OfferSeat(seat=seat) if grant.seat == seat else InviteReplacement(seat=grant.seat, vacant=seat)


def check_holder(seen: State, now: State, actor: Actor, commands: Sequence[Command | By]) -> None:
    """A seat's token acts for the person who held the seat when it was checked, and only while they hold it."""
    if actor.role is not Role.SEAT or actor.seat is None:
        return
    seat = actor.seat
    if seen.slice(Holders).numbers[seat] != now.slice(Holders).numbers[seat]:
        raise Unauthorized("the seat has passed on")
    if now.seats[seat].kind != HUMAN and any(isinstance(command, SeatCommand) for command in commands):
        raise RuleViolation(PeopleCode.NOT_PRESENT, seat=seat)


def check_successor(command: Command) -> None:
    """A bot that takes over is one that plays here."""
    if isinstance(command, Resign) and command.kind not in SUCCESSORS:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_KIND, kind=command.kind, known=list(SUCCESSORS)))
