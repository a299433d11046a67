"""The wire between processes and servers: each call takes time, and may fail before or after the server has done it.

The servers are in memory, and speak to the same client library as real ones. A process that dies does so here: at a
call, before or after the server has carried it out.
"""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import fakeredis
import redis

from service.store.redis_store import feed_key
from service.webhooks.webhook_store import DUE
from tests.simulator.scheduler import Scheduler

PARTITIONS = 4  # of feeds: few, so that a sweep is short
RECOVERY_SECONDS = 100.0  # after a fault: sweeps, leases and time-outs of lost jobs have passed
LATENCY = 0.0002, 0.002  # seconds for a round trip
# milliseconds after which a reader gives up, and the seconds that it then gets
LONG_BLOCK, LONG_NAP = (
    250,
    4.0,
)
STORE, QUEUE = "store", "queue"  # the servers
SCHEME = "simulated://"


class Killed(BaseException):
    """The process that made the call is dead. Nothing that catches every `Exception` catches this."""


class Server:
    """One server in memory, which can be away, be emptied, or return to an earlier moment."""

    connection: type[Any] = fakeredis.FakeRedisConnection  # through which its clients reach it

    def __init__(self, name: str) -> None:
        self.name = name
        self.away = False
        self.entries_to_lose = 0  # of the feeds, as soon as they are written
        self.fake = fakeredis.FakeServer(version=(7, 4), server_type="valkey")
        # for the simulation itself, without delay and fault; redis-py types replies for all of its modes at once
        self.direct: Any = fakeredis.FakeRedis(server=self.fake)
        self._copies: list[tuple[float, Any]] = []  # moments and contents, the latest last

    def announce(self, scheduler: Scheduler, packed: bytes) -> None:
        """Wakes those who wait for a feed or for a job, if there is one."""
        if self.name == QUEUE and b"PUSH\r" in packed:
            scheduler.announce(QUEUE)
        elif b":feed\r" in packed and b"EVALSHA" in packed[:24]:
            if self.entries_to_lose:
                self._lose_entries(scheduler)
            scheduler.announce(STORE)

    def _lose_entries(self, scheduler: Scheduler) -> None:
        self.entries_to_lose -= 1
        for number in range(PARTITIONS):
            self.direct.xtrim(feed_key(number), maxlen=0, approximate=False)
        scheduler.touch(RECOVERY_SECONDS)

    def client(self, connection: type[Any], scheduler: Scheduler, **settings: Any) -> Any:  # of redis-py
        """A client that makes connections of this kind."""

        class ClientOfProcess(Client):
            pass

        ClientOfProcess.scheduler, ClientOfProcess.server = scheduler, self
        return ClientOfProcess(server=self.fake, connection_class=connection, **settings)

    def keep_copy(self, now: float, most: int) -> None:
        self._copies = [*self._copies, (now, self._content())][-most:]

    def lose_since(self, moment: float) -> float | None:
        """Returns to the latest copy before a moment; the copy's moment, None if there is none."""
        kept = [(at, content) for at, content in self._copies if at <= moment]
        if not kept:
            return None
        at, content = kept[-1]
        self._copies = kept
        self._restore(content)
        return at

    def _content(self) -> Any:  # as the server keeps it
        return copy.deepcopy(self.fake.dbs[0]._dict)

    def _restore(self, content: Any) -> None:
        database = self.fake.dbs[0]
        with self.fake.lock:
            database.clear()
            for key, item in copy.deepcopy(content).items():
                database[key] = item

    def empty(self) -> None:
        self.direct.flushall()


