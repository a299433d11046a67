"""The backlog: how much background work is waiting, under way or failed, counted on the servers of games and jobs."""

import logging
from functools import cached_property
from typing import Any

import msgspec
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from service.background.jobs import DISPATCHERS, QUEUE
from service.config import Config
from service.mail.outbox import KIND as MAIL
from service.mail.outbox import WAITING
from service.store.deliveries import table_key
from service.store.interface import PARTITIONS
from service.store.redis_store import ERRORS, FAILURES_COUNT, connect, feed_key
from service.webhooks.subscriptions import ALL, OFF
from service.webhooks.webhook_store import CLAIMED, DUE, KIND

log = logging.getLogger(__name__)


class Backlog(msgspec.Struct, frozen=True):
    unread: int  # commits that no dispatcher has looked at
    queued: int
    started: int
    scheduled: int  # failed or postponed, to be tried again
    failed: int  # given up by rq
    failures: int  # ever reported, of jobs and bots
    webhooks: int = 0
    webhooks_off: int = 0  # switched off, because their receivers did not answer
    deliveries: int = 0  # due or under way
    mails: int = 0  # that wait to be sent


def read_backlog(store: Any, queue: Any) -> Backlog:  # clients of a server, of a cluster, by Sentinel
    """Counts on the server of the games and on that of the queue."""
    jobs = queue.pipeline(transaction=False)
    jobs.llen(f"rq:queue:{QUEUE}")
    for registry in ("wip", "scheduled", "failed"):
        jobs.zcard(f"rq:{registry}:{QUEUE}")
    queued, started, scheduled, failed = jobs.execute()
    failures = int(store.get(FAILURES_COUNT) or 0)
    mails = int(store.hlen(table_key(MAIL, WAITING)))
    return Backlog(_unread(store), queued, started, scheduled, failed, failures, *_webhooks(store), mails)


def _webhooks(store: Any) -> tuple[int, int, int]:  # as above
    subscriptions, off = (int(store.hlen(table_key(KIND, table))) for table in (ALL, OFF))
    return subscriptions, off, int(store.zcard(DUE)) + int(store.zcard(CLAIMED))


def _unread(store: Any) -> int:  # as above
    feeds = store.pipeline(transaction=False)
    for partition in range(PARTITIONS):
        feeds.xinfo_groups(feed_key(partition))
    groups = [
        group for reply in feeds.execute(raise_on_error=False) if isinstance(reply, list) for group in reply
    ]
    ours = [group for group in groups if group["name"] == DISPATCHERS.encode()]
    return sum(group["pending"] + (group.get("lag") or 0) for group in ours)


class BacklogGauges(Collector):
    """The backlog as metrics, counted at every scrape."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._registry = CollectorRegistry()
        self._registry.register(self)

    @cached_property
    def _clients(self) -> tuple[Any, Any]:  # as above
        return connect(self._config.redis_url), connect(self._config.queue_url or self._config.redis_url)

    def describe(self) -> list[Metric]:
        return []  # so that registering reads nothing

    def collect(self) -> list[Metric]:
        try:
            backlog = read_backlog(*self._clients)
        except ERRORS as error:
            log.warning("a server does not answer; the metrics leave out the backlog: %s", error)
            return []
        jobs = GaugeMetricFamily("ttr_jobs", "Jobs in the queue.", labels=("state",))
        for state in ("queued", "started", "scheduled", "failed"):
            jobs.add_metric((state,), getattr(backlog, state))
        return [
            jobs,
            GaugeMetricFamily("ttr_feed_unread", "Commits not dispatched yet.", backlog.unread),
            GaugeMetricFamily(
                "ttr_background_failures", "Failures of jobs and bots so far.", backlog.failures
            ),
            GaugeMetricFamily("ttr_webhooks", "Webhooks.", backlog.webhooks),
            GaugeMetricFamily("ttr_webhooks_off", "Webhooks that were switched off.", backlog.webhooks_off),
            GaugeMetricFamily(
                "ttr_deliveries_due", "Webhook deliveries due or under way.", backlog.deliveries
            ),
            GaugeMetricFamily("ttr_mails_waiting", "Mails that wait to be sent.", backlog.mails),
        ]

    def text(self) -> bytes:
        return generate_latest(self._registry)
