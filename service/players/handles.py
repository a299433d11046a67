"""Handles: ids of players for people's eyes, such as `ann-7k2mq`, from the name and a random end.

The end is always there. With a plain `ann` for the first and `ann-2` for the next, anybody could learn which names are
taken by asking for one. The store keeps the SHA-256 of a handle, which stays after its player was erased: nobody else
can come back as them.
"""

import hmac
import re
from collections.abc import Iterator
from hashlib import sha256
from unicodedata import normalize

from service.store.interface import Properties

LONGEST = 24  # characters before the random end
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"  # none that looks like another
END, LONGER_END, MOST_TRIES = 5, 10, 8
OWNER = "player"  # the property of a handle: the id of its player
NAMELESS = "player"  # of a name without a letter that fits


def claim_handle(store: Properties, name: str, player: str, secret: bytes) -> str:
    """A handle that no other player has or had. The same secret leads to the same one."""
    for handle in _candidates(name, secret):
        if store.set_property_once(_kept_under(handle), OWNER, player) or owner_of(store, handle) == player:
            return handle
    raise AssertionError("chance does not fail so often")


def owner_of(store: Properties, handle: str) -> str | None:
    return store.properties(_kept_under(handle)).get(OWNER)


def _candidates(name: str, secret: bytes) -> Iterator[str]:
    for attempt in range(MOST_TRIES):
        digest = hmac.digest(secret, f"handle/{attempt}".encode(), "sha256")
        length = END if attempt < MOST_TRIES // 2 else LONGER_END
        yield f"{_plain(name)}-{''.join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])}"


def _plain(name: str) -> str:
    """The name in lower-case letters, digits and hyphens, as far as it can be written so."""
    letters = normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST].strip("-") or NAMELESS


def _kept_under(handle: str) -> str:
    return f"handle/{sha256(handle.encode()).hexdigest()}"
