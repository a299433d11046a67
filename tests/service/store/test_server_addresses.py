"""Clusters and Sentinels: several addresses in one URL, with user, password and TLS."""

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.connection import SSLConnection
from redis.sentinel import SentinelManagedSSLConnection

from service.errors import StoreUnavailable
from service.runtime.embedded_valkey import find_server
from service.store import Appended
from service.store.redis_store import RedisStore, connect
from tests.support.http.running_service import free_port
from tests.support.store.commits import commit, new_game
from tests.support.store.store_servers import Plain, cluster, eventually, plain_server
from workers.queue import queue

LOGIN = "ann:pass%25word%401"


@contextmanager
def sentinel(place: Path, server: Plain, user: str, password: str) -> Iterator[int]:
    """A Sentinel that watches the server under the name "games", with a password of its own; its port."""
    place.mkdir(parents=True)
    port, settings = free_port(), place / "sentinel.conf"
    login = f"sentinel auth-user games {user}\nsentinel auth-pass games {password}\n"
    watch = f"sentinel monitor games 127.0.0.1 {server.port} 1\n"
    settings.write_text(f"port {port}\nbind 127.0.0.1\nrequirepass watching\n{watch}{login}", "utf-8")
    process = subprocess.Popen([find_server(), settings, "--sentinel"], stdout=subprocess.DEVNULL)
    try:
        client = redis.Redis(port=port, password="watching")
        eventually(lambda: _knows(client), "a Sentinel that has found the server")
        client.close()
        yield port
    finally:
        process.kill()
        process.wait()


def _knows(client: redis.Redis) -> bool:
    try:
        state = client.sentinel_master("games")
    except redis.RedisError:
        return False
    return isinstance(state, dict) and not state["is_sdown"] and not state["is_disconnected"]


def let_in_only_ann(client: Any) -> None:  # redis-py's client of a server or of a cluster
    everything = {"keys": "*", "channels": "*", "categories": ["+@all"]}
    client.acl_setuser("ann", enabled=True, passwords="+pass%word@1", **everything)
    client.acl_setuser("default", enabled=False)


def check_appends(url: str) -> None:
    with closing(RedisStore(url)) as store:
        game = new_game()
        assert store.append(commit(game, 0, b"1")) == Appended(1)
        assert store.read(game) == [b"1"]


def test_a_cluster_is_reached_by_any_of_its_addresses(cluster_url: str) -> None:
    first, _, port = cluster_url.rpartition(":")
    check_appends(f"{first}:{free_port()},127.0.0.1:{port}")


def test_a_cluster_with_a_user_and_a_password(tmp_path: Path) -> None:
    """Percent signs in a password are written as in every URL."""
    with cluster(tmp_path, 1) as url:
        address = url.rpartition("//")[2]
        with closing(connect(url)) as client:
            let_in_only_ann(client)
        check_appends(f"redis+cluster://{LOGIN}@{address}")
        with pytest.raises(StoreUnavailable):
            RedisStore(f"redis+cluster://{address}").check()


def test_sentinels_lead_to_the_server_with_its_user_and_password(tmp_path: Path) -> None:
    with plain_server(tmp_path / "server") as server:
        client = server.client()
        let_in_only_ann(client)
        client.close()
        with sentinel(tmp_path / "sentinel", server, "ann", "pass%word@1") as port:
            hosts, own = f"127.0.0.1:{free_port()},127.0.0.1:{port}", "sentinel_password=watching"
            url = f"redis+sentinel://{LOGIN}@{hosts}/games?{own}"
            check_appends(url)
            with closing(queue.connect(url)) as jobs:
                assert jobs.ping()


def test_tls_is_for_clusters_and_sentinels_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(redis, "RedisCluster", lambda **options: asked.append(options))
    connect(f"rediss+cluster://{LOGIN}@one:1,two:2?ssl_ca_certs=ours.pem")
    ((url, nodes),) = [(options["url"], options["startup_nodes"]) for options in asked]
    assert url == f"rediss://{LOGIN}@one:1?ssl_ca_certs=ours.pem"
    assert [(node.host, node.port) for node in nodes] == [("two", 2)]
    assert redis.connection.parse_url(url)["connection_class"] is SSLConnection  # type: ignore[no-untyped-call]  # so in redis-py
    for client in (connect, queue.connect):
        pool = client(
            "rediss+sentinel://ann:secret@one,two:3/games?ssl_ca_certs=ours.pem&db=2"
        ).connection_pool
        assert pool.connection_class is SentinelManagedSSLConnection
        options = pool.connection_kwargs
        assert (options["username"], options["password"], options["db"]) == ("ann", "secret", 2)
        assert options["ssl_ca_certs"] == "ours.pem"
        watchers = [watcher.connection_pool for watcher in pool.sentinel_manager.sentinels]
        assert {watcher.connection_class for watcher in watchers} == {SSLConnection}
        assert [watcher.connection_kwargs["port"] for watcher in watchers] == [26379, 3]
        assert {watcher.connection_kwargs["password"] for watcher in watchers} == {None}
