"""An account: calls about the player whose token is shown, and what brings them back if they lose every token."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ttr_client.async_transport import AsyncTransport
from ttr_client.exchange import Request, Value, given, new_key
from ttr_client.types import MailAddress, PasskeyOptions, PasskeySeen


class AsyncAccount:
    """Calls below one address, with the player's token."""

    path: ClassVar = "/v1/me"

    def __init__(self, transport: AsyncTransport, token: str | None) -> None:
        self._transport = transport
        self._token = token

    async def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        key: str | None = None,
        query: Mapping[str, Value] | None = None,
    ) -> Any:
        path = f"{self.path}{path}"
        request = Request(method=method, path=path, token=self._token, query=query or {}, body=body, key=key)
        return await self._transport.json(request)


class AsyncPasskeys(AsyncAccount):
    """Keys on devices of the player. A browser makes them: a program passes on what it says."""

    async def options(self) -> PasskeyOptions:
        """For `navigator.credentials.create`; the challenge in them is good for one answer."""
        options: PasskeyOptions = await self._send("POST", "/passkey_options")
        return options

    async def add(
        self, credential: Mapping[str, Any], name: str | None = None, key: str | None = None
    ) -> PasskeySeen:
        """The passkey that the browser has made."""
        body = given(credential=credential, name=name)
        passkey: PasskeySeen = await self._send("POST", "/passkeys", body, key or new_key())
        return passkey

    async def all(self) -> list[PasskeySeen]:
        passkeys: list[PasskeySeen] = (await self._send("GET", "/passkeys"))["items"]
        return passkeys

    async def rename(self, passkey: str, name: str) -> PasskeySeen:
        renamed: PasskeySeen = await self._send("PATCH", f"/passkeys/{passkey}", {"name": name})
        return renamed

    async def remove(self, passkey: str) -> None:
        """From now on it signs nobody in."""
        await self._send("DELETE", f"/passkeys/{passkey}")


class AsyncAddress(AsyncAccount):
    """The address that counts, and the one that waits to be confirmed."""

    path = "/v1/me/address"

    async def get(self) -> MailAddress:
        address: MailAddress = await self._send("GET", "")
        return address

    async def enter(self, address: str) -> MailAddress:
        """Have a link mailed there; with its code `Client.confirm_address` makes the address count."""
        pending: MailAddress = await self._send("PUT", "", {"address": address})
        return pending

    async def remove(self) -> None:
        """Both addresses, and mails that wait."""
        await self._send("DELETE", "")
