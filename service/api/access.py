"""Access: who makes a request, what they may see of a game, and the calls about their tokens."""

import hmac
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from flask import Response, url_for

from service.errors import (
    Forbidden,
    GameNotFound,
    MalformedRequest,
    StaleVersion,
    Suspended,
    TokenInvalid,
    TokenMissing,
    TooManyRequests,
    Unauthorized,
    VersionNotReached,
)
from service.games.commit import Key, key_for
from service.games.facts import Facts, player_stream
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import OF_THE_TABLE, rotate_token, rotated_before
from service.games.tokens import (
    Grant,
    TokenRole,
    fingerprint,
    game_of,
    is_player_token,
    well_formed,
)
from service.http.call import GAME_PROBLEMS, STORE_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.request import (
    IDEMPOTENCY_KEY,
    InPath,
    Number,
    NumberInPath,
    Text,
    base_url,
    credentials,
    idempotency_key,
    services,
    this_request,
)
from service.http.response import answer
from service.message_types import MOST_SEATS
from service.players.accounts import Caller
from service.players.scopes import Scope
from ttr_core.history.chain import Shown
from ttr_core.model.actor import Actor
from ttr_core.model.ids import SeatId, Viewer, Witness

MOST_VERSIONS = 10**9

GAME = InPath("game", "The game's id, from the answer that created it.", example="5f0c1d3a9b7e2468")
SEAT = NumberInPath(
    "seat", "The number of a seat, from 0.", component="seat_number", low=0, high=MOST_SEATS, example="1"
)
ROLE = InPath(
    "role",
    "The kind of token: `host`, `watch` or `audit`.",
    pattern=f"^({'|'.join(OF_THE_TABLE)})$",
    example="watch",
)
ITS_GAME = Text(
    "game",
    "The token's game. Only tokens of the earlier form (`ttr_pl_...`) need it; others name their game.",
    component="game_of_token",
)
AS_SEAT = Number(
    "as_seat",
    "From which of your seats you look, if you have several in the game; the first by default. For the auditor of a "
    "game that is over: any seat.",
    low=0,
    high=MOST_SEATS,
)
AT = Number("at", "The version to look at; the latest by default.", low=1, high=MOST_VERSIONS)


resource = Resource("tokens")


REPRESENTATION = 4  # one more whenever answers about a game get another form
LOOKS = ("GET", "HEAD")  # methods that change nothing
# what a suspended player may do: look, and decide about themselves
OF_SUSPENDED = (Scope.GAMES_READ, Scope.ME_READ, Scope.ME_WRITE)


class Visit(msgspec.Struct, frozen=True):
    """A request to a game, by a viewer, at a version."""

    now: Loaded  # the game as it is now
    grant: Grant | None
    viewer: Viewer
    token: str | None
    version: int  # that the request looks at
    player: str | None = None  # whose token it is, if it is a player's
    hosts: bool = False  # a player who may do what the host may, besides what their seat may

    @property
    def game(self) -> str:
        return self.now.game

    @property
    def actor(self) -> Actor:
        """As whom the caller acts; only hosts and seats act."""
        return granted(self).actor

    def loaded(self) -> Loaded:
        """The game at the version that is looked at; replays it unless that is the latest."""
        return (
            self.now
            if self.version == self.now.version
            else services().games.cache.replay_to(self.game, self.version)
        )

    def etag(self, version: int | None = None, head: str | None = None, variant: str = "") -> str:
        """Version and its event's hash, viewer and names, which can change without an event. Needs no replay.

        A release that shows a game in another way has another number, or clients would keep the old form for ever. A
        `variant` is whatever else tells two answers at one address apart, such as the language.

        The hash tells two pasts apart: a server may have lost a version that a client or a cache has seen.
        """
        version = version or self.version
        if head is None:
            head = self.now.head if version == self.now.version else self._hash_at(version)
        form = f"{REPRESENTATION}{variant}{'/hosts' if self.hosts else ''}"
        beside = f"{list(self.names())}/{head}{self.now.facts.rematch or ''}"
        seen = sha256(f"{form}/{self.viewer}/{beside}".encode()).hexdigest()[:8]
        return f'"{version}.{seen}"'

    def _hash_at(self, version: int) -> str:
        return services().games.cache.hash_at(self.game, version)

    def names(self) -> tuple[str | None, ...]:
        return self.now.facts.names()

    def still_welcome(self, games: Games, *, to_news: bool = False) -> bool:
        """Whether the token is still valid; before news is shown, by facts that are no older than the news."""
        if self.token is None:
            return True
        facts = Facts(games.store.facts(self.game)) if to_news else games.cache.get_cached(self.game).facts
        if self.player is None:
            return facts.grant(self.token) is not None
        seat = self.grant.seat if self.grant else None
        still_there = seat is None or seat in facts.seats_of(self.player)
        return still_there and fingerprint(self.token) in games.store.facts(player_stream(self.player))


