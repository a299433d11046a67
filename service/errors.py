"""Every refusal of the service, as one tree of errors without HTTP.

    ServiceError
    ├── MalformedRequest          the request does not fit its description
    ├── Unauthorized              TokenMissing, TokenInvalid
    ├── SignatureInvalid          of a message from a chat platform
    ├── Forbidden                 a token that does not allow this
    ├── NotFound                  GameNotFound, BoardNotFound, WebhookNotFound, VersionNotReached, NotScoredYet,
    │                             CursorExpired
    ├── Conflict                  AnsweredBefore, SeatTaken, GameExists, BoardNameTaken, TooManyWebhooks
    ├── StaleVersion              the game has moved on
    ├── Unacceptable              UrlRefused, RecordRefused, UnplayableClock, UnknownBoard, PlayersOutOfRange,
    │                             UnknownOption, UnplayableBoard, BoardRefused, RulesVersionUnsupported, KeyReused,
    │                             MailOff
    ├── RuleRefused               a rule of the game refused the command; carries the code of its violation
    └── TryLater                  TooManyRequests, PicturesExhausted, PictureNotReady, StreamsExhausted,
                                  TemporarilyUnavailable, WritesRefused, NotReplicated, BodiesExhausted

Each has a stable `code` for programs and facts about the case; a `reason` tells cases of one code apart. What people
read of them stands in the languages (`problems.ftl`, and `refusals.ftl` for the rules). Below the HTTP edge errors are
raised and caught by type; `service.http.problems` alone turns them into statuses and problem+json.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ttr_core import RuleViolation
from ttr_core.engine.ruleset import Ruleset


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong with one part of a body."""

    pointer: str  # RFC 6901
    code: str
    facts: Mapping[str, Any] = {}


class ServiceError(Exception):
    """A refusal with a stable code. `facts` say what the code is about."""

    code: str

    def __init__(self, reason: str = "", *, errors: Sequence[FieldError] = (), **facts: Any) -> None:
        super().__init__(reason)
        self.reason, self.errors, self.facts = reason, errors, facts

    def __str__(self) -> str:
        about = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        where = ", ".join(f"{error.pointer}: {error.code}" for error in self.errors)
        parts = [part for part in (self.reason, about, where) if part]
        return f"{self.code} ({'; '.join(parts)})" if parts else self.code


class MalformedRequest(ServiceError):
    code = "malformed_request"


class UnknownParameter(MalformedRequest):
    code = "unknown_parameter"


class Unauthorized(ServiceError):
    """The token is missing, or is none of this game."""


class TokenMissing(Unauthorized):
    code = "token_missing"


class TokenInvalid(Unauthorized):
    code = "token_invalid"


class SignatureInvalid(ServiceError):
    """A message of a chat platform does not prove where it comes from."""

    code = "signature_invalid"


class Forbidden(ServiceError):
    code = "forbidden"


class Suspended(Forbidden):
    """The operator has suspended the player."""

    code = "suspended"


class NotFound(ServiceError):
    code = "not_found"


class GameNotFound(NotFound):
    code = "game_not_found"


class PlayerNotFound(NotFound):
    code = "player_not_found"


class BoardNotFound(NotFound):
    code = "board_not_found"


class WebhookNotFound(NotFound):
    code = "webhook_not_found"


class LinkNotFound(NotFound):
    code = "link_not_found"


class ChannelNotFound(NotFound):
    code = "channel_not_found"


class FeedKeyNotFound(NotFound):
    code = "feed_key_not_found"


class TokenNotFound(NotFound):
    code = "token_not_found"


class PasskeyNotFound(NotFound):
    code = "passkey_not_found"


class CursorExpired(NotFound):
    """What came after it is not kept any more."""

    code = "cursor_expired"


class MessageNotFound(NotFound):
    code = "message_not_found"


class ReportNotFound(NotFound):
    code = "report_not_found"


class VersionNotReached(NotFound):
    code = "version_not_reached"


class NotScoredYet(NotFound):
    code = "not_scored_yet"


class Conflict(ServiceError):
    """Something that exists already, or does not exist yet, is in the way."""


class AnsweredBefore(Conflict):
    code = "answered_before"


class SeatTaken(Conflict):
    code = "seat_taken"


