"""TTR_WAIT_REPLICAS: a move is confirmed when replicas have it, and at no other time."""

import signal
from collections.abc import Iterator

import pytest

from service.errors import Unconfirmed
from service.store import Appended, Conflict, Repeated
from service.store import redis_store as module
from service.store.redis_store import RedisStore
from tests.support.store.commits import FULL, commit, new_game
from tests.support.store.store_servers import Plain, eventually


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONFIRM_MS", 400)


@pytest.fixture
def waiting(replicated: tuple[Plain, Plain]) -> Iterator[RedisStore]:
    """A store that waits for one replica."""
    store = RedisStore(replicated[0].url, wait_replicas=1)
    yield store
    store.close()


def test_moves_are_confirmed_while_the_replica_follows(
    waiting: RedisStore, replicated: tuple[Plain, Plain]
) -> None:
    game = new_game()
    assert waiting.append(commit(game, 0, b"1", b"2", **FULL)) == Appended(2)
    assert waiting.append(commit(game, 0, b"1", b"2", **FULL)) == Repeated("answer")
    assert waiting.append(commit(game, 1, b"3")) == Conflict(2)
    assert waiting.record(game, "key") == "answer"
    assert waiting.record(game, "other key") is None
    copy = RedisStore(replicated[1].url)
    assert copy.read(game) == [b"1", b"2"]
    copy.close()


def test_a_replica_that_does_not_follow_confirms_nothing(
    waiting: RedisStore, replicated: tuple[Plain, Plain]
) -> None:
    """Nor does repeating the move confirm it, or asking for its record, before the replica has it."""
    game, replica = new_game(), replicated[1].process
    waiting.append(commit(game, 0, b"1"))
    replica.send_signal(signal.SIGSTOP)
    keyed = commit(game, 1, b"2", **FULL)
    other = RedisStore(waiting.url, wait_replicas=1)  # another process, which has written nothing itself
    for store in (waiting, waiting, other):
        with pytest.raises(Unconfirmed, match="0 of 1 replicas have it"):
            store.append(keyed)
    other.client.connection_pool.disconnect()
    with pytest.raises(Unconfirmed):
        other.record(game, "key")
    other.close()
    assert waiting.read(game) == [b"1", b"2"]
    replica.send_signal(signal.SIGCONT)
    eventually(lambda: _confirmed(waiting, game), "a replica that has caught up")
    assert waiting.append(keyed) == Repeated("answer")


def _confirmed(store: RedisStore, game: str) -> bool:
    try:
        return store.record(game, "key") == "answer"
    except Unconfirmed:
        return False


def test_no_move_is_confirmed_by_a_connection_that_knows_nothing_of_it(
    waiting: RedisStore, replicated: tuple[Plain, Plain], monkeypatch: pytest.MonkeyPatch
) -> None:
    """WAIT on a connection that has written nothing lately confirms at once."""
    pool = waiting.client.connection_pool
    take = pool.get_connection

    def take_another() -> object:
        """Never use the last connection again, as can happen where threads share them."""
        last, other = take(), take()
        pool.release(last)
        return other

    monkeypatch.setattr(pool, "get_connection", take_another)
    for _ in range(2):
        waiting.append(commit(new_game(), 0, b"1"))
    replicated[1].process.send_signal(signal.SIGSTOP)
    with pytest.raises(Unconfirmed):
        waiting.append(commit(new_game(), 0, b"1"))


def test_a_replica_that_is_gone_confirms_nothing(
    waiting: RedisStore, replicated: tuple[Plain, Plain]
) -> None:
    replicated[1].process.kill()
    with pytest.raises(Unconfirmed):
        waiting.append(commit(new_game(), 0, b"1"))


def test_on_a_cluster_the_replicas_of_the_game_s_own_master_count(cluster_url: str) -> None:
    """None of these masters has a replica; the sum over all masters would be the wrong number."""
    store = RedisStore(cluster_url, wait_replicas=1)
    game = new_game()
    try:
        with pytest.raises(Unconfirmed, match="0 of 1"):
            store.append(commit(game, 0, b"1"))
        assert store.append(commit(game, 0, b"1")) == Conflict(1)
    finally:
        store.close()
