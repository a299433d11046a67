"""Requests that come too late or twice are refused, though their signature is right."""

from service.store import Store

WINDOW = 300  # seconds that a request may be under way, either way by the clock
SEEN = "seen"


def is_late(sent: int, now: float) -> bool:
    return abs(now - sent) > WINDOW


def is_new(store: Store, platform: str, request: str, now: float) -> bool:
    """Whether no process of ours has seen the request within two windows; then it would be late anyway.

    It is written down for the present span of time and for the next one, so that one look tells.
    """
    span = int(now) // (2 * WINDOW)
    drawer = f"{SEEN}/{platform}"
    fresh = all(store.put_first(f"{drawer}/{number}", request, "1") for number in (span, span + 1))
    if store.put_first(drawer, str(span + 1), "1"):
        store.put(drawer, {str(span): "1"})
        _forget(store, drawer, span)
    return fresh


def _forget(store: Store, drawer: str, span: int) -> None:
    """Everything that was written down only for spans before this one."""
    old = [number for number in store.drawer(drawer) if int(number) < span]
    for number in old:
        seen = store.drawer(f"{drawer}/{number}")
        store.put(f"{drawer}/{number}", dict.fromkeys(seen, ""))
    store.put(drawer, dict.fromkeys(old, ""))
