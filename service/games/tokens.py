"""Tokens: who may do what in a game. The store keeps their SHA-256 alone; they are random, so a slow hash adds nothing.

A token reads `ttr_<kind>_<43 random characters>_<6 characters of checksum>`: scanners recognise a leaked one, and the
checksum tells a mistyped token from a wrong one without asking the store.
"""

import secrets
from base64 import urlsafe_b64encode
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256

import msgspec

from service.errors import Forbidden
from ttr_core.model.actor import Actor, Role
from ttr_core.model.ids import SeatId, Viewer, Witness

TOKENS = "token:"  # how the keys of facts about tokens begin


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
    """What a token stands for. A game's facts keep it as text: "host", "seat:2", "invite:3" ..."""

    role: TokenRole
    seat: SeatId | None = None

    def __str__(self) -> str:
        return str(self.role) if self.seat is None else f"{self.role}:{self.seat}"

    @property
    def actor(self) -> Actor:
        """As whom the holder acts; spectators, auditors and invites never act."""
        if self.role not in (TokenRole.HOST, TokenRole.SEAT):
            raise Forbidden(f"a token of this kind ({self.role}) never acts")
        return Actor(Role(self.role), self.seat)

    def viewer(self, over: bool) -> Viewer:
        """What the holder may see; an auditor sees everything when the game is over."""
        if self.role is TokenRole.SEAT and self.seat is not None:
            return self.seat
        return Witness.AUDITOR if self.role is TokenRole.AUDITOR and over else Witness.SPECTATOR


@lru_cache(maxsize=256)
def parse_grant(text: str) -> Grant:
    role, _, seat = text.partition(":")
    return Grant(TokenRole(role), int(seat) if seat else None)


def new_token(role: TokenRole, secret: bytes | None = None) -> str:
    """A token of 32 random bytes, or of the ones passed in."""
    random = secrets.token_bytes(32) if secret is None else secret
    body = f"ttr_{_PREFIXES[role]}_{urlsafe_b64encode(random).decode().rstrip('=')}"
    return f"{body}_{_checksum(body)}"


def well_formed(token: str) -> bool:
    body, _, check = token.rpartition("_")
    return body.startswith("ttr_") and secrets.compare_digest(check.encode(), _checksum(body).encode())


def fingerprint(token: str) -> str:
    """The key under which a game's facts keep the token's grant."""
    return f"{TOKENS}{sha256(token.encode()).hexdigest()}"


def _checksum(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:6]
