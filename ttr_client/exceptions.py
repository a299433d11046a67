"""What can go wrong, as classes: by kind of refusal, and by code where a program acts on the code.

A code that has no class of its own is raised as the class of its status, so codes of later services are caught too.
"""

from collections.abc import Mapping, Sequence
from typing import Any


class TtrError(Exception):
    """The base of everything that the client raises by itself."""


class Unreachable(TtrError, ConnectionError):
    """No complete answer came, after every attempt that was safe; the last cause is `__cause__`."""


class ApiError(TtrError):
    """The service answered that it will not do this.

    `code` is stable and for programs, `facts` is what the code is about, `errors` names the fields of a body that are
    wrong, and `request_id` finds the request in the log of the service.
    """

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.code = str(problem.get("code") or "unknown")
        self.title = str(problem.get("title") or "")
        self.detail = str(problem.get("detail") or "")
        self.facts: Mapping[str, Any] = problem.get("facts") or {}
        self.errors: Sequence[Mapping[str, Any]] = problem.get("errors") or ()
        self.request_id = str(problem.get("request_id") or "")
        self.retry_after = retry_after
        super().__init__(status, problem, retry_after)

    def __str__(self) -> str:
        words = self.detail or self.title or "the answer does not say why"
        return f"{self.status} {self.code}: {words}" + (f" {dict(self.facts)}" if self.facts else "")


class Malformed(ApiError):
    """400, 413, 415, 428 and the like: the request itself is wrong, and stays wrong."""


class Denied(ApiError):
    """401 or 403: the token is missing, has ended, or does not allow this."""


class NotFound(ApiError):
    """404: it does not exist, not yet, or not for this token."""


class Refused(ApiError):
    """409 or 422: the rules do not allow it; after 409 they may later."""


class Stale(ApiError):
    """412: the game has moved on since the version or decision that the command was chosen at."""


class Busy(ApiError):
    """429, or 502 to 504: later, after `retry_after` seconds if the service says so."""


class ServiceFailed(ApiError):
    """500: a fault of the service; `request_id` is what its operator wants to know."""


# ------------------------------------------------------------------------------------------- by code


class TokenMissing(Denied):
    """The call needs a token."""


class TokenInvalid(Denied):
    """Nobody has this token, or not any more."""


class GameNotFound(NotFound):
    """There is no such game, or it is private and the token is not one of its own."""


class NotScoredYet(NotFound):
    """The game has no result yet."""


class VersionNotReached(NotFound):
    """The game has not come so far."""


class NotYourTurn(Refused):
    """Another seat is to move."""


class GameOver(Refused):
    """The game has ended."""


class KeyReused(Refused):
    """This idempotency key has been used for another request."""


BY_CODE: Mapping[str, type[ApiError]] = {
    "token_missing": TokenMissing,
    "token_invalid": TokenInvalid,
    "game_not_found": GameNotFound,
    "not_scored_yet": NotScoredYet,
    "version_not_reached": VersionNotReached,
    "not_your_turn": NotYourTurn,
    "game_over": GameOver,
    "idempotency_key_reused": KeyReused,
}
BY_STATUS: Mapping[int, type[ApiError]] = {
    401: Denied,
    403: Denied,
    404: NotFound,
    409: Refused,
    412: Stale,
    422: Refused,
    429: Busy,
    502: Busy,
    503: Busy,
    504: Busy,
}


def error_of(status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> ApiError:
    """The error of the class that fits best."""
    by_status = BY_STATUS.get(status, ServiceFailed if status >= 500 else Malformed)
    return BY_CODE.get(str(problem.get("code")), by_status)(status, problem, retry_after)
