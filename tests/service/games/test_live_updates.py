"""Live updates: who follows a game hears of every commit to it, and what nobody follows is not listened to."""

from collections.abc import Iterator
from threading import Event

import pytest

from service.games.live_updates import LiveUpdates, listen
from service.store.redis_store import RedisStore
from service.store.script import news_channel
from tests.support.store.commits import commit, new_game
from tests.support.store.store_servers import eventually


def listeners(store: RedisStore, channel: str) -> int:
    count: int = store.client.pubsub_numsub(channel)[0][1]
    return count


def rest(_: float) -> None:
    """What a listener does after a failure: it never tries again."""
    Event().wait()


@pytest.fixture
def updates(redis_store: RedisStore) -> Iterator[LiveUpdates]:
    updates = LiveUpdates()
    listen(redis_store.url, updates, rest)
    eventually(lambda: listeners(redis_store, "ttr:news") == 1, "somebody who listens")
    yield updates
    redis_store.client.client_kill_filter(_type="pubsub")
    eventually(lambda: listeners(redis_store, "ttr:news") == 0, "nobody who listens")


def test_nobody_listens_to_a_game_that_nobody_follows(updates: LiveUpdates, redis_store: RedisStore) -> None:
    game = new_game()
    assert listeners(redis_store, news_channel(game)) == 0
    updates.follow(game)
    assert listeners(redis_store, news_channel(game)) == 1
    updates.leave(game)
    updates.follow(new_game())  # which makes the thread look
    eventually(lambda: listeners(redis_store, news_channel(game)) == 0, "nobody who listens")


def test_what_is_appended_after_following_has_begun_is_heard(
    updates: LiveUpdates, redis_store: RedisStore
) -> None:
    """The follower hears at once, not at the next poll seconds later."""
    for _ in range(20):
        game = new_game()
        updates.follow(game)
        redis_store.append(commit(game, 0, b"1", b"2"))
        assert updates.wait(game, 1, 3.0)
        updates.leave(game)


def test_of_several_games_each_follower_hears_their_own(
    updates: LiveUpdates, redis_store: RedisStore
) -> None:
    ours, other = new_game(), new_game()
    for game in (ours, other):
        updates.follow(game)
    redis_store.append(commit(ours, 0, b"1"))
    assert updates.wait(ours, 0, 3.0)
    assert not updates.wait(other, 0, 0.05)
