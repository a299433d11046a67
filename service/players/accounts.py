"""Accounts: create a player, know them by a token, add and revoke tokens, and sign in elsewhere with a link.

A token holds the id of its player, whose facts have its SHA-256 as long as it is good. Processes trust the facts of a
player for five seconds, as those of a game.

A link is good once, for fifteen minutes. What makes it single is the append: the commit that issues the token is made
under the link's own key, which the store takes once.

When a token was last used is noted once an hour at most, beside everything else, and is forgotten after a year.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from threading import Lock

import msgspec
from cachetools import TTLCache

from service.clocks.deadlines import moment, written
from service.errors import (
    KeyReused,
    LinkNotFound,
    StoreUnavailable,
    TemporarilyUnavailable,
    TokenInvalid,
    TokenNotFound,
    TooManyTokens,
)
from service.games.commit import Key, Reservation, reserve
from service.games.facts import PLAYER_HANDLE, PLAYER_NAME, player_stream
from service.games.game_cache import FACTS_SECONDS
from service.games.games import ATTEMPTS
from service.games.tokens import TokenRole, fingerprint, game_of, new_token
from service.players.handles import claim_handle
from service.players.player import (
    Origin,
    PlayerCreated,
    PlayerErased,
    PlayerEvent,
    PlayerRenamed,
    ProfileChanged,
    TokenIssued,
    TokenRenamed,
    TokenRevoked,
)
from service.players.player_stream import (
    EXPIRY,
    LABEL,
    SCOPES,
    SUSPENDED,
    LoadedPlayer,
    append_events,
    load_player,
)
from service.players.profile import SHOWS, written_shows
from service.players.scopes import EVERYTHING, Scope, read_scopes, written_scopes
from service.store import Appended, Repeated, Store

LINK_SECONDS = 15 * 60
MOST_TOKENS = 50  # of one player
KNOWN = 10_000  # players that a process remembers
USE_SECONDS, USE_KEPT_SECONDS = (
    3600,
    366 * 86_400,
)  # between two notes that a token was used, and how long one is kept


class Caller(msgspec.Struct, frozen=True):
    """The player who makes a request, and the token that they make it with."""

    player: str
    token_id: str
    scopes: tuple[Scope, ...] = EVERYTHING
    suspended: bool = False  # by the operator
    expires_at: str | None = None  # of the token; None: it does not end by itself


class NewLink(msgspec.Struct, frozen=True):
    """Signs another device in, once."""

    code: str
    expires_at: str


class NewToken(msgspec.Struct, frozen=True):
    """A token that is shown this once, and its owner."""

    token: str
    id: str
    owner: LoadedPlayer


class TokenTerms(msgspec.Struct, frozen=True):
    """What a new token is called, where it comes from and what it allows."""

    label: str = ""
    origin: Origin = Origin.TOKEN
    scopes: tuple[Scope, ...] = EVERYTHING
    expires_at: str = ""  # "": it does not end by itself


Change = tuple[Sequence[PlayerEvent], Mapping[str, str]]  # events, and what changes beside the stream


class Players:
    """The players of a store."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], str],
        key_seconds: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self._now, self._key_seconds = store, now, key_seconds
        self._lock = Lock()
        self._facts: TTLCache[str, Mapping[str, str]] = TTLCache(KNOWN, FACTS_SECONDS, clock)
        self._in_use: TTLCache[str, bool] = TTLCache(KNOWN, USE_SECONDS, clock)

    # who is it?

    def identify(self, token: str) -> Caller:
        """The player whose token this is, usually without asking the store."""
        player, key = game_of(token) or "", fingerprint(token)
        facts = self._recent_facts(player)
        if key not in facts:
            facts = self._read_facts(player)
        token_id = facts.get(key)
        if token_id is None:
            raise TokenInvalid("revoked")
        expires_at = facts.get(f"{EXPIRY}{token_id}")
        if expires_at is not None and expires_at <= self._now():
            raise TokenInvalid("expired")
        self._note_use(token_id)
        scopes = read_scopes(facts.get(f"{SCOPES}{token_id}", ""))
        return Caller(player, token_id, scopes, SUSPENDED in facts, expires_at)

    def _note_use(self, token_id: str) -> None:
        with self._lock:
            if token_id in self._in_use:
                return
            self._in_use[token_id] = True
        with suppress(StoreUnavailable):  # a request that only reads does not fail for want of this
            self.store.set_expiring(_kept_use(token_id), self._now(), USE_KEPT_SECONDS)

    def last_used(self, token_id: str) -> str | None:
        """When a token was used, to the hour; None if that is more than a year ago."""
        return self.store.expiring(_kept_use(token_id))

    def _recent_facts(self, player: str) -> Mapping[str, str]:
        with self._lock:
            recent = self._facts.get(player)
        return self._read_facts(player) if recent is None else recent

    def _read_facts(self, player: str) -> Mapping[str, str]:
        return self._keep(player, self.store.facts(player_stream(player)))

    def _keep(self, player: str, facts: Mapping[str, str]) -> Mapping[str, str]:
        with self._lock:
            self._facts[player] = facts
        return facts

    def load(self, player: str) -> LoadedPlayer:
        """The player as they are now."""
        loaded = load_player(self.store, player)
        self._keep(player, loaded.texts)
        return loaded

    # accounts

    def create(self, name: str) -> NewToken:
        return self._create(name, Reservation("", _new_player_id(), secrets.token_hex(32)), "")

    def create_once(self, name: str, sent_key: str, key: Key) -> NewToken:
        """As `create`. Sent again with the same key it is the same player, with the same token."""
        return self._create(name, reserve(self.store, key, _new_player_id(), self._key_seconds), sent_key)

    def _create(self, name: str, reservation: Reservation, sent_key: str) -> NewToken:
        player, name = reservation.name, name.strip()
        token = new_token(TokenRole.PLAYER, player, reservation.token_secret(sent_key, "player"))
        loaded = self.load(player)
        if loaded.state.is_erased:
            raise KeyReused("erased")
        if not loaded.version:
            handle = claim_handle(self.store, name, player, bytes.fromhex(reservation.secret))
            issued = TokenIssued(token=token_id_of(token), origin=Origin.CREATION)
            facts = {PLAYER_NAME: name, PLAYER_HANDLE: handle, fingerprint(token): token_id_of(token)}
            append_events(self.store, loaded, [PlayerCreated(), issued], self._now(), facts)
        return NewToken(token, token_id_of(token), self.load(player))

    def rename(self, player: str, name: str) -> LoadedPlayer:
        return self.change(player, lambda loaded: ([PlayerRenamed()], {PLAYER_NAME: name.strip()}))

    def show(self, player: str, changes: Mapping[str, bool]) -> LoadedPlayer:
        """Changes what others may see of the player."""

        def show(loaded: LoadedPlayer) -> Change | None:
            shows = msgspec.structs.replace(loaded.shows, **changes)
            return None if shows == loaded.shows else ([ProfileChanged()], {SHOWS: written_shows(shows)})

        return self.change(player, show)

    def known_facts(self, player: str) -> Mapping[str, str]:
        """What is known beside the stream, at most five seconds ago; nothing if there is no such player any more."""
        return self._recent_facts(player)

    def end_account(self, player: str) -> None:
        """Removes every fact about the player; no token works from now on."""
        tokens = self.load(player).state.tokens
        self.change(player, lambda loaded: ([PlayerErased()], dict.fromkeys(loaded.texts, "")))
        for token_id in tokens:
            self.store.remove_expiring(_kept_use(token_id))

    # tokens

    def issue(self, caller: Caller, terms: TokenTerms, sent_key: str, key: Key | None) -> NewToken:
        """One more token for the same player. Sent again with the same key it is the same token."""
        return self.issue_to(caller.player, self.new_token(caller.player, sent_key, key), terms)

    def sign_in(self, code: str, label: str, sent_key: str, key: Key | None) -> NewToken:
        """The token of another device, for a link that is good once."""
        text = self.store.expiring(_kept_link(code))
        if text is None:
            raise LinkNotFound()
        origin, _, player = text.rpartition("/")
        terms = TokenTerms(label, Origin(origin or Origin.LINK))
        return self.issue_to(player, self.new_token(player, sent_key, key), terms, once=f"link/{code}")

    def link(
        self, player: str, sent_key: str = "", key: Key | None = None, origin: Origin = Origin.LINK
    ) -> NewLink:
        """A new link for another device. Sent again with the same key it is the same link."""
        now = moment(self._now())
        code, expires_at = secrets.token_hex(32), written(now + timedelta(seconds=LINK_SECONDS))
        if key is not None:
            reservation = reserve(self.store, key, expires_at, self._key_seconds)
            code, expires_at = reservation.token_secret(sent_key, "link").hex(), reservation.name
        if moment(expires_at) > now:  # a repeated request does not make a link live longer
            self.store.set_once(_kept_link(code), f"{origin}/{player}", LINK_SECONDS)
        return NewLink(code, expires_at)

    def new_token(self, player: str, sent_key: str, key: Key | None) -> str:
        """A token that works as soon as it is issued. Sent again with the same key it is the same one."""
        return new_token(TokenRole.PLAYER, player, self.repeatable_secret(player, "token", sent_key, key))

    def repeatable_secret(self, player: str, purpose: str, sent_key: str, key: Key | None) -> bytes | None:
        """What a token of the player is made from when a request is sent with a key; None without one."""
        if key is None:
            return None
        return reserve(self.store, key, player, self._key_seconds).token_secret(sent_key, purpose)

    def issue_to(
        self,
        player: str,
        token: str,
        terms: TokenTerms,
        *,
        once: str = "",
        prove: Callable[[LoadedPlayer], Mapping[str, str]] = lambda loaded: {},
    ) -> NewToken:
        """Issues a token to a player who has proved who they are; the same commit changes what the proof changes."""
        token_id = token_id_of(token)

        def issue(loaded: LoadedPlayer) -> Change | None:
            if fingerprint(token) in loaded.texts:  # the same request, sent again
                return None
            changes, displaced = prove(loaded), _displaced(loaded, terms.origin, self._now())
            about = {
                LABEL: terms.label.strip(),
                SCOPES: written_scopes(terms.scopes),
                EXPIRY: terms.expires_at,
            }
            facts = {f"{key}{token_id}": text for key, text in about.items()}
            gone = dict.fromkeys((key for other in displaced for key in loaded.token_keys(other)), "")
            events = [TokenRevoked(token=other) for other in displaced]
            return [*events, TokenIssued(token=token_id, origin=terms.origin)], {
                **gone,
                **changes,
                **facts,
                fingerprint(token): token_id,
            }

        return NewToken(token, token_id, self.change(player, issue, once))

    def rename_token(self, player: str, token_id: str, label: str) -> LoadedPlayer:
        def rename(loaded: LoadedPlayer) -> Change:
            _check_token(loaded, token_id)
            return [TokenRenamed(token=token_id)], {f"{LABEL}{token_id}": label.strip()}

        return self.change(player, rename)

    def revoke(self, player: str, token_id: str) -> None:
        """Ends a token, which may be the one that asks for it."""

        def revoke(loaded: LoadedPlayer) -> Change:
            _check_token(loaded, token_id)
            return [TokenRevoked(token=token_id)], dict.fromkeys(loaded.token_keys(token_id), "")

        self.change(player, revoke)

    # one commit

    def change(
        self, player: str, decide: Callable[[LoadedPlayer], Change | None], once: str = ""
    ) -> LoadedPlayer:
        """Decides on the player as they are and appends, again if another request was faster. None changes nothing.

        What names a link is done once, however many try at the same time.
        """
        for _ in range(ATTEMPTS):
            loaded = self.load(player)
            if not loaded.exists:
                raise LinkNotFound() if once else TokenInvalid()
            change = decide(loaded)
            if change is None:
                return loaded
            key = sha256(once.encode()).hexdigest() if once else ""
            outcome = append_events(
                self.store, loaded, change[0], self._now(), change[1], key=key, key_seconds=2 * LINK_SECONDS
            )
            if isinstance(outcome, Repeated):
                raise LinkNotFound()
            if isinstance(outcome, Appended):
                return self.load(player)
        raise TemporarilyUnavailable()


def _displaced(loaded: LoadedPlayer, origin: Origin, now: str) -> list[str]:
    """The tokens that make room for a new one: those that have expired and, if need be, one more.

    Somebody who comes back with nothing but a passkey or their mail cannot revoke a token: the oldest one goes.
    """
    expired = [token_id for token_id in loaded.state.tokens if (loaded.expires_at(token_id) or now) < now]
    if len(loaded.state.tokens) - len(expired) < MOST_TOKENS:
        return expired
    if origin not in (Origin.PASSKEY, Origin.MAIL):
        raise TooManyTokens(most=MOST_TOKENS)
    return [next(iter(loaded.state.tokens))]


def _check_token(loaded: LoadedPlayer, token_id: str) -> None:
    if token_id not in loaded.state.tokens:
        raise TokenNotFound()


def _new_player_id() -> str:
    return secrets.token_hex(8)


def token_id_of(token: str) -> str:
    """Names a token without a word that leads to it."""
    return f"tok_{sha256(f'id/{token}'.encode()).hexdigest()[:16]}"


def _kept_use(token_id: str) -> str:
    return f"token_use/{token_id}"


def _kept_link(code: str) -> str:
    return f"player_link/{sha256(code.encode()).hexdigest()}"
