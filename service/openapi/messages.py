"""The messages that the service sends to subscribers: one entry of `webhooks` for each type."""

from apispec import APISpec

from service.http.request import JSON, Part
from service.http.schemas import answer_schema
from service.message_types import EVENTS
from service.openapi.intro import RECEIVED
from service.webhooks.payload import WebhookMessage
from service.webhooks.subscriptions import GAME_OVER, ON_DECK, PING, REMINDER, YOUR_TURN

OCCASIONS = {
    YOUR_TURN: "A seat is to move",
    ON_DECK: "A seat is next to move",
    REMINDER: "A seat's time runs short",
    GAME_OVER: "The game has its final score",
    PING: "A test, sent on request",
}
EVENT = "EventMessage"


def add_messages(spec: APISpec) -> Part:
    """Adds their schemas; returns the entries by type. Messages about events differ in their `event` alone."""
    spec.components.schema(WebhookMessage.__name__, schema=answer_schema(WebhookMessage))
    any_type = spec.components.schemas[WebhookMessage.__name__]
    entries = {}
    for name, summary in OCCASIONS.items():
        schema = "".join(word.capitalize() for word in name.split("_")) + "Message"
        own = {"type": {"type": "string", "const": name}}
        described = {**any_type, "description": summary + ".", "properties": any_type["properties"] | own}
        spec.components.schema(schema, described)
        entries[name] = _entry(schema, summary)
    spec.components.schema(EVENT, {**any_type, "description": "An event happened. `type` is the event's."})
    path_items = {EVENT: _entry(EVENT, "An event happened")}
    spec.options.setdefault("components", {})["pathItems"] = path_items
    return entries | {name: {"$ref": f"#/components/pathItems/{EVENT}"} for name in EVENTS}


def _entry(schema: str, summary: str) -> Part:
    return {
        "post": {
            "tags": ["webhooks"],
            "summary": summary,
            "description": "With the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`.",
            "requestBody": {
                "required": True,
                "content": {JSON: {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
            },
            "responses": RECEIVED,
        }
    }
