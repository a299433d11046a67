"""Every refusal of the service, as one tree of errors without HTTP.

    ServiceError
    ├── MalformedRequest          the request does not fit its description
    ├── Unauthorized, Forbidden   no token, or one that does not allow this
    ├── NotFound                  GameNotFound, BoardNotFound, WebhookNotFound, VersionNotReached
    ├── Conflict                  AnsweredBefore, SeatTaken, GameExists, BoardNameTaken, TooManyWebhooks,
    │                             NotScoredYet
    ├── StaleVersion              the game has moved on
    ├── Unacceptable              UrlRefused, RecordRefused, UnplayableClock, UnplayableBoard,
    │                             BoardRefused, RulesVersionUnsupported, KeyReused
    ├── RuleRefused               a rule of the game refused the command; carries the code of its violation
    └── TryLater                  TooManyRequests, PicturesExhausted, PictureNotReady, StreamsExhausted,
                                  TemporarilyUnavailable, WritesRefused, NotReplicated, BodiesExhausted

Each has a stable `code` for programs, a `title` for people, and facts about the case. Below the HTTP edge errors are
raised and caught by type; `service.http.problems` alone turns them into statuses and problem+json.
"""

from typing import Any, ClassVar

from ttr_core import RuleViolation

RULE_REFUSED = "The rules do not allow this."


class ServiceError(Exception):
    """A refusal with a stable code. `facts` say what the code is about."""

    code: str
    title: ClassVar[str]

    def __init__(self, detail: str = "", **facts: Any) -> None:
        super().__init__(detail)
        self.detail, self.facts = detail, facts

    def __str__(self) -> str:
        return f"{self.code}: {self.detail}" if self.detail else self.code


class MalformedRequest(ServiceError):
    code = "malformed_request"
    title = "The request does not match the description of this call."


class UnknownParameter(MalformedRequest):
    code = "unknown_parameter"
    title = "This call has no query parameter of this name."


class Unauthorized(ServiceError):
    code = "unauthorized"
    title = "This call needs a bearer token of the game."


class Forbidden(ServiceError):
    code = "forbidden"
    title = "The token does not allow this."


class NotFound(ServiceError):
    code = "not_found"
    title = "There is nothing here."


class GameNotFound(NotFound):
    code = "game_not_found"
    title = "There is no such game, or you may not see it."


class BoardNotFound(NotFound):
    code = "board_not_found"
    title = "There is no board of this name."


class WebhookNotFound(NotFound):
    code = "webhook_not_found"
    title = "There is no such webhook, or it is not yours."


class LinkNotFound(NotFound):
    code = "link_not_found"
    title = "There is no such link: it was used, has expired, or never was."


class TokenNotFound(NotFound):
    code = "token_not_found"
    title = "You have no such token."


class VersionNotReached(NotFound):
    code = "version_not_reached"
    title = "The game has not reached this version."


class Conflict(ServiceError):
    """Something that exists already, or does not exist yet, is in the way."""


class AnsweredBefore(Conflict):
    code = "answered_before"
    title = "This message was answered before; nothing was done again."


class SeatTaken(Conflict):
    code = "seat_taken"
    title = "The seat is taken."


class AlreadySeated(Conflict):
    code = "already_seated"
    title = "You have a seat at this table."


class NoSeatOpen(Conflict):
    code = "no_seat_open"
    title = "This seat is not open, or the game has begun."


class GameExists(Conflict):
    code = "game_exists"
    title = "Another game of this name exists here."


class BoardNameTaken(Conflict):
    code = "board_name_taken"
    title = "A board that comes with the game has this name; choose another."


class TooManyWebhooks(Conflict):
    code = "too_many_webhooks"
    title = "This token has as many webhooks as it may have; remove one."


class TooManyTokens(Conflict):
    code = "too_many_tokens"
    title = "This player has as many tokens as they may have; revoke one."


