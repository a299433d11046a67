"""Webhooks: subscribe to games, and see how deliveries go. Each token sees its own webhooks and no others."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Literal

import msgspec
from flask import Response

from service.api.access import (
    MOST_VERSIONS,
    Answer,
    allowed,
    bearer_token,
    caller_address,
    check_reached,
    granted,
    is_administrator,
    operator_only,
    visit,
)
from service.clocks.deadlines import written
from service.errors import (
    Forbidden,
    GameNotFound,
    KeyReused,
    MalformedRequest,
    TokenMissing,
    TooManyRequests,
    TooManyWebhooks,
    Unauthorized,
    UrlRefused,
    VersionNotReached,
    WebhookNotFound,
)
from service.games.commit import Key, fulfil, key_for, release, reserve
from service.games.facts import talk_stream
from service.games.tokens import TokenRole, fingerprint, is_player_token
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
from service.players.scopes import Scope
from service.webhooks.signatures import new_secret
from service.webhooks.subscriptions import (
    ADMIN,
    PING,
    Attempt,
    GameName,
    Off,
    Owner,
    Subscription,
    WebhookChange,
    WebhookRequest,
    check_url,
    new_webhook_id,
    withdraw_off,
)
from ttr_core.model.ids import SeatId

WEBHOOK = InPath("webhook", "The id of a webhook.", example="wh_0f3a9c5d7e1b2468")
OF_GAME = Text("game", "The game; none for webhooks about all games.", component="game_asked")

OWN_PROBLEMS: tuple[Problem, ...] = (Unauthorized, WebhookNotFound, *STORE_PROBLEMS)

resource = Resource("webhooks")


class WebhookSeen(Answer, frozen=True, kw_only=True):
    """A webhook and the state of its delivery."""

    id: str
    game: str | None  # null: all games
    seat: SeatId | None  # null: what lies open on the table
    url: str
    kinds: Sequence[str]
    event_types: Sequence[str]  # that `game.event` is about; empty: all
    lang: str
    created_at: str
    delivered_version: int | None  # everything up to it was delivered; null for a webhook about all games
    status: Literal["active", "retrying", "off"]
    failures: int  # in a row
    next_attempt_at: str | None  # while it is `retrying`
    off_reason: Off | None  # `gone`: the receiver said so; `unreachable`: it did not answer for three days
    off_at: str | None


class WebhookList(Answer, frozen=True, kw_only=True):
    """Your webhooks, the oldest first; there is no further page."""

    items: Sequence[WebhookSeen]
    next: str | None


class AttemptSeen(Answer, frozen=True, kw_only=True):
    """One attempt to deliver a message."""

    id: str  # of the message: the `webhook-id`, the same for every attempt to deliver it
    type: str
    at: str
    game: str | None
    version: int | None
    status: int | None  # that the receiver answered; null: it did not
    error: str | None  # what went wrong then
    took_seconds: float


class AttemptList(Answer, frozen=True, kw_only=True):
    """The latest twenty attempts, the latest first; there is no further page."""

    items: Sequence[AttemptSeen]
    next: str | None


class NewWebhook(Answer, frozen=True, kw_only=True):
    """A webhook and the secret that signs its messages, which is shown this once and never again."""

    webhook: WebhookSeen
    secret: str


class WebhookAsked(Answer, frozen=True, kw_only=True):
    """The message is on its way; the webhook's attempts will show the outcome."""

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
            "kinds": ["turn.started", "game.event", "game.scored"],
            "event_types": ["route_claimed"],
            "lang": "fr",
        },
    },
)
CHANGE = JsonBody(
    WebhookChange,
    {
        "another_address": {"url": "https://example.org/hooks/ttr"},
        "every_event": {"kinds": ["game.event"], "event_types": []},
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
    request, name = CREATE.read(), idempotency_key()
    limit_webhooks()
    owner, version = _owner(request.game)
    config = services().config
    check_url(request.url, config.webhook_private)
    subscribe = partial(
        services().webhooks.subscribe,
        owner,
        request,
        base_url(),
        version,
        config.webhooks_per_token,
        said=_said_in(request.game),
    )
    key = key_for(owner.name, f"webhooks/{name}", request) if name else None
    webhook = subscribed_once(key, subscribe) if key else subscribe()
    body = NewWebhook(webhook=seen_webhook(webhook), secret=webhook.secret)
    return answer(body, 201, {"Location": f"{base_url()}/v1/webhooks/{webhook.id}"})


def subscribed_once(key: Key, subscribe: Callable[[str], Subscription]) -> Subscription:
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
    description="Those of the token; also those that were switched off.",
    access=Access.TOKEN,
    parameters=(OF_GAME,),
    answers=(Answered("The webhooks.", WebhookList),),
    problems=(MalformedRequest, Forbidden, *GAME_PROBLEMS),
)
def list_webhooks() -> Response:
    game = OF_GAME.read() or ""
    owner, _ = _owner(game)
    if owner.player:
        own = [each for each in services().webhooks.of_player(owner.player) if each.game == game]
    else:
        own = services().webhooks.of_owner(owner.name, game)
    return answer(WebhookList(items=[seen_webhook(each) for each in own], next=None))


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
    return answer(seen_webhook(_own(webhook)))


@resource.call(
    "PATCH",
    "/v1/webhooks/{webhook}",
    summary="Change a webhook",
    description=(
        "Its address, what it hears of, its language; what the body does not name stays as it is, the secret too. A "
        "new address begins without the failures of the old one: a webhook that was switched off is on again."
    ),
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    body=CHANGE,
    answers=(Answered("The webhook.", WebhookSeen),),
    problems=(*BODY_PROBLEMS, UrlRefused, TooManyRequests, *OWN_PROBLEMS),
)
def change_webhook(webhook: str) -> Response:
    own = _own(webhook)
    change = CHANGE.read()
    limit_webhooks()
    if change.url is not None:
        check_url(change.url, services().config.webhook_private)
    changed = _still_there(services().webhooks.revise(own.id, change, _said_in(own.game)))
    if own.off and not changed.off:
        withdraw_off(services().games, own)
    return answer(seen_webhook(changed))


@resource.call(
    "GET",
    "/v1/webhooks/{webhook}/attempts",
    summary="How deliveries went",
    description="The latest twenty attempts to deliver something, with what the receiver answered.",
    access=Access.TOKEN,
    parameters=(WEBHOOK,),
    answers=(Answered("The attempts.", AttemptList),),
    problems=OWN_PROBLEMS,
)
def list_attempts(webhook: str) -> Response:
    attempts = services().webhooks.attempts(_own(webhook).id)
    return answer(AttemptList(items=[_attempt(each) for each in attempts], next=None))


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
    description=(
        "For a day the old one signs messages, too. If you did not get the answer, repeat the request with the same "
        "`Idempotency-Key` and you get the same secret: the key should be one that nobody guesses."
    ),
    access=Access.TOKEN,
    parameters=(WEBHOOK, IDEMPOTENCY_KEY),
    answers=(Answered("The new secret.", NewWebhook),),
    problems=(MalformedRequest, *OWN_PROBLEMS),
)
def rotate_webhook(webhook: str) -> Response:
    own, name = _own(webhook), idempotency_key()
    if name is None:
        secret = new_secret()
        rotated = services().webhooks.rotate(own.id, secret)
    else:
        secret, rotated = _rotated_once(own, name)
    return answer(NewWebhook(webhook=seen_webhook(_still_there(rotated)), secret=secret))


