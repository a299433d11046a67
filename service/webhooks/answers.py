"""What the calls about webhooks answer."""

from collections.abc import Sequence

from service.answers import Answer
from service.webhooks.register import Attempt
from service.webhooks.subscription import Off
from ttr_core.words import SeatId


class WebhookSeen(Answer, frozen=True, kw_only=True):
    """A webhook and how its delivery goes; `off` says why nothing is sent any more."""

    id: str
    game: str | None  # null: all games
    seat: SeatId | None  # null: as a spectator sees it
    url: str
    kinds: Sequence[str]
    lang: str
    created: str
    cursor: int | None  # the version up to which everything was delivered; null for a webhook about all games
    failures: int  # in a row
    next_attempt: int | None  # after a failure, in milliseconds since 1970
    off: Off | None
    off_since: str | None
    attempts: Sequence[Attempt]  # the latest twenty, the latest first


class WebhookList(Answer, frozen=True, kw_only=True):
    """Your webhooks, the oldest first."""

    webhooks: Sequence[WebhookSeen]


class NewWebhook(Answer, frozen=True, kw_only=True):
    """A webhook and the secret that its messages are signed with, which is shown this once and never again."""

    webhook: WebhookSeen
    secret: str


class WebhookAsked(Answer, frozen=True, kw_only=True):
    """It is on its way; `attempts` of the webhook tells what comes of it."""

    webhook: str


class WebhookGone(Answer, frozen=True, kw_only=True):
    """Nothing is kept of it."""

    webhook: str
