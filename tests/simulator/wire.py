"""The wire between processes and servers: each call takes time, and may fail before or after the server has done it.

The servers are in memory, and speak to the same client library as real ones. A process that dies does so here: at a
call, before or after the server has carried it out.
"""

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import fakeredis
import redis

from service.mail import outbox
from service.notices import notifier
from service.players import mail_addresses
from service.store.deliveries import claimed_key, due_key
from service.store.redis_store import feed_key
from service.webhooks import webhook_store
from tests.simulator.scheduler import Scheduler
from workers.notices import notice_process
from workers.webhook_delivery import GROUP as WEBHOOKS

PARTITIONS = 4  # of feeds: few, so that a sweep is short
RECOVERY_SECONDS = 100.0  # after a fault: sweeps, leases and time-outs of lost jobs have passed
LATENCY = 0.0002, 0.002  # seconds for a round trip
# milliseconds after which a reader gives up, and the seconds that it then gets
LONG_BLOCK, LONG_NAP = (
    250,
    4.0,
)
STORE, QUEUE = "store", "queue"  # the servers, and the news of feeds and jobs there
DELIVERIES = "deliveries"  # the news that one has ended
SCHEME = "simulated://"
# kinds of deliveries, and their schedules by the group that reads the feeds for them
DELIVERED = (webhook_store.KIND, notifier.KIND, outbox.KIND, mail_addresses.KIND)
CLAIMS = [claimed_key(kind) for kind in DELIVERED]
SCHEDULES = {
    WEBHOOKS: [due_key(webhook_store.KIND)],
    notice_process.GROUP: [due_key(kind) for kind in DELIVERED[1:]],
}


class Killed(BaseException):
    """The process that made the call is dead. Nothing that catches every `Exception` catches this."""


class MemoryConnection(fakeredis.FakeRedisConnection):
    """Hands commands to the server as they are, where a real connection would write and parse them."""

    _sock: Any  # of fakeredis

    def _connect(self) -> Any:  # a socket of fakeredis
        """Replies wait in a plain list: fakeredis's queue is for threads, and costs as much as many a command."""
        socket: Any = super()._connect()
        self._replies: deque[Any] = deque()
        socket.put_response = self._replies.append
        return socket

    def pack_command(self, *fields: Any) -> list[bytes]:
        encode = self.encoder.encode
        name = fields[0] if isinstance(fields[0], bytes) else fields[0].encode()
        return [*name.split(), *map(encode, fields[1:])]

    def pack_commands(self, commands: Any) -> list[list[bytes]]:
        return [self.pack_command(*command) for command in commands]

    def send_command(self, *fields: Any, **options: Any) -> None:
        self.send_packed_command([self.pack_command(*fields)], options.get("check_health", True))

    def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        if not self._sock:
            self.connect_check_health(check_health=False)
        for fields in command:
            self._sock._process_command(fields)

    def read_response(self, *arguments: Any, **options: Any) -> Any:  # as redis-py replies
        """It is there: nobody else runs between a command and its reply."""
        response = self._replies.popleft()
        if isinstance(response, Exception):
            raise response
        return response


class QuickLua:
    """fakeredis's Lua without what it does anew for every call: compiling the script, and collecting garbage."""

    def __init__(self, runtime: Any) -> None:  # of lupa
        self._runtime, self._compiled = runtime, {"collectgarbage()": lambda: None}

    def execute(self, script: Any) -> Any:  # source; whatever a script returns
        if script not in self._compiled:
            self._compiled[script] = self._runtime.compile(script)
        return self._compiled[script]()

    def __getattr__(self, name: str) -> Any:  # of lupa
        return getattr(self._runtime, name)


