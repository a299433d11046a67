"""Servers for tests of the store, started plainly or as a cluster, and a proxy that loses answers."""

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.runtime.embedded_valkey import find_server
from tests.support.http.running_service import free_port

SECONDS = 20.0  # for anything that is waited for
SLOTS = 16384


class Plain(msgspec.Struct, frozen=True):
    """A server as anybody would run it, reached over TCP."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def client(self) -> redis.Redis:
        return plain_client(self.port)


def plain_client(port: int) -> redis.Redis:
    return redis.Redis(port=port, retry=Retry(NoBackoff(), 0), socket_timeout=SECONDS)


def server_programs() -> dict[str, Path]:
    """The server that comes with us and those that this system has, by a name that tells which are missing."""
    installed = {name: shutil.which(name) for name in ("redis-server", "valkey-server")}
    missing = [name for name, path in installed.items() if path is None]
    ours = f"our own program (not installed here: {', '.join(missing)})" if missing else "our own program"
    return {ours: find_server()} | {name: Path(path) for name, path in installed.items() if path is not None}


def eventually(holds: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
    """Looks again and again, for a bounded time."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
        time.sleep(0.01)


@contextmanager
def plain_server(place: Path, *settings: str, program: Path | None = None) -> Iterator[Plain]:
    """A server with these settings until the block is left."""
    place.mkdir(parents=True, exist_ok=True)
    port = free_port()
    fixed = ("--port", str(port), "--bind", "127.0.0.1", "--dir", str(place), "--save", "")
    process = subprocess.Popen([program or find_server(), *fixed, *settings], stdout=subprocess.DEVNULL)
    try:
        client = plain_client(port)
        eventually(lambda: _answers(client), "an answer of the server")
        client.close()
        yield Plain(process, port)
    finally:
        process.kill()
        process.wait()


def _answers(client: redis.Redis) -> bool:
    try:
        return bool(client.ping())
    except redis.ConnectionError:
        return False


@contextmanager
def cluster(place: Path, masters: int = 3, *settings: str) -> Iterator[str]:
    """A cluster of so many masters until the block is left; its address."""
    with ExitStack() as ending:
        nodes = []
        for number in range(masters):
            bus = ("--cluster-enabled", "yes", "--cluster-port", str(free_port()))
            started = plain_server(place / str(number), *bus, *settings)
            nodes.append(ending.enter_context(started))
        form_cluster([node.client() for node in nodes], nodes)
        yield f"redis+cluster://127.0.0.1:{nodes[0].port}"


@contextmanager
def replicated_cluster(place: Path, *settings: str) -> Iterator[list[Plain]]:
    """A cluster of three masters, each with a replica, until the block is left: its masters, then its replicas."""
    quick = ("--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--appendonly", "yes", *settings)
    with ExitStack() as ending:
        nodes = [
            ending.enter_context(plain_server(place / str(n), "--cluster-port", str(free_port()), *quick))
            for n in range(6)
        ]
        masters, replicas = nodes[:3], nodes[3:]
        form_cluster([node.client() for node in masters], masters)
        for master, replica in zip(masters, replicas, strict=True):
            _follow(master, replica)
        yield nodes


def _follow(master: Plain, replica: Plain) -> None:
    first, second = master.client(), replica.client()
    name = bytes(_ask(first, "MYID")).decode()
    _ask(
        first, "MEET", "127.0.0.1", replica.port, int(second.config_get("cluster-port")["cluster-port"] or 0)
    )
    eventually(lambda: name in bytes(_ask(second, "NODES")).decode(), "a replica that knows its master")
    _ask(second, "REPLICATE", name)
    eventually(lambda: second.info("replication").get("master_link_status") == "up", "a replica that follows")
    first.close()
    second.close()


def form_cluster(clients: list[redis.Redis], nodes: list[Plain]) -> None:
    """Gives every master its share of the slots and waits until all of them agree."""
    for number, client in enumerate(clients):
        first, following = (SLOTS * share // len(clients) for share in (number, number + 1))
        _ask(client, "ADDSLOTSRANGE", first, following - 1)
        _ask(client, "SET-CONFIG-EPOCH", number + 1)
    for node, client in zip(nodes[1:], clients[1:], strict=True):
        bus = int(client.config_get("cluster-port")["cluster-port"] or 0)
        _ask(clients[0], "MEET", "127.0.0.1", node.port, bus)
    eventually(lambda: all(_agrees(client, len(clients)) for client in clients), "a cluster")
    for client in clients:
        client.close()


def _ask(client: Any, *question: str | int) -> Any:  # redis-py leaves these calls untyped
    return client.execute_command("CLUSTER", *question)


def _agrees(client: redis.Redis, masters: int) -> bool:
    info = bytes(_ask(client, "INFO")).decode().split()
    return {"cluster_state:ok", f"cluster_size:{masters}", f"cluster_known_nodes:{masters}"} <= set(info)


class Proxy:
    """Passes everything on to a server, except the answer to the request that it shall lose."""

    def __init__(self, target: int, port: int = 0) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        self.lose = b""  # the answer to the next request that holds this is lost, and the connection with it
        self.lost = 0
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        _hang_up(self._listener)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.create_connection(("127.0.0.1", self._target)) as server:
            to_lose = Event()
            Thread(target=self._ask, args=(client, server, to_lose), daemon=True).start()
            with suppress(OSError):
                while reply := server.recv(1 << 16):
                    if to_lose.is_set():
                        break
                    client.sendall(reply)
            _hang_up(client)
            _hang_up(server)

    def _ask(self, client: socket.socket, server: socket.socket, to_lose: Event) -> None:
        with suppress(OSError):
            while request := client.recv(1 << 16):
                if self.lose and self.lose in request:
                    self.lose, self.lost = b"", self.lost + 1
                    to_lose.set()
                server.sendall(request)
        _hang_up(server)


def _hang_up(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
