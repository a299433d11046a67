"""Webhooks: subscribe to games, and see how deliveries go. Each token sees its own webhooks and no others."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

import msgspec
from flask import Response

from service.api.access import (
    MOST_VERSIONS,
    Answer,
    bearer_token,
    caller_address,
    check_reached,
    granted,
    is_administrator,
    operator_only,
    visit,
)
from service.errors import (
    Forbidden,
    GameNotFound,
    KeyReused,
    MalformedRequest,
    TooManyRequests,
    TooManyWebhooks,
    Unauthorized,
    UrlRefused,
    VersionNotReached,
    WebhookNotFound,
)
from service.games.commit import Key, fulfil, key_for, release, reserve
from service.games.tokens import TokenRole, fingerprint
from service.http.call import (
    BODY_PROBLEMS,
    GAME_PROBLEMS,
    STORE_PROBLEMS,
    Access,
    Answered,
    Problem,
    Resource,
)
from service.http.request import (
    IDEMPOTENCY_KEY,
    InPath,
    JsonBody,
    Text,
    base_url,
    credentials,
    idempotency_key,
    services,
)
from service.http.response import answer
from service.webhooks.subscriptions import (
    ADMIN,
    Attempt,
    GameName,
    Off,
    Owner,
    Subscription,
    WebhookRequest,
    check_url,
    new_webhook_id,
    withdraw_off,
)
from ttr_core.model.ids import SeatId

WEBHOOK = InPath("webhook", "The id of a webhook.", example="0f3a9c5d7e1b2468")
OF_GAME = Text("game", "The game; none for webhooks about all games.", component="game_asked")

OWN_PROBLEMS: tuple[Problem, ...] = (Unauthorized, WebhookNotFound, *STORE_PROBLEMS)

resource = Resource("webhooks")


class WebhookSeen(Answer, frozen=True, kw_only=True):
    """A webhook and the state of its delivery; `off` says why nothing is sent any more."""

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
    """A webhook and the secret that signs its messages, which is shown this once and never again."""

    webhook: WebhookSeen
    secret: str


class WebhookAsked(Answer, frozen=True, kw_only=True):
    """The message is on its way; `attempts` of the webhook will show the outcome."""

    webhook: str


class WebhookGone(Answer, frozen=True, kw_only=True):
    """The webhook is deleted, with all its data."""

    webhook: str


class RedeliverRequest(msgspec.Struct, kw_only=True):
    """After which version; of which game, for a webhook about all games."""

    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSIONS)] | None = None
    game: GameName = ""


CREATE = JsonBody(
    WebhookRequest,
    {
        "your_turns": {"url": "https://example.org/hooks/ttr", "game": "5f0c1d3a9b7e2468"},
        "a_chat_room": {
            "url": "https://example.org/hooks/ttr",
            "game": "5f0c1d3a9b7e2468",
            "kinds": ["your_turn", "route_claimed", "game_over"],
            "lang": "fr",
        },
    },
)
REDELIVER = JsonBody(RedeliverRequest, {"from_the_cursor": {}, "after_version_17": {"after": 17}})


@resource.call(
    "POST",
    "/v1/webhooks",
    summary="Subscribe",
    description=(
        "With a seat's token you get what the seat may see; with any other token of the game, what lies open on "
        "the table; with the service's own token and no game, the same for all games. Messages are signed "
        "as Standard Webhooks describes it and sent at least once, in order, under ids that never change."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=CREATE,
    answers=(Answered("The webhook.", NewWebhook, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        TooManyWebhooks,
        UrlRefused,
        KeyReused,
        TooManyRequests,
        WebhookNotFound,
        *GAME_PROBLEMS,
    ),
)
def create_webhook() -> Response:
    request = CREATE.read()
    _limit()
    owner, version = _owner(request.game)
    config = services().config
    check_url(request.url, config.webhook_private)
    subscribe = partial(
        services().webhooks.subscribe, owner, request, base_url(), version, config.webhooks_per_token
    )
    name = idempotency_key()
    key = key_for(owner.name, f"webhooks/{name}", request) if name else None
    webhook = _subscribed_once(key, subscribe) if key else subscribe()
    body = NewWebhook(webhook=_seen(webhook), secret=webhook.secret)
    return answer(body, 201, {"Location": f"{base_url()}/v1/webhooks/{webhook.id}"})


def _subscribed_once(key: Key, subscribe: Callable[[str], Subscription]) -> Subscription:
    """The webhook that the key made the first time, as it is now; one that was deleted since is not made again."""
    store, seconds = services().store, services().games.key_seconds
    reservation = reserve(store, key, new_webhook_id(), seconds)
    if reservation.done or services().webhooks.find(reservation.name):
        return _still_there(services().webhooks.find(reservation.name))
    try:
        webhook = subscribe(reservation.name)
    except TooManyWebhooks:
        release(store, key, reservation)
        raise
    fulfil(store, key, reservation, seconds)
    return webhook


@resource.call(
    "GET",
    "/v1/webhooks",
    summary="Your webhooks",
    description="Those of the token, with the latest delivery attempts; also those that were switched off.",
    access=Access.TOKEN,
    parameters=(OF_GAME,),
    answers=(Answered("The webhooks.", WebhookList),),
    problems=(MalformedRequest, Forbidden, *GAME_PROBLEMS),
)
def list_webhooks() -> Response:
    game = OF_GAME.read() or ""
    owner, _ = _owner(game)
    own = services().webhooks.of_owner(owner.name, game)
    return answer(WebhookList(webhooks=[_seen(each) for each in own]))


@resource.call(
    "GET",
    "/v1/webhooks/{webhook}",
    summary="One webhook",
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    answers=(Answered("The webhook.", WebhookSeen),),
    problems=OWN_PROBLEMS,
)
def get_webhook(webhook: str) -> Response:
    return answer(_seen(_own(webhook)))


@resource.call(
    "DELETE",
    "/v1/webhooks/{webhook}",
    summary="Unsubscribe",
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    answers=(Answered("The webhook is deleted.", WebhookGone),),
    problems=OWN_PROBLEMS,
)
def delete_webhook(webhook: str) -> Response:
    own = _own(webhook)
    services().webhooks.unsubscribe(own)
    withdraw_off(services().games, own)
    return answer(WebhookGone(webhook=webhook))


@resource.call(
    "POST",
    "/v1/webhooks/{webhook}/rotate",
    summary="A new secret",
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    answers=(Answered("The new secret. For a day the old one signs messages, too.", NewWebhook),),
    problems=(MalformedRequest, *OWN_PROBLEMS),
)
def rotate_webhook(webhook: str) -> Response:
    rotated = _still_there(services().webhooks.rotate(_own(webhook).id))
    return answer(NewWebhook(webhook=_seen(rotated), secret=rotated.secret))


@resource.call(
    "POST",
    "/v1/webhooks/{webhook}/ping",
    summary="Send a test",
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    answers=(Answered("It is on its way; the attempts will show the outcome.", WebhookAsked, status=202),),
    problems=(MalformedRequest, TooManyRequests, *OWN_PROBLEMS),
)
def ping_webhook(webhook: str) -> Response:
    own = _own(webhook)
    _limit()
    _still_there(services().webhooks.request_ping(own.id))
    return answer(WebhookAsked(webhook=webhook), 202)


@resource.call(
    "POST",
    "/v1/webhooks/{webhook}/redeliver",
    summary="Send everything again",
    description=(
        "Everything after a version, by default after the cursor, under the same ids as before. This also "
        "switches a webhook on again that was switched off."
    ),
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    body=REDELIVER,
    answers=(Answered("It is on its way.", WebhookAsked, status=202),),
    problems=(*BODY_PROBLEMS, VersionNotReached, GameNotFound, TooManyRequests, *OWN_PROBLEMS),
)
def redeliver_webhook(webhook: str) -> Response:
    request = REDELIVER.read()
    own = _own(webhook)
    _limit()
    game = own.game or request.game
    if not game or (request.game and request.game != game):
        raise MalformedRequest("one game is needed, of those that the webhook is about")
    now = services().games.cache.read_latest(game)
    after = request.after
    if after is None:
        after = services().webhooks.cursor(own.id, game) or 0
    check_reached(now, after)
    _still_there(services().webhooks.redeliver(own.id, game, after))
    withdraw_off(services().games, own)
    return answer(WebhookAsked(webhook=webhook), 202)


def _owner(game: str) -> tuple[Owner, int]:
    """The owner that the token stands for, and the game's version now."""
    if not game:
        operator_only()  # it alone subscribes to all games
        return Owner(ADMIN), 0
    visitor = visit(game)
    grant = granted(visitor)
    if grant.role is TokenRole.INVITE:
        raise Forbidden("an invite can only be used to join")
    if visitor.player is not None:
        raise Forbidden("a webhook belongs to a token of the game")
    return Owner(fingerprint(visitor.token or ""), grant.seat), visitor.version


