"""Passkeys: adding, naming and removing one's own, and signing in with one."""

from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Response

from service.api.access import Answer, caller_address, player_only
from service.api.players.me import CHANGE_PROBLEMS, OWN_PROBLEMS, loaded_player
from service.api.players.registration import SignedIn, signed_in
from service.errors import (
    KeyReused,
    MalformedRequest,
    PasskeyNotFound,
    PasskeyRefused,
    PasskeysOff,
    TooManyPasskeys,
    TooManyRequests,
)
from service.games.commit import key_for
from service.games.lobby import NameOrNone
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, WRITE_PROBLEMS, Access, Answered, Resource
from service.http.request import IDEMPOTENCY_KEY, InPath, JsonBody, base_url, idempotency_key, services
from service.http.response import answer
from service.players.passkeys import Ceremony, RelyingParty, passkeys_of
from service.players.player_stream import LoadedPlayer

PASSKEY_ID = InPath(
    "passkey", "The id of a passkey of yours.", example="key_5f0c1d3a9b7e2468", pattern="^key_[0-9a-f]{16}$"
)

resource = Resource("players")


class PasskeyOptions(Answer, frozen=True, kw_only=True):
    """What to pass to `navigator.credentials`, as JSON; the challenge in it is good for one answer."""

    options: Mapping[str, Any]
    expires_at: str


class PasskeySeen(Answer, frozen=True, kw_only=True):
    """A passkey of yours, without the key."""

    id: str
    name: str | None  # as its owner calls it
    created_at: str
    last_used_at: str | None  # null: never, to sign in
    synced: bool  # whether it is on more than one device


class PasskeyList(Answer, frozen=True, kw_only=True):
    """Your passkeys, the oldest first."""

    items: Sequence[PasskeySeen]
    next: str | None


class PasskeyGone(Answer, frozen=True, kw_only=True):
    """The passkey no longer signs you in. It stays on its device, where you may delete it."""

    id: str


class PasskeyRequest(msgspec.Struct, kw_only=True):
    """The answer of `navigator.credentials.create`, as its `toJSON` writes it, and what to call the passkey."""

    credential: Mapping[str, Any]
    name: NameOrNone = ""


class PasskeyNameRequest(msgspec.Struct, kw_only=True):
    name: NameOrNone = ""


class PasskeySignInRequest(msgspec.Struct, kw_only=True):
    """The answer of `navigator.credentials.get`, as its `toJSON` writes it, and what to call the new token."""

    credential: Mapping[str, Any]
    name: NameOrNone = ""


_CREDENTIAL = {"id": "2q3r...", "rawId": "2q3r...", "type": "public-key", "clientExtensionResults": {}}
ADD = JsonBody(
    PasskeyRequest,
    {
        "of_a_laptop": {
            "credential": {
                **_CREDENTIAL,
                "response": {"clientDataJSON": "eyJ0...", "attestationObject": "o2Nm..."},
            },
            "name": "laptop",
        }
    },
)
RENAME = JsonBody(PasskeyNameRequest, {"another_name": {"name": "old laptop"}})
SIGN_IN = JsonBody(
    PasskeySignInRequest,
    {
        "on_a_new_phone": {
            "credential": {
                **_CREDENTIAL,
                "response": {
                    "clientDataJSON": "eyJ0...",
                    "authenticatorData": "SZYN...",
                    "signature": "MEUC...",
                    "userHandle": "XwwdOpt-JGg",
                },
            },
            "name": "phone",
        }
    },
)


@resource.call(
    "POST",
    "/v1/me/passkey_options",
    summary="Begin to add a passkey",
    description=(
        "Pass `options` through `PublicKeyCredential.parseCreationOptionsFromJSON` to `navigator.credentials.create`, "
        "and send its answer to `POST /v1/me/passkeys` within 5 minutes."
    ),
    access=Access.TOKEN,
    answers=(Answered("Options with a new challenge.", PasskeyOptions),),
    problems=(MalformedRequest, PasskeysOff, *CHANGE_PROBLEMS),
)
def begin_my_passkey() -> Response:
    caller = player_only()
    return answer(_options(services().passkeys.begin_registration(caller.player, relying_party())))


