"""A player as a stream of events: what happened to an account, without a word that names a person.

Names, handles and hashes of tokens lie beside the stream as facts, where they can be erased. An event says that a token
was issued, under an id of its own; it never says to whom, nor what it is called.

Stored events are never rewritten. When an event changes its shape, raise its `schema` and register a function in
`UPCASTERS` that turns the old shape into the next one.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import reduce
from typing import Any, ClassVar, TypeVar, assert_never, get_args

import msgspec
from msgspec.structs import replace

T = TypeVar("T")


class Origin(StrEnum):
    """How a token came to be."""

    CREATION = "creation"  # with the player
    LINK = "link"  # on another device, with a link
    MAIL = "mail"  # with a link that was mailed
    PASSKEY = "passkey"
    TOKEN = "token"  # by a request with another token


class _PlayerEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    schema: ClassVar[int] = 1


class PlayerCreated(_PlayerEvent, frozen=True, kw_only=True, tag="player_created"):
    pass


class PlayerRenamed(_PlayerEvent, frozen=True, kw_only=True, tag="player_renamed"):
    """The name itself is a fact."""


class ProfileChanged(_PlayerEvent, frozen=True, kw_only=True, tag="profile_changed"):
    """What others may see is a fact."""


class TokenIssued(_PlayerEvent, frozen=True, kw_only=True, tag="token_issued"):
    token: str  # its id
    origin: Origin


class TokenRenamed(_PlayerEvent, frozen=True, kw_only=True, tag="token_renamed"):
    token: str


class TokenRevoked(_PlayerEvent, frozen=True, kw_only=True, tag="token_revoked"):
    token: str


class PasskeyAdded(_PlayerEvent, frozen=True, kw_only=True, tag="passkey_added"):
    passkey: str  # its id


class PasskeyRenamed(_PlayerEvent, frozen=True, kw_only=True, tag="passkey_renamed"):
    passkey: str


class PasskeyRemoved(_PlayerEvent, frozen=True, kw_only=True, tag="passkey_removed"):
    passkey: str


class AddressEntered(_PlayerEvent, frozen=True, kw_only=True, tag="address_entered"):
    """The mail address itself is a fact. It is to be confirmed."""


class AddressConfirmed(_PlayerEvent, frozen=True, kw_only=True, tag="address_confirmed"):
    pass


class AddressRemoved(_PlayerEvent, frozen=True, kw_only=True, tag="address_removed"):
    pass


class NoticesSet(_PlayerEvent, frozen=True, kw_only=True, tag="notices_set"):
    """Of what the player is notified, and when; the settings themselves are a fact."""


class ChannelAdded(_PlayerEvent, frozen=True, kw_only=True, tag="channel_added"):
    """A way to notify the player; where it leads is a fact."""

    channel: str  # its id
    kind: str


class ChannelConfirmed(_PlayerEvent, frozen=True, kw_only=True, tag="channel_confirmed"):
    channel: str


class ChannelRemoved(_PlayerEvent, frozen=True, kw_only=True, tag="channel_removed"):
    channel: str
    reason: str  # who or what ended it: player, unsubscribed, gone, unreachable


class FeedKeyIssued(_PlayerEvent, frozen=True, kw_only=True, tag="feed_key_issued"):
    """A key that reads the player's turns and nothing else."""

    key: str  # its id


class FeedKeyRevoked(_PlayerEvent, frozen=True, kw_only=True, tag="feed_key_revoked"):
    key: str


class PlayerSuspended(_PlayerEvent, frozen=True, kw_only=True, tag="player_suspended"):
    """By the operator; the reason is a fact."""


class PlayerReinstated(_PlayerEvent, frozen=True, kw_only=True, tag="player_reinstated"):
    pass


class PlayerErased(_PlayerEvent, frozen=True, kw_only=True, tag="player_erased"):
    """Everything beside the stream is gone, and every token with it."""


# about how a player is notified: what they stand for are facts
NoticeEvent = NoticesSet | ChannelAdded | ChannelConfirmed | ChannelRemoved | FeedKeyIssued | FeedKeyRevoked
PlayerEvent = (
    PlayerCreated
    | PlayerRenamed
    | ProfileChanged
    | TokenIssued
    | TokenRenamed
    | TokenRevoked
    | PasskeyAdded
    | PasskeyRenamed
    | PasskeyRemoved
    | AddressEntered
    | AddressConfirmed
    | AddressRemoved
    | PlayerSuspended
    | PlayerReinstated
    | PlayerErased
    | NoticeEvent
)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def event_name(kind: type[_PlayerEvent]) -> str:
    return str(kind.__struct_config__.tag)


EVENTS: Mapping[str, type[_PlayerEvent]] = {event_name(kind): kind for kind in get_args(PlayerEvent)}
# (type, schema) to the fields of the same event in schema + 1
UPCASTERS: dict[tuple[str, int], Upcaster] = {}


class IssuedToken(msgspec.Struct, frozen=True):
    """A token that works, as far as the stream knows it."""

    id: str
    origin: Origin
    issued_at: str


class Player(msgspec.Struct, frozen=True):
    """What follows from a player's events."""

    created_at: str = ""
    tokens: Mapping[str, IssuedToken] = {}  # by id
    passkeys: Mapping[str, str] = {}  # since when, by id
    address_confirmed_at: str = ""
    is_erased: bool = False


def evolve(player: Player, event: PlayerEvent, at: str) -> Player:
    """The player after one more event."""
    match event:
        case PlayerCreated():
            return replace(player, created_at=at)
        case TokenIssued():
            issued = IssuedToken(event.token, event.origin, at)
            return replace(player, tokens={**player.tokens, event.token: issued})
        case TokenRevoked():
            return replace(player, tokens=_without(player.tokens, event.token))
        case PasskeyAdded():
            return replace(player, passkeys={**player.passkeys, event.passkey: at})
        case PasskeyRemoved():
            return replace(player, passkeys=_without(player.passkeys, event.passkey))
        case AddressConfirmed():
            return replace(player, address_confirmed_at=at)
        case AddressRemoved():
            return replace(player, address_confirmed_at="")
        case PlayerErased():
            return Player(player.created_at, is_erased=True)
        case (
            PlayerRenamed()
            | ProfileChanged()
            | TokenRenamed()
            | PasskeyRenamed()
            | AddressEntered()
            | NoticesSet()
            | ChannelAdded()
            | ChannelConfirmed()
            | ChannelRemoved()
            | FeedKeyIssued()
            | FeedKeyRevoked()
            | PlayerSuspended()
            | PlayerReinstated()
        ):
            return player
        case _:
            assert_never(event)


def _without(values: Mapping[str, T], name: str) -> Mapping[str, T]:
    return {other: value for other, value in values.items() if other != name}


def decode_event(type_name: str, schema: int, data: bytes) -> PlayerEvent:
    """A stored event in today's shape."""
    fields: dict[str, Any] = msgspec.json.decode(data)
    kind = EVENTS[type_name]
    fields = reduce(lambda shape, step: UPCASTERS[type_name, step](shape), range(schema, kind.schema), fields)
    event: PlayerEvent = msgspec.convert({**fields, "type": type_name}, PlayerEvent)
    return event


def event_fields(event: PlayerEvent) -> tuple[str, dict[str, Any]]:
    """The name of the event's type, and its fields as JSON values."""
    fields: dict[str, Any] = msgspec.to_builtins(event)
    return fields.pop("type"), fields