def _rotated_once(own: Subscription, name: str) -> tuple[str, Subscription | None]:
    """The secret that the key stands for; sent again, it does not take the place of a later one."""
    store, seconds = services().store, services().games.key_seconds
    key = key_for(own.owner, f"webhooks/{own.id}/rotate/{name}", Owner(own.owner))
    reservation = reserve(store, key, own.id, seconds)
    secret = new_secret(reservation.token_secret(name, own.id))
    if reservation.done:
        return secret, services().webhooks.find(own.id)
    rotated = services().webhooks.rotate(own.id, secret)
    fulfil(store, key, reservation, seconds)
    return secret, rotated


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
    limit_webhooks()
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
    own = _own(webhook)
    request = REDELIVER.read()
    limit_webhooks()
    game = own.game or request.game
    if not game or (request.game and request.game != game):
        raise MalformedRequest("which_game")
    now = visit(game).now if own.player else services().games.cache.read_latest(game)
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
    if visitor.player is not None and visitor.token is not None:
        allowed(services().players.identify(visitor.token), Scope.WEBHOOKS)
    if grant.role is TokenRole.INVITE:
        raise Forbidden("invite_only_joins")
    if grant.role is TokenRole.PLAYER:
        raise Forbidden("webhook_of_player")
    return Owner(fingerprint(visitor.token or ""), grant.seat, visitor.player or ""), visitor.version


def _said_in(game: str) -> int:
    """How far the talk in the game has come."""
    (number,) = services().store.versions([talk_stream(game)]) if game else (0,)
    return number


def _own(webhook: str) -> Subscription:
    """The webhook, if it belongs to the token; otherwise it does not exist."""
    if credentials() is None:
        raise TokenMissing()
    # a malformed token is refused whether or not there is such a webhook
    token = "" if is_administrator() else bearer_token() or ""
    subscription = services().webhooks.find(webhook)
    if token and is_player_token(token):
        caller = allowed(services().players.identify(token), Scope.WEBHOOKS)
        return _own_of_player(subscription, caller.player)
    owner = fingerprint(token) if token else ADMIN
    if subscription is None or owner != subscription.owner:
        raise WebhookNotFound()
    _owner(subscription.game)  # refuses a token that was revoked since
    return subscription


def _own_of_player(subscription: Subscription | None, player: str) -> Subscription:
    """Every token of a player leads to all of their webhooks, each of which ends with the token that made it."""
    if subscription is None or subscription.player != player:
        raise WebhookNotFound()
    return subscription


def _still_there(subscription: Subscription | None) -> Subscription:
    if subscription is None:  # deleted at this very moment
        raise WebhookNotFound()
    return subscription


def limit_webhooks() -> None:
    """Webhooks have their own share of what an address may create."""
    services().creations.admit(f"webhooks:{caller_address()}")


def seen_webhook(subscription: Subscription) -> WebhookSeen:
    subscriptions, game = services().webhooks, subscription.game
    retry = None if subscription.off else subscription.retry
    return WebhookSeen(
        id=subscription.id,
        game=game or None,
        seat=subscription.seat,
        url=subscription.url,
        kinds=subscription.kinds,
        event_types=subscription.event_types,
        lang=subscription.lang,
        created_at=subscription.created,
        delivered_version=subscriptions.cursors(subscription.id).get(game) if game else None,
        status="off" if subscription.off else "retrying" if subscription.failures else "active",
        failures=subscription.failures,
        next_attempt_at=written(datetime.fromtimestamp(retry / 1000, UTC)) if retry else None,
        off_reason=subscription.off,
        off_at=subscription.off_since or None,
    )


def _attempt(attempt: Attempt) -> AttemptSeen:
    return AttemptSeen(
        id=attempt.message,
        type=attempt.type,
        at=attempt.at,
        game=attempt.game or None,
        version=None if attempt.type == PING else attempt.version,
        status=attempt.status or None,
        error=attempt.error or None,
        took_seconds=attempt.ms / 1000,
    )
