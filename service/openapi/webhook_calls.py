"""The calls by which one is told of games from afar."""

from service.api.webhooks import RedeliverRequest
from service.openapi.call import BODY, GAME, JSON, STORE, Access, Answered, Call
from service.schemas import schema_for
from service.webhooks.answers import NewWebhook, WebhookAsked, WebhookGone, WebhookList, WebhookSeen
from service.webhooks.subscription import WebhookRequest

SENT = {  # what the service itself sends, to whoever has subscribed
    "post": {
        "tags": ["webhooks"],
        "summary": "What a receiver gets",
        "description": "With the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.",
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}},
        },
        "responses": {
            "2XX": {"description": "It has arrived. Anything else, and it comes again."},
            "410": {"description": "Nothing is to be sent here any more."},
        },
    }
}
OWN = ("unauthorized", "webhook_not_found", *STORE)
PATH = "/v1/webhooks/{webhook}"


def _own(method: str, path: str, name: str, summary: str, answered: Answered, *problems: str) -> Call:
    """A call about one webhook that takes nothing."""
    return Call(
        method=method,
        path=PATH + path,
        name=name,
        tag="webhooks",
        summary=summary,
        access=Access.TOKEN,
        parameters=("webhook",),
        answers=(answered,),
        problems=(*problems, *OWN),
    )


WEBHOOK_CALLS: tuple[Call, ...] = (
    Call(
        method="post",
        path="/v1/webhooks",
        name="create_webhook",
        tag="webhooks",
        summary="Subscribe",
        description=(
            "With a seat's token one is told what the seat may see, with any other one of the game what lies open on "
            "the table, and with the service's own token, without a game, the same of all games. Messages are signed "
            "as Standard Webhooks describes it and sent at least once, in order, under ids that never change."
        ),
        access=Access.TOKEN,
        body=schema_for(WebhookRequest),
        answers=(Answered(status=201, what="The webhook.", body=NewWebhook, headers=("Location",)),),
        problems=(*BODY, "forbidden", "too_many_webhooks", "url_refused", "too_many_requests", *GAME),
    ),
    Call(
        path="/v1/webhooks",
        name="list_webhooks",
        tag="webhooks",
        summary="Your webhooks",
        description="Those of the token, with the latest attempts to deliver; also those that were given up.",
        access=Access.TOKEN,
        parameters=("game_asked",),
        answers=(Answered(what="The webhooks.", body=WebhookList),),
        problems=("malformed_request", "forbidden", *GAME),
    ),
    _own("get", "", "get_webhook", "One webhook", Answered(what="The webhook.", body=WebhookSeen)),
    _own(
        "delete",
        "",
        "delete_webhook",
        "Unsubscribe",
        Answered(what="Nothing is kept of it.", body=WebhookGone),
    ),
    _own(
        "post",
        "/rotate",
        "rotate_webhook",
        "A new secret",
        Answered(
            what="The new secret. For a day messages are signed with the old one, too.", body=NewWebhook
        ),
    ),
    _own(
        "post",
        "/ping",
        "ping_webhook",
        "Send a test",
        Answered(status=202, what="It is on its way; the attempts tell what comes of it.", body=WebhookAsked),
        "too_many_requests",
    ),
    Call(
        method="post",
        path=f"{PATH}/redeliver",
        name="redeliver_webhook",
        tag="webhooks",
        summary="Send everything again",
        description=(
            "Everything after a version, or after the cursor if none is given, under the same ids as before. A webhook "
            "that was given up is switched on again by it."
        ),
        access=Access.TOKEN,
        parameters=("webhook",),
        body=schema_for(RedeliverRequest),
        answers=(Answered(status=202, what="It is on its way.", body=WebhookAsked),),
        problems=(*BODY, "version_not_reached", "game_not_found", "too_many_requests", *OWN),
    ),
)
