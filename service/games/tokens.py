"""Tokens: who may do what in a game. Only their SHA-256 is kept; they are random, so that no slow hash is needed.

A token reads `ttr_<kind>_<43 random characters>_<6 characters of checksum>`: scanners recognise one that leaked, and a
mistyped one is told from a wrong one without asking the store.
"""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

import msgspec

from ttr_core.model.actor import Actor, Role
from ttr_core.model.ids import SeatId, Viewer, Witness

TOKENS = "token:"  # how the names of facts about tokens begin


class TokenRole(StrEnum):
    HOST = "host"  # opens and starts the game; sees what a spectator sees
    SEAT = "seat"
    SPECTATOR = "spectator"
    AUDITOR = "auditor"  # sees everything, once the game is over
    INVITE = "invite"  # good for one seat


_PREFIXES = {
    TokenRole.HOST: "ho",
    TokenRole.SEAT: "pl",
    TokenRole.SPECTATOR: "sp",
    TokenRole.AUDITOR: "au",
    TokenRole.INVITE: "in",
}


class Grant(msgspec.Struct, frozen=True):
    """What a token stands for, as the game's facts tell it: "host", "seat:2", "invite:3" ..."""

    role: TokenRole
    seat: SeatId | None = None

    def __str__(self) -> str:
        return str(self.role) if self.seat is None else f"{self.role}:{self.seat}"

    @property
    def actor(self) -> Actor:
        """As whom the holder acts; only hosts and seats act."""
        return Actor(Role(self.role), self.seat)

    def viewer(self, over: bool) -> Viewer:
        """Whose eyes the holder looks through; everything is open to an auditor when the game is over."""
        if self.role is TokenRole.SEAT and self.seat is not None:
            return self.seat
        return Witness.AUDITOR if self.role is TokenRole.AUDITOR and over else Witness.SPECTATOR


@lru_cache(maxsize=256)
def parse_grant(text: str) -> Grant:
    role, _, seat = text.partition(":")
    return Grant(TokenRole(role), int(seat) if seat else None)


def new_token(role: TokenRole, secret: bytes | None = None) -> str:
    """A token of 32 random bytes, or of those that are given."""
    random = secrets.token_bytes(32) if secret is None else secret
    body = f"ttr_{_PREFIXES[role]}_{urlsafe_b64encode(random).decode().rstrip('=')}"
    return f"{body}_{_checksum(body)}"


def well_formed(token: str) -> bool:
    body, _, check = token.rpartition("_")
    return body.startswith("ttr_") and secrets.compare_digest(check.encode(), _checksum(body).encode())


def fingerprint(token: str) -> str:
    """Under which name a game's facts keep the token's grant."""
    return f"{TOKENS}{sha256(token.encode()).hexdigest()}"


def kept_for(facts: Mapping[str, str], grant: Grant) -> list[str]:
    """Under which names a game's facts keep the tokens that stand for this."""
    return sorted(name for name, value in facts.items() if name.startswith(TOKENS) and value == str(grant))


def _checksum(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:6]
