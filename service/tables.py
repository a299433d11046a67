"""Opening a table: who sits where, with which tokens and invites, and when the game starts."""

import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec

from service.games import Done, Games
from service.problems import Problem
from service.schemas import MOST_SEATS
from service.shelf import Loaded
from service.tokens import Grant, Role, fingerprint, new_token
from ttr_core import Command, SeatId
from ttr_core.bots import POLICIES
from ttr_core.commands import CreateGame, StartGame, TakeSeat

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"  # control and format characters
_NAME = rf"[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*"

Name = Annotated[str, msgspec.Meta(max_length=60, pattern=f"^{_NAME}$")]
NameOrNone = Annotated[str, msgspec.Meta(max_length=60, pattern=f"^({_NAME})?$")]
Entropy = Annotated[str, msgspec.Meta(max_length=200)]
BotName = Annotated[str, msgspec.Meta(extra_json_schema={"enum": sorted(POLICIES)})]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]


class SeatRequest(msgspec.Struct, kw_only=True):
    """A person with a name gets a token at once; a person without one is invited; a bot needs neither."""

    kind: Literal["human", "bot"] = "human"
    name: NameOrNone = ""
    bot: BotName = "greedy"
    entropy: Entropy = ""


class GameRequest(msgspec.Struct, kw_only=True):
    board: str
    seats: tuple[SeatRequest, ...]
    options: Mapping[str, str] = {}
    visibility: Literal["public", "unlisted", "private"] = "unlisted"
    start: Literal["when_full", "by_host"] = "when_full"
    first: SeatNumber | None = None


class SeatTicket(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What the creator passes on to whoever plays the seat."""

    seat: SeatId
    kind: str
    name: str = ""
    token: str = ""
    invite: str = ""


class Opened(msgspec.Struct, kw_only=True):
    done: Done
    seats: Sequence[SeatTicket]
    tokens: Mapping[Role, str]


def open_table(games: Games, asked: GameRequest) -> Opened:
    """Creates the game, seats those who are named, and deals if that fills it."""
    loaded = games.blank(asked.board, len(asked.seats), asked.options)
    tickets = [_ticket(number, seat) for number, seat in enumerate(asked.seats)]
    tokens = {role: new_token(role) for role in (Role.HOST, Role.SPECTATOR, Role.AUDITOR)}
    facts: dict[str, str] = {"visibility": asked.visibility, "start": asked.start}
    facts |= {fingerprint(token): str(Grant(role)) for role, token in tokens.items()}
    for ticket in tickets:
        facts |= _seat_facts(ticket)
    if asked.first is not None:
        facts["first"] = str(asked.first)
    sitting = [(ticket, seat) for ticket, seat in zip(tickets, asked.seats, strict=True) if not ticket.invite]
    commands: list[Command] = [
        CreateGame(),
        *(_sit(ticket.seat, ticket.kind, seat.entropy) for ticket, seat in sitting),
    ]
    if len(sitting) == len(tickets):
        commands += _start(facts)
    listed = int(time.time() * 1000) if asked.visibility == "public" else 0
    done = games.perform(loaded, commands, "host", facts=facts, listed=listed)
    return Opened(done=done, seats=tickets, tokens=tokens)


def take_seat(games: Games, loaded: Loaded, invite: str, name: str, entropy: str) -> tuple[SeatTicket, Done]:
    """Sits down on an invite, which is good for this once; deals if that fills the table."""
    grant = games.grant(loaded, invite)
    if grant is None or grant.role is not Role.INVITE or grant.seat is None:
        raise Problem("forbidden", "this is not an invite")
    ticket = SeatTicket(seat=grant.seat, kind="human", name=name.strip(), token=new_token(Role.SEAT))
    taken = sum(1 for seat in loaded.state.seats if seat.kind)
    commands = [_sit(ticket.seat, ticket.kind, entropy)]
    if taken == loaded.ruleset.players - 1:
        commands += _start(loaded.facts)
    facts = {**_seat_facts(ticket), fingerprint(invite): ""}
    # the expected version keeps two last players from both thinking that the other is still to come
    done = games.perform(loaded, commands, f"seat:{ticket.seat}", expected=loaded.version, facts=facts)
    return ticket, done


def _ticket(number: SeatId, seat: SeatRequest) -> SeatTicket:
    if seat.kind == "bot":
        return SeatTicket(seat=number, kind=f"bot:{seat.bot}", name=seat.name.strip() or seat.bot)
    if seat.name:
        return SeatTicket(seat=number, kind="human", name=seat.name.strip(), token=new_token(Role.SEAT))
    return SeatTicket(seat=number, kind="human", invite=new_token(Role.INVITE))


def _seat_facts(ticket: SeatTicket) -> dict[str, str]:
    facts = {f"name:{ticket.seat}": ticket.name} if ticket.name else {}
    if ticket.token:
        facts[fingerprint(ticket.token)] = str(Grant(Role.SEAT, ticket.seat))
    if ticket.invite:
        facts[fingerprint(ticket.invite)] = str(Grant(Role.INVITE, ticket.seat))
    return facts


def _sit(seat: SeatId, kind: str, entropy: str) -> Command:
    return TakeSeat(seat=seat, kind=kind, entropy=entropy)


def _start(facts: Mapping[str, str]) -> list[Command]:
    first = facts.get("first")
    return [StartGame(first=int(first) if first else None)] if facts["start"] == "when_full" else []
