"""Seats that change hands: names stay with their people, and tokens end with them."""

from collections.abc import Iterable, Iterator

from service.errors import Forbidden, RuleRefused, TokenMissing
from service.games.facts import (
    Changes,
    Facts,
    distinct_name,
    held_before_by,
    left_by,
    named,
    named_before,
    removed,
    returned_to_by,
    spent_invites,
)
from service.games.tokens import Grant, TokenRole
from ttr_core import Code, Command, Event, RuleViolation, SeatId
from ttr_core.bots import POLICIES
from ttr_core.by_post import (
    HandoverReason,
    InviteReplacement,
    OfferSeat,
    Resign,
    SeatClosed,
    SeatHandedOver,
)
from ttr_core.model.actor import Actor
from ttr_core.model.state import NOBODY

SUCCESSORS = (NOBODY, *(f"bot:{name}" for name in POLICIES))
BOT_NAMES = (
    *("Ada", "Boris", "Clara", "Diego", "Emma", "Farid"),
    *("Greta", "Hugo", "Ines", "Jonas", "Kaori", "Leon"),
)
MAY_RETURN = (HandoverReason.TIMEOUT, HandoverReason.RETURNED)  # their tokens stay valid


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
    changes |= _player_changes(facts, event)
    if event.reason == HandoverReason.RETURNED:
        return changes | named(seat, facts.earlier_name(seat, event.holder - 2) or "")
    others = (*facts.names()[:seat], *facts.names()[seat + 1 :])
    return changes | named(seat, bot_name(others) if event.kind.startswith("bot:") else "")


def _player_changes(facts: Facts, event: SeatHandedOver) -> Changes:
    """A player who held the seat is remembered, and may return if it passed on because of the time."""
    seat, player, absent = event.seat, facts.player(event.seat), facts.absent_player(event.seat)
    changes: Changes = {}
    if player:
        changes |= held_before_by(seat, event.holder - 1, player)
    if player and event.reason == HandoverReason.TIMEOUT:
        changes |= left_by(seat, player)
    if absent and event.reason == HandoverReason.RETURNED:
        changes |= returned_to_by(seat, absent)
    return changes


def bot_name(others: Iterable[str | None]) -> str:
    """What a bot is called that was given no name: as nobody else at the table."""
    taken = [other for other in others if other]
    free = (name for name in BOT_NAMES if distinct_name(name, taken) == name)
    return next(free, distinct_name(BOT_NAMES[0], taken))


def void_invites(facts: Facts, seat: SeatId, used: str = "") -> Changes:
    """A seat has one invite at a time, which ends when it is used."""
    return spent_invites(facts.token_keys(Grant(TokenRole.INVITE, seat)), used)


def invitation(grant: Grant | None, seat: SeatId) -> Command:
    """The command behind an invite: the holder offers their own seat, others look for a replacement."""
    if grant is None:
        raise TokenMissing()
    if grant.role not in (TokenRole.HOST, TokenRole.SEAT):
        raise Forbidden("who_invites")
    return invitation_by(grant.actor, seat)


def invitation_by(actor: Actor, seat: SeatId) -> Command:
    if actor.seat is None:
        return InviteReplacement(seat=seat, vacant=seat)
    return OfferSeat(seat=seat) if actor.seat == seat else InviteReplacement(seat=actor.seat, vacant=seat)


def with_successors(command: Command) -> Iterator[Command]:
    """The same command for all who may play on after a person who resigns."""
    if not isinstance(command, Resign):
        yield command
        return
    yield from (Resign(seat=command.seat, kind=kind) for kind in SUCCESSORS)


def check_successor(command: Command) -> None:
    """A bot that takes over is one that plays here."""
    if isinstance(command, Resign) and command.kind not in SUCCESSORS:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_KIND, kind=command.kind, known=list(SUCCESSORS)))
