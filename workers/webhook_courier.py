"""The courier: hears of every move, and carries to whoever has subscribed what he is to be told.

It depends on no message: what is to be told lies between the cursor of a track and the end of its game's stream, and a
sweep at the start and every minute finds whatever got lost. Slow receivers wait in threads of their own.
"""

import logging
import os
import secrets
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from service.config import Config
from service.errors import StoreUnavailable
from service.games.games import Games
from service.store.interface import PARTITIONS
from service.store.redis_store import RedisStore, connect
from service.webhooks.delivery import Carrier, Terms
from service.webhooks.ledger import ledger_of
from service.webhooks.subscription import Subscription
from service.webhooks.subscriptions import Register, track
from service.wiring import utc_now
from workers.dispatch.feeds import Feeds
from workers.step_loop import run_steps

log = logging.getLogger("ttr.webhooks")

GROUP = "webhooks"  # that reads the feeds
IDLE, BUSY, FULL = (
    0.25,
    0.1,
    0.01,
)  # seconds to wait for news: with nothing on the way, with something, with all hands full
SWEEP_SECONDS = 60.0
AFTER_A_FAULT = 60_000  # milliseconds


class Courier:
    def __init__(self, games: Games, config: Config) -> None:
        assert isinstance(games.store, RedisStore)
        self._store = games.store
        self._register = Register(ledger_of(games.store), utc_now)
        self._terms = Terms(config.webhook_private, config.webhook_seconds)
        self._carrier = Carrier(games, self._register, self._terms, utc_now)
        member = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._feeds = Feeds(connect(games.store.url), member, GROUP)
        self._hands = config.webhook_threads
        self._pool = ThreadPoolExecutor(self._hands, "courier")
        self._on_the_way: set[Future[None]] = set()
        self._swept = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until it is told to stop; what is on the way is still delivered then."""
        run_steps(self, log)
        self._pool.shutdown(cancel_futures=True)

    def prepare(self) -> None:
        self._feeds.prepare()
        self._swept = 0.0

    def step(self) -> None:
        """Plans what is new, then sends somebody off with what is due."""
        entries = self._feeds.read(self._patience())
        self._register.wake(list(dict.fromkeys(entry.game for _, entry in entries)))
        self._feeds.acknowledge(entries)
        if time.monotonic() - self._swept > SWEEP_SECONDS or not self._swept:
            self.sweep()
            self._swept = time.monotonic()
        self._hand_out()

    def wait(self) -> None:
        """Until all who were sent off are back."""
        for future in list(self._on_the_way):
            future.result()

    def _patience(self) -> float:
        self._on_the_way = {future for future in self._on_the_way if not future.done()}
        if not self._on_the_way:
            return IDLE
        return FULL if len(self._on_the_way) >= self._hands else BUSY

    def _hand_out(self) -> None:
        free = self._hands - sum(not future.done() for future in self._on_the_way)
        if free <= 0:
            return
        now = self._register.milliseconds()
        until = now + self._terms.lease
        for name in self._register.ledger.claim(now, until, free):
            self._on_the_way.add(self._pool.submit(self._carry, name, until))

    def _carry(self, name: str, until: int) -> None:
        try:
            due = self._carrier.carry(name)
        except StoreUnavailable as error:
            log.warning("the store does not answer: %s", error)
            return  # it is due again when the claim has run out
        except Exception:  # one track that cannot be followed must not stop the others
            log.exception("%s cannot be delivered", name)
            due = self._register.milliseconds() + AFTER_A_FAULT
        self._register.ledger.settle(name, until, due)

    # ---------------------------------------------------------------------------------------- the sweep

    def sweep(self) -> int:
        """Plans whatever lies behind a cursor and is not planned; how much that was."""
        for partition in range(PARTITIONS):
            self._feeds.acknowledge(self._feeds.adopt(partition))  # the sweep stands in for what it told
            self._feeds.tidy(partition)
        names = [
            name for found in self._register.everybody() if not found.off for name in self._behind(found)
        ]
        self._register.ledger.plan(names, self._register.milliseconds())
        return len(names)

    def _behind(self, found: Subscription) -> Iterator[str]:
        cursors = dict(self._register.tracks(found.id))
        if cursors.pop("", 0) < found.pings:
            yield track(found.id, "")
        if not found.game:
            active = (game for partition in range(PARTITIONS) for game in self._store.active(partition))
            cursors = dict.fromkeys(active, 0) | cursors
        versions = self._store.versions(list(cursors))
        behind = zip(cursors.items(), versions, strict=True)
        yield from (track(found.id, game) for (game, cursor), version in behind if cursor < version)
