"""The streams of players in the store: events, each with the hash of the one before it, and the facts beside them.

    name, handle                what the player is called, and by which id others see them
    shows                       what others may see of the player
    token:<sha256 of a token>   the id of that token
    label:<id of a token>       what its owner calls it
    suspended                   why the operator has suspended the player
    scopes:<id of a token>      what it allows, if that is not everything
    passkey:<id of a passkey>   its public part, and what its owner calls it
    mail, mail_pending          the mail address that counts, and one that is to be confirmed

These keys are spelled here, and those that games need in `service.games.facts`. A stream shares the store's promises
with games: versions without gaps, whole commits, the expected version alone.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from service.games.facts import PLAYER_HANDLE, PLAYER_NAME, player_stream
from service.games.tokens import TOKENS
from service.players.player import Player, PlayerEvent, decode_event, event_fields, evolve
from service.players.profile import Shows, shown_by
from service.players.scopes import Scope, read_scopes
from service.store import Commit, Outcome, Store
from service.store.interface import PLAYER_FEED
from ttr_core.history.chain import GENESIS, canonical

LABEL, SCOPES, EXPIRY = "label:", "scopes:", "expires:"  # how the keys of what is known about tokens begin
PASSKEY = "passkey:"
MAIL, MAIL_PENDING = "mail", "mail_pending"
SUSPENDED = "suspended"  # why the operator has suspended the player


class PlayerEnvelope(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is stored."""

    player: str
    version: int
    type: str
    schema: int
    at: str
    data: msgspec.Raw
    prev: str
    hash: str


class LoadedPlayer(msgspec.Struct, frozen=True):
    """A player at one version, with the facts of that moment."""

    id: str  # the stream's; others see the handle
    state: Player
    texts: Mapping[str, str]  # its facts
    version: int = 0
    head: str = GENESIS

    @property
    def exists(self) -> bool:
        return bool(self.version) and not self.state.is_erased

    @property
    def name(self) -> str:
        return self.texts.get(PLAYER_NAME, "")

    @property
    def shows(self) -> Shows:
        return shown_by(self.texts)

    @property
    def handle(self) -> str:
        return self.texts.get(PLAYER_HANDLE, "")

    @property
    def suspended(self) -> bool:
        return SUSPENDED in self.texts

    @property
    def suspended_for(self) -> str | None:
        """The operator's reason; None: they are not suspended."""
        return self.texts.get(SUSPENDED)

    def token_keys(self, token_id: str) -> list[str]:
        """The keys of the facts about a token."""
        hashes = [key for key, text in self.texts.items() if key.startswith(TOKENS) and text == token_id]
        about = (f"{LABEL}{token_id}", f"{SCOPES}{token_id}", f"{EXPIRY}{token_id}")
        return [*hashes, *(key for key in about if key in self.texts)]

    def label(self, token_id: str) -> str:
        return self.texts.get(f"{LABEL}{token_id}", "")

    def expires_at(self, token_id: str) -> str | None:
        """When the token ends by itself; None: it does not."""
        return self.texts.get(f"{EXPIRY}{token_id}")

    def scopes(self, token_id: str) -> tuple[Scope, ...]:
        return read_scopes(self.texts.get(f"{SCOPES}{token_id}", ""))


_decode = msgspec.json.Decoder(PlayerEnvelope).decode
_encode = msgspec.json.Encoder().encode


def load_player(store: Store, player: str) -> LoadedPlayer:
    """The player as they are now; of version 0 if there is none."""
    stream, state = player_stream(player), Player()
    envelopes = stored_events(store, player)
    for envelope in envelopes:
        state = evolve(state, decode_event(envelope.type, envelope.schema, envelope.data), envelope.at)
    head = envelopes[-1].hash if envelopes else GENESIS
    return LoadedPlayer(player, state, store.facts(stream), len(envelopes), head)


def stored_events(store: Store, player: str) -> list[PlayerEnvelope]:
    return [_decode(entry) for entry in store.read(player_stream(player))]


def append_events(
    store: Store,
    loaded: LoadedPlayer,
    events: Sequence[PlayerEvent],
    at: str,
    facts: Mapping[str, str],
    *,
    key: str = "",
    record: str = "",
    key_seconds: int = 0,
) -> Outcome:
    """Appends to the player as loaded, together with what changes beside the stream; "" removes a fact."""
    envelopes = _wrap(loaded, events, at)
    commit = Commit(
        game=player_stream(loaded.id),
        expected=loaded.version,
        prev=loaded.head,
        head=envelopes[-1].hash,
        entries=tuple(_encode(envelope) for envelope in envelopes),
        types=tuple(envelope.type for envelope in envelopes),
        facts=facts,
        feed=PLAYER_FEED,
        key=key,
        record=record,
        key_seconds=key_seconds,
    )
    return store.append(commit)


def _wrap(loaded: LoadedPlayer, events: Sequence[PlayerEvent], at: str) -> list[PlayerEnvelope]:
    """The events as they continue the player's chain."""
    head, envelopes = loaded.head, list[PlayerEnvelope]()
    for version, event in enumerate(events, loaded.version + 1):
        type_name, fields = event_fields(event)
        body = {
            "player": loaded.id,
            "version": version,
            "type": type_name,
            "schema": event.schema,
            "at": at,
            "data": fields,
            "prev": head,
        }
        head = sha256(canonical(body)).hexdigest()
        data = msgspec.Raw(canonical(fields))
        envelopes.append(msgspec.convert({**body, "data": data, "hash": head}, PlayerEnvelope))
    return envelopes
