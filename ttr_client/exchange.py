"""One exchange with the service, without a connection: what is sent, when it is sent again, what the answer means."""

import json
import random
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from ttr_client.exceptions import error_of

JSON = "application/json"
EVENT_STREAM = "text/event-stream"

Value = str | int | bool | Iterable[str] | None  # of a query parameter; None leaves it out


class Broken(Exception):
    """An answer that ends before it is complete, or is none of this service."""


# After these nobody knows whether the request was carried out.
LOST = (httpx.TransportError, httpx.DecodingError, Broken)
NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def new_key() -> str:
    """A key for one decision: with it, a request may be sent again and is carried out once."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What is sent; `repeatable` says whether sending it twice does no more than sending it once."""

    method: str
    path: str
    token: str | None = None
    query: Mapping[str, Value] = field(default_factory=dict)
    body: object = None
    key: str | None = None
    expected: str | None = None
    accept: str = JSON

    @property
    def repeatable(self) -> bool:
        return self.method != "POST" or self.key is not None

    @property
    def headers(self) -> dict[str, str]:
        headers = {
            "Accept": self.accept,
            "Authorization": f"Bearer {self.token}" if self.token else None,
            "Content-Type": None if self.body is None else JSON,
            "Idempotency-Key": self.key,
            "If-Match": self.expected,
        }
        return {name: value for name, value in headers.items() if value is not None}

    @property
    def parameters(self) -> dict[str, str]:
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    @property
    def content(self) -> bytes | None:
        """The body as JSON; bytes are sent as they are."""
        if self.body is None or isinstance(self.body, bytes):
            return self.body
        return json.dumps(self.body).encode()


def _text(value: str | int | bool | Iterable[str]) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case _:
            return ",".join(value)


@dataclass(frozen=True, kw_only=True)
class Retries:
    """Pauses grow from `first` to `longest` seconds, by chance a little shorter, so that clients do not come together.

    A wait that the service asks for with Retry-After is kept, unless it is longer than `patience`: then the client
    raises `Busy`, and the program decides.
    """

    attempts: int = 8
    first: float = 0.2
    longest: float = 20.0
    patience: float = 60.0

    def pause(self, failures: int, retry_after: float | None = None) -> float:
        """Seconds before the next attempt, after so many failures in a row."""
        bound = min(self.longest, self.first * 2.0 ** min(failures - 1, 30))
        return (retry_after or 0.0) + bound * random.uniform(0.5, 1.0)

    def allows(self, failures: int, retry_after: float | None = None) -> bool:
        """Whether there is another attempt after so many failures in a row."""
        return failures < self.attempts and (retry_after or 0.0) <= self.patience


def expected(version: int | None, decision: int | None) -> str | None:
    """The value of If-Match; a decision outlives versions that change nothing for the seat."""
    if decision is not None:
        return f'"d{decision}"'
    return None if version is None else f'"{version}"'


def is_player(token: str | None) -> bool:
    """Whether a token is a player's, and so no one seat's."""
    return token is not None and token.startswith("ttr_player_")


def given(**fields: object) -> dict[str, object]:
    """Fields of a body, without those that are left to the service."""
    return {name: value for name, value in fields.items() if value is not None}


def read_json(response: httpx.Response) -> Any:
    """The body of an answer, if it has one."""
    if not response.content:
        return None
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise Broken(f"the answer is no whole JSON document: {error}") from error


def read_text(response: httpx.Response) -> str:
    """The text of an answer that says how long it is, and so cannot have been cut off unnoticed."""
    if not {"content-length", "transfer-encoding"} & response.headers.keys():
        raise Broken("the answer does not say where it ends")
    return response.text


def check(response: httpx.Response) -> httpx.Response:
    """The answer, or the error that it is. A proxy may have written it instead of the service."""
    if response.status_code < 300:
        return response
    if response.status_code < 400:
        words = f"the address redirects to {response.headers.get('Location')}; name that one"
        raise error_of(response.status_code, {"code": "redirected", "detail": words})
    try:
        problem = json.loads(response.content)
    except ValueError:
        problem = None
    wait = _seconds(response.headers.get("Retry-After", ""))
    raise error_of(response.status_code, problem if isinstance(problem, dict) else {}, wait)


def _seconds(retry_after: str) -> float | None:
    """Retry-After is a number of seconds or, from some proxies, a date."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        moment = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None
