"""TTR_WAIT_REPLICAS: a move is confirmed when replicas have it, and at no other time."""

import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from service import Config, create_app
from service.errors import Unconfirmed
from service.store import Appended, Conflict, Repeated
from service.store import redis_store as module
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import in_process, open_table, problem
from tests.support.http.running_service import free_port
from tests.support.store.commits import FULL, commit, new_game
from tests.support.store.store_servers import Plain, eventually
from workers.cli import up
from workers.preflight import reach_store


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


def test_a_move_that_is_not_replicated_is_answered_as_what_it_is(
    waiting: RedisStore, replicated: tuple[Plain, Plain]
) -> None:
    """It was a 503 that left open whether the move had been made, while the service said that it was ready."""
    caller = in_process(create_app(Config(), waiting))
    table = open_table(caller)
    assert caller.get("/readyz").status == 200
    replicated[1].process.send_signal(signal.SIGSTOP)
    keep = caller.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
    headers = {"Idempotency-Key": "tickets"}
    before = caller.get(table.path, table.seats[0]).json["version"]
    refused = caller.post(f"{table.path}/commands", keep, table.seats[0], headers)
    assert problem(refused) == (503, "not_replicated")
    facts = {"replicas": 0, "needed": 1, "version": before + 1, "retry_after_seconds": 2}
    assert refused.json["facts"] == facts
    assert int(refused.headers["retry-after"]) > 0
    assert problem(caller.get("/readyz")) == (503, "not_replicated")
    replicated[1].process.send_signal(signal.SIGCONT)
    eventually(lambda: caller.get("/readyz").status == 200, "a service that is ready again")
    again = caller.post(f"{table.path}/commands", keep, table.seats[0], headers)
    assert (again.status, again.json["version"]) == (200, before + 1)


def test_a_service_that_waits_for_replicas_which_are_missing_says_so_when_it_starts(
    replicated: tuple[Plain, Plain], capsys: pytest.CaptureFixture[str]
) -> None:
    config = Config(redis_url=replicated[0].url, wait_replicas=2, allow_loss=True)
    reach_store(config)
    assert "TTR_WAIT_REPLICAS is 2, but 1 replicas follow" in capsys.readouterr().err
    reach_store(msgspec.structs.replace(config, wait_replicas=1))
    assert "TTR_WAIT_REPLICAS" not in capsys.readouterr().err


def test_the_embedded_server_has_no_replicas_to_wait_for(tmp_path: Path) -> None:
    settings = {"TTR_WAIT_REPLICAS": "1", "TTR_REDIS_URL": "", "TTR_PORT": str(free_port())}
    answer = CliRunner().invoke(up, ["--data", str(tmp_path / "data")], env=settings)
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: TTR_WAIT_REPLICAS needs a server of your own")


def test_every_master_of_a_cluster_is_asked_whether_the_service_is_ready(cluster_url: str) -> None:
    store = RedisStore(cluster_url)
    store.check()
    store.close()
    lacking = RedisStore(cluster_url, wait_replicas=1)
    with pytest.raises(Unconfirmed, match="0 of 1"):
        lacking.check()
    lacking.close()
