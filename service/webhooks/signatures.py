"""Secrets and signatures of messages, as Standard Webhooks describes them."""

import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime

from standardwebhooks import Webhook

PREFIX = "whsec_"
OVERLAP_SECONDS = 86_400  # how long an old secret signs beside the new one


def new_secret(random: bytes | None = None) -> str:
    """A secret of 32 random bytes, or of the ones passed in."""
    return PREFIX + b64encode(random or secrets.token_bytes(32)).decode()


def signed_headers(message: str, seconds: int, body: bytes, keys: Sequence[str]) -> dict[str, str]:
    """The headers that prove a message, its age and its sender: one signature for each key."""
    at, text = datetime.fromtimestamp(seconds, UTC), body.decode()
    return {
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(Webhook(key).sign(message, at, text) for key in keys),
    }
