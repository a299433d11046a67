"""Who is asking, and what of a game he may see."""

import hmac
from hashlib import sha256

import msgspec
from flask import Response, request

from service.errors import Forbidden, GameNotFound, Unauthorized
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.tokens import Grant, TokenRole, fingerprint
from service.http.request import bearer_token, number_argument
from service.webhooks.subscriptions import webhook_off
from service.wiring import services
from ttr_core.model.actor import Actor
from ttr_core.model.ids import SeatId, Viewer, Witness

MOST_VERSIONS = 10**9


class Visit(msgspec.Struct, frozen=True):
    """A request to a game by somebody."""

    loaded: Loaded
    grant: Grant | None
    viewer: Viewer
    token: str | None = None

    def etag(self, version: int | None = None) -> str:
        """The version, whose eyes it is for, and who sits there, which can change without an event."""
        eyes = sha256(f"{self.viewer}/{list(self.names())}".encode()).hexdigest()[:8]
        return f'"{version or self.loaded.version}.{eyes}"'

    @property
    def actor(self) -> Actor:
        """As whom the caller acts; only hosts and seats act."""
        if self.grant is None:
            raise Unauthorized()
        return self.grant.actor

    def names(self) -> tuple[str | None, ...]:
        get = self.loaded.facts.get
        return tuple([get(f"name:{seat}") for seat in range(self.loaded.ruleset.players)])

    def still_welcome(self, games: Games, *, to_news: bool = False) -> bool:
        """Whether the token has not been revoked since; to see news, by facts that are no older than they are."""
        if self.token is None:
            return True
        game = self.loaded.game
        facts = games.store.facts(game) if to_news else games.cache.get_cached(game).facts
        return fingerprint(self.token) in facts


def visit(game: str, *, fresh: bool = True) -> Visit:
    """The game for whoever asks; a private game does not exist for strangers."""
    games = services().games
    token = bearer_token()  # a malformed one is refused whether or not there is such a game
    loaded = games.cache.read_latest(game) if fresh else games.cache.get_cached(game)
    grant = games.grant(loaded, token)
    if grant is None and loaded.facts["visibility"] == "private":
        raise GameNotFound()
    viewer = grant.viewer(loaded.over) if grant else Witness.SPECTATOR
    return Visit(loaded, grant, viewer, token)


def visit_at(game: str) -> Visit:
    """The game at the version in `?at=`, or as it is now."""
    now = visit(game)
    version = number_argument("at", None, 1, MOST_VERSIONS)
    if version is None:
        return now
    return msgspec.structs.replace(now, loaded=services().games.cache.replay_to(game, version))


def with_notice(response: Response, seen: Visit) -> Response:
    """Tells whoever asks of a webhook of his that was switched off."""
    off = webhook_off(seen.loaded.facts, fingerprint(seen.token)) if seen.token else None
    if off:
        response.headers["Webhook-Off"] = off
    return response


def seat_of(visit: Visit) -> SeatId:
    if visit.grant is None:
        raise Unauthorized()
    if visit.grant.role is not TokenRole.SEAT or visit.grant.seat is None:
        raise Forbidden("only a seat's own token plays")
    return visit.grant.seat


def host_only(visit: Visit) -> None:
    if visit.grant is None:
        raise Unauthorized()
    if visit.grant.role is not TokenRole.HOST:
        raise Forbidden("only the host does this")


def caller() -> str:
    return request.remote_addr or "unknown"


def administers() -> bool:
    """Whether the bearer of the request's token runs the service."""
    expected = services().config.admin_token
    given = request.headers.get("Authorization", "").partition(" ")[2].strip()
    return bool(expected) and hmac.compare_digest(given.encode(), expected.encode())
