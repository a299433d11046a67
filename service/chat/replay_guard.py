"""Refuses signed requests that come too late or twice; a request whose answer failed may come again."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from service.errors import StoreUnavailable, TemporarilyUnavailable
from service.store.interface import ExpiringKeys

WINDOW = 300  # seconds by which a platform's clock and ours may differ, either way
LEASE_SECONDS = 20.0  # a handler that takes longer is considered crashed
DONE = "done"


def is_late(sent: int, now: float) -> bool:
    return abs(now - sent) > WINDOW


@contextmanager
def answering(store: ExpiringKeys, platform: str, request: str) -> Iterator[bool]:
    """Yields whether the request is new. If answering fails, the request counts as never received.

    An answered request is remembered until it would be late, however far its sender's clock is ahead.
    """
    name, holder = f"request/{platform}/{request}", secrets.token_hex(8)
    if not store.set_once(name, holder, LEASE_SECONDS):
        if store.expiring(name) != DONE:
            raise TemporarilyUnavailable("the same request is being answered")
        yield False
        return
    try:
        yield True
    except Exception:
        with suppress(StoreUnavailable):  # then the request may come again when the lease has expired
            store.swap_expiring(name, holder, "")
        raise
    with suppress(StoreUnavailable):
        store.set_expiring(name, DONE, 2 * WINDOW)
