"""The webhooks of one token: subscribe, see how deliveries go, test, send again."""

# Written from async_webhooks.py by `make generated`: change that one.

from collections.abc import Sequence
from typing import Any

from ttr_client.exchange import Request, Value, given, new_key
from ttr_client.transport import Transport
from ttr_client.types import AttemptSeen, EventType, MessageKind, NewWebhook, WebhookSeen


class Webhooks:
    """Of one game; without one, of all games of a player, or of all games there are, for the operator."""

    def __init__(
        self, transport: Transport, token: str | None, game: str | None = None, own: bool = False
    ) -> None:
        """`own`: those of the player whose token it is."""
        self._transport = transport
        self._token = token
        self._game = game
        self._list = "/v1/me/webhooks" if own else "/v1/webhooks"

    def subscribe(
        self,
        url: str,
        kinds: Sequence[MessageKind] | None = None,
        event_types: Sequence[EventType] | None = None,
        lang: str | None = None,
        key: str | None = None,
    ) -> NewWebhook:
        """Send messages to an address; the secret that signs them is shown this once."""
        body = given(url=url, game=self._game, kinds=kinds, event_types=event_types, lang=lang)
        webhook: NewWebhook = self._send("POST", "", body, key or new_key())
        return webhook

    def all(self) -> list[WebhookSeen]:
        webhooks: list[WebhookSeen] = (self._send("GET", "", game=self._game))["items"]
        return webhooks

    def get(self, webhook: str) -> WebhookSeen:
        """The webhook and the state of its delivery."""
        seen: WebhookSeen = self._send("GET", f"/{webhook}")
        return seen

    def change(
        self,
        webhook: str,
        url: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        event_types: Sequence[EventType] | None = None,
        lang: str | None = None,
    ) -> WebhookSeen:
        """What is left out stays as it is."""
        body = given(url=url, kinds=kinds, event_types=event_types, lang=lang)
        changed: WebhookSeen = self._send("PATCH", f"/{webhook}", body)
        return changed

    def attempts(self, webhook: str) -> list[AttemptSeen]:
        """The latest attempts to deliver something, the latest first."""
        attempts: list[AttemptSeen] = (self._send("GET", f"/{webhook}/attempts"))["items"]
        return attempts

    def delete(self, webhook: str) -> None:
        self._send("DELETE", f"/{webhook}")

    def rotate(self, webhook: str, key: str | None = None) -> NewWebhook:
        """A new secret; for a day the old one signs messages, too."""
        rotated: NewWebhook = self._send("POST", f"/{webhook}/rotate", key=key or new_key())
        return rotated

    def ping(self, webhook: str) -> None:
        """Send a test message."""
        self._send("POST", f"/{webhook}/ping")

    def redeliver(self, webhook: str, after: int | None = None) -> None:
        """Deliver again what came after a version; without one, what has not arrived."""
        self._send("POST", f"/{webhook}/redeliver", {} if after is None else {"after": after})

    def _send(
        self, method: str, path: str, body: object = None, key: str | None = None, **query: Value
    ) -> Any:
        path = f"/v1/webhooks{path}" if path else self._list
        request = Request(method=method, path=path, token=self._token, query=query, body=body, key=key)
        return self._transport.json(request)
