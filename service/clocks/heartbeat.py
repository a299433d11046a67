"""That we are there: the API, and whoever looks after the clocks, say so in the store every few seconds.

If one of them is silent for longer than a minute that is an outage, in which nobody's time runs. Whoever looks after
the clocks says so only while the API can be reached, so that a single time tells since when something is missing.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

from service.clocks.running_time import moment
from service.errors import StoreUnavailable
from service.store import Store

log = logging.getLogger("ttr.presence")

DRAWER, ATTENDED, REACHABLE = "presence", "attended", "reachable"
BEAT_SECONDS = 5.0
OUTAGE = timedelta(seconds=60)


def silent_since(store: Store, now: str) -> str | None:
    """Since when nobody has looked after the clocks, if that is too long."""
    return _too_old(store.drawer(DRAWER).get(ATTENDED), now)


def attend(store: Store, now: str) -> None:
    store.put(DRAWER, {ATTENDED: now})


def is_reachable(store: Store, now: str) -> bool:
    """Whether an API has been heard of lately; where there never was one, nobody misses it."""
    return _too_old(store.drawer(DRAWER).get(REACHABLE), now) is None


def _too_old(told: str | None, now: str) -> str | None:
    return told if told and moment(now) - moment(told) > OUTAGE else None


def be_reachable(store: Store, now: Callable[[], str], sleep: Callable[[float], None]) -> None:
    """Starts the thread that says so for as long as this process answers."""
    Thread(target=_go_on, args=(store, now, sleep), name="presence", daemon=True).start()


def _go_on(store: Store, now: Callable[[], str], sleep: Callable[[float], None]) -> None:
    while True:
        try:
            store.put(DRAWER, {REACHABLE: now()})
        except StoreUnavailable as error:
            log.warning("the store does not answer: %s", error)
        sleep(BEAT_SECONDS)
