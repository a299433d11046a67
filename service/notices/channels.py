"""Channels: the ways to notify a player. What they lead to are facts beside the player's stream, and go with them.

    channel:<id>        kind, address, keys and state of a channel, as JSON
    notices             preferences (`service.notices.preferences`)
    feed_key:<sha256>   the id of a key that reads the player's turns (`service.notices.feed_keys`)

A channel is off until it is confirmed. Mail is by the player's confirmed address; a chat by a code that its owner
writes there, so that the platform says who they are; the others by a code that is sent to them and must come back. So
nobody can let the service notify a device, an address or a person that is not theirs.
"""

import hmac
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256

import msgspec

from service.errors import AddressNotConfirmed, ChannelNotFound, CodeRefused, TokenInvalid, TooManyChannels
from service.games.facts import player_stream
from service.notices.preferences import Kind, Preferences, preferences_fact
from service.players.accounts import Change, Players
from service.players.player import ChannelAdded, ChannelConfirmed, ChannelRemoved, NoticesSet
from service.players.player_stream import MAIL, LoadedPlayer
from service.webhooks.signatures import new_secret

PREFIX = "channel:"  # how the keys of channels begin
MOST = 20  # of one player
CODE_LENGTH, CODE_SECONDS, MOST_GUESSES = 8, 86_400, 5
CHAT_CODE_LENGTH = 16  # alone it says whose it is, and any person in a chat may guess
_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # none that looks like another


class PushKeys(msgspec.Struct, frozen=True, kw_only=True):
    """Of a browser's subscription, in base64url: its public key, and a secret that only it and we know."""

    p256dh: str
    auth: str


class Channel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    kind: Kind
    url: str = ""  # of a push service, a webhook, a topic of ntfy; a chat room, as "<platform>:<room>"
    person: str = ""  # whom to mention in the chat room, by the platform's id
    keys: PushKeys | None = None  # of a push subscription
    secret: str = ""  # that signs messages to a webhook
    label: str = ""  # what its owner calls it
    added_at: str
    confirmed_at: str = ""  # "": it is off

    @property
    def is_on(self) -> bool:
        return bool(self.confirmed_at)


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Channel).decode


def new_channel_id() -> str:
    return f"ch_{secrets.token_hex(8)}"


def channels_of(facts: Mapping[str, str]) -> Sequence[Channel]:
    """All channels of a player, the oldest first."""
    channels = [_decode(text) for key, text in facts.items() if key.startswith(PREFIX)]
    return sorted(channels, key=lambda channel: (channel.added_at, channel.id))


def _fact(channel: Channel) -> dict[str, str]:
    return {f"{PREFIX}{channel.id}": _encode(channel).decode()}