def bearer_token() -> str | None:
    """The token of the request; one that cannot be a token of ours is refused at once."""
    sent = credentials()
    if sent is None:
        return None
    scheme, token = sent
    if scheme != "bearer":
        raise TokenInvalid("not_bearer")
    if not well_formed(token):
        raise TokenInvalid("mistyped")
    return token


def visit(game: str, *, fresh: bool = True) -> Visit:
    """The game for the bearer of the request's token; a private game does not exist for strangers."""
    games = services().games
    token = bearer_token()  # one that is no token is refused whether or not there is such a game
    caller = _player_at_table(token) if token and is_player_token(token) else None
    check_exists(games, game, token, caller.player if caller else None)
    now = games.cache.read_latest(game) if fresh else games.cache.get_cached(game)
    if token and caller:
        return _from_seat(_visit_of_player(now, token, caller))
    grant = games.grant(now, token)
    if grant is None and now.facts.is_private:
        raise GameNotFound()
    viewer = grant.viewer(now.over) if grant else Witness.SPECTATOR
    return _from_seat(Visit(now, grant, viewer, token, now.version))


def _player_at_table(token: str) -> Caller:
    """The player whose token it is, if it allows what the request is about: to look, or to act."""
    caller = services().players.identify(token)
    return allowed(caller, Scope.GAMES_READ if this_request().method in LOOKS else Scope.GAMES_PLAY)


def _from_seat(visitor: Visit) -> Visit:
    """The same visit from the seat that the query names, which must be one of the caller's; an auditor may name any."""
    if not this_request().query_string or (seat := AS_SEAT.read()) is None:
        return visitor
    if visitor.player is not None and seat in visitor.now.facts.seats_of(visitor.player):
        return msgspec.structs.replace(visitor, grant=Grant(TokenRole.SEAT, seat), viewer=seat)
    if visitor.viewer is Witness.AUDITOR and seat < visitor.now.ruleset.players:
        return msgspec.structs.replace(visitor, viewer=seat)
    if visitor.grant != Grant(TokenRole.SEAT, seat):
        raise Forbidden("another_seat")
    return visitor


def allowed(caller: Caller, scope: Scope) -> Caller:
    if scope not in caller.scopes:
        raise Forbidden("scope", scope=str(scope))
    if caller.suspended and scope not in OF_SUSPENDED:
        raise Suspended()
    return caller


def check_exists(games: Games, game: str, token: str | None, player: str | None) -> None:
    """Refuses what does not exist for the caller after one look at its facts, before any game is replayed.

    So strangers wait for a private game as long as for none.
    """
    facts = games.cache.known_facts(game)
    if facts and _is_shown(facts, token, player):
        return
    facts = Facts(games.store.facts(game))  # another process may have granted the token a moment ago
    if not facts or not _is_shown(facts, token, player):
        raise GameNotFound()


def _is_shown(facts: Facts, token: str | None, player: str | None) -> bool:
    if not facts.is_private:
        return True
    if player is not None:
        return facts.concerns(player) or facts.creator == player
    return token is not None and facts.grant(token) is not None


def _visit_of_player(now: Loaded, token: str, caller: Caller) -> Visit:
    """A player looks from the first of their seats; without one they see what lies open.

    The creator of the game hosts it, if their token allows that.
    """
    player = caller.player
    seats = now.facts.seats_of(player)
    if not seats:  # another process may have let them sit down a moment ago
        now = services().games.cache.read_facts(now)
        seats = now.facts.seats_of(player)
    is_creator = now.facts.creator == player
    if now.facts.is_private and not is_creator and not now.facts.concerns(player):
        raise GameNotFound()
    hosts = is_creator and Scope.GAMES_HOST in caller.scopes
    without_seat = Grant(TokenRole.HOST if hosts else TokenRole.PLAYER)
    grant = Grant(TokenRole.SEAT, seats[0]) if seats else without_seat
    return Visit(now, grant, grant.viewer(now.over), token, now.version, player, hosts)


def as_host(visitor: Visit) -> Visit:
    """The same visit by the host, if the caller is a player who created the game."""
    return msgspec.structs.replace(visitor, grant=Grant(TokenRole.HOST)) if visitor.hosts else visitor


