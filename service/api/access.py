"""Who makes a request, and what they may see of a game."""

import hmac
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from flask import Response

from service.errors import Forbidden, GameNotFound, Unauthorized, VersionNotReached
from service.games.facts import Facts, Visibility
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.tokens import Grant, TokenRole, fingerprint, well_formed
from service.http.request import InPath, Number, credentials, services, this_request
from ttr_core.history.chain import Shown
from ttr_core.model.actor import Actor
from ttr_core.model.ids import SeatId, Viewer, Witness

MOST_VERSIONS = 10**9

GAME = InPath("game", "The game's id, from the answer that created it.", example="5f0c1d3a9b7e2468")
AT = Number("at", "The version to look at; the latest by default.", low=1, high=MOST_VERSIONS)


class Visit(msgspec.Struct, frozen=True):
    """A request to a game, by a viewer, at a version."""

    now: Loaded  # the game as it is now
    grant: Grant | None
    viewer: Viewer
    token: str | None
    version: int  # that the request looks at

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

    def etag(self, version: int | None = None, head: str | None = None) -> str:
        """Version and its event's hash, viewer and names, which can change without an event. Needs no replay.

        The hash tells two pasts apart: a server may have lost a version that a client or a cache has seen.
        """
        version = version or self.version
        if head is None:
            head = self.now.head if version == self.now.version else self._hash_at(version)
        seen = sha256(f"{self.viewer}/{list(self.names())}/{head}".encode()).hexdigest()[:8]
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
        return facts.grant(self.token) is not None


def bearer_token() -> str | None:
    """The token of the request; one that cannot be a token of ours is refused at once."""
    sent = credentials()
    if sent is None:
        return None
    scheme, token = sent
    if scheme != "bearer" or not well_formed(token):
        raise Unauthorized()
    return token


def visit(game: str, *, fresh: bool = True) -> Visit:
    """The game for the bearer of the request's token; a private game does not exist for strangers."""
    games = services().games
    token = bearer_token()  # a malformed one is refused whether or not there is such a game
    now = games.cache.read_latest(game) if fresh else games.cache.get_cached(game)
    grant = games.grant(now, token)
    if grant is None and now.facts.visibility is Visibility.PRIVATE:
        raise GameNotFound()
    viewer = grant.viewer(now.over) if grant else Witness.SPECTATOR
    return Visit(now, grant, viewer, token, now.version)


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
        raise Unauthorized()
    return visitor.grant


def seat_of(visitor: Visit) -> SeatId:
    grant = granted(visitor)
    if grant.role is not TokenRole.SEAT or grant.seat is None:
        raise Forbidden("only a seat's own token plays")
    return grant.seat


def host_only(visitor: Visit) -> None:
    if granted(visitor).role is not TokenRole.HOST:
        raise Forbidden("only the host does this")


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
        raise Unauthorized()
    if not is_administrator():
        raise Forbidden("only the service's own token does this")


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The common settings of all answers."""


class CommandDone(Answer, frozen=True, kw_only=True):
    """What a command led to, as the sender may see it."""

    game: str
    version: int
    events: Sequence[Shown]
