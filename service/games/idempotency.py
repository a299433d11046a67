"""Idempotency keys: a command that is sent again under its key is answered as it was the first time.

A key belongs to its sender and to one request. The store keeps, with the commit that it was first used for, which
events that commit appended.
"""

from hashlib import sha256

import msgspec


class Key(msgspec.Struct, frozen=True):
    """A sender's key, and the request that it stands for; both hashed."""

    name: str
    payload: str


def key_for(token: str, name: str, request: msgspec.Struct) -> Key:
    """The sender's token is part of the key: nobody learns another sender's answer by guessing one."""
    owner = sha256(token.encode()).hexdigest()
    return Key(
        sha256(f"{owner}/{name}".encode()).hexdigest(), sha256(msgspec.json.encode(request)).hexdigest()
    )


class KeyRecord(msgspec.Struct, frozen=True):
    """The request that a key was used for, and the versions of the events that it led to."""

    payload: str
    first: int
    last: int
