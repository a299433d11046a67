"""Provably fair randomness: the seed is committed to before the deal, and every shuffle follows from it.

key      = HMAC-SHA256(seed, entropy of the seats in order, each as <decimal length>:<text>)
block k  = HMAC-SHA256(key, "<label>/<k>"), k = 0, 1, 2 ...; read as 8 big-endian 32-bit words a block
shuffle  = Fisher-Yates from the last item down; word w picks w mod (i + 1), words that would bias it are skipped
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import chain, count
from struct import Struct as Layout
from typing import Protocol, TypeVar

BLOCK = 64  # bytes that SHA-256 works on at a time

_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104), written out for speed: for our short messages 1.7 times as fast as `hmac.digest`.

    The standard library's `hmac` also releases the interpreter lock for each message, and in a busy process with
    several threads getting it back takes many times longer than the hash.
    """
    inner, outer = _padded(key)
    return sha256(outer + sha256(inner + message).digest()).digest()


def _padded(key: bytes) -> tuple[bytes, bytes]:
    """What the two hashes of HMAC begin with."""
    padded = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    return padded.translate(_INNER), padded.translate(_OUTER)


T = TypeVar("T")

_WORDS = Layout(">8I")
_RANGE = 1 << 32


class Randomness(Protocol):
    """The source of all chance in a game."""

    @property
    def seed(self) -> bytes: ...

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]: ...


class Chance(Protocol):
    """A source of chance for those who imagine games, and play none."""

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1."""
        ...


def shuffled(items: Iterable[T], chance: Chance) -> list[T]:
    """The items in any order, each as likely as the others."""
    cards = list(items)
    for i in range(len(cards) - 1, 0, -1):
        j = chance.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


class ImaginedRandomness:
    """The randomness of a game that is only imagined: shuffles by chance, which follow from no seed."""

    seed = bytes(32)

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(shuffled(items, self._chance))


def commitment(seed: bytes) -> str:
    """The hash of the seed, published before the deal."""
    return sha256(seed).hexdigest()


def derive_key(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The key of all shuffles, once every seat has added its entropy."""
    message = b"".join(b"%d:%s" % (len(text.encode()), text.encode()) for text in entropy)
    return hmac_sha256(seed, message)


class SeededRandomness:
    """The randomness of one game: a 256-bit seed, and the entropy that players added to it."""

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        if len(seed) != 32:
            raise ValueError("a seed is 32 bytes")
        self.seed = seed
        self._entropy = entropy

    @cached_property  # most commands shuffle nothing
    def _key(self) -> tuple[bytes, bytes]:
        return _padded(derive_key(self.seed, self._entropy))

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        shuffled = list(items)
        words = self._words(label)
        rarely = _RANGE - len(shuffled)  # no word below it biases any of the choices
        for i in range(len(shuffled) - 1, 0, -1):
            word = next(words)
            while word >= rarely and word >= _RANGE - _RANGE % (i + 1):
                word = next(words)
            j = word % (i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return tuple(shuffled)

    def _words(self, label: str) -> Iterator[int]:
        return chain.from_iterable(self._blocks(label))

    def _blocks(self, label: str) -> Iterator[tuple[int, ...]]:
        """The words of one block after another."""
        inner, outer = self._key
        for block in count():
            message = f"{label}/{block}".encode()
            yield _WORDS.unpack(sha256(outer + sha256(inner + message).digest()).digest())
