"""Commits for tests of stores."""

from itertools import count

import msgspec

from service.store import Commit, Store
from service.store.interface import Order, Place, partition_of

WEEK = 7 * 86_400
LATE = Place(10**15)
_numbers = count()


def new_game() -> str:
    return f"game{next(_numbers):04}"


def commit(game: str, expected: int, *entries: bytes, **more: object) -> Commit:
    return msgspec.structs.replace(Commit(game=game, expected=expected, entries=entries), **more)


def everything(store: Store, game: str) -> tuple[object, ...]:
    """All that a commit could have changed."""
    partition = partition_of(game)
    feed = [entry for entry in store.feed(partition, "", 10_000) if entry.game == game]
    listed = [
        place for order in Order for place in store.listed(LATE, 10_000, by=order) if place.game == game
    ]
    return store.read(game), dict(store.facts(game)), feed, listed, game in store.active(partition)


FULL: dict[str, object] = {
    "types": ("a_type",),
    "facts": {"name": "Ann"},
    "listed": 77,
    "moved": 78,
    "active": True,
    "key": "key",
    "record": "answer",
    "key_seconds": WEEK,
}
