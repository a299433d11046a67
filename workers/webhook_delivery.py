"""The process that delivers webhooks: it reads of moves in the feeds and lets threads carry out what is due.

It depends on no message: what is to be sent lies between a cursor and the end of its game's stream, and a sweep at the
start and every minute finds whatever got lost. Each delivery has a thread, and no receiver gets so many that others
would wait for it.
"""

import logging
import os
import secrets
import socket
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from service.clocks.deadlines import moment
from service.config import Config
from service.errors import StoreUnavailable
from service.games.games import Games
from service.store.interface import PARTITIONS
from service.store.redis_store import RedisStore, connect
from service.webhooks.delivery import Deliverer, DeliverySettings
from service.webhooks.subscriptions import Subscription, Subscriptions, delivery_name
from service.webhooks.webhook_store import webhook_store_of
from workers.dispatch.feeds import Feeds
from workers.step_loop import run_steps

log = logging.getLogger("ttr.webhooks")

GROUP = "webhooks"  # the group that reads the feeds
# seconds to wait for news: with no delivery under way, with some, with all threads busy
IDLE, BUSY, FULL = 0.25, 0.1, 0.01
SWEEP_SECONDS = 60.0
FAULT_MS = 60_000  # before a delivery that raised an error is tried again


class DeliveryProcess:
    def __init__(self, games: Games, config: Config) -> None:
        assert isinstance(games.store, RedisStore)
        self._store = games.store
        self._subscriptions = Subscriptions(
            webhook_store_of(games.store), games.now, lambda: moment(games.now()).timestamp()
        )
        self._settings = DeliverySettings(
            config.webhook_private, config.webhook_seconds, config.webhook_threads
        )
        self._deliverer = Deliverer(games, self._subscriptions, self._settings, games.now)
        member = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        self._feeds = Feeds(connect(games.store.url), member, GROUP)
        self._threads = config.webhook_threads
        self._pool = ThreadPoolExecutor(self._threads, "delivery")
        self._under_way: set[Future[None]] = set()
        self._more_due = False  # than could be started at the last step
        self._swept = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end; deliveries under way are finished."""
        run_steps(self, log)
        self._pool.shutdown(cancel_futures=True)

    def prepare(self) -> None:
        self._feeds.prepare()
        self._swept = 0.0

    def step(self) -> None:
        """Schedules what is new, then starts what is due."""
        entries = self._feeds.read(self._patience())
        self._subscriptions.wake(list(dict.fromkeys(entry.game for _, entry in entries)))
        self._feeds.acknowledge(entries)
        if time.monotonic() - self._swept > SWEEP_SECONDS or not self._swept:
            self.sweep()
            self._swept = time.monotonic()
        self._start_due()

    def wait(self) -> None:
        """Until all deliveries under way have ended."""
        for future in list(self._under_way):
            future.result()

    def _patience(self) -> float:
        self._under_way = {future for future in self._under_way if not future.done()}
        if not self._under_way and not self._more_due:
            return IDLE
        return FULL if self._more_due or len(self._under_way) >= self._threads else BUSY

    def _start_due(self) -> None:
        free = self._threads - sum(not future.done() for future in self._under_way)
        if free <= 0:
            return
        now = self._subscriptions.milliseconds()
        until = now + self._settings.claim_ms
        names = self._subscriptions.store.claim(now, until, free)
        self._more_due = len(names) == free
        for name in names:
            self._under_way.add(self._pool.submit(self._deliver, name, until))

    def _deliver(self, name: str, until: int) -> None:
        try:
            due = self._deliverer.deliver(name)
        except StoreUnavailable as error:
            log.warning("the store does not answer; delivery %s is due again in a while: %s", name, error)
            return  # when the claim has run out
        except Exception:  # one delivery that fails must not stop the others
            log.exception("%s cannot be delivered; it is tried again in a minute", name)
            due = self._subscriptions.milliseconds() + FAULT_MS
        self._subscriptions.store.release(name, until, due)

    # ---------------------------------------------------------------------------------------- the sweep

    def sweep(self) -> int:
        """Schedules every delivery that is behind its game; returns how many those are."""
        for partition in range(PARTITIONS):
            # the sweep stands in for what they announced
            self._feeds.acknowledge(self._feeds.adopt(partition))
            self._feeds.tidy(partition)
        running = [each for each in self._subscriptions.everybody() if not each.off]
        names = [name for subscription in running for name in self._behind(subscription)]
        self._subscriptions.store.schedule(names, self._subscriptions.milliseconds())
        return len(names)

    def _behind(self, subscription: Subscription) -> Iterator[str]:
        cursors = dict(self._subscriptions.cursors(subscription.id))
        if cursors.pop("", 0) < subscription.pings:
            yield delivery_name(subscription.id, "")
        if not subscription.game:
            active = (game for partition in range(PARTITIONS) for game in self._store.active(partition))
            cursors = dict.fromkeys(active, 0) | cursors
        versions = self._store.versions(list(cursors))
        pairs = zip(cursors.items(), versions, strict=True)
        yield from (delivery_name(subscription.id, game) for (game, cursor), last in pairs if cursor < last)
