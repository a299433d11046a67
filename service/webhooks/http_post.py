"""One delivery: a POST whose answer's head is read and nothing else, within a time that nobody can stretch.

Signatures as Standard Webhooks describes them: HMAC-SHA256 over `id.timestamp.body`, one for each secret.
"""

import hmac
import secrets
import socket
import ssl
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from urllib.parse import urlsplit

import msgspec

from service.webhooks.addresses import AddressRefused, any_address, checked_address

LONGEST_HEAD = 16 * 1024
CHUNK = 4096


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


class _Broken(OSError):
    """What came back is not an answer."""


def post(url: str, headers: Mapping[str, str], body: bytes, *, private: bool, seconds: float) -> Outcome:
    """Redirections are not followed: they are answers like any other."""
    until = time.monotonic() + seconds
    try:
        with _connected(url, private, until) as connection:
            connection.settimeout(_left(until))
            connection.sendall(_request(url, headers, body))
            return Outcome(_status(connection, until))
    except AddressRefused:
        return Outcome(0, "address_refused")
    except socket.gaierror:
        return Outcome(0, "name_not_found")
    except TimeoutError:
        return Outcome(0, "timeout")
    except ssl.SSLError:
        return Outcome(0, "tls_failed")
    except _Broken:
        return Outcome(0, "not_http")
    except (OSError, UnicodeError):
        return Outcome(0, "not_reached")


def _connected(url: str, private: bool, until: float) -> socket.socket:
    parts = urlsplit(url)
    host = parts.hostname or ""
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = (any_address if private else checked_address)(host, port)
    connection = socket.create_connection((address, port), timeout=_left(until))
    if parts.scheme != "https":
        return connection
    try:
        connection.settimeout(_left(until))
        return _trust().wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()


def _request(url: str, headers: Mapping[str, str], body: bytes) -> bytes:
    parts = urlsplit(url)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    told = {
        "Host": parts.netloc,
        "User-Agent": "ticket-to-ride-by-post",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _status(connection: socket.socket, until: float) -> int:
    """Of the final answer, after any that only say that it will come; a body is left where it is."""
    data = b""
    while True:
        head, end, rest = data.partition(b"\r\n\r\n")
        if end:
            status = _parsed(head)
            if status >= 200:
                return status
            data = rest
            continue
        connection.settimeout(_left(until))
        chunk = connection.recv(CHUNK)
        data += chunk
        if not chunk or len(data) > LONGEST_HEAD:
            raise _Broken


def _parsed(head: bytes) -> int:
    version, _, rest = head.partition(b"\r\n")[0].partition(b" ")
    number = rest[:3]
    if version not in (b"HTTP/1.1", b"HTTP/1.0") or not number.isdigit() or not 100 <= int(number) <= 599:
        raise _Broken
    return int(number)


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


PREFIX = "whsec_"
OVERLAP_SECONDS = 86_400  # how long an old secret signs beside the new one


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


def signed_headers(message: str, seconds: int, body: bytes, keys: Sequence[str]) -> dict[str, str]:
    """The three headers by which a receiver knows a message, its age and its sender."""
    content = f"{message}.{seconds}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{_signature(key, content)}" for key in keys),
    }


def _signature(key: str, content: bytes) -> str:
    return b64encode(hmac.digest(b64decode(key.removeprefix(PREFIX)), content, "sha256")).decode()
