"""News: wakes whoever follows a game when something was appended to it, in any process.

Every commit is announced on the channel of its game, and one thread of each process listens to the channels of those
games that somebody follows here: what nobody follows costs nobody anything. A message may get lost, and nobody relies
on it: whoever waits looks again after a few seconds anyway.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

from service.store.redis_store import ERRORS, connect
from service.store.script import CHANNEL, news_channel

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
LISTEN_SECONDS = 4.0  # shorter than the socket's own patience
FOLLOW_SECONDS = 1.0  # how long a follower waits for the thread to listen; it looks again later in any case


class News:
    """What version of which game was last heard of."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._followers: dict[str, int] = {}
        self._heard: set[str] = set()  # games whose channel the thread listens to
        self._knock: Callable[[], object] | None = None  # makes the thread look who is followed
        self._changed = Condition()
        self.ending = False  # there will be no more news: whoever follows shall go

    def tell(self, game: str, version: int) -> None:
        with self._changed:
            if game in self._followers:
                self._versions[game] = max(version, self._versions.get(game, 0))
                self._changed.notify_all()

    def follow(self, game: str) -> None:
        """From here on every commit is heard of, as long as the store can be reached."""
        with self._changed:
            self._followers[game] = self._followers.get(game, 0) + 1
            knock = None if game in self._heard else self._knock
        if knock:
            with suppress(*ERRORS):
                knock()
            with self._changed:
                self._changed.wait_for(lambda: game in self._heard, FOLLOW_SECONDS)

    def leave(self, game: str) -> None:
        with self._changed:
            self._followers[game] -= 1
            if not self._followers[game]:
                del self._followers[game]
                self._versions.pop(game, None)

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Whether the game was heard to have passed the version within this time, or nothing more will be heard."""
        with self._changed:
            return self._changed.wait_for(lambda: self.ending or self._versions.get(game, 0) > after, seconds)

    def end(self) -> None:
        with self._changed:
            self.ending = True
            self._changed.notify_all()

    def followed(self) -> set[str]:
        """The games to listen to; the others are not listened to any more."""
        with self._changed:
            self._heard &= self._followers.keys()
            return set(self._followers)

    def hears(self, game: str) -> None:
        with self._changed:
            self._heard.add(game)
            self._changed.notify_all()

    def listens(self, knock: Callable[[], object] | None) -> None:
        """Somebody begins to listen, or has stopped."""
        with self._changed:
            self._heard.clear()
            self._knock = knock


def listen(url: str, news: News, sleep: Callable[[float], None]) -> None:
    """Starts the thread that passes the channels' messages on, for as long as the process lives."""
    Thread(target=_listen, args=(url, news, sleep), name="news", daemon=True).start()


def _listen(url: str, news: News, sleep: Callable[[float], None]) -> None:
    while True:
        try:
            _pass_on(connect(url), news)
        except ERRORS as error:
            news.listens(None)
            log.warning("listening to the store failed: %s", error)
            sleep(RETRY_SECONDS)


def _pass_on(client: Any, news: News) -> None:  # a client of one server or of a cluster
    news.listens(lambda: client.publish(CHANNEL, ""))
    with client.pubsub() as pubsub:
        pubsub.subscribe(CHANNEL)
        asked: set[str] = set()
        while True:
            followed = news.followed()
            if followed - asked:
                pubsub.subscribe(*map(news_channel, followed - asked))
            if asked - followed:
                pubsub.unsubscribe(*map(news_channel, asked - followed))
            asked = followed
            message = pubsub.get_message(timeout=LISTEN_SECONDS)
            if message:
                _hear(news, message["type"], message["channel"].decode(), message["data"])


def _hear(news: News, kind: str, channel: str, data: Any) -> None:  # a version, or a number of subscriptions
    game = channel.removeprefix(CHANNEL).removeprefix(":")
    if kind == "subscribe":
        news.hears(game)
    elif kind == "message" and game:  # on the channel without a game somebody only knocks
        news.tell(game, int(data))
