"""People at a table: join, who holds each seat, invites to take one over, erasing a person."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

import msgspec
from flask import Response

from service.api.access import (
    GAME,
    SEAT,
    Answer,
    Visit,
    as_host,
    bearer_token,
    check_exists,
    game_address,
    granted,
    is_administrator,
    player_only,
    visit,
)
from service.api.commands import limit_commands
from service.chat.rooms.room import forget_person
from service.errors import (
    AlreadySeated,
    Forbidden,
    JoinRefused,
    KeyReused,
    MalformedRequest,
    NoSeatOpen,
    RuleRefused,
    RulesVersionUnsupported,
    StaleVersion,
    Suspended,
    TokenInvalid,
    TokenMissing,
    TooManyRequests,
)
from service.games.commit import key_for
from service.games.erasure import erase_person
from service.games.facts import token_granted
from service.games.game_cache import Loaded
from service.games.game_view import Holder, holder_kind
from service.games.games import Done
from service.games.lobby import (
    Entropy,
    Guest,
    Name,
    SeatNumber,
    open_seats,
    repeatable_secret,
    take_seat,
)
from service.games.seats import invitation, void_invites
from service.games.tokens import Grant, TokenRole, is_player_token, new_token
from service.http.call import (
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    WRITE_PROBLEMS,
    Access,
    Answered,
    Refusals,
    Resource,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    JsonBody,
    Number,
    idempotency_key,
    invite_url,
    services,
)
from service.http.response import answer
from service.players.scopes import Scope
from ttr_core import Code, Event, SeatId, State
from ttr_core.by_post import (
    Agree,
    HandoverReason,
    Holders,
    MotionCode,
    Motions,
    PeopleCode,
    SeatHandedOver,
    replacement_motion,
)
from ttr_core.history.chain import Envelope
from ttr_core.model.actor import Actor, Role
from ttr_core.model.events import SeatTaken
from ttr_core.model.state import HUMAN

HOLDER = Number("holder", "Which of the seat's holders, from 1.", low=1, high=10**6)

resource = Resource("table")


class SeatHolder(Holder, frozen=True, kw_only=True):
    """What has or had a seat, until the `since_version` of the next one."""

    number: int  # 1 took the seat first
    since_at: str
    reason: str | None  # why the seat was handed over to them; null for the first


class SeatHolders(Answer, frozen=True, kw_only=True):
    """All holders of a seat, in order."""

    seat: SeatId
    holders: Sequence[SeatHolder]
    offered: str | None  # why the seat can be taken over with an invite now; null if it cannot


class SeatsPage(Answer, frozen=True, kw_only=True):
    """All seats, in order: there is no further page."""

    items: Sequence[SeatHolders]
    next: str | None
    version: int  # of the game now


class Invited(Answer, frozen=True, kw_only=True):
    """An invite to a seat; it is shown this once and never again."""

    game: str
    version: int
    seat: SeatId
    invite: str
    url: str  # the invite as a link
    usable: bool  # false: the others have to agree first, or the person who has the seat has a day to object


class Erased(Answer, frozen=True, kw_only=True):
    """The seat's names and tokens are gone; the head of the chain is unchanged."""

    game: str
    version: int
    head: str
    seat: SeatId


class JoinedSeat(Answer, frozen=True, kw_only=True):
    """The seat that the guest has now; the name has a number if somebody else at the table has the same."""

    seat: SeatId
    name: str
    token: str | None  # null: a player needs none


class NewSeat(Answer, frozen=True, kw_only=True):
    """A seat; its token is shown this once and never again."""

    game: str
    version: int
    seat: JoinedSeat


Invite = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class JoinRequest(msgspec.Struct, kw_only=True):
    """With an invite as the token: a name. With a player's token: an invite, or a seat at an open table."""

    name: Name | None = None
    invite: Invite | None = None
    seat: SeatNumber | None = None
    entropy: Entropy = ""


JOIN = JsonBody(
    JoinRequest,
    {
        "as_a_guest": {"name": "Ben", "entropy": "any words of your own"},
        "as_a_player": {"invite": "ttr_invite_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRITPU43aVegx_3KfZJ0"},
        "at_an_open_table": {"seat": 2},
    },
)


