"""The backlog: how much background work is waiting, under way or failed, as plain numbers from the two servers."""

import logging
from functools import cached_property
from typing import Any

import msgspec
import redis
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.background.jobs import DISPATCHERS, QUEUE
from service.config import Config
from service.store.interface import PARTITIONS
from service.store.redis_store import FAILURES_COUNT, connect, feed_key
from service.webhooks.subscriptions import ALL, OFF
from service.webhooks.webhook_store import CLAIMED, DUE, PREFIX

log = logging.getLogger(__name__)


class Backlog(msgspec.Struct, frozen=True):
    unread: int  # commits whose consequences nobody has looked at
    queued: int
    started: int
    scheduled: int  # failed or put off, and to be tried again
    failed: int  # for good
    failures: int  # ever reported, of jobs and bots
    webhooks: int = 0
    webhooks_off: int = 0  # switched off, because nobody answered
    deliveries: int = 0  # games that somebody is still to be told of


def read_backlog(store: Any, queue: Any) -> Backlog:  # clients of a server, of a cluster, by Sentinel
    """Asks the store's server and the queue's."""
    jobs = queue.pipeline(transaction=False)
    jobs.llen(f"rq:queue:{QUEUE}")
    for registry in ("wip", "scheduled", "failed"):
        jobs.zcard(f"rq:{registry}:{QUEUE}")
    queued, started, scheduled, failed = jobs.execute()
    told = int(store.get(FAILURES_COUNT) or 0)
    return Backlog(_unread(store), queued, started, scheduled, failed, told, *_webhooks(store))


def _webhooks(store: Any) -> tuple[int, int, int]:  # as above
    subscriptions, off = (int(store.hlen(f"{PREFIX}:{table}")) for table in (ALL, OFF))
    return subscriptions, off, int(store.zcard(DUE)) + int(store.zcard(CLAIMED))


def _unread(store: Any) -> int:  # as above
    feeds = store.pipeline(transaction=False)
    for partition in range(PARTITIONS):
        feeds.xinfo_groups(feed_key(partition))
    groups = [
        group for found in feeds.execute(raise_on_error=False) if isinstance(found, list) for group in found
    ]
    ours = [group for group in groups if group["name"] == DISPATCHERS.encode()]
    return sum(group["pending"] + (group.get("lag") or 0) for group in ours)


class BacklogGauges(Collector):
    """Reads the backlog whenever somebody scrapes the metrics."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._registry = CollectorRegistry()
        self._registry.register(self)

    @cached_property
    def _clients(self) -> tuple[Any, Any]:  # as above
        return connect(self._config.redis_url), connect(self._config.queue_url or self._config.redis_url)

    def describe(self) -> list[Metric]:
        return []  # so that nothing is read before it is asked for

    def collect(self) -> list[Metric]:
        try:
            found = read_backlog(*self._clients)
        except redis.RedisError as error:
            log.warning("the backlog cannot be read: %s", error)
            return []
        jobs = GaugeMetricFamily("ttr_jobs", "Jobs in the queue.", labels=("state",))
        for state in ("queued", "started", "scheduled", "failed"):
            jobs.add_metric((state,), getattr(found, state))
        return [
            jobs,
            GaugeMetricFamily("ttr_feed_unread", "Commits not dispatched yet.", found.unread),
            GaugeMetricFamily("ttr_background_failures", "Failures of jobs and bots so far.", found.failures),
            GaugeMetricFamily("ttr_webhooks", "Webhooks.", found.webhooks),
            GaugeMetricFamily("ttr_webhooks_off", "Webhooks that were given up.", found.webhooks_off),
            GaugeMetricFamily("ttr_deliveries_due", "Games to be told to somebody.", found.deliveries),
        ]

    def text(self) -> bytes:
        return generate_latest(self._registry)
