"""Webhooks of a player: one subscription hears of all their games, also of those that they join later."""

from functools import partial

import msgspec
from flask import Response

from service.api.access import bearer_token, player_only
from service.api.webhooks import (
    NewWebhook,
    WebhookList,
    limit_webhooks,
    seen_webhook,
    subscribed_once,
)
from service.errors import (
    Forbidden,
    KeyReused,
    TooManyRequests,
    TooManyWebhooks,
    Unauthorized,
    UrlRefused,
    WebhookNotFound,
)
from service.games.commit import key_for
from service.games.tokens import fingerprint
from service.http.call import BODY_PROBLEMS, STORE_PROBLEMS, Access, Answered, Resource
from service.http.request import IDEMPOTENCY_KEY, JsonBody, base_url, idempotency_key, services
from service.http.response import answer
from service.language.languages import DEFAULT_LANG, Lang
from service.webhooks.subscriptions import (
    DEFAULT_KINDS,
    Kinds,
    ListedTypes,
    Owner,
    Url,
    WebhookRequest,
    check_url,
)

resource = Resource("players")


class MyWebhookRequest(msgspec.Struct, kw_only=True):
    """Where to send messages about what happens in your games, in which language."""

    url: Url
    kinds: Kinds = DEFAULT_KINDS
    event_types: ListedTypes = ()
    lang: Lang = DEFAULT_LANG


SUBSCRIBE = JsonBody(
    MyWebhookRequest,
    {
        "your_turns": {"url": "https://example.org/hooks/ttr"},
        "every_claim": {
            "url": "https://example.org/hooks/ttr",
            "kinds": ["game.event"],
            "event_types": ["route_claimed"],
            "lang": "fr",
        },
    },
)


@resource.call(
    "POST",
    "/v1/me/webhooks",
    summary="Subscribe to all your games",
    description=(
        "Messages about every game in which you have a seat, also about games that you join later, as your seats may "
        "see them. The webhook ends with the token that you send; all your tokens can look at it and change it "
        "(`/v1/webhooks/{webhook}`)."
    ),
    access=Access.TOKEN,
    parameters=(IDEMPOTENCY_KEY,),
    body=SUBSCRIBE,
    answers=(Answered("The webhook.", NewWebhook, status=201, headers=("Location",)),),
    problems=(
        *BODY_PROBLEMS,
        Forbidden,
        TooManyWebhooks,
        UrlRefused,
        KeyReused,
        TooManyRequests,
        WebhookNotFound,
        Unauthorized,
        *STORE_PROBLEMS,
    ),
)
def create_my_webhook() -> Response:
    caller, request, name = player_only(), SUBSCRIBE.read(), idempotency_key()
    limit_webhooks()
    config = services().config
    check_url(request.url, config.webhook_private)
    owner = Owner(fingerprint(bearer_token() or ""), player=caller.player)
    wanted = WebhookRequest(**msgspec.structs.asdict(request))
    subscribe = partial(
        services().webhooks.subscribe, owner, wanted, base_url(), 0, config.webhooks_per_token
    )
    key = key_for(owner.name, f"webhooks/{name}", request) if name else None
    webhook = subscribed_once(key, subscribe) if key else subscribe()
    body = NewWebhook(webhook=seen_webhook(webhook), secret=webhook.secret)
    return answer(body, 201, {"Location": f"{base_url()}/v1/webhooks/{webhook.id}"})


@resource.call(
    "GET",
    "/v1/me/webhooks",
    summary="All your webhooks",
    description="Those about all your games and those about one, whichever token of yours made them.",
    access=Access.TOKEN,
    answers=(Answered("The webhooks.", WebhookList),),
    problems=(Unauthorized, Forbidden, TooManyRequests, *STORE_PROBLEMS),
)
def list_my_webhooks() -> Response:
    own = services().webhooks.of_player(player_only().player)
    return answer(WebhookList(items=[seen_webhook(each) for each in own], next=None))