@resource.call(
    "POST",
    "/v1/games/{game}/seats",
    tag="games",
    summary="Join",
    description=(
        "A guest sends an invite as the bearer token, which works once, and a name. A player sends their own token and "
        "either the invite in the body or, at a table that was created with `joining: anybody`, the seat or nothing: "
        "they need no token for the seat, and each game shows the name that they have. If somebody else has the seat "
        "you take it over, with its cards; entropy has no effect then. If you did not get the answer, repeat the "
        "request with the same `Idempotency-Key` and you get the same token. To leave before the game begins, "
        "`resign` to `nobody`."
    ),
    access=Access.TOKEN,
    parameters=(GAME, IDEMPOTENCY_KEY),
    body=JOIN,
    answers=(Answered("Your seat.", NewSeat, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        Suspended,
        JoinRefused,
        AlreadySeated,
        NoSeatOpen,
        Refusals.MOMENTARY,
        StaleVersion,
        RulesVersionUnsupported,
        KeyReused,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def join_game(game: str) -> Response:
    token = bearer_token()
    if token is None:
        raise TokenMissing()
    guest = _guest(token, JOIN.read())
    _check_shown(game, guest)
    ticket, done = take_seat(services().games, game, guest)
    services().metrics.appended(done.appended)
    services().lists.update(done.loaded)
    seat = JoinedSeat(seat=ticket.seat, name=ticket.name, token=ticket.token or None)
    return answer(NewSeat(game=game, version=done.version, seat=seat), 201, {"Location": game_address(game)})


def _check_shown(game: str, guest: Guest) -> None:
    """Refuses by the facts alone what does not exist for the guest; a request that is sent again may be answered."""
    games = services().games
    if guest.key is None or games.store.record(game, guest.key.name) is None:
        check_exists(games, game, guest.invite or None, None if guest.invite else guest.player)


def _guest(token: str, request: JoinRequest) -> Guest:
    name = idempotency_key()
    key = key_for(token, name, request) if name else None
    if is_player_token(token):
        player = services().players.load(player_only(Scope.GAMES_JOIN).player)
        if request.name is not None:
            raise JoinRefused("own_name")
        return Guest(
            name=player.name,
            player=player.id,
            invite=request.invite or "",
            seat=request.seat,
            entropy=request.entropy,
            key=key,
        )
    if request.name is None or request.invite is not None or request.seat is not None:
        raise JoinRefused("invite_as_token")
    return Guest(invite=token, name=request.name, entropy=request.entropy, key=key)


@resource.call(
    "GET",
    "/v1/games/{game}/seats",
    summary="The holders of every seat",
    description=(
        "Everybody who has had each seat, persons, bots and nobody, since which version and why. Names are kept "
        "beside the game and can be erased; all else is in its events."
    ),
    access=Access.ANYBODY_OR_TOKEN,
    parameters=(GAME,),
    answers=(Answered("The seats.", SeatsPage),),
    problems=GAME_PROBLEMS,
)
def list_seats(game: str) -> Response:
    """Read from the events, so that it agrees with the log; only names are kept elsewhere."""
    now = visit(game).now
    events = services().games.cache.read_events(game, 0, now.version)
    offered = now.state.slice(Holders).offered
    seats = [
        SeatHolders(seat=seat, holders=_holders(now, events, seat), offered=offered.get(seat))
        for seat in range(now.ruleset.players)
    ]
    return answer(SeatsPage(items=seats, next=None, version=now.version))


def _holders(now: Loaded, events: Sequence[tuple[Envelope, Event]], seat: SeatId) -> list[SeatHolder]:
    return [
        _holder(now, envelope, event)
        for envelope, event in events
        if isinstance(event, SeatTaken | SeatHandedOver) and event.seat == seat
    ]


def _holder(now: Loaded, envelope: Envelope, event: SeatTaken | SeatHandedOver) -> SeatHolder:
    seat = event.seat
    number = 1 if isinstance(event, SeatTaken) else event.holder
    is_present = number == now.state.slice(Holders).numbers[seat]
    kind, policy = holder_kind(event.kind)
    return SeatHolder(
        number=number,
        kind=kind,
        policy=policy,
        name=now.facts.name(seat) if is_present else now.facts.earlier_name(seat, number),
        player=now.facts.handle(seat) if is_present else now.facts.earlier_handle(seat, number),
        since_version=envelope.version,
        since_at=envelope.at,
        reason=None if isinstance(event, SeatTaken) else event.reason,
    )


@resource.call(
    "POST",
    "/v1/games/{game}/seats/{seat}/invite",
    summary="Invite somebody to a seat",
    description=(
        "With the seat's own token: the guest who joins with the invite takes the seat over, and the old token ends. "
        "With the host's or another seat's token, for a seat that no person has: everybody present has to agree "
        "(motion `replace:<seat>`) before the invite can be used, because the guest will see the seat's cards; "
        "somebody at the table who invites has agreed by that. "
        "With the host's token, for a person who has lost theirs: before the game begins the invite works at once; "
        "later everybody else has to agree (motion `reinvite:<seat>`), and it works once the person has done nothing "
        "for a day after that. They can `object`, or `close_seat`. Nobody else can replace a person who has a seat. "
        "A new invite voids the one before."
    ),
    access=Access.TOKEN,
    parameters=(GAME, SEAT, IDEMPOTENCY_KEY),
    answers=(Answered("The invite.", Invited, status=201),),
    problems=(
        MalformedRequest,
        Forbidden,
        Code.UNKNOWN_SEAT,
        PeopleCode.SEAT_HELD,
        MotionCode.MOTION_OPEN,
        PeopleCode.NOT_PRESENT,
        Refusals.MOMENTARY,
        StaleVersion,
        KeyReused,
        RulesVersionUnsupported,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *GAME_PROBLEMS,
    ),
)
def invite_to_seat(game: str, seat: str) -> Response:
    number, visitor = SEAT.parse(seat), visit(game)
    if granted(visitor).seat != number:
        visitor = as_host(visitor)
    limit_commands(visitor)
    now, name = visitor.now, idempotency_key()
    command = invitation(visitor.grant, number)
    key = key_for(visitor.token or "", name, command) if name else None
    invite = new_token(TokenRole.INVITE, game, repeatable_secret(now, key))
    facts = void_invites(now.facts, number) | token_granted(invite, Grant(TokenRole.INVITE, number))
    done = services().games.perform(now, [command], visitor.actor, key=key, facts=facts)
    services().metrics.appended(done.appended)
    version, state = _agree_to_own_request(visitor, done, number)
    offered = state.slice(Holders).offered.get(number)
    usable = offered not in (None, HandoverReason.REINVITED) or number in open_seats(state)
    body = Invited(
        game=game,
        version=version,
        seat=number,
        invite=invite,
        url=invite_url(game, invite),
        usable=usable,
    )
    return answer(body, 201)


def _agree_to_own_request(visitor: Visit, done: Done, vacant: SeatId) -> tuple[int, State]:
    """A player who hosts the game and sits at its table has agreed by asking; returns where that leaves the game.

    By commits of their own seats, so that nobody agrees for a person who has taken one over at this moment. Where a
    person holds the seat, the request stays open, so that they hear of it and can object.
    """
    version, loaded = done.version, done.loaded
    motion = replacement_motion(loaded.state, vacant)
    is_held = loaded.state.seats[vacant].kind == HUMAN
    for seat in loaded.facts.seats_of(visitor.player) if visitor.player and not is_held else ():
        if seat in loaded.state.slice(Motions).agreed.get(motion, (seat,)):
            continue  # no longer open, or agreed to before
        with suppress(RuleRefused, TokenInvalid):  # somebody has objected, or sits there now
            agreed = services().games.perform(
                loaded, [Agree(seat=seat, motion=motion)], Actor(Role.SEAT, seat)
            )
            services().metrics.appended(agreed.appended)
            version, loaded = agreed.version, agreed.loaded
    return version, loaded.state


@resource.call(
    "DELETE",
    "/v1/games/{game}/seats/{seat}/person",
    tag="games",
    summary="Erase a person",
    description=(
        "Removes the names of all holders of the seat and revokes its tokens; with `holder`, only those of that one. "
        "For the seat's holder, the host or the operator of the service. The game and its hashes stay "
        "as they are. The tokens stop working everywhere within 10 seconds."
    ),
    access=Access.TOKEN,
    parameters=(GAME, SEAT, HOLDER),
    answers=(Answered("What is left.", Erased),),
    problems=(MalformedRequest, Forbidden, Code.UNKNOWN_SEAT, *GAME_PROBLEMS),
)
def erase_person_of(game: str, seat: str) -> Response:
    number, holder = SEAT.parse(seat), HOLDER.read()
    games = services().games
    loaded = games.cache.read_latest(game) if is_administrator() else _visited(game, number)
    services().records.keep_beginner(game, number)
    left = erase_person(games, loaded, number, partial(forget_person, games.store), holder)
    services().records.count_without(left, set(loaded.facts.player_places().values()))
    services().talk.forget_seat(game, number, holder)
    services().webhooks.prune(game, left.facts)
    return answer(Erased(game=game, version=left.version, head=left.head, seat=number))


def _visited(game: str, seat: SeatId) -> Loaded:
    visitor = visit(game)
    if granted(visitor) != Grant(TokenRole.SEAT, seat):
        visitor = as_host(visitor)
    if granted(visitor) not in (Grant(TokenRole.HOST), Grant(TokenRole.SEAT, seat)):
        raise Forbidden("erasure")
    return visitor.now