def acting_for(visitor: Visit, seat: SeatId | None) -> Visit:
    """The same visit from the seat that the body names, if it is one of several that a player has."""
    if visitor.player is None:
        return visitor
    seats = visitor.now.facts.seats_of(visitor.player)
    if seat is None and len(seats) > 1:
        raise MalformedRequest("which_seat", seats=seats)
    if seat not in seats:
        return visitor
    return msgspec.structs.replace(visitor, grant=Grant(TokenRole.SEAT, seat), viewer=seat)


def visit_at(game: str) -> Visit:
    """The game at the version in `?at=`, or as it is now."""
    visitor = visit(game)
    version = AT.read()
    if version is None:
        return visitor
    check_reached(visitor.now, version)
    return msgspec.structs.replace(visitor, version=version)


def check_reached(now: Loaded, version: int) -> None:
    if version > now.version:
        raise VersionNotReached(version=now.version)


def with_notice(response: Response, visitor: Visit) -> Response:
    """Adds a notice if a webhook of this token was switched off."""
    off = visitor.now.facts.webhook_off(fingerprint(visitor.token)) if visitor.token else None
    if off:
        response.headers["Webhook-Off"] = off
    return response


def granted(visitor: Visit) -> Grant:
    """What the token stands for; a request without one is refused."""
    if visitor.grant is None:
        raise TokenMissing()
    return visitor.grant


def seat_of(visitor: Visit) -> SeatId:
    grant = granted(visitor)
    if grant.role is not TokenRole.SEAT or grant.seat is None:
        raise Forbidden("seat_only")
    return grant.seat


def player_only(scope: Scope = Scope.ME_WRITE) -> Caller:
    """The player whose token the request carries; every other token is refused, and one without the scope.

    A call that names no scope needs the one that allows everything.
    """
    token = bearer_token()
    if token is None:
        raise TokenMissing()
    if not is_player_token(token):
        raise Forbidden("player_only")
    caller = allowed(services().players.identify(token), scope)
    services().commands.admit(f"player:{caller.player}")
    return caller


def player_or_none(scope: Scope) -> str | None:
    """The player whose token the request carries, for calls that other tokens mean nothing to."""
    scheme, token = credentials() or ("", "")
    return player_only(scope).player if scheme == "bearer" and is_player_token(token) else None


def game_address(game: str) -> str:
    return base_url() + url_for(".get_game", game=game)


def caller_address() -> str:
    return this_request().remote_addr or "unknown"


def is_administrator() -> bool:
    """Whether the request carries the service's own token."""
    expected, (_, secret) = services().config.admin_token, credentials() or ("", "")
    return bool(expected) and hmac.compare_digest(secret.encode(), expected.encode())


