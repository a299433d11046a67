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

    def keep_copy(self, now: float, most: int) -> None:
        self._copies = [*self._copies, (now, copy.deepcopy(self.fake.dbs[0]._dict))][-most:]

    def lose_since(self, moment: float) -> float | None:
        """Returns to the latest copy before a moment; the copy's moment, None if there is none."""
        kept = [(at, content) for at, content in self._copies if at <= moment]
        if not kept:
            return None
        at, content = kept[-1]
        self._copies = kept
        database = self.fake.dbs[0]
        with self.fake.lock:
            database.clear()
            for key, item in copy.deepcopy(content).items():
                database[key] = item
        return at

    def empty(self) -> None:
        self.direct.flushall()


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

        class Connection(fakeredis.FakeRedisConnection):  # redis-py leaves some of its methods untyped
            ready = False

            def connect(self) -> None:
                self.ready = False
                super().connect()
                self.ready = True

            def send_packed_command(self, command: Any, check_health: bool = True) -> None:
                packed = command if isinstance(command, bytes) else b"".join(command)
                if not self.ready or b"UNWATCH" in packed:  # shaking hands, or cleaning up at any time
                    self._send(command, check_health)
                    return
                try:
                    exchange(process, host, lambda: self._send(command, check_health))
                except BaseException:
                    self.disconnect()  # type: ignore[no-untyped-call]  # so in redis-py
                    raise
                host.announce(scheduler, packed)

            def _send(self, command: Any, check_health: bool) -> None:
                super().send_packed_command(command, check_health)  # type: ignore[no-untyped-call]  # so in redis-py

        class ClientOfProcess(Client):
            scheduler = self.scheduler

        return ClientOfProcess(server=host.fake, connection_class=Connection, **settings)

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


class Client(fakeredis.FakeRedis):
    """redis-py's client, whose blocking reads let simulated time pass."""

    scheduler: Scheduler  # rq makes clients like this one by itself, and knows only their class

    def xreadgroup(
        self, *arguments: Any, block: int | None = None, **more: Any
    ) -> Any:  # as redis-py replies
        reply = super().xreadgroup(*arguments, **more)
        if reply or block is None:
            return reply
        self.scheduler.nap(block / 1000 if block < LONG_BLOCK else LONG_NAP, listening=STORE)
        return super().xreadgroup(*arguments, **more)
