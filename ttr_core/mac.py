"""HMAC-SHA256 (RFC 2104), written out.

The standard library's own lets go of the interpreter for each of our short messages: in a busy process of several
threads each of them then queues up to go on, which takes many times longer than the hash.
"""

from hashlib import sha256

BLOCK = 64  # bytes that SHA-256 works on at a time

_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def mac(key: bytes, message: bytes) -> bytes:
    padded = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    inner = sha256(padded.translate(_INNER) + message).digest()
    return sha256(padded.translate(_OUTER) + inner).digest()
