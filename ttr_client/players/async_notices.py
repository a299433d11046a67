"""Notices to a player: where they go, what they are about, and feeds that need no token."""

from ttr_client.exchange import given, new_key
from ttr_client.players.async_account import AsyncAccount
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


class AsyncNotices(AsyncAccount):
    """Channels, preferences, feeds."""

    # ---------------------------------------------------------------------------- preferences

    async def get(self) -> Preferences:
        preferences: Preferences = await self._send("GET", "/notices")
        return preferences

    async def set(self, preferences: PreferencesRequest) -> Preferences:
        """What is left out has its default: change what `get` answers."""
        changed: Preferences = await self._send("PUT", "/notices", preferences)
        return changed

    async def see(self, game: str, version: int, message: str | None = None) -> Seen:
        """The player has looked at this version of a game, and at what was said there up to a message."""
        body = given(version=version, message=message)
        seen: Seen = await self._send("PUT", f"/games/{game}/seen", body)
        return seen

    # ------------------------------------------------------------------------------- channels

    async def channels(self) -> list[ChannelSeen]:
        channels: list[ChannelSeen] = (await self._send("GET", "/channels"))["items"]
        return channels

    async def add_channel(self, channel: ChannelRequest, key: str | None = None) -> NewChannel:
        """A channel that is off until it is confirmed; the same address again is the same channel."""
        added: NewChannel = await self._send("POST", "/channels", channel, key or new_key())
        return added

    async def confirm_channel(self, channel: str, code: str) -> ChannelSeen:
        """Switch a channel on, with the code that arrived there."""
        confirmed: ChannelSeen = await self._send("POST", f"/channels/{channel}/confirm", {"code": code})
        return confirmed

    async def remove_channel(self, channel: str) -> None:
        await self._send("DELETE", f"/channels/{channel}")

    # ---------------------------------------------------------------------- feeds and calendars

    async def feed_keys(self) -> list[FeedKeySeen]:
        keys: list[FeedKeySeen] = (await self._send("GET", "/feed_keys"))["items"]
        return keys

    async def create_feed_key(self, name: str | None = None, key: str | None = None) -> NewFeedKey:
        """Two addresses that need no token and read nothing else: turns as Atom, deadlines as iCalendar."""
        feed_key: NewFeedKey = await self._send("POST", "/feed_keys", given(name=name), key or new_key())
        return feed_key

    async def revoke_feed_key(self, feed_key: str) -> None:
        await self._send("DELETE", f"/feed_keys/{feed_key}")
