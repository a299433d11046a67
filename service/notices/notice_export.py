"""What the service knows of how a player is notified, for their export; keys that sign or encrypt are left out."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from service.games.facts import game_of, is_talk, player_stream
from service.notices.channels import channels_of
from service.notices.feed_keys import FeedKey, feed_keys_of
from service.notices.notice_ledger import Ledger
from service.notices.notice_occasions import Occasion
from service.notices.notifier import Schedule
from service.notices.preferences import Kind, Preferences, preferences_of
from service.store import Store


class ExportedChannel(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    kind: Kind
    name: str | None
    url: str | None
    person: str | None  # as a chat knows you
    created_at: str
    confirmed_at: str | None


class ExportedNotice(msgspec.Struct, frozen=True, kw_only=True):
    """Something that you are to hear of, and the channels that were sent it."""

    game: str
    occasion: Occasion
    version: int
    at: str
    channels: Sequence[str]


class NoticeExport(msgspec.Struct, frozen=True, kw_only=True):
    """How you are notified, what waits to be sent or is shown somewhere, and what you have seen of each game."""

    preferences: Preferences
    channels: Sequence[ExportedChannel]
    feed_keys: Sequence[FeedKey]
    notices: Sequence[ExportedNotice]
    seen: Mapping[str, int]
    messages_seen: Mapping[str, int]


class NoticeRecords:
    """What is kept about how players are notified."""

    def __init__(self, store: Store, ledger: Ledger, now: Callable[[], str]) -> None:
        self._store, self._ledger, self._schedule = store, ledger, Schedule(ledger.store, now)

    def export(self, player: str) -> NoticeExport:
        return exported_notices(self._ledger, player, self._store.facts(player_stream(player)))

    def erase(self, player: str) -> None:
        """Removes the ledger, and looks again later: a look at a game may be writing to it at this moment."""
        self._schedule.players([player])
        self._ledger.remove(player)


def exported_notices(ledger: Ledger, player: str, facts: Mapping[str, str]) -> NoticeExport:
    channels = [
        ExportedChannel(
            id=channel.id,
            kind=channel.kind,
            name=channel.label or None,
            url=channel.url or None,
            person=channel.person or None,
            created_at=channel.added_at,
            confirmed_at=channel.confirmed_at or None,
        )
        for channel in channels_of(facts)
    ]
    notices = [
        ExportedNotice(
            game=entry.game,
            occasion=entry.occasion,
            version=entry.version,
            at=entry.since.at,
            channels=sorted(entry.sent),
        )
        for entry in ledger.of(player).values()
    ]
    seen = ledger.seen(player)
    return NoticeExport(
        preferences=preferences_of(facts),
        channels=channels,
        feed_keys=feed_keys_of(facts),
        notices=notices,
        seen={stream: version for stream, version in seen.items() if not is_talk(stream)},
        messages_seen={game_of(stream): number for stream, number in seen.items() if is_talk(stream)},
    )
