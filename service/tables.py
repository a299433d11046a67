"""Opening a table: who sits where, with which tokens and invites, and when the game starts."""

import time
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from service.games import Done, Games
from service.problems import Problem
from service.shelf import Loaded
from service.tokens import Grant, Role, fingerprint, new_token
from ttr_core import Command, SeatId
from ttr_core.bots import POLICIES
from ttr_core.commands import CreateGame, StartGame, TakeSeat

NAME_LENGTH = 60


class SeatRequest(msgspec.Struct, kw_only=True):
    """A person with a name gets a token at once; a person without one is invited; a bot needs neither."""

    kind: Literal["human", "bot"] = "human"
    name: str = ""
    bot: str = "greedy"
    entropy: str = ""


class GameRequest(msgspec.Struct, kw_only=True):
    board: str
    seats: tuple[SeatRequest, ...]
    options: Mapping[str, str] = {}
    visibility: Literal["public", "unlisted", "private"] = "unlisted"
    start: Literal["when_full", "by_host"] = "when_full"
    first: int | None = None


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
    ticket = SeatTicket(seat=grant.seat, kind="human", name=_name(name), token=new_token(Role.SEAT))
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
        if seat.bot not in POLICIES:
            raise Problem("malformed_request", f"a bot is one of {', '.join(sorted(POLICIES))}")
        return SeatTicket(seat=number, kind=f"bot:{seat.bot}", name=_name(seat.name or seat.bot))
    if seat.name:
        return SeatTicket(seat=number, kind="human", name=_name(seat.name), token=new_token(Role.SEAT))
    return SeatTicket(seat=number, kind="human", invite=new_token(Role.INVITE))


def _name(name: str) -> str:
    if not (name.strip() and len(name) <= NAME_LENGTH and name.isprintable()):
        raise Problem("malformed_request", f"a name is 1 to {NAME_LENGTH} printable characters")
    return name.strip()


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
