"""News: wakes whoever follows a game when something was appended to it, in any process.

The store announces every commit on a channel; one thread of each process listens. A message may get lost, and nobody
relies on it: whoever waits looks again after a few seconds anyway.
"""

import logging
from collections.abc import Callable
from threading import Condition, Thread
from typing import Any

from service.store.redis_store import CHANNEL, ERRORS, connect

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
LISTEN_SECONDS = 4.0  # shorter than the socket's own patience


class News:
    """What version of which game was last heard of."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._followers: dict[str, int] = {}
        self._changed = Condition()

    def tell(self, game: str, version: int) -> None:
        with self._changed:
            if game in self._followers:
                self._versions[game] = max(version, self._versions.get(game, 0))
                self._changed.notify_all()

    def follow(self, game: str) -> None:
        with self._changed:
            self._followers[game] = self._followers.get(game, 0) + 1

    def leave(self, game: str) -> None:
        with self._changed:
            self._followers[game] -= 1
            if not self._followers[game]:
                del self._followers[game]
                self._versions.pop(game, None)

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Whether the game was heard to have passed the version within this time."""
        with self._changed:
            return self._changed.wait_for(lambda: self._versions.get(game, 0) > after, seconds)


def listen(url: str, news: News, sleep: Callable[[float], None]) -> None:
    """Starts the thread that passes the channel's messages on, for as long as the process lives."""
    Thread(target=_listen, args=(url, news, sleep), name="news", daemon=True).start()


def _listen(url: str, news: News, sleep: Callable[[float], None]) -> None:
    while True:
        try:
            _pass_on(connect(url), news)
        except ERRORS as error:
            log.warning("listening to the store failed: %s", error)
            sleep(RETRY_SECONDS)


def _pass_on(client: Any, news: News) -> None:  # a client of one server or of a cluster
    pubsub = client.pubsub(ignore_subscribe_messages=True)
    pubsub.subscribe(CHANNEL)
    while True:
        message = pubsub.get_message(timeout=LISTEN_SECONDS)
        if message:
            game, _, version = message["data"].decode().rpartition(":")
            news.tell(game, int(version))
