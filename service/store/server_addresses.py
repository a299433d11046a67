"""Addresses of several servers in one URL: the nodes of a cluster, or the Sentinels that know a server.

`redis+cluster://user:password@host:port,host:port` names any number of nodes, of which one that answers is enough;
`redis+sentinel://user:password@host:port,host:port/name` names Sentinels and the service that they watch. With
`rediss+` all connections use TLS. Options follow as in redis-py's own URLs, `?ssl_ca_certs=...`; user and password are
those of the servers, and Sentinels have theirs in `sentinel_username` and `sentinel_password`.
"""

from typing import Any, NamedTuple

import redis
from redis.cluster import ClusterNode
from redis.connection import parse_url

CLUSTERS = ("redis+cluster", "rediss+cluster")  # schemes
SENTINELS = ("redis+sentinel", "rediss+sentinel")
SENTINEL_PORT = 26379
SENTINEL_SECONDS = 1.0  # for a reply; the next one is asked then
SENTINEL_OWN = "sentinel_"  # begins the options that are for the Sentinels alone
DEFAULT_SERVICE = "mymaster"


class Addresses(NamedTuple):
    """A URL of several servers, in its parts."""

    urls: tuple[str, ...]  # of each server, as redis-py reads it
    path: str


def scheme_of(url: str) -> str:
    return url.partition("://")[0]


def split(url: str) -> Addresses:
    scheme, _, rest = url.partition("://")
    rest, _, query = rest.partition("?")
    authority, _, path = rest.partition("/")
    user, at, hosts = authority.rpartition("@")
    plain, options = scheme.partition("+")[0], f"?{query}" if query else ""
    return Addresses(tuple(f"{plain}://{user}{at}{host}{options}" for host in hosts.split(",") if host), path)


def cluster_client(url: str, settings: dict[str, Any]) -> Any:  # redis-py's client of a cluster
    first, *others = split(url).urls
    return redis.RedisCluster(url=first, startup_nodes=[_node(other) for other in others], **settings)


def _node(url: str) -> ClusterNode:
    options = parse_url(url)  # type: ignore[no-untyped-call]  # so in redis-py
    return ClusterNode(options["host"], options.get("port", 6379))  # type: ignore[no-untyped-call]  # so in redis-py


def sentinel_client(
    url: str, settings: dict[str, Any]
) -> Any:  # redis-py's client of the server that they name
    addresses = split(url)
    parsed = [parse_url(address) for address in addresses.urls]  # type: ignore[no-untyped-call]  # so in redis-py
    pairs = [(options["host"], options.get("port", SENTINEL_PORT)) for options in parsed]
    shared = {
        name: value for name, value in parsed[0].items() if name not in ("host", "port", "connection_class")
    }
    if scheme_of(url).startswith("rediss"):
        shared["ssl"] = True
    own = {
        name.removeprefix(SENTINEL_OWN): shared.pop(name)
        for name in list(shared)
        if name.startswith(SENTINEL_OWN)
    }
    tls = {name: value for name, value in shared.items() if name.startswith("ssl")}
    sentinel = redis.Sentinel(pairs, sentinel_kwargs={"socket_timeout": SENTINEL_SECONDS, **tls, **own})  # type: ignore[no-untyped-call]  # so in redis-py
    return sentinel.master_for(addresses.path or DEFAULT_SERVICE, **settings, **shared)  # type: ignore[no-untyped-call]  # so in redis-py