class Server:
    """One server in memory, which can be away, be emptied, or return to an earlier moment."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.away = False
        self.entries_to_lose = 0  # of the feeds, as soon as they are written
        self.fake = fakeredis.FakeServer(version=(7, 4), server_type="valkey")
        # for the simulation itself, without delay and fault; redis-py types replies for all of its modes at once
        self.direct: Any = fakeredis.FakeRedis(server=self.fake)
        self.direct.eval("return 1", 0)
        runtime: Any = self.fake  # fakeredis adds it with the first script
        runtime._lua_runtime = QuickLua(runtime._lua_runtime)
        self._copies: list[tuple[float, Any]] = []  # moments and contents, the latest last

    connection: type[Any] = MemoryConnection  # through which its clients reach it

    # what it holds, for the simulation itself

    def members(self, key: str) -> list[str]:
        """Of a set, in order."""
        return sorted(member.decode() for member in self._value(key, ()))

    def has_member(self, key: str, member: str) -> bool:
        return member.encode() in self._value(key, ())

    def length(self, key: str) -> int:
        """Of a list or a stream."""
        return len(self._value(key, ()))

    def first(self, key: str) -> tuple[bytes, float] | None:
        """The member of a sorted set with the lowest score."""
        ranked = self._value(key, None)
        if ranked is None:
            return None
        score, name = ranked._byscore[0]
        return name, score

    def _value(self, key: str, default: Any) -> Any:  # as fakeredis keeps it
        item = self.fake.dbs[0]._dict.get(key.encode())
        return default if item is None else item.value

    def announce(self, scheduler: Scheduler, packed: bytes) -> None:
        """Wakes those who wait for a feed or for a job, if there is one."""
        if self.name == QUEUE:
            if b"PUSH\r" in packed or (b"EVALSHA" in packed[:24] and b"\rrq:queue:" in packed):
                scheduler.announce(QUEUE)
        elif b"feed\r" in packed and b"EVALSHA" in packed[:24]:  # of games, of players or of talk
            if self.entries_to_lose and b":feed\r" in packed:
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

    def drop_copies(self) -> None:
        self._copies.clear()

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
        return pickle.dumps(self.fake.dbs[0]._dict, pickle.HIGHEST_PROTOCOL)

    def _restore(self, content: Any) -> None:
        database = self.fake.dbs[0]
        with self.fake.lock:
            database.clear()
            for key, item in pickle.loads(content).items():
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

    def members(self, key: str) -> list[str]:
        return sorted(member.decode() for member in self.direct.smembers(key))

    def has_member(self, key: str, member: str) -> bool:
        return bool(self.direct.sismember(key, member))

    def length(self, key: str) -> int:
        return int(self.direct.xlen(key) if self.direct.type(key) == b"stream" else self.direct.llen(key))

    def first(self, key: str) -> tuple[bytes, float] | None:
        rows = self.direct.zrange(key, 0, 0, withscores=True)
        return (rows[0][0], rows[0][1]) if rows else None

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
    """A fault that waits for a process's next calls; most are patient, and count only those of its work."""

    def __init__(self, kind: str, calls: int, seconds: float = 0.0) -> None:
        self.kind, self.calls, self.seconds = kind, calls, seconds
        self.is_patient = calls % 3 > 0


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
                packed = _text(command)
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
        schedules = SCHEDULES.get(arguments[0])
        if schedules:
            self.scheduler.nap(self._until_due(schedules, block / 1000), STORE, DELIVERIES)
        else:
            self.scheduler.nap(LONG_NAP if block >= LONG_BLOCK else block / 1000, STORE)
        return read(*arguments, **more)

    def _until_due(self, schedules: Sequence[str], least: float) -> float:
        """No delivery may wait because time is coarse here: a nap ends when one is due."""
        first = [row[1] / 1000 for key in schedules if (row := self.server.first(key))]
        return min([LONG_NAP, *(max(least, due - self.scheduler.now) for due in first)])


class Client(Reading, fakeredis.FakeRedis):
    """Of a server in memory. One connection is enough for all calls but those of transactions."""

    _asking: Any = None

    def _execute_command(self, *fields: Any, **options: Any) -> Any:  # as redis-py replies
        connection: Any = self._asking or self.connection_pool.make_connection()
        self._asking = connection
        send: Any = self._send_command_parse_response  # without types in redis-py

        def ask() -> Any:  # as redis-py replies
            connection.connect()  # as a pool does: what is sent before is no call of the process
            return send(connection, fields[0], *fields, **options)

        return connection.retry.call_with_retry(ask, lambda error: connection.disconnect())


def _text(command: Any) -> bytes:
    """A command or several, packed or as their fields, as bytes to look for names in."""
    if isinstance(command, bytes):
        return command
    return b"\r".join(part if isinstance(part, bytes) else b"\r".join(part) for part in command)
