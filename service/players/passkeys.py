"""Passkeys (WebAuthn): a key on a person's own device that brings them back when every token is lost.

Two ceremonies, each of two calls: options with a challenge, and the authenticator's answer to it.

- A challenge is good for one answer, right or wrong, within five minutes. The store keeps its SHA-256 and what it is
  for. An answer that is sent again under the same `Idempotency-Key` counts as the same answer.
- Passkeys are discoverable: the authenticator itself says whose they are, in the user handle, which is the inner id of
  the player. So no address and no name is needed to sign in, and there is nothing to look up by one.
- What is kept of a passkey is a fact beside the player's stream. The counter goes up in the same commit that issues the
  token, so an answer that was overtaken is refused.
"""

import logging
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from hashlib import sha256
from typing import Any

import msgspec
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import options_to_json_dict, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from service.clocks.deadlines import moment, written
from service.errors import PasskeyNotFound, PasskeyRefused, ServiceError, TokenInvalid, TooManyPasskeys
from service.games.commit import Key
from service.players.accounts import Change, NewToken, Players, TokenTerms
from service.players.player import Origin, PasskeyAdded, PasskeyRemoved, PasskeyRenamed
from service.players.player_stream import PASSKEY, LoadedPlayer

log = logging.getLogger("ttr.players")

CHALLENGE_SECONDS = 300
MOST_PASSKEYS = 20  # of one player
HANDLE_BYTES = 8  # of the inner id of a player
SERVICE_NAME = "Ticket to Ride by Post"  # as authenticators show it

Json = dict[str, Any]  # as browsers write and read it


class RelyingParty(msgspec.Struct, frozen=True):
    """Whom a passkey is for: a domain, and the origins of the pages that may ask for it."""

    domain: str
    origins: tuple[str, ...]


class Passkey(msgspec.Struct, frozen=True):
    """What is kept of a passkey; the secret part never leaves its authenticator."""

    credential: str
    public_key: str
    count: int  # how often it was used, as the authenticator says; 0: it does not count
    name: str = ""
    is_synced: bool = False  # it is on more than one device
    used_at: str = ""


class Ceremony(msgspec.Struct, frozen=True):
    """What a browser passes to `navigator.credentials`, and until when."""

    options: Json
    expires_at: str


