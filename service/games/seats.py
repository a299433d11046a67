"""When a seat passes on: names stay with those who had it, tokens end with them, and only its holder speaks for it.

Names are facts beside the stream and can be erased: "name:<seat>" of whoever has the seat now, "name:<seat>/<n>" of its
n-th holder before.
"""

from collections.abc import Iterable, Mapping, Sequence

from service.errors import Forbidden, RuleRefused, Unauthorized
from service.games.commit import By
from service.games.game_cache import Loaded
from service.games.tokens import Grant, TokenRole, kept_for
from service.store import Store
from ttr_core import Code, Command, Event, RuleViolation, SeatId, State
from ttr_core.bots import POLICIES
from ttr_core.by_post import HandoverReason, Holders, InviteReplacement, OfferSeat, Resign, SeatClosed
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import SeatCommand
from ttr_core.model.events import SeatHandedOver
from ttr_core.model.state import HUMAN, NOBODY

PERSONAL = ("name", "contact")  # facts about whoever has a seat are named "<one of these>:<seat>"
SUCCESSORS = (NOBODY, *(f"bot:{name}" for name in sorted(POLICIES)))
MAY_RETURN = (HandoverReason.TIMEOUT, HandoverReason.RETURNED)  # the person's tokens stay good


def name_of(facts: Mapping[str, str], seat: SeatId, holder: int, latest: int) -> str | None:
    """The name of a seat's holder, unless it was erased."""
    return facts.get(f"name:{seat}" if holder == latest else f"name:{seat}/{holder}")


def left_behind(store: Store, loaded: Loaded, events: Sequence[Event]) -> Mapping[str, str]:
    """What these events change beside the stream; all of it when the game is created."""
    if not loaded.version:
        return loaded.facts
    if not any(isinstance(event, SeatHandedOver | SeatClosed) for event in events):
        return {}
    return passed_on(store.facts(loaded.game), events)  # read anew: a name may have been erased since


def passed_on(facts: Mapping[str, str], events: Iterable[Event]) -> dict[str, str]:
    """The facts that change when seats pass on; "" removes."""
    changes: dict[str, str] = {}
    for event in events:
        if isinstance(event, SeatHandedOver):
            changes |= _of_one_seat({**facts, **changes}, event)
        elif isinstance(event, SeatClosed):
            changes |= void_invites(facts, event.seat)
    return changes


def _of_one_seat(facts: Mapping[str, str], event: SeatHandedOver) -> dict[str, str]:
    seat, changes = event.seat, void_invites(facts, event.seat)
    if event.reason not in MAY_RETURN:
        changes |= dict.fromkeys(kept_for(facts, Grant(TokenRole.SEAT, seat)), "")
        changes |= {f"{what}:{seat}": "" for what in PERSONAL}
    changes[f"name:{seat}/{event.holder - 1}"] = facts.get(f"name:{seat}", "")
    changes[f"name:{seat}"] = event.kind.removeprefix("bot:") if event.kind.startswith("bot:") else ""
    if event.reason == HandoverReason.RETURNED:
        changes[f"name:{seat}"] = facts.get(f"name:{seat}/{event.holder - 2}", "")
    return changes


def void_invites(facts: Mapping[str, str], seat: SeatId) -> dict[str, str]:
    """A seat has one invite at a time."""
    return dict.fromkeys(kept_for(facts, Grant(TokenRole.INVITE, seat)), "")


def invitation(grant: Grant | None, seat: SeatId) -> Command:
    """What asking for an invite to the seat means: its holder offers it, others look for somebody to have it."""
    if grant is None:
        raise Unauthorized()
    if grant.role is TokenRole.HOST:
        return InviteReplacement(seat=seat, vacant=seat)
    if grant.role is not TokenRole.SEAT or grant.seat is None:
        raise Forbidden("only the host and those who play invite")
    return OfferSeat(seat=seat) if grant.seat == seat else InviteReplacement(seat=grant.seat, vacant=seat)


def check_speaker(asked: State, now: State, actor: Actor, commands: Sequence[Command | By]) -> None:
    """A seat's token speaks for whoever had the seat when he asked, and plays only while he has it."""
    seat = actor.seat if actor.role is Role.SEAT else None
    if seat is not None:
        if asked.slice(Holders).numbers[seat] != now.slice(Holders).numbers[seat]:
            raise Unauthorized("the seat has passed on")
        if now.seats[seat].kind != HUMAN and any(isinstance(c, SeatCommand) for c in commands):
            raise RuleViolation(Code.NOT_PRESENT, seat=seat)


def check_successor(command: Command) -> None:
    """A bot that takes over is one that plays here."""
    if isinstance(command, Resign) and command.kind not in SUCCESSORS:
        raise RuleRefused(RuleViolation(Code.UNKNOWN_KIND, kind=command.kind, known=list(SUCCESSORS)))
