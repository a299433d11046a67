"""A browser that subscribes to push messages, and the push service that it names: both on this machine."""

import os
from base64 import urlsafe_b64encode
from typing import Any

import http_ece  # type: ignore[import-untyped]  # the library has no types
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.webhooks.webhook_receivers import Got, Receiver


class Browser:
    """Decrypts with an independent library what its push service received."""

    def __init__(self, service: Receiver) -> None:
        self.service = service
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)

    @property
    def subscription(self) -> dict[str, Any]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": _text(point), "auth": _text(self._auth)}
        return {"kind": "push", "url": self.service.url, "keys": keys}

    def messages(self) -> list[dict[str, Any]]:
        """Everything that arrived, in the clear."""
        return [self.read(got) for got in list(self.service.got)]

    def read(self, got: Got) -> dict[str, Any]:
        assert got.headers["content-encoding"] == "aes128gcm"
        body = http_ece.decrypt(got.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        message: dict[str, Any] = msgspec.json.decode(body)
        return message

    def types(self) -> list[str]:
        return [message["type"] for message in self.messages()]


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
