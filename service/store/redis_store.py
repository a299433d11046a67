"""Games as Redis or Valkey streams: one script appends, one range read rebuilds.

All keys of a game and its partition's feed share the hash tag `{pNN}`, so that the script runs unchanged on a cluster.
The client never repeats a command by itself: after a lost reply it would append twice.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.resources import files
from itertools import chain, product
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.errors import ReadOnly, StoreUnavailable, Unconfirmed
from service.store.connection import ServerConnections
from service.store.interface import (
    GAME_FEED,
    KEPT_FAILURES,
    PARTITIONS,
    Commit,
    FeedEntry,
    Order,
    Outcome,
    Place,
    Repeated,
)
from service.store.script import arguments_of, key_of, keys_of, outcome_of, tag_of
from service.store.server_addresses import CLUSTERS, SENTINELS, cluster_client, scheme_of, sentinel_client

SCRIPT, SWAP = (
    files("service.store").joinpath(name).read_text("utf-8") for name in ("append.lua", "swap.lua")
)

FAILURES, FAILURES_COUNT = "ttr:failures", "ttr:failures:told"  # the latest, and how many there ever were
REFUSES_WRITES = ("MISCONF", "NOREPLICAS", "OOM", "READONLY")  # begin what such a server replies
READY, READY_MS = "ttr:ready", 1000
SOCKET_SECONDS = 10.0  # how long a reply may take; calls that block on purpose block for less
CONFIRM_MS = 1000
SCANNED = 1000  # keys at a time
ONE_SERVER = ("redis", "rediss", "unix")  # schemes of addresses

ERRORS = (redis.RedisError, redis.RedisClusterException)  # redis-py's have no common base

T = TypeVar("T")


def connect(url: str) -> Any:  # redis-py's clients for one server and for a cluster share no type
    """A client that never repeats a command by itself."""
    settings: dict[str, Any] = {"retry": Retry(NoBackoff(), 0), "socket_timeout": SOCKET_SECONDS}
    scheme = scheme_of(url)
    if scheme in CLUSTERS:
        return cluster_client(url, settings)
    if scheme in SENTINELS:
        return sentinel_client(url, settings)
    return redis.Redis.from_url(url, **settings)


class RedisStore:
    """The store of the service. `plain` sends everything through redis-py's client, to compare speed."""

    def __init__(self, url: str, wait_replicas: int = 0, *, plain: bool = False) -> None:
        self.url = url
        self.client = self._run(lambda: connect(url))
        self._append, self._swap = (self.client.register_script(script) for script in (SCRIPT, SWAP))
        # behind a cluster or Sentinels servers change, and redis-py's client follows
        one_server = scheme_of(url) in ONE_SERVER and not plain
        self._direct = ServerConnections(self.client.connection_pool) if one_server else None
        self._wait_replicas = wait_replicas
        self._knows_moves = False

    def append(self, commit: Commit) -> Outcome:
        send = self._send_confirmed if self._wait_replicas else self._send
        return outcome_of(*self._run(lambda: send(commit)))

    def append_all(self, commits: Sequence[Commit]) -> Sequence[Outcome]:
        direct = self._direct
        if direct is None or self._wait_replicas or len(commits) < 2:
            return [self.append(commit) for commit in commits]
        replies = self._run(lambda: direct.send_together([self._call(commit) for commit in commits]))
        return list(map(self._outcome, commits, replies))

    def _outcome(self, commit: Commit, reply: Any) -> Outcome:  # a kind and a value, or an error
        if isinstance(reply, redis.exceptions.NoScriptError):
            return self.append(commit)
        if isinstance(reply, Exception):
            raise _failure(reply) from reply
        return outcome_of(*reply)

    def _call(self, commit: Commit) -> list[Any]:  # texts, bytes and numbers
        keys, arguments = keys_of(commit), arguments_of(commit, waited_for=False)
        return ["EVALSHA", self._append.sha, len(keys), *keys, *arguments]

    def _send(self, commit: Commit) -> Any:  # a kind and a value, both bytes
        if self._direct:
            # a server that was just started does not have the script: redis-py's call below sends it
            with suppress(redis.exceptions.NoScriptError):
                return self._direct.send(*self._call(commit))
        return self._append(keys=keys_of(commit), args=arguments_of(commit, waited_for=False))

    def _send_confirmed(self, commit: Commit) -> tuple[bytes, bytes]:
        """Appends and waits on one connection: WAIT covers what its own connection wrote, and nothing else."""
        keys = keys_of(commit)
        pipe = self._server_of(keys[0]).pipeline(transaction=False)
        pipe.eval(SCRIPT, len(keys), *keys, *arguments_of(commit, waited_for=True))
        pipe.wait(self._wait_replicas, CONFIRM_MS)
        (kind, value), replicas = pipe.execute()
        if kind != b"conflict" and replicas < self._wait_replicas:
            raise Unconfirmed(replicas, self._wait_replicas, int(value) if kind == b"appended" else None)
        return kind, value

    def _server_of(self, key: str) -> Any:  # redis-py's client of the one server that has the key
        client = self.client
        return client.get_node_from_key(key).redis_connection if _is_cluster(client) else client

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[bytes]:
        return [entry for _, (_, entry) in self._entries(game, after, limit)]

    def read_places(self, game: str, after: int = 0, limit: int | None = None) -> list[tuple[int, bytes]]:
        rows = self._entries(game, after, limit)
        return [(int(entry_id.partition(b"-")[2]), entry) for entry_id, (_, entry) in rows]

    def _entries(
        self, game: str, after: int, limit: int | None
    ) -> Any:  # rows: an id; a field's name and value
        key, start, direct = key_of(game, "ev"), f"{after + 1}-0", self._direct
        if direct is None or limit == 0:
            rows = self._range(key, start, limit)
            return [(entry_id, next(iter(fields.items()))) for entry_id, fields in rows]
        count = () if limit is None else ("COUNT", limit)
        return self._run(lambda: direct.send("XRANGE", key, start, "+", *count))

    def _range(self, key: str, start: str, limit: int | None) -> Any:  # rows of a stream
        if limit == 0:
            return []  # redis-py refuses a count of 0
        return self._run(lambda: self.client.xrange(key, start, "+", count=limit))

    def ends_with(self, game: str, version: int, head: str) -> bool:
        key, direct = key_of(game, "head"), self._direct
        last = self._run(lambda: direct.send("GET", key) if direct else self.client.get(key))
        return bool(last == f"{version} {head}".encode())

    def ends(self, games: Sequence[str]) -> Sequence[str]:
        return self.texts([key_of(game, "head") for game in games])

    def texts(self, keys: Sequence[str]) -> list[str]:
        """What is kept under these keys, "" for nothing, in one go."""
        if not keys:
            return []
        direct = self._direct
        ask = self.client.mget_nonatomic if _is_cluster(self.client) else self.client.mget
        texts = self._run(lambda: direct.send("MGET", *keys) if direct else ask(keys))
        return [text.decode() if text else "" for text in texts]

    def facts(self, game: str) -> Mapping[str, str]:
        facts = self._run(lambda: self.client.hgetall(key_of(game, "facts")))
        return {name.decode(): value.decode() for name, value in facts.items()}

    def forget(self, game: str, names: Sequence[str]) -> None:
        if names:
            self._run(lambda: self.client.hdel(key_of(game, "facts"), *names))

    def record(self, game: str, key: str) -> str | None:
        if self._wait_replicas:  # a commit that never fits returns a record only if enough replicas have it
            outcome = self.append(Commit(game=game, expected=-1, entries=(), key=key))
            return outcome.record if isinstance(outcome, Repeated) else None
        return self._text(key_of(game, f"key:{key}"))

    def listed(
        self, before: Place, limit: int, *, by: Order = Order.CREATED, active: bool = False
    ) -> Sequence[Place]:
        if by is Order.MOVED:
            self._complete_moves()
        pipe = self.client.pipeline(transaction=False)
        for partition in range(PARTITIONS):
            if active:
                pipe.zinter(
                    {partition_key(partition, by): 1, partition_key(partition, "active"): 0}, withscores=True
                )
            else:
                pipe.zrangebyscore(partition_key(partition, by), before.time, before.time, withscores=True)
                pipe.zrevrangebyscore(
                    partition_key(partition, by),
                    f"({before.time}",
                    "-inf",
                    start=0,
                    num=limit,
                    withscores=True,
                )
        rows = chain.from_iterable(self._run(pipe.execute))
        places = [Place(time, game.decode()) for game, time in rows]
        return sorted((place for place in places if place < before), reverse=True)[:limit]

    def _complete_moves(self) -> None:
        """Games that were listed before the store kept when games move come after all others."""
        if self._knows_moves:
            return
        pipe = self.client.pipeline(transaction=False)
        for order, partition in product(Order, range(PARTITIONS)):
            pipe.zcard(partition_key(partition, order))
        sizes = self._run(pipe.execute)
        for partition, (listed, moved) in enumerate(zip(sizes[:PARTITIONS], sizes[PARTITIONS:], strict=True)):
            if moved < listed:
                self._complete_moves_of(partition)
        self._knows_moves = True

    def _complete_moves_of(self, partition: int) -> None:
        moves, listed = (partition_key(partition, order) for order in (Order.MOVED, Order.CREATED))
        weights = {moves: 1, listed: 0.001}  # so that these times are earlier than any other
        self._run(lambda: self.client.zunionstore(moves, weights, aggregate="MAX"))

    def unlist(self, game: str) -> None:
        self._run(lambda: [self.client.zrem(f"{tag_of(game)}:{order}", game) for order in Order])

    def active(self, partition: int) -> Sequence[str]:
        games = self._run(lambda: self.client.smembers(partition_key(partition, "active")))
        return sorted(game.decode() for game in games)

    def versions(self, games: Sequence[str]) -> Sequence[int]:
        """The versions of games of one partition, without reading any of them."""
        pipe = self.client.pipeline(transaction=False)
        for game in games:
            pipe.xlen(key_of(game, "ev"))  # versions have no gaps
        versions: list[int] = self._run(pipe.execute)
        return versions

    def feed(self, partition: int, after: str, limit: int, name: str = GAME_FEED) -> list[FeedEntry]:
        start = f"({after}" if after else "-"
        return [feed_entry(*row) for row in self._range(feed_key(partition, name), start, limit)]

    def streams(self) -> Iterator[str]:
        for key in self._run(lambda: list(self.client.scan_iter(match=key_of_any("ev"), count=SCANNED))):
            yield key.decode().partition("}:")[2].removesuffix(":ev")

    def keep_document(self, name: str, document: bytes) -> None:
        self._run(lambda: self.client.set(f"ttr:document:{name}", document, nx=True))

    def document(self, name: str) -> bytes | None:
        document: bytes | None = self._run(lambda: self.client.get(f"ttr:document:{name}"))
        return document

    def keep_note(self, game: str, name: str, text: str) -> None:
        self._run(lambda: self.client.set(key_of(game, f"note:{name}"), text))

    def note(self, game: str, name: str) -> str | None:
        return self._text(key_of(game, f"note:{name}"))

    def properties(self, owner: str) -> Mapping[str, str]:
        properties = self._run(lambda: self.client.hgetall(properties_key(owner)))
        return {name.decode(): text.decode() for name, text in properties.items()}

    def set_properties(self, owner: str, texts: Mapping[str, str]) -> None:
        kept = {name: text for name, text in texts.items() if text}
        gone = [name for name in texts if name not in kept]
        pipe = self.client.pipeline(transaction=True)
        if kept:
            pipe.hset(properties_key(owner), mapping=kept)
        if gone:
            pipe.hdel(properties_key(owner), *gone)
        self._run(pipe.execute)

    def set_property_once(self, owner: str, name: str, text: str) -> bool:
        return bool(self._run(lambda: self.client.hsetnx(properties_key(owner), name, text)))

    def set_once(self, name: str, text: str, seconds: float) -> bool:
        key, milliseconds = expiring_key(name), int(seconds * 1000)
        return bool(self._run(lambda: self.client.set(key, text, nx=True, px=milliseconds)))

    def set_expiring(self, name: str, text: str, seconds: float) -> None:
        self._run(lambda: self.client.set(expiring_key(name), text, px=int(seconds * 1000)))

    def expiring(self, name: str) -> str | None:
        return self._text(expiring_key(name))

    def remove_expiring(self, name: str) -> None:
        self._run(lambda: self.client.delete(expiring_key(name)))

    def swap_expiring(self, name: str, old: str, new: str, seconds: float = 0) -> bool:
        keys, arguments = [expiring_key(name)], [old, new, int(seconds * 1000)]
        return bool(self._run(lambda: self._swap(keys=keys, args=arguments)))

    def report_failure(self, text: str) -> None:
        pipe = self.client.pipeline(transaction=False)
        pipe.lpush(FAILURES, text)
        pipe.ltrim(FAILURES, 0, KEPT_FAILURES - 1)
        self._run(pipe.execute)
        self._run(lambda: self.client.incr(FAILURES_COUNT))

    def failures(self, limit: int) -> Sequence[str]:
        texts = self._run(lambda: self.client.lrange(FAILURES, 0, limit - 1)) if limit else []
        return [text.decode() for text in texts]

    def check(self) -> None:
        for server, key in self._run(self._servers):
            self._check_server(server, key)

    def _servers(self) -> list[tuple[Any, str]]:
        """redis-py's client of each server that has games, with a key that is its own."""
        if not _is_cluster(self.client):
            return [(self.client, READY)]
        keys: dict[str, str] = {}
        for key in (f"ttr:{{p{partition:02}}}:ready" for partition in range(PARTITIONS)):
            keys.setdefault(self.client.get_node_from_key(key).name, key)
        return [(self._server_of(key), key) for key in keys.values()]

    def _check_server(self, server: Any, key: str) -> None:  # redis-py's client of one server
        pipe = server.pipeline(transaction=False)
        pipe.set(key, "1", px=READY_MS)  # a server that only reads is not enough
        pipe.info("persistence")
        if self._wait_replicas:
            pipe.wait(self._wait_replicas, CONFIRM_MS)
        _, persistence, *replicas = self._run(pipe.execute)
        if persistence.get("aof_enabled") and persistence.get("aof_last_write_status") != "ok":
            raise StoreUnavailable("the server cannot write its append-only file")
        if replicas and replicas[0] < self._wait_replicas:
            raise Unconfirmed(replicas[0], self._wait_replicas)

    def time(self) -> float:
        """Of a cluster, one server gives the time for all."""
        seconds, microseconds = self._run(lambda: self._server_of(READY).time())
        return float(seconds) + float(microseconds) / 1e6

    def close(self) -> None:
        if self._direct:
            self._direct.close()
        if _is_cluster(self.client):
            self.client.disconnect_connection_pools()  # closing it leaves the connections to its nodes open
        self.client.close()

    def _text(self, key: str) -> str | None:
        text = self._run(lambda: self.client.get(key))
        return None if text is None else text.decode()

    def _run(self, call: Callable[[], T]) -> T:
        try:
            return call()
        except ERRORS as error:
            raise _failure(error) from error


