"""Asking one server directly: what redis-py's own client would have taken care of is taken care of."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

from service.store import Appended, Store
from service.store.connection import ServerConnections
from service.store.redis_store import RedisStore, connect
from tests.support.store.commits import commit, new_game


@pytest.fixture
def direct(redis_store: RedisStore) -> Iterator[ServerConnections]:
    direct = ServerConnections(redis_store.client.connection_pool)
    yield direct
    direct.close()


def number(direct: ServerConnections) -> int:
    """The number by which the server knows this connection."""
    client: int = direct.send("CLIENT", "ID")
    return client


def test_a_connection_is_used_again(direct: ServerConnections) -> None:
    assert number(direct) == number(direct)


def test_an_idle_connection_that_the_server_closed_is_opened_anew(
    direct: ServerConnections, redis_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = number(direct)
    redis_store.client.client_kill_filter(_id=str(first))
    monkeypatch.setattr("service.store.connection.IDLE_SECONDS", 0)
    assert number(direct) > first


def test_a_connection_that_is_closed_in_the_middle_of_work_is_an_error_once(
    direct: ServerConnections, redis_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command may have been carried out, so only the caller can decide to send it again."""
    monkeypatch.setattr("service.store.connection.IDLE_SECONDS", 60)
    first = number(direct)
    redis_store.client.client_kill_filter(_id=str(first))
    with pytest.raises(redis.ConnectionError):
        number(direct)
    assert number(direct) > first


def test_a_server_that_does_not_answer_is_given_up(redis_store: RedisStore) -> None:
    with connect(f"{redis_store.url}?socket_timeout=0.2") as client:
        impatient = ServerConnections(client.connection_pool)
        first = number(impatient)
        redis_store.client.client_pause(1000)
        with pytest.raises(redis.ConnectionError):
            number(impatient)
        redis_store.client.client_unpause()
        assert number(impatient) > first
        impatient.close()


def test_a_connection_on_which_something_went_wrong_is_not_used_again(direct: ServerConnections) -> None:
    first = number(direct)
    with pytest.raises(redis.ResponseError):
        direct.send("HGETALL")
    assert number(direct) > first


# later Pythons: other tests have threads
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_process_that_was_forked_has_connections_of_its_own(
    direct: ServerConnections, tmp_path: Path
) -> None:
    first, report = number(direct), tmp_path / "report"
    child = os.fork()
    if not child:
        report.write_text(str(number(direct)), "utf-8")
        os._exit(0)
    os.waitpid(child, 0)
    assert int(report.read_text("utf-8")) > first
    assert number(direct) == first


def test_a_server_that_has_forgotten_the_script_gets_it_again(redis_store: RedisStore) -> None:
    game = new_game()
    assert redis_store.append(commit(game, 0, b"1")) == Appended(1)
    redis_store.client.script_flush()
    assert redis_store.append(commit(game, 1, b"2", b"3")) == Appended(3)
    assert redis_store.read(game) == [b"1", b"2", b"3"]


def test_a_forgotten_script_is_sent_again_for_many_commits_too(redis_store: RedisStore) -> None:
    games = [new_game(), new_game()]
    redis_store.client.script_flush()
    assert redis_store.append_all([commit(game, 0, b"1") for game in games]) == [Appended(1), Appended(1)]
    assert [redis_store.read(game) for game in games] == [[b"1"], [b"1"]]


def test_of_commands_that_are_asked_together_one_may_fail(direct: ServerConnections) -> None:
    first = number(direct)
    wrong, right = direct.send_together([("EVALSHA", "0" * 40, 0), ("PING",)])
    assert isinstance(wrong, redis.exceptions.NoScriptError)
    assert right in (b"PONG", "PONG")
    assert number(direct) == first


def test_commands_of_which_one_is_not_understood_are_not_carried_out(direct: ServerConnections) -> None:
    game = new_game()
    with pytest.raises(redis.ResponseError):
        direct.send_together([("SET", game, "1"), ("HGETALL",)])
    assert direct.send("EXISTS", game) == 0


def test_redis_py_s_own_client_does_the_same(redis_store: RedisStore) -> None:
    """With `plain=True` all calls go through redis-py's own client."""
    plain, games = RedisStore(redis_store.url, plain=True), [new_game(), new_game()]
    assert plain.append_all([commit(game, 0, b"1", b"2") for game in games]) == [Appended(2), Appended(2)]
    for store in (plain, redis_store):
        assert [store.read(game, 1) for game in games] == [[b"2"], [b"2"]]
        assert store.read_places(games[0], 0, 1) == [(1, b"1")]
    plain.close()


def test_a_store_that_is_closed_leaves_no_connection_open(store: Store) -> None:
    """redis-py's client of a cluster left those to the nodes open."""
    if isinstance(store, RedisStore):
        before = open_files()
        another = RedisStore(store.url)
        for _ in range(20):  # on all nodes
            another.append(commit(new_game(), 0, b"1"))
        assert open_files() > before
        another.close()
        assert open_files() == before


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))
