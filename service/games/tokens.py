"""Tokens: who may do what in a game. The store keeps their SHA-256 alone; they are random, so a slow hash adds nothing.

A token reads `ttr_<kind>_<43 characters>_<6 characters of checksum>`, in letters and digits. The 43 characters are 24
random bytes and the game's id, so that a token leads to its game; the checksum is a CRC-32, which tells a mistyped
token from a wrong one without asking the store. Scanners recognise a leaked token by `EXPRESSION`.

Games keep the tokens that they granted before this form (`ttr_pl_...`, in base64); new ones are never made in it.
"""

import re
import secrets
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from string import ascii_letters, digits
from zlib import crc32

import msgspec

from service.errors import Forbidden, TokenInvalid
from ttr_core.model.actor import HOST, Actor, Role
from ttr_core.model.ids import SeatId, Viewer, Witness

INVITES = ("ttr_invite_", "ttr_in_")  # how invites begin, today and before
TOKENS = "token:"  # how the keys of facts about tokens begin
EXPRESSION = "ttr_(seat|host|watch|audit|invite|player|admin)_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}"

_FORM = re.compile(EXPRESSION)
_EARLIER_FORM = re.compile("ttr_(ho|pl|sp|au|in)_[0-9A-Za-z_-]{43}_[0-9a-f]{6}")
_DIGITS = digits + ascii_letters.swapcase()  # in the order of ASCII
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_RANDOM, _GAME = 24, 8  # bytes of each
_LENGTH, _CHECKSUM = 43, 6  # characters


class TokenRole(StrEnum):
    """What a token is for; the second word of the token itself."""

    HOST = "host"  # opens and starts the game; sees what lies open
    SEAT = "seat"
    WATCH = "watch"  # sees what lies open
    AUDIT = "audit"  # sees everything, once the game is over
    INVITE = "invite"  # good for one seat
    PLAYER = "player"  # a person or bot who is known across games

    @classmethod
    def _missing_(cls, value: object) -> "TokenRole | None":
        """Facts of stored games call two of them by earlier names."""
        return {"spectator": cls.WATCH, "auditor": cls.AUDIT}.get(str(value))


class Grant(msgspec.Struct, frozen=True):
    """What a token stands for. A game's facts keep it as text: "host", "seat:2", "invite:3" ..."""

    role: TokenRole
    seat: SeatId | None = None

    def __str__(self) -> str:
        return str(self.role) if self.seat is None else f"{self.role}:{self.seat}"

    @property
    def actor(self) -> Actor:
        """As whom the holder acts; those who watch, audit or are invited never act."""
        if self.role is TokenRole.SEAT:
            return Actor(Role.SEAT, self.seat)
        if self.role is TokenRole.HOST:
            return HOST
        raise Forbidden("never_acts", role=str(self.role))

    def viewer(self, over: bool) -> Viewer:
        """What the holder may see; audits see everything when the game is over."""
        if self.role is TokenRole.SEAT and self.seat is not None:
            return self.seat
        return Witness.AUDITOR if self.role is TokenRole.AUDIT and over else Witness.SPECTATOR


@lru_cache(maxsize=256)
def parse_grant(text: str) -> Grant:
    role, _, seat = text.partition(":")
    return Grant(TokenRole(role), int(seat) if seat else None)


def new_token(role: TokenRole, game: str, secret: bytes | None = None) -> str:
    """A token of random bytes, or of the ones passed in, that leads to the game."""
    random = secrets.token_bytes(_RANDOM) if secret is None else secret[:_RANDOM]
    body = f"ttr_{role}_{_base62(int.from_bytes(random + bytes.fromhex(game)), _LENGTH)}"
    return f"{body}_{_base62(crc32(body.encode()), _CHECKSUM)}"


def well_formed(token: str) -> bool:
    body, _, check = token.rpartition("_")
    if _FORM.fullmatch(token):
        return _number(check) == crc32(body.encode())
    return bool(_EARLIER_FORM.fullmatch(token)) and check == sha256(body.encode()).hexdigest()[:_CHECKSUM]


def game_of(token: str) -> str | None:
    """The game that a well-formed token leads to; None for a token of the earlier form."""
    if not _FORM.fullmatch(token):
        return None
    return f"{_number(token.split('_')[2]) % (1 << 8 * _GAME):0{2 * _GAME}x}"


def invalid_token(token: str, game: str) -> TokenInvalid:
    """The refusal of a token that the game does not know, by what the token itself says.

    So its sender learns neither whether it was ever granted, nor whether the game exists.
    """
    if not well_formed(token):
        return TokenInvalid("mistyped")
    if game_of(token) not in (None, game):
        return TokenInvalid("other_game")
    return TokenInvalid("invite_gone" if token.startswith(INVITES) else "revoked")


def is_player_token(token: str) -> bool:
    """Whether the token stands for a player, in whatever game; the id that it holds is theirs."""
    return token.startswith("ttr_player_")


def fingerprint(token: str) -> str:
    """The key under which a game's facts keep the token's grant."""
    return f"{TOKENS}{sha256(token.encode()).hexdigest()}"


def _number(text: str) -> int:
    number = 0
    for digit in text:
        number = number * 62 + _VALUES[digit]
    return number


def _base62(number: int, length: int) -> str:
    text = ""
    for _ in range(length):
        number, digit = divmod(number, 62)
        text = _DIGITS[digit] + text
    return text