class RealServer(Server):
    """A server program, behind the same wire. Its own clock shows real time, so nothing in it expires."""

    connection: type[Any] = redis.UnixDomainSocketConnection

    def __init__(self, name: str, socket: str) -> None:
        super().__init__(name)
        self._socket = socket
        self.direct = redis.Redis(unix_socket_path=socket)
        self.direct.flushall()

    def client(self, connection: type[Any], scheduler: Scheduler, **settings: Any) -> Any:  # of redis-py
        class ClientOfProcess(Reading, redis.Redis):
            pass

        ClientOfProcess.scheduler, ClientOfProcess.server = scheduler, self
        pool = redis.ConnectionPool(connection_class=connection, path=self._socket, **settings)
        return ClientOfProcess(connection_pool=pool)

    def _content(self) -> Any:  # dumps by key
        return {key: self.direct.dump(key) for key in sorted(self.direct.keys())}

    def _restore(self, content: Any) -> None:
        self.direct.flushall()
        for key, dump in content.items():
            self.direct.restore(key, 0, dump)


class Trap:
    """A fault that waits for a process's next calls."""

    def __init__(self, kind: str, calls: int, seconds: float = 0.0) -> None:
        self.kind, self.calls, self.seconds = kind, calls, seconds


class Line:
    """What a process needs of its surroundings to make calls."""

    def __init__(self, scheduler: Scheduler, servers: dict[str, Server], rng: Random) -> None:
        self.scheduler, self.servers, self.rng = scheduler, servers, rng

    def connect(self, process: Any, server: str, **settings: Any) -> Any:  # a client of redis-py
        """A client of the server for one process."""
        exchange, host, scheduler = self.exchange, self.servers[server], self.scheduler

        class Connection(host.connection):  # type: ignore[misc,name-defined]  # one of the two kinds
            ready = False

            def connect_check_health(self, *arguments: Any, **more: Any) -> None:
                self.ready = False
                super().connect_check_health(*arguments, **more)
                self.ready = True

            def send_packed_command(self, command: Any, check_health: bool = True) -> None:
                packed = command if isinstance(command, bytes) else b"".join(command)
                if not self.ready or b"UNWATCH" in packed:  # shaking hands, or cleaning up at any time
                    self._send(command, check_health)
                    return
                try:
                    exchange(process, host, lambda: self._send(command, check_health))
                except BaseException:
                    self.disconnect()
                    raise
                host.announce(scheduler, packed)

            def _send(self, command: Any, check_health: bool) -> None:
                super().send_packed_command(command, check_health)

        return host.client(Connection, scheduler, **settings)

    def exchange(self, process: Any, server: Server, send: Callable[[], None]) -> None:
        """One round trip."""
        self.scheduler.sleep(self.rng.uniform(*LATENCY))
        process.check_alive()
        trap = process.sprung_trap()
        if trap:
            self.scheduler.touch(trap.seconds + RECOVERY_SECONDS)
        if trap and trap.kind == "slow":
            self.scheduler.sleep(trap.seconds)
            process.check_alive()
        if trap and trap.kind == "killed_before":
            process.die("at a call, before the server had it")
            process.check_alive()
        if server.away:
            raise redis.ConnectionError(f"{server.name} is away")
        with process.clock_of_server():
            send()
        if trap and trap.kind == "killed_after":
            process.die("at a call, after the server had carried it out")
            process.check_alive()
        if trap and trap.kind == "reply_lost":
            raise redis.TimeoutError("the reply was lost")


class Reading:
    """Blocking reads of redis-py's client that let simulated time pass."""

    scheduler: Scheduler  # rq makes clients like this one by itself, and knows only their class
    server: Server

    def xreadgroup(
        self, *arguments: Any, block: int | None = None, **more: Any
    ) -> Any:  # as redis-py replies
        read: Any = super().xreadgroup  # type: ignore[misc]  # of the client that this is mixed into
        reply = read(*arguments, **more)
        if reply or block is None:
            return reply
        long = block >= LONG_BLOCK and not self._is_delivery_due()
        self.scheduler.nap(LONG_NAP if long else block / 1000, listening=STORE)
        return read(*arguments, **more)

    def _is_delivery_due(self) -> bool:
        """Whether a webhook is due before a long nap would end: it must not wait because time is coarse here."""
        first = self.server.direct.zrange(DUE, 0, 0, withscores=True)
        return any(due / 1000 < self.scheduler.now + LONG_NAP for _, due in first)


class Client(Reading, fakeredis.FakeRedis):
    """Of a server in memory."""
