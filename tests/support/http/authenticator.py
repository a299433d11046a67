"""An authenticator in software: makes passkeys and answers challenges as a phone does, with real signatures."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ORIGIN = "http://localhost"  # of callers within the process
PRESENT, VERIFIED, ELIGIBLE, SYNCED, ATTESTED = 1, 4, 8, 16, 64  # flags of the authenticator's data

Json = dict[str, Any]  # as browsers write it


def text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def data(value: str) -> bytes:
    return urlsafe_b64decode(value + "=" * (-len(value) % 4))


class Authenticator:
    """One device with one passkey. Attributes may be changed to make it behave badly."""

    def __init__(self, *, origin: str = ORIGIN, counts: bool = True) -> None:
        self.origin, self.counts = origin, counts
        self.flags = PRESENT | VERIFIED
        self.credential_id = secrets.token_bytes(32)
        self.count = 0
        self.user_handle = ""
        self.domain = ""
        self._key = ec.generate_private_key(ec.SECP256R1())

    def create(self, options: Json) -> Json:
        """What `navigator.credentials.create` answers, as JSON."""
        assert {"type": "public-key", "alg": -7} in options["pubKeyCredParams"]
        assert options["authenticatorSelection"]["residentKey"] == "required"
        self.user_handle, self.domain = options["user"]["id"], options["rp"]["id"]
        length = len(self.credential_id).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential_id + self._public_key()
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(ATTESTED) + attested}
        response = {
            "clientDataJSON": text(self._client_data("webauthn.create", options["challenge"])),
            "attestationObject": text(cbor2.dumps(attestation)),
            "transports": ["internal"],
        }
        return self._credential(response)

    def get(self, options: Json) -> Json:
        """What `navigator.credentials.get` answers, as JSON."""
        self.count += self.counts
        seen, client_data = self._data(0), self._client_data("webauthn.get", options["challenge"])
        signature = self._key.sign(seen + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": text(client_data),
            "authenticatorData": text(seen),
            "signature": text(signature),
            "userHandle": self.user_handle,
        }
        return self._credential(response)

    def _credential(self, response: Json) -> Json:
        name = text(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
            "response": response,
        }

    def _data(self, more_flags: int) -> bytes:
        flags = bytes([self.flags | more_flags])
        return sha256(self.domain.encode()).digest() + flags + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge: str) -> bytes:
        seen = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(seen).encode()

    def _public_key(self) -> bytes:
        """As COSE writes a point of P-256."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        numbers = {-2: point[1:33], -3: point[33:]}
        return cbor2.dumps({1: 2, 3: -7, -1: 1, **numbers})
