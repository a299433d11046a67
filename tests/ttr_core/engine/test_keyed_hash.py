"""The keyed hash that salts and shuffles are made of is HMAC-SHA256."""

import hmac

from hypothesis import example, given
from hypothesis import strategies as st

from ttr_core.engine.randomness import BLOCK, hmac_sha256


@given(st.binary(max_size=3 * BLOCK), st.binary(max_size=300))
@example(b"", b"")
@example(bytes(BLOCK), b"message")
@example(b"k" * (BLOCK + 1), b"message")
def test_it_is_the_hmac_of_the_standard_library(key: bytes, message: bytes) -> None:
    assert hmac_sha256(key, message) == hmac.digest(key, message, "sha256")
