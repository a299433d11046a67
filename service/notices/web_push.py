"""Web push: a message encrypted for one browser (RFC 8291, `aes128gcm`) and signed by this service (RFC 8292, VAPID).

The key pair of the service is made when it is first needed and kept in the store: browsers subscribe to one key, and
losing it would end all subscriptions.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_der_private_key,
)

from service.errors import PushKeysRefused
from service.notices.channels import PushKeys
from service.store.interface import Properties

OWNER, PRIVATE = "push", "private_key"  # where the key pair is kept
RECORD_SIZE = 4096
LARGEST = 3000  # bytes of a message: every push service takes as many
LONGEST_TTL = 28 * 86_400  # seconds, as long as any push service keeps a message
TOKEN_SECONDS = 12 * 3600  # at most 24 hours by the RFC
CURVE = ec.SECP256R1()
POINT, AUTH = 65, 16  # bytes of a public key, and of the secret of a subscription


class PushMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be shown, how long it is worth showing, and what it takes the place of."""

    body: bytes
    topic: str  # a later message of this topic replaces one that was not delivered yet
    ttl: int  # seconds
    urgent: bool = False


def topic_of(text: str) -> str:
    """At most 32 characters of the URL-safe alphabet."""
    return encode(sha256(text.encode()).digest()[:18])


class PushSigner:
    """Signs as this service. `contact`: where a push service reaches its operator, `mailto:` or `https:`."""

    def __init__(self, store: Properties, contact: str, seconds: Callable[[], float]) -> None:
        self._store, self._contact, self._seconds = store, contact, seconds

    @cached_property
    def _key(self) -> ec.EllipticCurvePrivateKey:
        return _kept_key(self._store)

    @property
    def public_key(self) -> str:
        """What browsers subscribe with, in base64url."""
        return encode(_point(self._key.public_key()))

    def headers(self, endpoint: str, message: PushMessage) -> dict[str, str]:
        return {
            "Authorization": f"vapid t={self._token(endpoint)}, k={self.public_key}",
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(min(max(0, message.ttl), LONGEST_TTL)),
            "Topic": message.topic,
            "Urgency": "high" if message.urgent else "normal",
        }

    def _token(self, endpoint: str) -> str:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(self._seconds()) + TOKEN_SECONDS,
            "sub": self._contact,
        }
        head = {"typ": "JWT", "alg": "ES256"}
        signed = ".".join(encode(msgspec.json.encode(part)) for part in (head, claims))
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{signed}.{encode(b''.join(number.to_bytes(32, 'big') for number in numbers))}"


def _kept_key(store: Properties) -> ec.EllipticCurvePrivateKey:
    text = store.properties(OWNER).get(PRIVATE)
    if text is None:
        new = ec.generate_private_key(CURVE)
        der = new.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
        store.set_property_once(OWNER, PRIVATE, der.hex())
        text = store.properties(OWNER)[PRIVATE]  # another process may have been faster
    key = load_der_private_key(bytes.fromhex(text), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def check_keys(keys: PushKeys) -> None:
    """Refuses keys that nothing can be encrypted for."""
    try:
        _public_key(decode(keys.p256dh))
        if len(decode(keys.auth)) != AUTH:
            raise ValueError("auth")
    except (ValueError, InvalidKey):
        raise PushKeysRefused() from None


def encrypted(body: bytes, keys: PushKeys) -> bytes:
    """The body for the one browser that has the private key."""
    assert len(body) <= LARGEST
    theirs, auth = decode(keys.p256dh), decode(keys.auth)
    ours, salt = ec.generate_private_key(CURVE), os.urandom(16)
    public = _point(ours.public_key())
    shared = ours.exchange(ec.ECDH(), _public_key(theirs))
    material = _derived(shared, auth, b"WebPush: info\x00" + theirs + public, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(material, salt, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, body + b"\x02", None)  # the mark of the last record


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _public_key(point: bytes) -> ec.EllipticCurvePublicKey:
    if len(point) != POINT:
        raise ValueError("p256dh")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
