"""Subscribing to what happens, and seeing how its delivery goes: each token sees its own webhooks and no others."""

from typing import Annotated

import msgspec
from flask import Blueprint, Response, request

from service.api.access import MOST_VERSIONS, administers, caller, visit
from service.api.answers import NewWebhook, WebhookAsked, WebhookGone, WebhookList, WebhookSeen
from service.errors import (
    Forbidden,
    MalformedRequest,
    TooManyRequests,
    Unauthorized,
    VersionNotReached,
    WebhookNotFound,
)
from service.games.tokens import TokenRole, fingerprint
from service.http.request import base_url, bearer_token, json_body, text_argument
from service.http.response import answer
from service.http.schemas import schema_for
from service.webhooks.subscriptions import (
    ADMIN,
    GameName,
    Owner,
    Subscription,
    WebhookRequest,
    check_url,
    withdraw_off,
)
from service.wiring import services

CREATED_PER_MINUTE = "webhooks"  # their own share of what an address may create


class RedeliverRequest(msgspec.Struct, kw_only=True):
    """After which version; of which game, for a webhook about all of them."""

    after: Annotated[int, msgspec.Meta(ge=0, le=MOST_VERSIONS)] | None = None
    game: GameName = ""


CREATE, REDELIVER = schema_for(WebhookRequest)(), schema_for(RedeliverRequest)()


def register(blueprint: Blueprint) -> None:
    blueprint.post("/v1/webhooks")(create_webhook)
    blueprint.get("/v1/webhooks")(list_webhooks)
    blueprint.get("/v1/webhooks/<webhook>")(get_webhook)
    blueprint.delete("/v1/webhooks/<webhook>")(delete_webhook)
    blueprint.post("/v1/webhooks/<webhook>/rotate")(rotate_webhook)
    blueprint.post("/v1/webhooks/<webhook>/ping")(ping_webhook)
    blueprint.post("/v1/webhooks/<webhook>/redeliver")(redeliver_webhook)


def create_webhook() -> Response:
    asked = msgspec.convert(json_body(CREATE), WebhookRequest)
    _slow_down()
    owner, version = _owner(asked.game)
    config = services().config
    check_url(asked.url, config.webhook_private)
    most = config.webhooks_per_token
    made = services().webhooks.subscribe(owner, asked, base_url(), version, most)
    body = NewWebhook(webhook=_seen(made), secret=made.secret)
    return answer(body, 201, {"Location": f"{base_url()}/v1/webhooks/{made.id}"})


def list_webhooks() -> Response:
    game = text_argument("game") or ""
    owner, _ = _owner(game)
    found = services().webhooks.of_owner(owner.name, game)
    return answer(WebhookList(webhooks=[_seen(each) for each in found]))


def get_webhook(webhook: str) -> Response:
    return answer(_seen(_mine(webhook)))


def delete_webhook(webhook: str) -> Response:
    found = _mine(webhook)
    services().webhooks.unsubscribe(found)
    withdraw_off(services().games, found)
    return answer(WebhookGone(webhook=webhook))


def rotate_webhook(webhook: str) -> Response:
    """The old secret signs beside the new one for a day."""
    made = _there(services().webhooks.rotate(_mine(webhook).id))
    return answer(NewWebhook(webhook=_seen(made), secret=made.secret))


def ping_webhook(webhook: str) -> Response:
    found = _mine(webhook)
    _slow_down()
    _there(services().webhooks.request_ping(found.id))
    return answer(WebhookAsked(webhook=webhook), 202)


def redeliver_webhook(webhook: str) -> Response:
    """Also switches a webhook on again that was given up."""
    asked = msgspec.convert(json_body(REDELIVER), RedeliverRequest)
    found = _mine(webhook)
    _slow_down()
    game = found.game or asked.game
    if not game or (asked.game and asked.game != game):
        raise MalformedRequest("one game is needed, of those that the webhook is about")
    loaded = services().games.cache.read_latest(game)
    after = asked.after
    if after is None:
        after = services().webhooks.cursor(found.id, game) or 0
    if after > loaded.version:
        raise VersionNotReached(version=loaded.version)
    _there(services().webhooks.redeliver(found.id, game, after))
    withdraw_off(services().games, found)
    return answer(WebhookAsked(webhook=webhook), 202)


def _owner(game: str) -> tuple[Owner, int]:
    """Who is asking, and the version that the game has now."""
    if not game:
        return _administrator(), 0
    coming = visit(game)
    if coming.grant is None or coming.token is None:
        raise Unauthorized()
    if coming.grant.role is TokenRole.INVITE:
        raise Forbidden("an invite is good for a seat and for nothing else")
    return Owner(fingerprint(coming.token), coming.grant.seat), coming.loaded.version


def _administrator() -> Owner:
    if not request.headers.get("Authorization", "").partition(" ")[2].strip():
        raise Unauthorized()
    if not administers():
        raise Forbidden("only whoever runs the service subscribes to all games")
    return Owner(ADMIN)


def _mine(webhook: str) -> Subscription:
    """Somebody else's is not there."""
    if "Authorization" not in request.headers:
        raise Unauthorized()
    claimed = _claimed()  # a malformed token is refused whether or not there is such a webhook
    found = services().webhooks.find(webhook)
    if found is None or claimed != found.owner:
        raise WebhookNotFound()
    _owner(found.game)  # the token is still good
    return found


def _claimed() -> str:
    """Whom the token would make its bearer."""
    return ADMIN if administers() else fingerprint(bearer_token() or "")


def _there(found: Subscription | None) -> Subscription:
    if found is None:  # removed at this very moment
        raise WebhookNotFound()
    return found


def _slow_down() -> None:
    wait = services().creations.wait(f"{CREATED_PER_MINUTE}:{caller()}")
    if wait:
        raise TooManyRequests(seconds=int(wait) + 1)


def _seen(found: Subscription) -> WebhookSeen:
    kept = services().webhooks
    cursors = kept.cursors(found.id)
    return WebhookSeen(
        id=found.id,
        game=found.game or None,
        seat=found.seat,
        url=found.url,
        kinds=found.kinds,
        lang=found.lang,
        created=found.created,
        cursor=cursors.get(found.game) if found.game else None,
        failures=found.failures,
        next_attempt=found.retry or None,
        off=found.off,
        off_since=found.off_since or None,
        attempts=kept.attempts(found.id),
    )