class Channels:
    """The channels and preferences of all players."""

    def __init__(self, players: Players, now: Callable[[], str]) -> None:
        self._players, self._now = players, now

    def of(self, player: str) -> Sequence[Channel]:
        return channels_of(self._players.store.facts(player_stream(player)))

    def add(
        self,
        player: str,
        kind: Kind,
        *,
        url: str = "",
        keys: PushKeys | None = None,
        label: str = "",
        name: str = "",
    ) -> Channel:
        """A new channel, under this id if one is given; mail is on at once if its address is confirmed.

        The same address again is the same channel.
        """
        now = self._now()
        channel = Channel(
            id=name or new_channel_id(),
            kind=kind,
            url=url,
            keys=keys,
            secret=new_secret() if kind == "webhook" else "",
            label=label.strip(),
            added_at=now,
            confirmed_at=now if kind == "mail" else "",
        )
        added = [channel]

        def add(loaded: LoadedPlayer) -> Change | None:
            if kind == "mail" and MAIL not in loaded.texts:
                raise AddressNotConfirmed()
            same = [
                one
                for one in channels_of(loaded.texts)
                if one.id == name or (one.kind, one.url) == (kind, url)
            ]
            if same:
                added[0] = msgspec.structs.replace(same[0], keys=keys or same[0].keys)
                renewed = [ChannelAdded(channel=same[0].id, kind=kind)]
                return (renewed, _fact(added[0])) if added[0] != same[0] else None
            if len(channels_of(loaded.texts)) >= MOST:
                raise TooManyChannels(most=MOST)
            events = [ChannelAdded(channel=channel.id, kind=kind)]
            confirmed = [ChannelConfirmed(channel=channel.id)] if channel.is_on else []
            return [*events, *confirmed], _fact(channel)

        self._players.change(player, add)
        return added[0]

    # ---------------------------------------------------------------------------------------- codes

    def new_code(self, channel: str) -> str:
        """The code that confirms a channel; the same until it is used or a day has passed."""
        code = _new_code(CODE_LENGTH)
        store = self._players.store
        store.set_once(_code_key(channel), code, CODE_SECONDS)
        return store.expiring(_code_key(channel)) or code

    def confirm(self, player: str, channel: str, code: str) -> Channel:
        """Switches a channel on. After a few wrong codes there is none that fits any more."""
        before = self._find(self.of(player), channel)
        if before.is_on:
            return before
        self._check_code(channel, re.sub(r"[\s-]", "", code).lower())
        confirmed = msgspec.structs.replace(before, confirmed_at=self._now())
        events = [ChannelConfirmed(channel=channel)]
        self._players.change(player, lambda loaded: (events, _fact(confirmed)))
        self._players.store.remove_expiring(_code_key(channel))
        return confirmed

    def new_chat_code(self, player: str, channel: str, secret: bytes | None = None) -> str:
        """A code that confirms a channel when it is written in a chat; of the same secret it is the same code."""
        code = _new_code(CHAT_CODE_LENGTH) if secret is None else chat_code(secret)
        self._players.store.set_expiring(_chat_code_key(code), f"{player}/{channel}", CODE_SECONDS)
        return code

    def confirm_in_chat(self, code: str, room: str, person: str) -> None:
        """Switches the channel of a code on: its owner has written the code in this room."""
        key = _chat_code_key(code)
        player, _, channel = (self._players.store.expiring(key) or "").partition("/")
        if not player:
            raise CodeRefused()

        def confirm(loaded: LoadedPlayer) -> Change:
            channels = channels_of(loaded.texts)
            before = self._find(channels, channel)
            after = msgspec.structs.replace(before, url=room, person=person, confirmed_at=self._now())
            same = [one.id for one in channels if (one.url, one.person) == (room, person)]
            removed = [ChannelRemoved(channel=one, reason="player") for one in same if one != channel]
            gone = {f"{PREFIX}{event.channel}": "" for event in removed}
            return [*removed, ChannelConfirmed(channel=channel)], gone | _fact(after)

        try:
            self._players.change(player, confirm)
        except (ChannelNotFound, TokenInvalid) as error:  # removed, or its owner was erased
            raise CodeRefused() from error
        self._players.store.remove_expiring(key)

    def _check_code(self, channel: str, code: str) -> None:
        store, guesses = self._players.store, f"channel_guesses/{channel}"
        expected = store.expiring(_code_key(channel))
        if expected is not None and hmac.compare_digest(expected, code):
            return
        number = int(store.expiring(guesses) or 0) + 1
        store.set_expiring(guesses, str(number), CODE_SECONDS)
        if number >= MOST_GUESSES:
            store.remove_expiring(_code_key(channel))
        raise CodeRefused()

    # -------------------------------------------------------------------------------------- changes

    def remove(self, player: str, channel: str, reason: str = "player") -> None:
        def remove(loaded: LoadedPlayer) -> Change:
            self._find(channels_of(loaded.texts), channel)
            return [ChannelRemoved(channel=channel, reason=reason)], {f"{PREFIX}{channel}": ""}

        self._players.change(player, remove)

    def set_preferences(self, player: str, preferences: Preferences) -> None:
        self._players.change(player, lambda loaded: ([NoticesSet()], preferences_fact(preferences)))

    def find(self, player: str, channel: str) -> Channel:
        return self._find(self.of(player), channel)

    @staticmethod
    def _find(channels: Sequence[Channel], channel: str) -> Channel:
        for one in channels:
            if one.id == channel:
                return one
        raise ChannelNotFound()


def _new_code(length: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def chat_code(secret: bytes) -> str:
    """A code of 16 letters from 32 bytes: two bytes each, so that every letter is about as likely."""
    pairs = zip(secret[::2], secret[1::2], strict=True)
    return "".join(_LETTERS[(high << 8 | low) % len(_LETTERS)] for high, low in pairs)


def _chat_code_key(code: str) -> str:
    return f"chat_code/{sha256(code.encode()).hexdigest()[:32]}"


def _code_key(channel: str) -> str:
    return f"channel_code/{sha256(channel.encode()).hexdigest()[:32]}"
