"""Copies of a store: restoring one loses everything that was written since, as a server does that had no log."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from service.store import MemoryStore, Store
from service.store.redis_store import RedisStore


def take_copy(store: Store) -> Callable[[], None]:
    """A function that puts the store back to what it is now."""
    if isinstance(store, MemoryStore):
        return _copy_memory(store)
    assert isinstance(store, RedisStore)
    return _copy_server(store.client)


def _copy_memory(store: MemoryStore) -> Callable[[], None]:
    names = [name for name in vars(store) if name not in ("_lock", "_clock")]
    copy = {name: deepcopy(getattr(store, name)) for name in names}

    def restore() -> None:
        for name, value in deepcopy(copy).items():
            setattr(store, name, value)

    return restore


def _copy_server(client: Any) -> Callable[[], None]:  # redis-py's client of one server
    copy = {key: (client.dump(key), max(0, client.pttl(key))) for key in client.scan_iter()}

    def restore() -> None:
        client.flushall()
        for key, (value, milliseconds) in copy.items():
            client.restore(key, milliseconds, value)

    return restore
