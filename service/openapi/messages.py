"""The messages that the service sends to subscribers: one entry of `webhooks` for each type."""

from apispec import APISpec

from service.http.request import JSON, Part
from service.http.schemas import answer_schema
from service.openapi.intro import RECEIVED
from service.table_talk.talk_message import MESSAGE_ERASED, MESSAGE_POSTED
from service.webhooks.payload import WebhookMessage
from service.webhooks.subscriptions import (
    GAME_EVENT,
    GAME_SCORED,
    PING,
    REQUEST_OPENED,
    TURN_NEXT,
    TURN_REMINDER,
    TURN_STARTED,
)

TYPES = {
    TURN_STARTED: "A seat is to move",
    TURN_NEXT: "A seat is next to move",
    TURN_REMINDER: "A seat's time runs short",
    REQUEST_OPENED: "A seat is asked to agree to what somebody proposes",
    GAME_SCORED: "The game has its final score",
    GAME_EVENT: "An event happened",
    MESSAGE_POSTED: "Somebody said something at the table",
    MESSAGE_ERASED: "What somebody said at the table was erased",
    PING: "A test, sent on request",
}


def add_messages(spec: APISpec) -> Part:
    """Adds their schemas, which differ in their `type` alone; returns the entries by type."""
    if WebhookMessage.__name__ not in spec.components.schemas:  # a call answers with them, too
        spec.components.schema(WebhookMessage.__name__, schema=answer_schema(WebhookMessage))
    any_type = spec.components.schemas[WebhookMessage.__name__]
    entries = {}
    for name, summary in TYPES.items():
        schema = "".join(word.capitalize() for word in name.split(".")) + "Message"
        own = {"type": {"type": "string", "const": name}}
        described = {**any_type, "description": summary + ".", "properties": any_type["properties"] | own}
        spec.components.schema(schema, described)
        entries[name] = _entry(schema, summary)
    return entries


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
