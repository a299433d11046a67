"""Round trips to one server at the least cost: redis-py's own connections, without the layers that it puts above them.

Nothing is sent twice. A connection on which anything went wrong is closed and never used again, and before each use it
is looked at, so that one that the server has closed in the meantime is opened anew, as redis-py's pool does it.
"""

import os
from collections import deque
from collections.abc import Sequence
from typing import Any

import redis
from hiredis import pack_command


class Direct:
    """The idle connections of this process to one server."""

    def __init__(self, pool: redis.ConnectionPool) -> None:
        self._pool = pool
        self._idle: deque[Any] = deque()  # connections, whose class the pool knows
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
            connection.send_packed_command([pack_command(tuple(c)) for c in commands], check_health=False)
            answers = [connection.read_response() for _ in commands]
        except BaseException:
            connection.disconnect()
            raise
        self._idle.append(connection)
        return answers

    def _ready(self) -> Any:
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._pool.connection_class(**self._pool.connection_kwargs)
            connection.connect()
            return connection
        try:
            closed = connection.can_read()  # there is nothing to be read but the end
        except (redis.ConnectionError, redis.TimeoutError, OSError):
            closed = True
        if closed:
            connection.disconnect()
            connection.connect()
        return connection

    def close(self) -> None:
        while self._idle:
            self._idle.pop().disconnect()
