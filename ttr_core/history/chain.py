"""The chain: every event is wrapped with the hash of the one before it, and hidden fields enter as commitments.

salt        = first 16 bytes of HMAC-SHA256(seed, "salt/<game>/<version>/<field>"), in hexadecimal
commitment  = SHA-256(salt + canonical JSON of the field), the salt as text
hash        = SHA-256(canonical JSON of {actor, at, data, game, prev, schema, sealed, type, version}), where `data`
              holds the public fields and `sealed` the commitments of all others

So the log that a player may see already fixes what they may not see. Canonical JSON has sorted keys, no white space and
integers only, which is RFC 8785 for everything an event can hold.
"""

from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from ttr_core.engine.randomness import hmac_sha256
from ttr_core.history.codec import decode
from ttr_core.model.actor import Actor, actor_text
from ttr_core.model.events import Event
from ttr_core.model.ids import Viewer
from ttr_core.model.message import Audience, audiences, redact, type_name

GENESIS = "0" * 64  # `prev` of the first event

canonical = msgspec.json.Encoder(order="sorted").encode


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """An event as it is stored: complete, so only for the server and, after the end, for auditors."""

    game: str
    version: int
    type: str
    schema: int
    at: str  # UTC, as text: the core has no clock
    actor: str  # who caused it, as `Actor` writes it: "seat:0", "host", "system" ...
    data: msgspec.Raw
    prev: str
    hash: str


class Shown(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """An envelope as one viewer sees it: hidden fields are null, with their commitments to check them later."""

    game: str
    version: int
    type: str
    schema: int
    at: str
    actor: str
    data: dict[str, Any]
    sealed: dict[str, str] = {}
    salts: dict[str, str] = {}  # of the fields that this viewer sees
    prev: str
    hash: str


@cache
def sealed_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields that enter the chain as commitments."""
    return tuple(name for name, audience in audiences(kind).items() if audience is not Audience.PUBLIC)


def salt(seed: bytes, game: str, version: int, field: str) -> str:
    return hmac_sha256(seed, f"salt/{game}/{version}/{field}".encode())[:16].hex()


def commit(salt_text: str, value: Any) -> str:  # the field as JSON values
    return sha256(salt_text.encode() + canonical(value)).hexdigest()


def fields(event: Event) -> dict[str, Any]:
    """The event as JSON values, without its type."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    del data["type"]
    return data


def seal(seed: bytes, game: str, version: int, event: Event) -> tuple[dict[str, Any], dict[str, str]]:
    """The public fields, and the commitments of all others."""
    return _split(seed, game, version, type(event), fields(event))


def _split(
    seed: bytes, game: str, version: int, kind: type[Event], whole: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    sealed = {name: commit(salt(seed, game, version, name), whole.get(name)) for name in sealed_fields(kind)}
    return {name: value for name, value in whole.items() if name not in sealed}, sealed


def link_hash(envelope: Envelope | Shown, public: dict[str, Any], sealed: dict[str, str]) -> str:
    body = {
        "actor": envelope.actor,
        "at": envelope.at,
        "data": public,
        "game": envelope.game,
        "prev": envelope.prev,
        "schema": envelope.schema,
        "sealed": sealed,
        "type": envelope.type,
        "version": envelope.version,
    }
    return sha256(canonical(body)).hexdigest()


def wrap(seed: bytes, game: str, version: int, prev: str, event: Event, at: str, actor: Actor) -> Envelope:
    """The next link of the chain."""
    whole = fields(event)
    public, sealed = _split(seed, game, version, type(event), whole)
    draft = Envelope(
        game=game,
        version=version,
        type=type_name(type(event)),
        schema=type(event).schema,
        at=at,
        actor=actor_text(actor),
        data=msgspec.Raw(canonical(whole)),
        prev=prev,
        hash="",
    )
    return msgspec.structs.replace(draft, hash=link_hash(draft, public, sealed))


def unwrap(envelope: Envelope) -> Event:
    """The event, brought to today's schema."""
    return decode(envelope.type, envelope.schema, envelope.data)


def show(seed: bytes, envelope: Envelope, event: Event, viewer: Viewer) -> Shown:
    """The envelope as the viewer may see it, with the fields under which it was stored: its hash is over these."""
    seen = redact(event, viewer)
    if (envelope.type, envelope.schema) == (type_name(type(event)), type(event).schema):
        data = fields(seen)
        whole = data if seen is event else fields(event)
    else:
        whole = msgspec.json.decode(envelope.data)
        hidden = [name for name in sealed_fields(type(event)) if getattr(seen, name) is None]
        data = {**whole, **dict.fromkeys(hidden)}
    salts = {name: salt(seed, envelope.game, envelope.version, name) for name in sealed_fields(type(event))}
    return Shown(
        game=envelope.game,
        version=envelope.version,
        type=envelope.type,
        schema=envelope.schema,
        at=envelope.at,
        actor=envelope.actor,
        data=data,
        sealed={name: commit(text, whole.get(name)) for name, text in salts.items()},
        salts={name: text for name, text in salts.items() if data.get(name) is not None},
        prev=envelope.prev,
        hash=envelope.hash,
    )
