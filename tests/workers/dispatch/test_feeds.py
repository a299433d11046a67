"""Feeds stay short, and never lose an entry that a group has not dealt with."""

from typing import Any

import pytest

from service.background.jobs import DISPATCHERS
from service.store import Commit
from service.store.interface import partition_of
from service.store.redis_store import RedisStore, feed_key
from tests.support.workers.background_service import Desk
from workers.dispatch import feeds
from workers.dispatch.feeds import Feeds

GAME = "0123456789abcdef"
PARTITION = partition_of(GAME)
KEY = feed_key(PARTITION)


def announce(store: RedisStore, number: int) -> None:
    for _ in range(number):
        expected = len(store.read(GAME))
        store.append(Commit(game=GAME, expected=expected, entries=(b"{}",), types=("a_type",)))


def versions(client: Any) -> list[int]:
    return [int(row[b"v"]) for _, row in client.xrange(KEY)]


@pytest.fixture
def member(desk: Desk) -> Feeds:
    ours = Feeds(desk.store.client, "ours")
    ours.prepare()
    return ours


def test_what_is_dealt_with_is_cut_off(desk: Desk, member: Feeds) -> None:
    announce(desk.store, 5)
    member.acknowledge(member.read(0))
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [5]  # the last one marks the place
    announce(desk.store, 2)
    assert [entry.version for _, entry in member.read(0)] == [6, 7]


def test_what_is_not_read_stays(desk: Desk, member: Feeds) -> None:
    announce(desk.store, 3)
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [1, 2, 3]


def test_what_is_read_and_not_acknowledged_stays(desk: Desk, member: Feeds) -> None:
    announce(desk.store, 4)
    entries = member.read(0)
    member.acknowledge([entries[0], entries[2]])
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [2, 3, 4]


def test_the_slowest_group_decides(desk: Desk, member: Feeds) -> None:
    desk.store.client.xgroup_create(KEY, "slow", id="0")
    announce(desk.store, 4)
    member.acknowledge(member.read(0))
    ((_, rows),) = _rows(desk.store.client.xreadgroup("slow", "one", {KEY: ">"}, count=2))
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [1, 2, 3, 4]
    desk.store.client.xack(KEY, "slow", rows[0][0])
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [2, 3, 4]
    desk.store.client.xack(KEY, "slow", rows[1][0])
    member.tidy(PARTITION)
    assert versions(desk.store.client) == [2, 3, 4]  # two were never read
    assert [entry.version for entry in desk.store.feed(PARTITION, "", 10)] == [2, 3, 4]


def _rows(reply: Any) -> list[tuple[Any, Any]]:
    if isinstance(reply, dict):
        return [(key, rows[0]) for key, rows in reply.items()]
    return list(reply)


def test_an_empty_feed_can_be_tidied(desk: Desk, member: Feeds) -> None:
    member.tidy(PARTITION)
    assert versions(desk.store.client) == []


def test_feeds_do_not_grow_with_the_moves_ever_made(desk: Desk, member: Feeds) -> None:
    longest = 0
    for _ in range(20):
        announce(desk.store, 10)
        member.acknowledge(member.read(0))
        member.tidy(PARTITION)
        longest = max(longest, len(versions(desk.store.client)))
    assert longest == 1


def test_members_that_are_gone_are_forgotten_if_they_owe_nothing(
    desk: Desk, member: Feeds, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle, owing = Feeds(desk.store.client, "idle"), Feeds(desk.store.client, "owing")
    announce(desk.store, 1)
    idle.acknowledge(idle.read(0))
    announce(desk.store, 1)
    owing.read(0)
    member.read(0)
    member.tidy(PARTITION)
    assert _members(desk) == {b"idle", b"ours", b"owing"}
    monkeypatch.setattr(feeds, "GONE_MS", -1)
    member.tidy(PARTITION)
    assert _members(desk) == {b"owing"}


def _members(desk: Desk) -> set[bytes]:
    return {consumer["name"] for consumer in desk.store.client.xinfo_consumers(KEY, DISPATCHERS)}
