"""Signatures as Standard Webhooks describes them: HMAC-SHA256 over `id.timestamp.body`, one for each secret."""

import hmac
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence

PREFIX = "whsec_"
OVERLAP_SECONDS = 86_400  # how long an old secret signs beside the new one


def new_secret() -> str:
    return PREFIX + b64encode(secrets.token_bytes(32)).decode()


def signed_headers(message: str, seconds: int, body: bytes, keys: Sequence[str]) -> dict[str, str]:
    """The three headers by which a receiver knows a message, its age and its sender."""
    content = f"{message}.{seconds}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{_signature(key, content)}" for key in keys),
    }


def _signature(key: str, content: bytes) -> str:
    return b64encode(hmac.digest(b64decode(key.removeprefix(PREFIX)), content, "sha256")).decode()
