"""Web push: what browsers can decrypt, and what push services can verify. Keys are made once and kept."""

from base64 import urlsafe_b64decode

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from service.errors import PushKeysRefused
from service.notices.channels import PushKeys
from service.notices.web_push import LONGEST_TTL, PushMessage, PushSigner, check_keys, encrypted, topic_of
from service.store import MemoryStore, Store
from tests.support.notices.browsers import Browser
from tests.support.webhooks.webhook_receivers import Got, receiver

ENDPOINT = "https://push.example:8443/v1/abc"


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.mark.parametrize("size", [2, 100, 3000])
def test_the_browser_reads_what_was_encrypted_for_it(size: int) -> None:
    with receiver() as service:
        browser = Browser(service)
        body = msgspec.json.encode({"text": "é" * ((size - 11) // 2)})
        sealed = encrypted(body, PushKeys(**browser.subscription["keys"]))
        got = Got({"content-encoding": "aes128gcm"}, sealed, 0.0)
        assert browser.read(got) == msgspec.json.decode(body)
        assert encrypted(body, PushKeys(**browser.subscription["keys"])) != sealed


def test_the_signature_holds_for_the_push_service_and_for_hours_only() -> None:
    signer = PushSigner(MemoryStore(), "https://trains.example", lambda: 1_794_830_400.0)
    headers = signer.headers(ENDPOINT, PushMessage(body=b"", topic=topic_of("g"), ttl=10**9, urgent=True))
    token, key = headers["Authorization"].removeprefix("vapid t=").split(", k=")
    signed, _, signature = token.rpartition(".")
    claims = msgspec.json.decode(raw(signed.partition(".")[2]))
    assert claims == {
        "aud": "https://push.example:8443",
        "exp": 1_794_830_400 + 12 * 3600,
        "sub": "https://trains.example",
    }
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(key))
    numbers = raw(signature)
    der = encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
    point.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    assert (headers["TTL"], headers["Urgency"], len(headers["Topic"])) == (str(LONGEST_TTL), "high", 24)


def test_the_key_is_made_once_and_kept(store: Store) -> None:
    first, second = (PushSigner(store, "mailto:a@b.example", lambda: 0.0).public_key for _ in "ab")
    assert first == second
    assert len(raw(first)) == 65


@pytest.mark.parametrize(
    "keys", [("AAAA", "A" * 22), ("A" * 87, "A" * 22), ("x", "y"), ("B" + "A" * 86, "A" * 22)]
)
def test_keys_that_are_none_are_refused(keys: tuple[str, str]) -> None:
    with pytest.raises(PushKeysRefused):
        check_keys(PushKeys(p256dh=keys[0], auth=keys[1]))
