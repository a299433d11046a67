"""A rematch: the same people at a new table, in another order, each of them only if they come."""

import secrets
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated

import msgspec
from flask import Response

from service.api.access import GAME, Visit, caller_address, granted, visit
from service.api.games.creation import NewGame, answer_created
from service.errors import (
    FieldError,
    Forbidden,
    KeyReused,
    MalformedRequest,
    NotOverYet,
    RematchExists,
    StaleVersion,
    TooManyLobbies,
    TooManyRequests,
    UnplayableClock,
)
from service.games.commit import key_for
from service.games.facts import Changes, called, created_by, held_by, kept_for, rematch_of
from service.games.game_cache import Loaded
from service.games.game_view import holder_kind
from service.games.lobby import GameRequest, SeatNumber, SeatRequest, claim_rematch, open_table_once
from service.games.tokens import TokenRole
from service.http.call import (
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    SETTING_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Resource,
)
from service.http.request import IDEMPOTENCY_KEY, JsonBody, idempotency_key, services
from service.message_types import MOST_SEATS
from ttr_core.by_post import Clock
from ttr_core.model.ids import SeatId
from ttr_core.model.state import HUMAN

Order = Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]

resource = Resource("games")


class RematchRequest(msgspec.Struct, kw_only=True):
    """`order` names, for each new seat, the old one whose holder it is for; by default all move on by one seat."""

    order: Order | None = None


REMATCH = JsonBody(RematchRequest, {"one_seat_on": {}, "in_this_order": {"order": [1, 0]}})


@resource.call(
    "POST",
    "/v1/games/{game}/rematch",
    summary="Play again",
    description=(
        "For a seat or the host of a game that is over: a new game on the same board with the same settings and "
        "people, in another order. You and the bots sit down at once. For other players their seats are kept: they "
        "see the game in `/v1/me/games` and join with their own token, or not. Guests need the invites in the answer. "
        "Both games name each other, as `rematch` and `rematch_of`. A game has one rematch: who comes second gets 409 "
        "`rematch_exists`, with the `game` to join."
    ),
    access=Access.TOKEN,
    parameters=(GAME, IDEMPOTENCY_KEY),
    body=REMATCH,
    answers=(Answered("The game.", NewGame, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        NotOverYet,
        RematchExists,
        KeyReused,
        StaleVersion,
        *SETTING_PROBLEMS,
        UnplayableClock,
        TooManyLobbies,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def create_rematch(game: str) -> Response:
    visitor = visit(game)
    if granted(visitor).role not in (TokenRole.SEAT, TokenRole.HOST):
        raise Forbidden("other_roles", roles=[str(TokenRole.SEAT), str(TokenRole.HOST)])
    request, key_name = REMATCH.read(), idempotency_key()
    services().creations.admit(caller_address())
    if not visitor.now.over:
        raise NotOverYet(version=visitor.version)
    order = _order(visitor.now, request)
    sent_key = key_name or secrets.token_hex(16)
    sender = f"player/{visitor.player}" if visitor.player else visitor.token or ""
    opened = open_table_once(
        services().games,
        _same_table(visitor, order),
        sent_key,
        key_for(sender, f"rematch/{game}/{sent_key}", request),
        partial(services().lobbies.check, caller_address()),
        _facts(visitor, order),
        partial(_claimed, visitor.now),
    )
    return answer_created(opened)


def _order(now: Loaded, request: RematchRequest) -> Sequence[SeatId]:
    seats = list(range(now.ruleset.players))
    if request.order is None:
        return [*seats[1:], *seats[:1]]
    if sorted(request.order) != seats:
        raise MalformedRequest("fields", errors=[FieldError("/order", "not_an_order")])
    return request.order


def _claimed(now: Loaded, reserved: str) -> str:
    """The id of the rematch; one that somebody claimed and did not come to create is created now."""
    games = services().games
    game = claim_rematch(games, now, reserved)
    if game != reserved and games.store.facts(game):
        raise RematchExists(game=game)
    return game


def _same_table(visitor: Visit, order: Sequence[SeatId]) -> GameRequest:
    now, facts = visitor.now, visitor.now.facts
    return GameRequest(
        board=facts.board,
        seats=tuple(_seat(visitor, seat) for seat in order),
        title=facts.title or "",
        options=now.ruleset.options,
        visibility=facts.visibility.value,
        start="when_full" if facts.starts_when_full else "by_host",
        clock=now.state.slice(Clock).settings,
        rated=facts.is_rated and visitor.player is not None,
    )


def _seat(visitor: Visit, seat: SeatId) -> SeatRequest:
    """For the holder of an old seat: the caller and bots sit down, all others are invited."""
    now, facts = visitor.now, visitor.now.facts
    kind, policy = holder_kind(now.state.seats[seat].kind)
    if kind == "bot" and policy:
        return SeatRequest(kind="bot", bot=policy, name=facts.name(seat) or "")
    if visitor.player is not None and facts.player(seat) == visitor.player:
        return SeatRequest(me=True)
    is_caller = visitor.player is None and granted(visitor).seat == seat
    return SeatRequest(name=facts.name(seat) or "") if is_caller else SeatRequest()


def _facts(visitor: Visit, order: Sequence[SeatId]) -> Changes:
    facts, changes = visitor.now.facts, dict(_kept_seats(visitor, order))
    changes |= called(facts.title or "", facts.lang) | rematch_of(visitor.game)
    return changes | (created_by(visitor.player) if visitor.player else {})


def _kept_seats(visitor: Visit, order: Sequence[SeatId]) -> Iterator[tuple[str, str]]:
    """Seats of the players: the caller's own, and those that are kept for others."""
    facts = visitor.now.facts
    for number, seat in enumerate(order):
        player = facts.player(seat)
        if player and visitor.now.state.seats[seat].kind == HUMAN:
            change = held_by(number, player) if player == visitor.player else kept_for(number, player)
            yield from change.items()