def _own(webhook: str) -> Subscription:
    """The webhook, if it belongs to the token; otherwise it does not exist."""
    if credentials() is None:
        raise Unauthorized()
    # a malformed token is refused whether or not there is such a webhook
    owner = ADMIN if is_administrator() else fingerprint(bearer_token() or "")
    subscription = services().webhooks.find(webhook)
    if subscription is None or owner != subscription.owner:
        raise WebhookNotFound()
    _owner(subscription.game)  # refuses a token that was revoked since
    return subscription


def _still_there(subscription: Subscription | None) -> Subscription:
    if subscription is None:  # deleted at this very moment
        raise WebhookNotFound()
    return subscription


def _limit() -> None:
    """Webhooks have their own share of what an address may create."""
    services().creations.admit(f"webhooks:{caller_address()}")


def _seen(subscription: Subscription) -> WebhookSeen:
    subscriptions, game = services().webhooks, subscription.game
    return WebhookSeen(
        id=subscription.id,
        game=game or None,
        seat=subscription.seat,
        url=subscription.url,
        kinds=subscription.kinds,
        lang=subscription.lang,
        created=subscription.created,
        cursor=subscriptions.cursors(subscription.id).get(game) if game else None,
        failures=subscription.failures,
        next_attempt=subscription.retry or None,
        off=subscription.off,
        off_since=subscription.off_since or None,
        attempts=subscriptions.attempts(subscription.id),
    )
