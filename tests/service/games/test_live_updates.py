"""News: who follows a game hears of every commit to it, and what nobody follows is not listened to."""

from collections.abc import Iterator
from threading import Event

import pytest

from service.games.live_updates import News, listen
from service.store.redis_store import RedisStore
from service.store.script import news_channel
from tests.support.store.commits import commit, new_game
from tests.support.store.store_servers import eventually


def listeners(store: RedisStore, channel: str) -> int:
    found: int = store.client.pubsub_numsub(channel)[0][1]
    return found


def rest(_: float) -> None:
    """What a listener does after a failure: it never tries again."""
    Event().wait()


@pytest.fixture
def news(redis_store: RedisStore) -> Iterator[News]:
    news = News()
    listen(redis_store.url, news, rest)
    eventually(lambda: listeners(redis_store, "ttr:news") == 1, "somebody who listens")
    yield news
    redis_store.client.client_kill_filter(_type="pubsub")
    eventually(lambda: listeners(redis_store, "ttr:news") == 0, "nobody who listens")


def test_nobody_listens_to_a_game_that_nobody_follows(news: News, redis_store: RedisStore) -> None:
    game = new_game()
    assert listeners(redis_store, news_channel(game)) == 0
    news.follow(game)
    assert listeners(redis_store, news_channel(game)) == 1
    news.leave(game)
    news.follow(new_game())  # which makes the thread look
    eventually(lambda: listeners(redis_store, news_channel(game)) == 0, "nobody who listens")


def test_what_is_appended_after_following_has_begun_is_heard(news: News, redis_store: RedisStore) -> None:
    """Without waiting for the next look, which would be seconds later."""
    for _ in range(20):
        game = new_game()
        news.follow(game)
        redis_store.append(commit(game, 0, b"1", b"2"))
        assert news.wait(game, 1, 3.0)
        news.leave(game)


def test_of_several_games_each_follower_hears_his_own(news: News, redis_store: RedisStore) -> None:
    ours, other = new_game(), new_game()
    for game in (ours, other):
        news.follow(game)
    redis_store.append(commit(ours, 0, b"1"))
    assert news.wait(ours, 0, 3.0)
    assert not news.wait(other, 0, 0.05)