def _failure(error: Exception) -> StoreUnavailable:
    """What an error of redis-py means: a server that refuses writes has written nothing."""
    full = isinstance(error, redis.ReadOnlyError | redis.exceptions.OutOfMemoryError)
    refused = full or str(error).startswith(REFUSES_WRITES)
    return ReadOnly(str(error)) if refused else StoreUnavailable(str(error))


def _is_cluster(client: Any) -> bool:
    return isinstance(client, redis.RedisCluster)


def reply_of(ask: Callable[[], T]) -> T:
    """The reply to a read, or to a write that may be repeated."""
    try:
        return ask()
    except ERRORS as error:
        raise StoreUnavailable(str(error)) from error


def feed_entry(entry: bytes, row: Mapping[bytes, bytes]) -> FeedEntry:
    types = tuple(row[b"t"].decode().split())
    return FeedEntry(entry.decode(), row[b"g"].decode(), int(row[b"v"]), types)


def partition_key(partition: int, name: str) -> str:
    return f"ttr:{{p{partition:02}}}:{name}"


def feed_key(partition: int, name: str = GAME_FEED) -> str:
    return partition_key(partition, name)


def key_of_any(what: str) -> str:
    """The pattern of the keys that `key_of` makes."""
    return f"ttr:{{p[0-9][0-9]}}:*:{what}"


def properties_key(owner: str) -> str:
    return f"drawer:{owner}"


def expiring_key(name: str) -> str:
    return f"ttr:expiring:{name}"
