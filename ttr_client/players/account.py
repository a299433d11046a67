"""An account: calls about the player whose token is shown, and what brings them back if they lose every token."""

# Written from async_account.py by `make generated`: change that one.

from collections.abc import Mapping
from typing import Any, ClassVar

from ttr_client.exchange import Request, Value, given, new_key
from ttr_client.transport import Transport
from ttr_client.types import MailAddress, PasskeyOptions, PasskeySeen


class Account:
    """Calls below one address, with the player's token."""

    path: ClassVar = "/v1/me"

    def __init__(self, transport: Transport, token: str | None) -> None:
        self._transport = transport
        self._token = token

    def _send(
        self,
        method: str,
        path: str,
        body: object = None,
        key: str | None = None,
        query: Mapping[str, Value] | None = None,
    ) -> Any:
        path = f"{self.path}{path}"
        request = Request(method=method, path=path, token=self._token, query=query or {}, body=body, key=key)
        return self._transport.json(request)


class Passkeys(Account):
    """Keys on devices of the player. A browser makes them: a program passes on what it says."""

    def options(self) -> PasskeyOptions:
        """For `navigator.credentials.create`; the challenge in them is good for one answer."""
        options: PasskeyOptions = self._send("POST", "/passkey_options")
        return options

    def add(
        self, credential: Mapping[str, Any], name: str | None = None, key: str | None = None
    ) -> PasskeySeen:
        """The passkey that the browser has made."""
        body = given(credential=credential, name=name)
        passkey: PasskeySeen = self._send("POST", "/passkeys", body, key or new_key())
        return passkey

    def all(self) -> list[PasskeySeen]:
        passkeys: list[PasskeySeen] = (self._send("GET", "/passkeys"))["items"]
        return passkeys

    def rename(self, passkey: str, name: str) -> PasskeySeen:
        renamed: PasskeySeen = self._send("PATCH", f"/passkeys/{passkey}", {"name": name})
        return renamed

    def remove(self, passkey: str) -> None:
        """From now on it signs nobody in."""
        self._send("DELETE", f"/passkeys/{passkey}")


class Address(Account):
    """The address that counts, and the one that waits to be confirmed."""

    path = "/v1/me/address"

    def get(self) -> MailAddress:
        address: MailAddress = self._send("GET", "")
        return address

    def enter(self, address: str) -> MailAddress:
        """Have a link mailed there; with its code `Client.confirm_address` makes the address count."""
        pending: MailAddress = self._send("PUT", "", {"address": address})
        return pending

    def remove(self) -> None:
        """Both addresses, and mails that wait."""
        self._send("DELETE", "")
