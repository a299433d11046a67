"""The dispatcher's part in table talk: rooms and players' streams are shown it, and the feeds are trimmed."""

from collections.abc import Callable
from typing import Any

from rq import Queue

from service.background.jobs import TALK as SHOW_TALK
from service.background.jobs import Need, enqueue
from service.games.facts import game_of, is_talk
from service.store.interface import TALK_FEED
from workers.dispatch.feeds import Entries, Feeds


class TalkFeed:
    """The feeds of what is said at all tables, for one dispatcher."""

    def __init__(
        self, queue: Queue, client: Any, member: str, note: Callable[[str], None]
    ) -> None:  # of one server or of a cluster
        self._queue, self._note, self._feeds = queue, note, Feeds(client, member, feed=TALK_FEED)

    def prepare(self) -> None:
        self._feeds.prepare()

    def step(self) -> None:
        self._queue_all(self._feeds.read(0.0))

    def tend(self, partition: int) -> None:
        """Takes over what a dead dispatcher has left, and trims the feed."""
        self._queue_all(self._feeds.adopt(partition))
        self._feeds.tidy(partition)

    def _queue_all(self, entries: Entries) -> None:
        for _, entry in entries:
            if is_talk(entry.game):
                self._note(game_of(entry.game))
                enqueue(self._queue, Need(SHOW_TALK, game_of(entry.game), entry.version))
        self._feeds.acknowledge(entries)
