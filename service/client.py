"""A client for scripts and bots: a few typed calls over the standard library; imports nothing else of this project.

Commands and joins carry an idempotency key, so the client repeats them after a lost connection, and the service
carries them out once.
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

TRIES = 6
PAUSE = 0.1  # seconds after the first broken connection; each time twice as long
AGAIN = 1.0  # seconds before a stream that ended is opened again


class ApiError(Exception):
    """The service refused a request: `code` is stable, `facts` say more."""

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
        request = {"board": board, "seats": list(seats), **settings}
        body = self.call("POST", "/v1/games", None, request, new_key(), repeatable=True).body
        return NewGame(self, body)

    def join(self, game: str, invite: str, name: str, entropy: str = "") -> "Seat":
        request, path = {"name": name, "entropy": entropy}, f"/v1/games/{game}/seats"
        body = self.call("POST", path, invite, request, new_key(), repeatable=True).body
        return Seat(self, game, body["seat"]["token"])

    def seat(self, game: str, token: str | None = None) -> "Seat":
        """The seat of a token; without one, a spectator's place."""
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
        """Sends one request; repeats it, if it may, when the connection breaks or the service is busy."""
        sent = {"Accept": "application/json", **(headers or {})}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if body is not None:
            sent["Content-Type"] = "application/json"
        text = None if body is None else json.dumps(body)
        if not repeatable and method != "GET":
            self.close()  # an idle connection may be dead, and this request is sent once
            return self._once(method, path, sent, text)
        for attempt in range(TRIES - 1):
            try:
                return self._once(method, path, sent, text)
            except (OSError, http.client.HTTPException):
                self.close()
                time.sleep(PAUSE * 2**attempt)
            except ApiError as error:
                if error.status not in (429, 503):
                    raise
                time.sleep(AGAIN if error.retry_after is None else error.retry_after)
        return self._once(method, path, sent, text)

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def _once(self, method: str, path: str, headers: Mapping[str, str], body: str | None) -> Answer:
        if self._connection is None:
            self._connection = self.connect()
        self._connection.request(method, self.address(path), body, dict(headers))
        answer = self._connection.getresponse()
        if answer.status >= 400:
            raise refusal(answer)
        text = answer.read()
        if answer.status != 204 and "Content-Length" not in answer.headers and not answer.chunked:
            raise http.client.IncompleteRead(text)  # the connection broke before all headers were there
        decoded = json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else None
        return Answer(answer.status, dict(answer.headers.items()), decoded)

    def address(self, path: str) -> str:
        """The path, under that of the service's own address if it has one."""
        return urlsplit(self.url).path.rstrip("/") + path

    def connect(self) -> http.client.HTTPConnection:
        place = urlsplit(self.url)
        kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        return kind(place.hostname or "127.0.0.1", place.port, timeout=self.timeout)


def refusal(answer: http.client.HTTPResponse) -> ApiError:
    """The error in an answer, which a proxy may have written instead of the service."""
    text, wait = answer.read(), answer.headers.get("Retry-After", "")
    problem = json.loads(text) if text and "json" in answer.headers.get("Content-Type", "") else {}
    return ApiError(answer.status, problem, float(wait) if wait.isdecimal() else None)


def new_key() -> dict[str, str]:
    return {"Idempotency-Key": f'"{secrets.token_urlsafe(16)}"'}


class NewGame:
    """A new game and its tokens, to be handed out."""

    def __init__(self, client: Client, body: Json) -> None:
        self.game: str = body["id"]
        self.host: str = body["tokens"]["host"]
        self.watch: str = body["tokens"]["watch"]
        self.audit: str = body["tokens"]["audit"]
        self.invites: dict[int, str] = {s["seat"]: s["invite"] for s in body["seats"] if s["invite"]}
        self.seats = {s["seat"]: Seat(client, self.game, s["token"]) for s in body["seats"] if s["token"]}


@dataclass
class Seat:
    """One viewer of one game: a player with the token of a seat, or a spectator."""

    client: Client
    game: str
    token: str | None

    def look(self, at: int | None = None, standings: bool = False) -> Json:
        """The game as this viewer sees it, now or at a past version; with every seat's longest path if you like."""
        query = [] if at is None else [f"at={at}"]
        query += ["include=standings"] if standings else []
        return self._get(f"?{'&'.join(query)}" if query else "")

    def commands(self) -> tuple[int, Sequence[Json]]:
        """The version, and everything the seat may do at it."""
        body = self._get("/commands")
        return body["version"], body["moves"]

    def play(self, command: Json, version: int | None = None) -> Played:
        """Carries a command out once; with a version, only if the game still has it."""
        headers = new_key()
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        body = self._post("/commands", command, headers)
        return Played(body["version"], body["events"])

    def settle(self, matter: Json) -> Played:
        """A matter of the table, at any time: a motion, resigning, a standing order."""
        body = self._post("/commands", matter, new_key())
        return Played(body["version"], body["events"])

    def say(self, text: str, lang: str | None = None, preview: bool = False) -> Json:
        """Plays or asks in words, English or French; the answer is for this viewer alone."""
        request = {"text": text, "preview": preview} | ({"lang": lang} if lang else {})
        return self._post("/say", request, new_key())

    def invite(self, seat: int) -> Json:
        """An invite to your own seat, or to one without a person; unless it is `usable`, others must agree first."""
        return self._post(f"/seats/{seat}/invite", None, new_key())

    def people(self) -> Sequence[Json]:
        """All holders of each seat."""
        return list(self._get("/people")["seats"])

    def events(self, after: int = 0) -> Iterator[Json]:
        """The history from a version on, to its present end."""
        while True:
            page = self._get(f"/events?after={after}&limit=500")
            yield from page["events"]
            if page["next"] is None:
                return
            after = page["next"]

    def follow(self, after: int = 0) -> Iterator[Json]:
        """Every event from a version on, as it happens, until the game is over; resumes when the connection breaks."""
        while True:
            wait = AGAIN
            try:
                for event in self._stream(after):
                    if event is None:
                        return
                    after = event["version"]
                    yield event
            except ApiError as error:
                if error.status != 503:
                    raise
                wait = AGAIN if error.retry_after is None else error.retry_after
            except (OSError, http.client.HTTPException):
                pass  # as if it had ended
            time.sleep(wait)

    def score(self) -> Json:
        """The final sheet; an `ApiError` with code `not_scored_yet` before."""
        sheet: Json = self._get("/score")["sheet"]
        return sheet

    def _post(self, what: str, body: Json | None, headers: Mapping[str, str]) -> Json:
        path = f"/v1/games/{self.game}{what}"
        answer: Json = self.client.call("POST", path, self.token, body, headers, repeatable=True).body
        return answer

    def _get(self, what: str) -> Json:
        body: Json = self.client.call("GET", f"/v1/games/{self.game}{what}", self.token).body
        return body

    def _stream(self, after: int) -> Iterator[Json | None]:
        """Events as they come, then None if no more will ever come."""
        connection = self.client.connect()
        try:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
            if self.token:
                headers["Authorization"] = f"Bearer {self.token}"
            connection.request("GET", self.client.address(f"/v1/games/{self.game}/events"), headers=headers)
            answer = connection.getresponse()
            if answer.status == 204:
                yield None
                return
            if answer.status != 200:
                raise refusal(answer)
            for line in answer:
                if line == b"event: end\n":
                    yield None
                    return
                if line.startswith(b"data: ") and line.endswith(b"\n"):  # skips a line that was cut off
                    yield json.loads(line[6:])
        finally:
            connection.close()