class TooManyLobbies(Conflict):
    code = "too_many_lobbies"
    title = "As many games from this address wait for players as may; start or abandon one."


class NotScoredYet(Conflict):
    code = "not_scored_yet"
    title = "The game has no final score yet."


class StaleVersion(ServiceError):
    code = "stale_version"
    title = "The game has moved on; look again and decide again."


class Unacceptable(ServiceError):
    """The request is well formed, and cannot be carried out as it is."""


class UrlRefused(Unacceptable):
    code = "url_refused"
    title = "Webhooks may not be sent to this address."


class RecordRefused(Unacceptable):
    code = "record_refused"
    title = "This is not a record of a finished game that verifies."


class UnplayableClock(Unacceptable):
    code = "clock_defect"
    title = "No game can be played by this clock."


class UnplayableBoard(Unacceptable):
    code = "board_defect"
    title = "No game can be played with these settings."


class BoardRefused(Unacceptable):
    code = "board_refused"
    title = "This map file cannot be played; `facts.defects` says what is wrong, and where."


class JoinRefused(Unacceptable):
    code = "join_refused"
    title = "A guest comes with an invite as the token and a name; a player, with an invite or a seat."


class RulesVersionUnsupported(Unacceptable):
    code = "rules_version_unsupported"
    title = "The game began under rules that this service no longer plays; it can still be read."


class KeyReused(Unacceptable):
    code = "key_reused"
    title = "This Idempotency-Key was used for another request."


class RuleRefused(ServiceError):
    """A rule of the game refused a command: the code is the violation's."""

    title = RULE_REFUSED

    def __init__(self, violation: RuleViolation) -> None:
        super().__init__("", **violation.facts)
        self.code = violation.code


class TryLater(ServiceError):
    """The same request may succeed a little later."""

    def __init__(self, detail: str = "", *, seconds: int | None = None, **facts: Any) -> None:
        super().__init__(detail, **facts)
        self.seconds = seconds  # how long to wait, if that is known


class TooManyRequests(TryLater):
    code = "too_many_requests"
    title = "Too many requests; come back after the time in Retry-After."


class PicturesExhausted(TryLater):
    code = "pictures_exhausted"
    title = "Too many pictures are being drawn; come back after the time in Retry-After."


class PictureNotReady(TryLater):
    code = "picture_not_ready"
    title = (
        "The map of this board is being laid out for the first time; come back after the time in Retry-After."
    )


class BodiesExhausted(TryLater):
    code = "bodies_exhausted"
    title = "Too many requests are not complete yet; come back after the time in Retry-After."


class StreamsExhausted(TryLater):
    code = "streams_exhausted"
    title = "All event streams are in use; come back after the time in Retry-After."


class TemporarilyUnavailable(TryLater):
    code = "store_unavailable"
    title = "The store does not answer, so it is unknown whether this was carried out. Repeat the request."


class WritesRefused(TryLater):
    code = "writes_refused"
    title = "The store takes no writes at present; its disk may be full. Nothing was changed, and reading goes on."


class NotReplicated(TryLater):
    code = "not_replicated"
    title = (
        "Too few replicas have what was written. A change of a game was carried out: repeat the request with its "
        "Idempotency-Key until it is confirmed, or see in `facts` which version it led to."
    )


class StoreUnavailable(Exception):
    """The store cannot be reached or takes no writes, so nothing is known about the last append.

    A failure, not a refusal: nothing that handles refusals may swallow it.
    """


class ReadOnly(StoreUnavailable):
    """The store answers and takes no writes, for want of disk, memory or replicas: nothing was written."""


class Unconfirmed(StoreUnavailable):
    """Written, but on fewer replicas than asked for: it may or may not survive."""

    def __init__(self, replicas: int, needed: int, version: int | None = None) -> None:
        super().__init__(f"{replicas} of {needed} replicas have it")
        self.replicas, self.needed = replicas, needed
        self.version = version  # that the append led to; None for one of before
