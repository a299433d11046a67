"""Round trips to one server at the least cost: redis-py's own connections, without the layers that it puts above them.

Nothing is sent twice. A connection on which anything went wrong is closed and never used again, and one that was idle
is looked at before it is used, so that one that the server has closed in the meantime is opened anew.
"""

import os
import socket
import ssl
from collections import deque
from collections.abc import Sequence
from struct import pack
from time import monotonic
from typing import Any

import redis
from hiredis import pack_command

IDLE_SECONDS = 0.1  # a server that stops and is there again takes longer


class Direct:
    """The idle connections of this process to one server."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool = pool
        self._idle: deque[tuple[Any, float]] = deque()  # connections, whose class the pool knows; since when
        os.register_at_fork(after_in_child=self._idle.clear)  # a socket belongs to one process

    def ask(self, *parts: Any) -> Any:  # texts, bytes and numbers; whatever the server answers
        """Sends one command and waits for its answer; an error that the server tells is raised."""
        return self._asked((parts,))[-1]

    def ask_together(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        """Their answers, errors among them, when all have been carried out in one go and written to disk once."""
        answers: list[Any] = self._asked((("MULTI",), *commands, ("EXEC",)))[-1]
        return answers

    def _asked(self, commands: Sequence[Sequence[Any]]) -> list[Any]:
        connection = self._ready()
        try:
            packed = b"".join([pack_command(tuple(command)) for command in commands])
            connection.send_packed_command([packed], check_health=False)
            answers = [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()
            raise
        self._idle.append((connection, monotonic()))
        return answers

    def _ready(self) -> Any:
        try:
            connection, since = self._idle.pop()
        except IndexError:
            return _opened(self._pool.connection_class(**self._pool.connection_kwargs))
        if monotonic() - since < IDLE_SECONDS:
            return connection
        try:
            closed = connection.can_read()  # there is nothing to be read but the end
        except (redis.ConnectionError, redis.TimeoutError, OSError):
            closed = True
        if closed:
            connection.disconnect()
            return _opened(connection)
        return connection

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[0].disconnect()


def _opened(connection: Any) -> Any:
    """Connected, and the kernel watches the time: Python would ask it before each step whether that can be taken."""
    connection.connect()
    line = connection._get_socket()
    if os.name == "posix" and not isinstance(line, ssl.SSLSocket):  # TLS takes steps of its own
        patience = float(connection.socket_timeout or 0)
        timeval = pack("ll", int(patience), int(patience % 1 * 1_000_000))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeval)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, timeval)
        line.settimeout(None)
    return connection
