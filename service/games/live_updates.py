"""Live updates: wake everybody who follows a game when a commit is appended to it, in any process.

Every commit is published on its game's channel, and one thread of each process listens to the channels of the games
that somebody follows here: a game without followers costs nothing. Messages may get lost, and nothing relies on them:
followers look again after a few seconds anyway.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

from service.store.redis_store import ERRORS, connect
from service.store.script import CHANNEL, news_channel

log = logging.getLogger(__name__)

RETRY_SECONDS = 1.0
LISTEN_SECONDS = 4.0  # shorter than the socket's own time-out
FOLLOW_SECONDS = 1.0  # how long a follower waits for the thread to listen; they look again later in any case


class LiveUpdates:
    """The latest version that was announced of each followed game."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._followers: dict[str, int] = {}
        self._heard: set[str] = set()  # games whose channel the thread listens to
        # makes the thread look which games are followed
        self._wake_listener: Callable[[], object] | None = None
        self._changed = Condition()
        self.stopping = False  # no more updates will come: followers should leave

    def announce(self, game: str, version: int) -> None:
        with self._changed:
            if game in self._followers:
                self._versions[game] = max(version, self._versions.get(game, 0))
                self._changed.notify_all()

    def rewind(self, game: str, version: int) -> None:
        """The server has lost what came after this version: followers wait for what comes instead."""
        with self._changed:
            if game in self._versions:
                self._versions[game] = min(version, self._versions[game])

    def follow(self, game: str) -> None:
        """From here on every commit is announced, as long as the store can be reached."""
        with self._changed:
            self._followers[game] = self._followers.get(game, 0) + 1
            wake = None if game in self._heard else self._wake_listener
        if wake:
            with suppress(*ERRORS):
                wake()
            with self._changed:
                self._changed.wait_for(lambda: game in self._heard, FOLLOW_SECONDS)

    def leave(self, game: str) -> None:
        with self._changed:
            self._followers[game] -= 1
            if not self._followers[game]:
                del self._followers[game]
                self._versions.pop(game, None)

    def wait(self, game: str, after: int, seconds: float) -> bool:
        """Waits until the game has passed a version; True if it has, or if no more updates will come."""
        return self.wait_for_any({game: after}, seconds)

    def wait_for_any(self, positions: Mapping[str, int], seconds: float) -> bool:
        """Waits until one of several streams has passed its version."""

        def has_passed() -> bool:
            return self.stopping or any(self._versions.get(game, 0) > n for game, n in positions.items())

        with self._changed:
            return self._changed.wait_for(has_passed, seconds)

    def stop(self) -> None:
        with self._changed:
            self.stopping = True
            self._changed.notify_all()

    # for the listening thread

    def followed(self) -> set[str]:
        """The games to listen to; the thread leaves all others."""
        with self._changed:
            self._heard &= self._followers.keys()
            return set(self._followers)

    def subscribed(self, game: str) -> None:
        """The thread listens to the game's channel now."""
        with self._changed:
            self._heard.add(game)
            self._changed.notify_all()

    def set_listener(self, wake: Callable[[], object] | None) -> None:
        """A thread begins to listen and can be woken, or has stopped."""
        with self._changed:
            self._heard.clear()
            self._wake_listener = wake


def listen(url: str, updates: LiveUpdates, sleep: Callable[[float], None]) -> None:
    """Starts the thread that passes the channels' messages on, for as long as the process lives."""
    Thread(target=_listen, args=(url, updates, sleep), name="live-updates", daemon=True).start()


def _listen(url: str, updates: LiveUpdates, sleep: Callable[[float], None]) -> None:
    while True:
        try:
            _pass_on(connect(url), updates)
        except ERRORS as error:
            updates.set_listener(None)
            log.warning("listening to the store failed: %s", error)
            sleep(RETRY_SECONDS)


def _pass_on(client: Any, updates: LiveUpdates) -> None:  # a client of one server or of a cluster
    updates.set_listener(lambda: client.publish(CHANNEL, ""))
    with client.pubsub() as pubsub:
        pubsub.subscribe(CHANNEL)
        subscribed: set[str] = set()
        while True:
            followed = updates.followed()
            if followed - subscribed:
                pubsub.subscribe(*map(news_channel, followed - subscribed))
            if subscribed - followed:
                pubsub.unsubscribe(*map(news_channel, subscribed - followed))
            subscribed = followed
            message = pubsub.get_message(timeout=LISTEN_SECONDS)
            if message:
                _receive(updates, message["type"], message["channel"].decode(), message["data"])


def _receive(updates: LiveUpdates, kind: str, channel: str, data: Any) -> None:  # a version or a count
    game = channel.removeprefix(CHANNEL).removeprefix(":")
    if kind == "subscribe":
        updates.subscribed(game)
    elif kind == "message" and game:  # a message on the channel without a game only wakes the thread
        updates.announce(game, int(data))