class AlreadySeated(Conflict):
    code = "already_seated"


class NotOverYet(Conflict):
    code = "not_over_yet"


class RematchExists(Conflict):
    """Somebody else was faster; the facts name the game."""

    code = "rematch_exists"


class NoSeatOpen(Conflict):
    code = "no_seat_open"


class GameExists(Conflict):
    code = "game_exists"


class BoardNameTaken(Conflict):
    code = "board_name_taken"


class TooManyWebhooks(Conflict):
    code = "too_many_webhooks"


class TooManyChannels(Conflict):
    code = "too_many_channels"


class TooManyFeedKeys(Conflict):
    code = "too_many_feed_keys"


class TooManyTokens(Conflict):
    code = "too_many_tokens"


class TooManyPasskeys(Conflict):
    code = "too_many_passkeys"


class TooManyLobbies(Conflict):
    code = "too_many_lobbies"


class StaleVersion(ServiceError):
    code = "stale_version"


class Unacceptable(ServiceError):
    """The request is well formed, and cannot be carried out as it is."""


class UrlRefused(Unacceptable):
    code = "url_refused"


class RecordRefused(Unacceptable):
    code = "record_refused"


class UnplayableClock(Unacceptable):
    code = "clock_defect"


class UnknownBoard(Unacceptable):
    code = "unknown_board"


class PlayersOutOfRange(Unacceptable):
    code = "players_out_of_range"


class UnknownOption(Unacceptable):
    """An option that the board does not have, or a choice that the option does not have."""

    code = "unknown_option"


class UnplayableBoard(Unacceptable):
    code = "board_defect"


class BoardRefused(Unacceptable):
    code = "board_refused"


class NotRateable(Unacceptable):
    code = "not_rateable"


class HintsOff(Unacceptable):
    """The game is rated: nobody gets advice in it."""

    code = "hints_off"


class AddressNotConfirmed(Unacceptable):
    """The player has no mail address, or has not confirmed it."""

    code = "address_not_confirmed"


class CodeRefused(Unacceptable):
    """The code does not confirm the channel."""

    code = "code_refused"


class PushKeysRefused(Unacceptable):
    """Nothing can be encrypted for the keys of a push subscription."""

    code = "push_keys_refused"


class MailOff(Unacceptable):
    """The operator has named no mail server."""

    code = "mail_off"


class ChatOff(Unacceptable):
    """The operator has set up no chat platform."""

    code = "chat_off"


class JoinRefused(Unacceptable):
    code = "join_refused"


class AddressRefused(Unacceptable):
    code = "address_refused"


class PasskeyRefused(Unacceptable):
    """One refusal for whatever is wrong: nothing is said about who has which passkey."""

    code = "passkey_refused"


class PasskeysOff(Unacceptable):
    code = "passkeys_off"


class RulesVersionUnsupported(Unacceptable):
    code = "rules_version_unsupported"


class KeyReused(Unacceptable):
    code = "idempotency_key_reused"


class RuleRefused(ServiceError):
    """A rule of the game refused a command: the code is the violation's."""

    def __init__(
        self,
        violation: RuleViolation,
        ruleset: Ruleset | None = None,
        names: Sequence[str | None] = (),  # of the seats
    ) -> None:
        super().__init__()
        self.code, self.facts = violation.code, violation.facts
        self.ruleset, self.names = ruleset, names


class TryLater(ServiceError):
    """The same request may succeed a little later."""

    def __init__(self, reason: str = "", *, seconds: int | None = None, **facts: Any) -> None:
        super().__init__(reason, **facts)
        if seconds is not None:
            self.facts = {**self.facts, "retry_after_seconds": seconds}
        self.seconds = seconds  # how long to wait, if that is known


class TooManyRequests(TryLater):
    code = "too_many_requests"


class PicturesExhausted(TryLater):
    code = "pictures_exhausted"


class PictureNotReady(TryLater):
    code = "picture_not_ready"


class BodiesExhausted(TryLater):
    code = "bodies_exhausted"


class StreamsExhausted(TryLater):
    code = "streams_exhausted"


class TemporarilyUnavailable(TryLater):
    code = "store_unavailable"


class WritesRefused(TryLater):
    code = "writes_refused"


class NotReplicated(TryLater):
    code = "not_replicated"


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
