"""What is said at a table, as a stream stores it, and who may hear it.

There are two channels, and nobody writes in both: `table` is for the seats and the host, `watchers` for all who look
on. Seats hear the watchers when the game is over, and not before, or they could be given advice.

The stream says that somebody wrote, when, and from where. The words themselves and the player who wrote them are facts
beside it, which can be erased.
"""

from enum import StrEnum

import msgspec

from service.errors import Forbidden, TokenMissing
from service.games.facts import talk_stream
from service.games.tokens import Grant, TokenRole
from ttr_core.model.ids import SeatId

__all__ = [
    "MESSAGE_ERASED",
    "MESSAGE_ID",
    "MESSAGE_POSTED",
    "Channel",
    "Erased",
    "Posted",
    "Said",
    "Speaker",
    "message_id",
    "message_number",
    "read_entry",
    "talk_stream",
]

MESSAGE_ID = "^msg_[0-9]{1,9}$"
# what streams and webhooks say of messages
MESSAGE_POSTED, MESSAGE_ERASED = "message.posted", "message.erased"
TALKERS = (TokenRole.SEAT, TokenRole.HOST)


class Channel(StrEnum):
    TABLE = "table"
    WATCHERS = "watchers"


def message_id(number: int) -> str:
    return f"msg_{number}"


def message_number(message: str) -> int:
    return int(message.removeprefix("msg_"))


class Speaker(msgspec.Struct, frozen=True):
    """Somebody who reads or writes: what their token stands for, and who they are."""

    grant: Grant | None
    holder: int | None = None  # which of the seat's holders
    player: str | None = None

    @property
    def name(self) -> str:
        """By which messages and mutes know them; a player who looks on is one of many."""
        if self.grant is None:
            return ""
        looks_on = self.grant.role not in TALKERS
        return f"player:{self.player}" if looks_on and self.player else str(self.grant)

    def hears(self, over: bool) -> tuple[Channel, ...]:
        if self.grant is not None and self.grant.role in TALKERS:
            return (Channel.TABLE, Channel.WATCHERS) if over else (Channel.TABLE,)
        return (Channel.WATCHERS,)

    def writes_in(self) -> Channel:
        if self.grant is None:
            raise TokenMissing()
        if self.grant.role is TokenRole.INVITE:
            raise Forbidden("never_talks")
        return Channel.TABLE if self.grant.role in TALKERS else Channel.WATCHERS


class _Entry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """An entry of the stream; its number is its place there."""

    at: str


class Posted(_Entry, frozen=True, kw_only=True, tag="message_posted"):
    channel: Channel
    role: TokenRole
    seat: SeatId | None
    holder: int | None
    version: int  # of the game, when it was said
    from_room: bool = False  # it was said in the chat room of the game, where it need not be shown


class Erased(_Entry, frozen=True, kw_only=True, tag="message_erased"):
    message: int


Entry = Posted | Erased

_decode = msgspec.json.Decoder(Entry).decode


def read_entry(data: bytes) -> Entry:
    entry: Entry = _decode(data)
    return entry


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """A message together with what is kept beside the stream."""

    number: int
    posted: Posted
    text: str | None  # None: erased
    player: str | None

    def is_by(self, speaker: Speaker) -> bool:
        """Whether they wrote it: the same player, or the same holder of the same seat, host or watcher."""
        if self.player or speaker.player:
            return self.player == speaker.player
        grant = speaker.grant
        if grant is None or grant.role in (TokenRole.WATCH, TokenRole.AUDIT):  # many may have that token
            return False
        mine = (grant.role, grant.seat, speaker.holder)
        return (self.posted.role, self.posted.seat, self.posted.holder) == mine
