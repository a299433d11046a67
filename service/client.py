"""A client for scripts and bots: a few typed calls over the standard library, and nothing else of this project.

Every command carries a key of its own, so that `Seat.play` can be repeated after a lost connection without being
carried out twice; it does so by itself.
"""

import http.client
import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlsplit

Json = dict[str, Any]  # JSON objects as the API describes them

TRIES = 5


class ApiError(Exception):
    """The service refused: `code` is stable, `facts` say more."""

    def __init__(self, status: int, problem: Json, retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(problem.get("code", "unknown"))
        self.facts: Json = problem.get("facts", {})
        self.retry_after = retry_after
        super().__init__(
            f"{status} {self.code}: {problem.get('detail') or problem.get('title', '')} {self.facts or ''}"
        )


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: Any


class Played(NamedTuple):
    """What a command led to, as its seat may see it."""

    version: int
    events: Sequence[Json]


@dataclass
class Client:
    """A connection to a service, by one thread."""

    url: str
    timeout: float = 30.0
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def boards(self) -> Sequence[Json]:
        return list(self.call("GET", "/v1/boards").body["boards"])

    def create(self, board: str, seats: Sequence[Json], **settings: Any) -> "NewGame":
        """Creates a game; a seat is {"name": ...}, {} for an invite, or {"kind": "bot", "bot": ...}."""
        body = self.call("POST", "/v1/games", body={"board": board, "seats": list(seats), **settings}).body
        return NewGame(self, body)

    def join(self, game: str, invite: str, name: str, entropy: str = "") -> "Seat":
        asked = {"name": name, "entropy": entropy}
        body = self.call("POST", f"/v1/games/{game}/seats", token=invite, body=asked).body
        return Seat(self, game, body["seat"]["token"])

    def seat(self, game: str, token: str | None = None) -> "Seat":
        """A seat whose token is known; without one, a spectator's place."""
        return Seat(self, game, token)

    def call(
        self,
        method: str,
        path: str,
        token: str | None = None,
        body: Json | None = None,
        headers: Mapping[str, str] | None = None,
        repeatable: bool = False,
    ) -> Answer:
        """One request; those that may be repeated are, when the connection breaks or the service is busy."""
        sent = {"Accept": "application/json", **(headers or {})}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        tries = TRIES if repeatable or method == "GET" else 1
        for left in reversed(range(tries)):
            try:
                return self._once(method, path, sent, None if body is None else json.dumps(body))
            except (OSError, http.client.HTTPException):
                self.close()
                if not left:
                    raise
            except ApiError as error:
                if error.status not in (429, 503) or not left:
                    raise
                time.sleep(error.retry_after or 1.0)
        raise AssertionError("unreachable")

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _once(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Answer:
        if self._connection is None:
            self._connection = self.connect()
        self._connection.request(method, path, body, dict(headers))
        answer = self._connection.getresponse()
        text = answer.read()
        found = json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else None
        if answer.status >= 400:
            wait = answer.headers.get("Retry-After")
            raise ApiError(answer.status, found or {}, float(wait) if wait else None)
        return Answer(answer.status, dict(answer.headers.items()), found)

    def connect(self) -> http.client.HTTPConnection:
        place = urlsplit(self.url)
        kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        return kind(place.hostname or "127.0.0.1", place.port, timeout=self.timeout)


class NewGame:
    """A game just created: its tokens, for whoever should have them."""

    def __init__(self, client: Client, body: Json) -> None:
        self.game: str = body["game"]
        self.host: str = body["host"]
        self.spectator: str = body["spectator"]
        self.auditor: str = body["auditor"]
        self.invites: dict[int, str] = {s["seat"]: s["invite"] for s in body["seats"] if "invite" in s}
        self.seats = {s["seat"]: Seat(client, self.game, s["token"]) for s in body["seats"] if "token" in s}


@dataclass
class Seat:
    """One viewer of one game: a seat that plays, or, without a token of a seat, somebody who looks on."""

    client: Client
    game: str
    token: str | None

    def look(self, at: int | None = None) -> Json:
        """The game as this viewer sees it, now or at a past version."""
        query = "" if at is None else f"?at={at}"
        return self._get(query)

    def commands(self) -> tuple[int, Sequence[Json]]:
        """The version, and everything the seat may do at it."""
        body = self._get("/commands")
        return body["version"], body["commands"]

    def play(self, command: Json, version: int | None = None) -> Played:
        """Carries a command out once, if the game still has the version that it was decided on."""
        headers = {"Idempotency-Key": f'"{secrets.token_urlsafe(16)}"'}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        path = f"/v1/games/{self.game}/commands"
        body = self.client.call("POST", path, self.token, command, headers, repeatable=True).body
        return Played(body["version"], body["events"])

    def events(self, after: int = 0) -> Iterator[Json]:
        """The history from a version on, to its present end."""
        while True:
            page = self._get(f"/events?after={after}&limit=500")
            yield from page["events"]
            if page["next"] is None:
                return
            after = page["next"]

    def follow(self, after: int = 0) -> Iterator[Json]:
        """Every event from a version on, as it happens, for ever; goes on where it was when the connection breaks."""
        while True:
            try:
                for event in self._stream(after):
                    after = event["version"]
                    yield event
            except (OSError, http.client.HTTPException):
                time.sleep(1.0)

    def standings(self) -> Sequence[Json]:
        return list(self._get("/standings")["seats"])

    def score(self) -> Json:
        """The final sheet; an `ApiError` with code `not_scored_yet` before."""
        sheet: Json = self._get("/score")["sheet"]
        return sheet

    def _get(self, what: str) -> Json:
        body: Json = self.client.call("GET", f"/v1/games/{self.game}{what}", self.token).body
        return body

    def _stream(self, after: int) -> Iterator[Json]:
        connection = self.client.connect()
        try:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
            if self.token:
                headers["Authorization"] = f"Bearer {self.token}"
            connection.request("GET", f"/v1/games/{self.game}/events", headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:
                raise ApiError(answer.status, json.loads(answer.read() or b"{}"))
            for line in answer:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            connection.close()