@resource.call(
    "POST",
    "/v1/me/passkeys",
    summary="Add a passkey",
    description=(
        "With it alone you can come back when every token is lost. Have several, on different devices. A challenge is "
        "good for one answer; if you did not get ours, repeat the request with the same `Idempotency-Key`."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=ADD,
    answers=(Answered("The passkey.", PasskeySeen, status=201, headers=("Location",)),),
    problems=(*BODY_PROBLEMS, PasskeyRefused, PasskeysOff, TooManyPasskeys, KeyReused, *CHANGE_PROBLEMS),
)
def add_my_passkey() -> Response:
    caller, request, sent_key = player_only(), ADD.read(), idempotency_key()
    key = key_for(caller.token_id, f"passkeys/{sent_key}", request) if sent_key else None
    passkey, owner = services().passkeys.add(
        caller.player, dict(request.credential), request.name, relying_party(), key
    )
    headers = {"Location": f"{base_url()}/v1/me/passkeys/{passkey}"}
    return answer(_seen(owner, passkey), 201, headers)


@resource.call(
    "GET",
    "/v1/me/passkeys",
    summary="Your passkeys",
    access=Access.TOKEN,
    answers=(Answered("The passkeys.", PasskeyList),),
    problems=OWN_PROBLEMS,
)
def list_my_passkeys() -> Response:
    return answer(PasskeyList(items=seen_passkeys(loaded_player(player_only())), next=None))


@resource.call(
    "PATCH",
    "/v1/me/passkeys/{passkey}",
    summary="Name a passkey",
    access=Access.TOKEN,
    parameters=(PASSKEY_ID,),
    body=RENAME,
    answers=(Answered("The passkey.", PasskeySeen),),
    problems=(*BODY_PROBLEMS, PasskeyNotFound, *CHANGE_PROBLEMS),
)
def rename_my_passkey(passkey: str) -> Response:
    caller, request = player_only(), RENAME.read()
    return answer(_seen(services().passkeys.rename(caller.player, passkey, request.name), passkey))


@resource.call(
    "DELETE",
    "/v1/me/passkeys/{passkey}",
    summary="Remove a passkey",
    description="It signs nobody in from now on. Tokens that it brought stay: revoke them, too, if it was stolen.",
    access=Access.TOKEN,
    parameters=(PASSKEY_ID,),
    answers=(Answered("The passkey is removed.", PasskeyGone),),
    problems=(PasskeyNotFound, *CHANGE_PROBLEMS),
)
def remove_my_passkey(passkey: str) -> Response:
    services().passkeys.remove(player_only().player, passkey)
    return answer(PasskeyGone(id=passkey))


@resource.call(
    "POST",
    "/v1/sign_ins/passkey/options",
    summary="Begin to sign in with a passkey",
    description=(
        "Pass `options` through `PublicKeyCredential.parseRequestOptionsFromJSON` to `navigator.credentials.get`, and "
        "send its answer to `POST /v1/sign_ins/passkey` within 5 minutes. No name is needed: your device knows."
    ),
    answers=(Answered("Options with a new challenge.", PasskeyOptions),),
    problems=(MalformedRequest, PasskeysOff, TooManyRequests, *WRITE_PROBLEMS, *STORE_PROBLEMS),
)
def begin_passkey_sign_in() -> Response:
    services().creations.admit(f"players:{caller_address()}")
    return answer(_options(services().passkeys.begin_sign_in(relying_party())))


@resource.call(
    "POST",
    "/v1/sign_ins/passkey",
    summary="Sign in with a passkey",
    description=(
        "Answers a new token of the player whose passkey it is, which can do everything. If they have as many tokens "
        "as they may have, it takes the place of the oldest. If you did not get the answer, repeat the request with "
        "the same `Idempotency-Key` and you get the same token. Whatever is wrong, the answer is `passkey_refused`."
    ),
    parameters=(IDEMPOTENCY_KEY,),
    body=SIGN_IN,
    answers=(Answered("Your token.", SignedIn, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        PasskeyRefused,
        PasskeysOff,
        KeyReused,
        TooManyRequests,
        *WRITE_PROBLEMS,
        *STORE_PROBLEMS,
    ),
)
def sign_in_with_passkey() -> Response:
    request, sent_key = SIGN_IN.read(), idempotency_key()
    services().creations.admit(f"players:{caller_address()}")
    key = key_for("passkey", f"sign_ins/{sent_key}", request) if sent_key else None
    new = services().passkeys.sign_in(
        dict(request.credential), request.name, relying_party(), sent_key or "", key
    )
    return answer(signed_in(new), 201, {"Location": f"{base_url()}/v1/me"})


def relying_party() -> RelyingParty:
    """The domain that passkeys are for. Browsers take no numbers for one."""
    config, home = services().config, urlsplit(base_url())
    domain = config.passkey_domain or home.hostname or ""
    if not domain or _is_number(domain):
        raise PasskeysOff()
    return RelyingParty(domain, config.passkey_origins or (f"{home.scheme}://{home.netloc}",))


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _options(ceremony: Ceremony) -> PasskeyOptions:
    return PasskeyOptions(options=ceremony.options, expires_at=ceremony.expires_at)


def seen_passkeys(loaded: LoadedPlayer) -> list[PasskeySeen]:
    return [_seen(loaded, passkey) for passkey in loaded.state.passkeys]


def _seen(loaded: LoadedPlayer, passkey_id: str) -> PasskeySeen:
    passkey = passkeys_of(loaded)[passkey_id]
    return PasskeySeen(
        id=passkey_id,
        name=passkey.name or None,
        created_at=loaded.state.passkeys[passkey_id],
        last_used_at=passkey.used_at or None,
        synced=passkey.is_synced,
    )
