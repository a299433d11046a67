"""What is said at tables reaches their rooms by the feed of table talk, which does not grow."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.background.jobs import TALK, Need
from service.games.facts import talk_stream
from service.games.tokens import Grant, TokenRole
from service.moderation.actions import Actions, Deed
from service.runtime.embedded_valkey import EmbeddedServer
from service.store.interface import PARTITIONS, TALK_FEED, partition_of
from service.store.redis_store import RedisStore, feed_key
from service.table_talk.table_talk import TableTalk
from service.table_talk.talk_message import Speaker
from workers.dispatch import talk_feed
from workers.dispatch.talk_feed import TalkFeed

GAME = "0123456789abcdef"


@pytest.fixture
def redis_store(embedded: EmbeddedServer) -> Iterator[RedisStore]:
    store = RedisStore(embedded.url)
    store.client.flushall()
    yield store
    store.close()


def test_each_message_is_queued_once_and_trimmed(
    redis_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    queued = list[Need]()
    monkeypatch.setattr(talk_feed, "enqueue", lambda _queue, need: queued.append(need))
    queue: Any = None  # nothing is queued in earnest
    noted = list[str]()
    feed = TalkFeed(queue, redis_store.client, "one", noted.append)
    feed.prepare()
    talk = TableTalk(redis_store, lambda _stream, _number: None, lambda: "2026-11-17T12:00:00.000Z", 60)
    for text in ("hello", "again"):
        talk.post(GAME, 1, Speaker(Grant(TokenRole.SEAT, 0), 1), text)
    Actions(redis_store, lambda: "2026-11-17T12:00:00.000Z").record(Deed.TABLE_CLOSED, "rude", game=GAME)
    feed.step()
    feed.step()
    assert queued == [Need(TALK, GAME, 1), Need(TALK, GAME, 2)]
    assert noted == [GAME, GAME]
    for partition in range(PARTITIONS):
        feed.tend(partition)
    lengths = [redis_store.client.xlen(feed_key(partition, TALK_FEED)) for partition in range(PARTITIONS)]
    assert sum(lengths) <= 2, "of each feed at most the last entry is left"


def test_talk_lies_where_its_game_lies() -> None:
    """One node of a cluster has both."""
    assert partition_of(talk_stream(GAME)) == partition_of(GAME)
