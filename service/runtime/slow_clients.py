"""A watch that closes the connections of clients who send their requests too slowly, or too many at once.

A body that has not arrived holds a thread, and the web server has no time-out for bodies. The application never sees a
connection: the watch finds those of its process by their addresses, and the kernel says how much of an answer each has
received.
"""

import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple

MOST_UNANSWERED_OF_ONE = 256  # connections from one address that have not received a byte yet
# a connection without a byte of an answer for so long is closed then; streams send more often
SILENT_SECONDS = 20.0
LOOK_SECONDS = 5.0
TCP_INFO_BYTES, BYTES_ACKED = 232, slice(120, 128)  # where Linux says how much of an answer has arrived


class Connection(NamedTuple):
    """A connection of this process, as the kernel knows it."""

    address: str
    received: int  # bytes of answers that the client has


class Seen(NamedTuple):
    connection: Connection
    since: float  # when it had received as much as now for the first time


class ConnectionWatch:
    """Closes connections of clients that send their requests too slowly or too many at once."""

    def __init__(
        self, late_addresses: Callable[[], set[str]], port: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._late_addresses, self._port, self._clock = late_addresses, port, clock
        self._seen: dict[
            tuple[int, int], Seen
        ] = {}  # by the socket's number in the kernel and its descriptor

    def start(self, sleep: Callable[[float], None] = time.sleep) -> None:
        Thread(target=self._run, args=(sleep,), name="connection-watch", daemon=True).start()

    def _run(self, sleep: Callable[[float], None]) -> None:
        while True:
            sleep(LOOK_SECONDS)
            self.look()

    def look(self) -> int:
        """Closes what is to be closed; returns how many connections."""
        late, names = self._late_addresses(), [path.name for path in Path("/dev/fd").iterdir()]
        if not late and len(names) < MOST_UNANSWERED_OF_ONE:
            self._seen = {}
            return 0
        self._seen = self._look_at(int(name) for name in names)
        return sum(map(_close, self._to_close(self._seen, late)))

    def _look_at(self, descriptors: Iterator[int]) -> dict[tuple[int, int], Seen]:
        now, seen = self._clock(), dict[tuple[int, int], Seen]()
        for descriptor in descriptors:
            with suppress(OSError, ValueError):
                connection, place = (
                    _connection(descriptor, self._port),
                    (os.fstat(descriptor).st_ino, descriptor),
                )
                before = self._seen.get(place)
                seen[place] = before if before and before.connection == connection else Seen(connection, now)
        return seen

    def _to_close(self, seen: Mapping[tuple[int, int], Seen], late: Collection[str]) -> list[int]:
        now = self._clock()
        unanswered = Counter(one.connection.address for one in seen.values() if not one.connection.received)
        return [
            descriptor
            for (_, descriptor), (connection, since) in seen.items()
            if (connection.address in late and now - since >= SILENT_SECONDS)
            or (
                not connection.received
                and since < now
                and unanswered[connection.address] > MOST_UNANSWERED_OF_ONE
            )
        ]


def _copy(descriptor: int) -> socket.socket:
    """Nothing stays open if it is no socket."""
    number = os.dup(descriptor)
    try:
        return socket.socket(fileno=number)
    except OSError:
        os.close(number)
        raise


def _connection(descriptor: int, port: int) -> Connection:
    """Raises an error for what is no connection of a client to this port."""
    with _copy(descriptor) as copy:
        if copy.family not in (socket.AF_INET, socket.AF_INET6) or copy.getsockname()[1] != port:
            raise ValueError(f"{descriptor} is no connection of a client")
        info = copy.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TCP_INFO_BYTES)
        return Connection(str(copy.getpeername()[0]), int.from_bytes(info[BYTES_ACKED], "little"))


def _close(descriptor: int) -> bool:
    """The server that owns the descriptor sees the client go."""
    try:
        with _copy(descriptor) as copy:
            copy.shutdown(socket.SHUT_RDWR)
    except OSError:  # it has gone in the meantime
        return False
    return True
