"""Feed keys: they read a player's turns and deadlines, and stand in addresses, for readers send no headers."""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec

from service.errors import FeedKeyNotFound, TooManyFeedKeys
from service.games.commit import Key
from service.games.facts import player_stream
from service.players.accounts import Change, Players
from service.players.player import FeedKeyIssued, FeedKeyRevoked
from service.players.player_stream import LoadedPlayer

PREFIX = "feed_key:"  # how the keys of these facts begin
MOST = 10  # of one player
_KEY = re.compile("([0-9a-f]{16})[0-9a-f]{32}")


class FeedKey(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    label: str
    created_at: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FeedKey).decode


def feed_keys_of(facts: Mapping[str, str]) -> Sequence[FeedKey]:
    """The oldest first."""
    keys = [_decode(text) for name, text in facts.items() if name.startswith(PREFIX)]
    return sorted(keys, key=lambda key: (key.created_at, key.id))


class FeedKeys:
    def __init__(self, players: Players, now: Callable[[], str]) -> None:
        self._players, self._now = players, now

    def of(self, player: str) -> Sequence[FeedKey]:
        return feed_keys_of(self._players.store.facts(player_stream(player)))

    def issue(
        self, player: str, label: str, sent_key: str = "", key: Key | None = None
    ) -> tuple[FeedKey, str]:
        """A feed key, which is shown this once. Sent again with the same key it is the same one."""
        random = self._players.repeatable_secret(player, "feed key", sent_key, key) or secrets.token_bytes(16)
        secret = f"{player}{random.hex()[:32]}"
        new = FeedKey(id=f"fk_{secrets.token_hex(8)}", label=label.strip(), created_at=self._now())

        def issue(loaded: LoadedPlayer) -> Change | None:
            if _fact(secret) in loaded.texts:  # the same request, sent again
                return None
            if len(feed_keys_of(loaded.texts)) >= MOST:
                raise TooManyFeedKeys(most=MOST)
            return [FeedKeyIssued(key=new.id)], {_fact(secret): _encode(new).decode()}

        return _decode(self._players.change(player, issue).texts[_fact(secret)]), secret

    def revoke(self, player: str, key: str) -> None:
        def revoke(loaded: LoadedPlayer) -> Change:
            facts = [(name, text) for name, text in loaded.texts.items() if name.startswith(PREFIX)]
            gone = [name for name, text in facts if _decode(text).id == key]
            if not gone:
                raise FeedKeyNotFound()
            return [FeedKeyRevoked(key=key)], dict.fromkeys(gone, "")

        self._players.change(player, revoke)

    def owner(self, secret: str) -> str:
        """The player whose turns the key reads; a key that is none gets the same answer as one that was revoked."""
        match = _KEY.fullmatch(secret)
        if match is None or _fact(secret) not in self._players.store.facts(player_stream(match.group(1))):
            raise FeedKeyNotFound()
        return match.group(1)


def _fact(secret: str) -> str:
    return f"{PREFIX}{sha256(secret.encode()).hexdigest()}"
