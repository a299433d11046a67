"""The chain of hashes, checked with the seed and nothing else of ours."""

from collections.abc import Sequence

import msgspec

from ttr_core.history.chain import GENESIS, Envelope, link_hash, seal, unwrap


def broken_links(seed: bytes, entries: Sequence[bytes]) -> list[int]:
    """The versions whose link does not fit what is stored."""
    broken, head = [], GENESIS
    for version, entry in enumerate(entries, 1):
        envelope = msgspec.json.decode(entry, type=Envelope)
        public, sealed = seal(seed, envelope.game, version, unwrap(envelope))
        fits = (envelope.version, envelope.prev) == (version, head)
        if not fits or link_hash(envelope, public, sealed) != envelope.hash:
            broken.append(version)
        head = envelope.hash
    return broken