def operator_only() -> None:
    """Refuses every token but the service's own."""
    _, secret = credentials() or ("", "")
    if not secret:
        raise TokenMissing()
    if not is_administrator():
        raise Forbidden("operator_only")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The common settings of all answers."""


class CommandDone(Answer, frozen=True, kw_only=True):
    """What a command led to, as the sender may see it."""

    game: str
    version: int
    events: Sequence[Shown]


class TokenSeen(Answer, frozen=True, kw_only=True):
    """What a token is."""

    kind: str  # host, seat, watch, audit, invite, player, admin; more may come
    game: str | None  # null: it belongs to no game
    seat: SeatId | None  # null: it belongs to no seat
    scopes: Sequence[str]  # what it allows; more may come
    expires_at: str | None  # null: it does not end by itself


class RotatedToken(Answer, frozen=True, kw_only=True):
    """A new token; it is shown this once and never again."""

    game: str
    kind: str
    seat: SeatId | None
    token: str


SCOPES = {
    TokenRole.HOST: ("games:read", "games:host", "webhooks"),
    TokenRole.SEAT: ("games:read", "games:play", "webhooks"),
    TokenRole.WATCH: ("games:read", "webhooks"),
    TokenRole.AUDIT: ("games:read", "webhooks"),
    TokenRole.INVITE: ("games:read", "games:join"),
}


@resource.call(
    "GET",
    "/v1/token",
    summary="What a token is",
    description=(
        "Its kind, game and seat, and what it allows: `games:read` (look), `games:play` (play the seat), `games:host` "
        "(create, start, invite, rotate tokens), `games:join` (take a seat), `me:read` (who you are and your games), "
        "`me:write` (your account: all of `/v1/me`), `webhooks`, `admin` (the operator's calls). Every token that does "
        "not work, mistyped, ended or of no game, gets the same 401."
    ),
    access=Access.TOKEN,
    parameters=(ITS_GAME,),
    answers=(Answered("The token.", TokenSeen),),
    problems=(MalformedRequest, Unauthorized, *STORE_PROBLEMS),
)
def get_token() -> Response:
    if is_administrator():
        return answer(TokenSeen(kind="admin", game=None, seat=None, scopes=("admin",), expires_at=None))
    token, named = bearer_token(), ITS_GAME.read()
    if token is None:
        raise TokenMissing()
    if is_player_token(token) and named is None:
        caller = services().players.identify(token)
        body = TokenSeen(
            kind=TokenRole.PLAYER, game=None, seat=None, scopes=caller.scopes, expires_at=caller.expires_at
        )
        return answer(body)
    game = game_of(token) or named or ""
    facts = Facts(services().store.facts(game))  # of a game that does not exist: none
    grant = facts.grant(token)
    if grant is None or named not in (None, game):
        raise facts.refusal_of(token, named or game)
    scopes = SCOPES[grant.role]
    return answer(TokenSeen(kind=grant.role, game=game, seat=grant.seat, scopes=scopes, expires_at=None))


ROTATION_PROBLEMS = (
    MalformedRequest,
    Forbidden,
    StaleVersion,
    TooManyRequests,
    *WRITE_PROBLEMS,
    *GAME_PROBLEMS,
)


@resource.call(
    "POST",
    "/v1/games/{game}/seats/{seat}/token",
    summary="Rotate a seat's token",
    description=(
        "With the seat's own token, which ends: everywhere within 10 seconds, with its event streams and webhooks. "
        "Nobody else can do this, because the new token sees the seat's cards. If you did not get the answer, repeat "
        "the request with the old token and the same `Idempotency-Key` within 10 minutes and you get the same token: "
        "the key should be one that nobody guesses."
    ),
    access=Access.TOKEN,
    parameters=(GAME, SEAT, IDEMPOTENCY_KEY),
    answers=(Answered("The new token.", RotatedToken, status=201),),
    problems=ROTATION_PROBLEMS,
)
def rotate_seat_token(game: str, seat: str) -> Response:
    mine = Grant(TokenRole.SEAT, SEAT.parse(seat))
    return _rotated(game, mine, mine)


@resource.call(
    "POST",
    "/v1/games/{game}/tokens/{role}",
    summary="Rotate the token of a host, watcher or auditor",
    description=(
        "For the host. The old token ends everywhere within 10 seconds, with its event streams and webhooks. If you "
        "did not get the answer, repeat the request with the same token and `Idempotency-Key` within 10 minutes."
    ),
    access=Access.TOKEN,
    parameters=(GAME, ROLE, IDEMPOTENCY_KEY),
    answers=(Answered("The new token.", RotatedToken, status=201),),
    problems=ROTATION_PROBLEMS,
)
def rotate_table_token(game: str, role: str) -> Response:
    if role not in OF_THE_TABLE:
        raise MalformedRequest(
            "not_a_choice", parameter=ROLE.name, choices=[str(one) for one in OF_THE_TABLE]
        )
    return _rotated(game, Grant(TokenRole(role)), Grant(TokenRole.HOST))


def _rotated(game: str, grant: Grant, may_rotate: Grant) -> Response:
    caller, name = bearer_token(), idempotency_key()
    if caller is None:
        raise TokenMissing()
    key = key_for(caller, f"token/{grant}/{name}", grant) if name else None
    try:
        token = _rotate(game, grant, may_rotate, caller, key)
    except (Unauthorized, GameNotFound):  # the token has ended: by this request, if it came before
        repeated = rotated_before(services().games, game, grant, caller, key) if key else None
        if repeated is None:
            raise
        token = repeated
    body = RotatedToken(game=game, kind=grant.role, seat=grant.seat, token=token)
    return answer(body, 201)


def _rotate(game: str, grant: Grant, may_rotate: Grant, caller: str, key: Key | None) -> str:
    games, visitor = services().games, visit(game)
    services().commands.admit(f"{game}:{visitor.grant}")
    if visitor.player is not None and grant.seat is not None:
        raise Forbidden("player_seat")
    visitor = as_host(visitor)
    if granted(visitor) != may_rotate:
        raise Forbidden("host_only" if grant.seat is None else "own_token_only")
    token = rotate_token(games, visitor.now, grant, caller, may_rotate, key, visitor.player)
    services().webhooks.prune(game, games.cache.get_cached(game).facts)
    return token
