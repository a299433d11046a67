"""One POST with a hard total deadline, to an address that was checked; only the response status is read.

`http.client` speaks HTTP here, over a socket that this module has connected: no redirect, proxy, retry or second
look-up of the name can lead elsewhere, and no response can outlast the deadline or fill the memory.
"""

import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from service.webhooks.addresses import AddressNotPublic, any_address, checked_address

LONGEST_HEAD = 16 * 1024
HIGHEST_STATUS = 599


class Outcome(msgspec.Struct, frozen=True):
    """The status that a receiver answered, or 0 and what went wrong."""

    status: int
    error: str = ""

    @property
    def delivered(self) -> bool:
        return 200 <= self.status < 300

    @property
    def gone(self) -> bool:
        return self.status == 410

    @property
    def timed_out(self) -> bool:
        return self.error == "timeout"


def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool, seconds: float) -> Outcome:
    """A redirect is an outcome like any other."""
    until = time.monotonic() + seconds
    try:
        return Outcome(_exchange(urlsplit(url), headers, body, private, until))
    except AddressNotPublic:
        return Outcome(0, "address_refused")
    except socket.gaierror:
        return Outcome(0, "name_not_found")
    except TimeoutError:
        return Outcome(0, "timeout")
    except ssl.SSLError:
        return Outcome(0, "tls_failed")
    except HTTPException:
        return Outcome(0, "not_http")
    except (OSError, UnicodeError):
        return Outcome(0, "not_reached")


def _exchange(url: SplitResult, headers: Mapping[str, str], body: bytes, private: bool, until: float) -> int:
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    sent = {
        "Host": url.netloc,
        "User-Agent": "ticket-to-ride-by-post",
        "Content-Type": "application/json",
        "Connection": "close",
        **headers,
    }
    with closing(HTTPConnection(url.hostname or "")) as connection:
        connection.response_class = _FinalResponse
        connection.sock = _TimedSocket(_connect(url, private, until), until)
        connection.request("POST", target, body, sent)
        return connection.getresponse().status


def _connect(url: SplitResult, private: bool, until: float) -> socket.socket:
    host = url.hostname or ""
    port = url.port or (443 if url.scheme == "https" else 80)
    address = (any_address if private else checked_address)(host, port)
    connection = socket.create_connection((address, port), timeout=_left(until))
    try:
        # http.client sends head and body apart: without this the body waits for the acknowledgement of the head
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if url.scheme != "https":
            return connection
        connection.settimeout(_left(until))
        return _trust().wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


class _TimedSocket:
    """A connected socket as `http.client` uses one; whatever the receiver does, every call ends by the deadline."""

    def __init__(self, connection: socket.socket, until: float) -> None:
        self._connection, self._until = connection, until

    def sendall(self, data: bytes) -> None:
        self._connection.settimeout(_left(self._until))
        self._connection.sendall(data)

    def makefile(self, mode: str) -> BufferedReader:
        return BufferedReader(_Head(self._connection, self._until))

    def close(self) -> None:
        self._connection.close()


class _Head(RawIOBase):
    """The head of a response: `http.client` reads no further, so a stream that ends or goes on for long has none."""

    def __init__(self, connection: socket.socket, until: float) -> None:
        self._connection, self._until = connection, until
        self._room = LONGEST_HEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # whatever a buffered reader reads into
        self._connection.settimeout(_left(self._until))
        count = self._connection.recv_into(buffer)
        self._room -= count
        if not count or self._room < 0:
            raise HTTPException("the head of the response does not end")
        return count


class _FinalResponse(HTTPResponse):
    """The response after all interim ones: `http.client` skips 100 and takes 102 or 103 for the answer."""

    def begin(self) -> None:
        super().begin()
        while self.status < 200:
            self.headers = None  # type: ignore[assignment]  # else `begin` takes its work for done
            super().begin()
        if self.status > HIGHEST_STATUS:
            raise HTTPException("no such status")


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
