"""Notices to a player: where they go, what they are about, and feeds that need no token."""

# Written from async_notices.py by `make generated`: change that one.

from ttr_client.exchange import given, new_key
from ttr_client.players.account import Account
from ttr_client.types import (
    ChannelRequest,
    ChannelSeen,
    FeedKeySeen,
    NewChannel,
    NewFeedKey,
    Preferences,
    PreferencesRequest,
    Seen,
)


class Notices(Account):
    """Channels, preferences, feeds."""

    # ---------------------------------------------------------------------------- preferences

    def get(self) -> Preferences:
        preferences: Preferences = self._send("GET", "/notices")
        return preferences

    def set(self, preferences: PreferencesRequest) -> Preferences:
        """What is left out has its default: change what `get` answers."""
        changed: Preferences = self._send("PUT", "/notices", preferences)
        return changed

    def see(self, game: str, version: int, message: str | None = None) -> Seen:
        """The player has looked at this version of a game, and at what was said there up to a message."""
        body = given(version=version, message=message)
        seen: Seen = self._send("PUT", f"/games/{game}/seen", body)
        return seen

    # ------------------------------------------------------------------------------- channels

    def channels(self) -> list[ChannelSeen]:
        channels: list[ChannelSeen] = (self._send("GET", "/channels"))["items"]
        return channels

    def add_channel(self, channel: ChannelRequest, key: str | None = None) -> NewChannel:
        """A channel that is off until it is confirmed; the same address again is the same channel."""
        added: NewChannel = self._send("POST", "/channels", channel, key or new_key())
        return added

    def confirm_channel(self, channel: str, code: str) -> ChannelSeen:
        """Switch a channel on, with the code that arrived there."""
        confirmed: ChannelSeen = self._send("POST", f"/channels/{channel}/confirm", {"code": code})
        return confirmed

    def remove_channel(self, channel: str) -> None:
        self._send("DELETE", f"/channels/{channel}")

    # ---------------------------------------------------------------------- feeds and calendars

    def feed_keys(self) -> list[FeedKeySeen]:
        keys: list[FeedKeySeen] = (self._send("GET", "/feed_keys"))["items"]
        return keys

    def create_feed_key(self, name: str | None = None, key: str | None = None) -> NewFeedKey:
        """Two addresses that need no token and read nothing else: turns as Atom, deadlines as iCalendar."""
        feed_key: NewFeedKey = self._send("POST", "/feed_keys", given(name=name), key or new_key())
        return feed_key

    def revoke_feed_key(self, feed_key: str) -> None:
        self._send("DELETE", f"/feed_keys/{feed_key}")
