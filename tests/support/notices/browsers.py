"""A browser that subscribes to push messages, and the push service that it names: both on this machine."""

import os
from base64 import urlsafe_b64encode
from typing import Any

import http_ece  # type: ignore[import-untyped]  # the library has no types
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.webhooks.webhook_receivers import Got, Receiver


class PushReader:
    """The keys of a browser's subscription; decrypts with an independent library."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def keys(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": _text(point), "auth": _text(self._auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        text = http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: dict[str, Any] = msgspec.json.decode(text)
        return message


class Browser:
    """Reads what its push service received."""

    def __init__(self, service: Receiver) -> None:
        self.service = service
        self._reader = PushReader()

    @property
    def subscription(self) -> dict[str, Any]:
        return {"kind": "push", "url": self.service.url, "keys": self._reader.keys}

    def messages(self) -> list[dict[str, Any]]:
        """Everything that arrived, in the clear."""
        return [self.read(got) for got in list(self.service.got)]

    def read(self, got: Got) -> dict[str, Any]:
        assert got.headers["content-encoding"] == "aes128gcm"
        return self._reader.read(got.body)

    def types(self) -> list[str]:
        return [message["type"] for message in self.messages()]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