class Passkeys:
    """The passkeys of all players."""

    def __init__(self, players: Players, now: Callable[[], str]) -> None:
        self._players, self._store, self._now = players, players.store, now

    # a new passkey

    def begin_registration(self, player: str, party: RelyingParty) -> Ceremony:
        loaded = self._loaded(player)
        others = [
            PublicKeyCredentialDescriptor(_bytes(key.credential)) for key in passkeys_of(loaded).values()
        ]
        selection = AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        options = generate_registration_options(
            rp_id=party.domain,
            rp_name=SERVICE_NAME,
            user_id=bytes.fromhex(player),
            user_name=loaded.handle,
            user_display_name=loaded.name,
            challenge=(challenge := secrets.token_bytes(32)),
            timeout=CHALLENGE_SECONDS * 1000,
            authenticator_selection=selection,
            exclude_credentials=others,
        )
        return self._begun(challenge, f"add/{player}", options_to_json_dict(options))

    def add(
        self, player: str, answer: Json, name: str, party: RelyingParty, key: Key | None
    ) -> tuple[str, LoadedPlayer]:
        """The id of the new passkey, and its owner."""
        challenge = self._use_challenge(answer, f"add/{player}", key)
        with _refusals():
            verified = verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=party.domain,
                expected_origin=list(party.origins),
                require_user_verification=True,
            )
        passkey = Passkey(
            credential=_text(verified.credential_id),
            public_key=_text(verified.credential_public_key),
            count=verified.sign_count,
            name=name.strip(),
            is_synced=verified.credential_backed_up,
        )
        passkey_id = _id(verified.credential_id)

        def add(loaded: LoadedPlayer) -> Change | None:
            if passkey_id in loaded.state.passkeys:
                return None
            if len(loaded.state.passkeys) >= MOST_PASSKEYS:
                raise TooManyPasskeys(most=MOST_PASSKEYS)
            return [PasskeyAdded(passkey=passkey_id)], _kept(passkey_id, passkey)

        return passkey_id, self._players.change(player, add)

    # coming back

    def begin_sign_in(self, party: RelyingParty) -> Ceremony:
        """The same for everybody: the authenticator knows whose passkeys it has."""
        options = generate_authentication_options(
            rp_id=party.domain,
            challenge=(challenge := secrets.token_bytes(32)),
            timeout=CHALLENGE_SECONDS * 1000,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return self._begun(challenge, "sign_in", options_to_json_dict(options))

    def sign_in(
        self, answer: Json, label: str, party: RelyingParty, sent_key: str, key: Key | None
    ) -> NewToken:
        """A token for the player whose passkey answered the challenge."""
        challenge = self._use_challenge(answer, "sign_in", key)
        with _refusals():
            player, passkey_id = _player(answer), _id(_bytes(answer["rawId"]))

        def prove(loaded: LoadedPlayer) -> Mapping[str, str]:
            with _refusals():
                passkey = passkeys_of(loaded)[passkey_id]
                verified = verify_authentication_response(
                    credential=answer,
                    expected_challenge=challenge,
                    expected_rp_id=party.domain,
                    expected_origin=list(party.origins),
                    credential_public_key=_bytes(passkey.public_key),
                    credential_current_sign_count=passkey.count,
                    require_user_verification=True,
                )
            used = msgspec.structs.replace(
                passkey,
                count=verified.new_sign_count,
                is_synced=verified.credential_backed_up,
                used_at=self._now(),
            )
            return _kept(passkey_id, used)

        terms = TokenTerms(label, Origin.PASSKEY)
        try:
            return self._players.issue_to(
                player, self._players.new_token(player, sent_key, key), terms, prove=prove
            )
        except TokenInvalid as error:  # there is no such player
            raise PasskeyRefused() from error

    # what there is

    def rename(self, player: str, passkey_id: str, name: str) -> LoadedPlayer:
        def rename(loaded: LoadedPlayer) -> Change:
            passkey = _own(loaded, passkey_id)
            renamed = msgspec.structs.replace(passkey, name=name.strip())
            return [PasskeyRenamed(passkey=passkey_id)], _kept(passkey_id, renamed)

        return self._players.change(player, rename)

    def remove(self, player: str, passkey_id: str) -> None:
        def remove(loaded: LoadedPlayer) -> Change:
            _own(loaded, passkey_id)
            return [PasskeyRemoved(passkey=passkey_id)], {f"{PASSKEY}{passkey_id}": ""}

        self._players.change(player, remove)

    # challenges

    def _begun(self, challenge: bytes, purpose: str, options: Json) -> Ceremony:
        self._store.set_expiring(_kept_challenge(challenge), f"{purpose} ", CHALLENGE_SECONDS)
        return Ceremony(options, written(moment(self._now()) + timedelta(seconds=CHALLENGE_SECONDS)))

    def _use_challenge(self, answer: Json, purpose: str, key: Key | None) -> bytes:
        """The challenge that was answered, which is used up by this: it notes which request used it."""
        with _refusals():
            challenge = parse_client_data_json(_bytes(answer["response"]["clientDataJSON"])).challenge
        unused, used = f"{purpose} ", f"{purpose} {key.name if key else secrets.token_hex(16)}"
        name = _kept_challenge(challenge)
        is_first = self._store.swap_expiring(name, unused, used, CHALLENGE_SECONDS)
        if not is_first and self._store.expiring(name) != used:
            raise PasskeyRefused("challenge")
        return challenge

    def _loaded(self, player: str) -> LoadedPlayer:
        loaded = self._players.load(player)
        if not loaded.exists:
            raise TokenInvalid()
        return loaded


def passkeys_of(loaded: LoadedPlayer) -> Mapping[str, Passkey]:
    """By id, the oldest first."""
    return {name: _decode(loaded.texts[f"{PASSKEY}{name}"]) for name in loaded.state.passkeys}


_decode = msgspec.json.Decoder(Passkey).decode
_encode = msgspec.json.Encoder().encode


def _own(loaded: LoadedPlayer, passkey_id: str) -> Passkey:
    if passkey_id not in loaded.state.passkeys:
        raise PasskeyNotFound()
    return passkeys_of(loaded)[passkey_id]


def _kept(passkey_id: str, passkey: Passkey) -> dict[str, str]:
    return {f"{PASSKEY}{passkey_id}": _encode(passkey).decode()}


@contextmanager
def _refusals() -> Iterator[None]:
    """Whatever is wrong with an answer is one refusal: the library raises as many types as its parsers do."""
    try:
        yield
    except ServiceError:
        raise
    except Exception as error:
        log.info("a passkey was refused: %s: %s", type(error).__name__, error)
        raise PasskeyRefused() from error


def _player(answer: Json) -> str:
    """Whom the passkey belongs to, as its authenticator says; the signature proves it or not."""
    handle = _bytes(answer["response"]["userHandle"])
    if len(handle) != HANDLE_BYTES:
        raise PasskeyRefused()
    return handle.hex()


def _id(credential_id: bytes) -> str:
    return f"key_{sha256(credential_id).hexdigest()[:16]}"


def _kept_challenge(challenge: bytes) -> str:
    return f"passkey_challenge/{sha256(challenge).hexdigest()}"


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
