"""The process that delivers webhooks: it reads of moves and talk in the feeds and lets threads carry out what is due.

It depends on no message: what is to be sent lies between a cursor and the end of its stream, and a sweep at the
start and every minute finds whatever got lost. Each delivery has a thread, and no receiver gets so many that others
would wait for it.
"""

import logging
import os
import secrets
import socket
import time
from collections.abc import Iterator

from service.clocks.deadlines import moment
from service.config import Config
from service.games.facts import Facts, game_of, is_game, talk_stream
from service.games.games import Games
from service.players.game_lists import game_lists_of
from service.store.interface import PARTITIONS, TALK_FEED
from service.store.redis_store import RedisStore, connect
from service.webhooks.delivery import Deliverer, DeliverySettings
from service.webhooks.subscriptions import Subscription, Subscriptions, delivery_name
from service.webhooks.webhook_store import webhook_store_of
from workers.dispatch.feeds import Feeds
from workers.due_deliveries import DueDeliveries
from workers.step_loop import run_steps

log = logging.getLogger("ttr.webhooks")

GROUP = "webhooks"  # the group that reads the feeds
SWEEP_SECONDS = 60.0


class DeliveryProcess:
    def __init__(self, games: Games, config: Config) -> None:
        assert isinstance(games.store, RedisStore)
        self._store = games.store
        self._lists = game_lists_of(games)
        self._subscriptions = Subscriptions(
            webhook_store_of(games.store), games.now, lambda: moment(games.now()).timestamp()
        )
        settings = DeliverySettings(config.webhook_private, config.webhook_seconds, config.webhook_threads)
        self._due = DueDeliveries(
            self._subscriptions.store,
            Deliverer(games, self._subscriptions, settings, games.now).deliver,
            self._subscriptions.milliseconds,
            log,
            threads=config.webhook_threads,
            claim_ms=settings.claim_ms,
        )
        member = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        client = connect(games.store.url)
        self._feeds, self._talk = Feeds(client, member, GROUP), Feeds(client, member, GROUP, TALK_FEED)
        self._swept = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end; deliveries under way are finished."""
        run_steps(self, log)
        self._due.close()

    def prepare(self) -> None:
        for feeds in (self._feeds, self._talk):
            feeds.prepare()
        self._swept = 0.0

    def step(self) -> None:
        """Schedules what is new, then starts what is due."""
        for feeds, wait in ((self._talk, 0.0), (self._feeds, self._due.patience())):
            entries = feeds.read(wait)
            streams = dict.fromkeys(entry.game for _, entry in entries)
            self._subscriptions.wake([each for each in streams if is_game(game_of(each))], self._players_of)
            feeds.acknowledge(entries)
        if time.monotonic() - self._swept > SWEEP_SECONDS or not self._swept:
            self.sweep()
            self._swept = time.monotonic()
        self._due.start()

    def _players_of(self, game: str) -> set[str]:
        return set(Facts(self._store.facts(game)).player_places().values())

    def wait(self) -> None:
        """Until all deliveries under way have ended."""
        self._due.wait()

    # ---------------------------------------------------------------------------------------- the sweep

    def sweep(self) -> int:
        """Schedules every delivery that is behind its game or the talk there; returns how many those are."""
        for partition in range(PARTITIONS):
            for feeds in (self._feeds, self._talk):  # the sweep stands in for what they announced
                feeds.acknowledge(feeds.adopt(partition))
                feeds.tidy(partition)
        running = [each for each in self._subscriptions.everybody() if not each.off]
        names = [name for subscription in running for name in self._behind(subscription)]
        self._subscriptions.store.schedule(names, self._subscriptions.milliseconds())
        return len(names)

    def _behind(self, subscription: Subscription) -> Iterator[str]:
        cursors = dict(self._subscriptions.cursors(subscription.id))
        if cursors.pop("", 0) < subscription.pings:
            yield delivery_name(subscription.id, "")
        if subscription.player and not subscription.game:
            cursors = dict.fromkeys(self._lists.of(subscription.player), 0) | cursors
        elif not subscription.game:
            active = (game for partition in range(PARTITIONS) for game in self._store.active(partition))
            cursors = dict.fromkeys(active, 0) | cursors
        talks = dict.fromkeys(map(talk_stream, map(game_of, cursors))) if subscription.wants_talk else ()
        streams = [*filter(is_game, cursors), *talks]
        pairs = zip(streams, self._store.versions(streams), strict=True)
        behind = (stream for stream, last in pairs if cursors.get(stream, 0) < last)
        yield from (delivery_name(subscription.id, stream) for stream in behind)
