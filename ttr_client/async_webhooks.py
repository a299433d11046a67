"""The webhooks of one token: subscribe, see how deliveries go, test, send again."""

from collections.abc import Sequence
from typing import Any

from ttr_client.async_transport import AsyncTransport
from ttr_client.exchange import Request, Value, given, new_key
from ttr_client.types import AttemptSeen, EventType, MessageKind, NewWebhook, WebhookSeen


class AsyncWebhooks:
    """Of one game; without one, of all games of a player, or of all games there are, for the operator."""

    def __init__(
        self, transport: AsyncTransport, token: str | None, game: str | None = None, own: bool = False
    ) -> None:
        """`own`: those of the player whose token it is."""
        self._transport = transport
        self._token = token
        self._game = game
        self._list = "/v1/me/webhooks" if own else "/v1/webhooks"

    async def subscribe(
        self,
        url: str,
        kinds: Sequence[MessageKind] | None = None,
        event_types: Sequence[EventType] | None = None,
        lang: str | None = None,
        key: str | None = None,
    ) -> NewWebhook:
        """Send messages to an address; the secret that signs them is shown this once."""
        body = given(url=url, game=self._game, kinds=kinds, event_types=event_types, lang=lang)
        webhook: NewWebhook = await self._send("POST", "", body, key or new_key())
        return webhook

    async def all(self) -> list[WebhookSeen]:
        webhooks: list[WebhookSeen] = (await self._send("GET", "", game=self._game))["items"]
        return webhooks

    async def get(self, webhook: str) -> WebhookSeen:
        """The webhook and the state of its delivery."""
        seen: WebhookSeen = await self._send("GET", f"/{webhook}")
        return seen

    async def change(
        self,
        webhook: str,
        url: str | None = None,
        kinds: Sequence[MessageKind] | None = None,
        event_types: Sequence[EventType] | None = None,
        lang: str | None = None,
    ) -> WebhookSeen:
        """What is left out stays as it is."""
        body = given(url=url, kinds=kinds, event_types=event_types, lang=lang)
        changed: WebhookSeen = await self._send("PATCH", f"/{webhook}", body)
        return changed

    async def attempts(self, webhook: str) -> list[AttemptSeen]:
        """The latest attempts to deliver something, the latest first."""
        attempts: list[AttemptSeen] = (await self._send("GET", f"/{webhook}/attempts"))["items"]
        return attempts

    async def delete(self, webhook: str) -> None:
        await self._send("DELETE", f"/{webhook}")

    async def rotate(self, webhook: str, key: str | None = None) -> NewWebhook:
        """A new secret; for a day the old one signs messages, too."""
        rotated: NewWebhook = await self._send("POST", f"/{webhook}/rotate", key=key or new_key())
        return rotated

    async def ping(self, webhook: str) -> None:
        """Send a test message."""
        await self._send("POST", f"/{webhook}/ping")

    async def redeliver(self, webhook: str, after: int | None = None) -> None:
        """Deliver again what came after a version; without one, what has not arrived."""
        await self._send("POST", f"/{webhook}/redeliver", {} if after is None else {"after": after})

    async def _send(
        self, method: str, path: str, body: object = None, key: str | None = None, **query: Value
    ) -> Any:
        path = f"/v1/webhooks{path}" if path else self._list
        request = Request(method=method, path=path, token=self._token, query=query, body=body, key=key)
        return await self._transport.json(request)
