"""Requests that come too late or twice are refused, though their signature is right; one that failed may come again."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from service.errors import StoreUnavailable, TemporarilyUnavailable
from service.store import Store

WINDOW = 300  # seconds that a request may be under way, either way by the clock
LEASE_SECONDS = (
    20.0  # nobody needs so long for an answer; whoever does is dead, or could not say that he has failed
)
SEEN, DONE = "seen", "done"


def is_late(sent: int, now: float) -> bool:
    return abs(now - sent) > WINDOW


@contextmanager
def hearing(store: Store, platform: str, request: str, now: float) -> Iterator[bool]:
    """Whether the request is new, for as long as it is answered; if that fails it is as if it had never come.

    It is written down for the present span of time and for the next one, so that one look tells.
    """
    span = int(now) // (2 * WINDOW)
    drawer = f"{SEEN}/{platform}"
    marks = [f"{drawer}/{number}" for number in (span, span + 1)]
    if store.put_first(drawer, str(span + 1), "1"):
        store.put(drawer, {str(span): "1"})
        _forget(store, drawer, span)
    new = _begin(store, marks, request, now)
    try:
        yield new
    except Exception:
        _end(store, marks if new else (), request, "")
        raise
    _end(store, marks if new else (), request, DONE)


def _begin(store: Store, marks: Sequence[str], request: str, now: float) -> bool:
    """Whether no process of ours has seen the request within two windows, or the one that has did not survive it."""
    if all(store.put_first(mark, request, str(now)) for mark in marks):
        return True
    seen = [found for mark in marks if (found := store.drawer(mark).get(request))]
    if DONE in seen:
        return False
    if any(now - float(since) < LEASE_SECONDS for since in seen):
        raise TemporarilyUnavailable("the same request is just being answered")
    for mark in marks:
        store.put(mark, {request: str(now)})
    return True


def _end(store: Store, marks: Sequence[str], request: str, how: str) -> None:
    """If that cannot be written down the request may come again once its time is over."""
    with suppress(StoreUnavailable):
        for mark in marks:
            store.put(mark, {request: how})


def _forget(store: Store, drawer: str, span: int) -> None:
    """Everything that was written down only for spans before this one."""
    old = [number for number in store.drawer(drawer) if int(number) < span]
    for number in old:
        seen = store.drawer(f"{drawer}/{number}")
        store.put(f"{drawer}/{number}", dict.fromkeys(seen, ""))
    store.put(drawer, dict.fromkeys(old, ""))
