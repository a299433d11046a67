"""Heartbeats. API and dispatcher write one every 5 s; a minute without one is an outage.

Nobody's time runs during an outage. The dispatcher, which looks after the clocks, writes its heartbeat only while the
API's is fresh, so its age alone says since when something has been missing.
"""

import logging
from collections.abc import Callable
from datetime import timedelta
from threading import Thread

from service.clocks.deadlines import moment
from service.errors import StoreUnavailable
from service.store.interface import Properties

log = logging.getLogger("ttr.presence")

HEARTBEATS, ATTENDED, REACHABLE = "presence", "attended", "reachable"
BEAT_SECONDS = 5.0
OUTAGE = timedelta(seconds=60)


def silent_since(store: Properties, now: str) -> str | None:
    """Since when nothing has looked after the clocks, if that is an outage."""
    return _if_outage(store.properties(HEARTBEATS).get(ATTENDED), now)


def attend(store: Properties, now: str) -> None:
    """The dispatcher's heartbeat."""
    store.set_properties(HEARTBEATS, {ATTENDED: now})


def is_reachable(store: Properties, now: str) -> bool:
    """Whether an API wrote a heartbeat lately; where none ever did, none is missing."""
    return _if_outage(store.properties(HEARTBEATS).get(REACHABLE), now) is None


def _if_outage(beat: str | None, now: str) -> str | None:
    return beat if beat and moment(now) - moment(beat) > OUTAGE else None


def be_reachable(store: Properties, now: Callable[[], str], sleep: Callable[[float], None]) -> None:
    """Starts the thread that writes the API's heartbeats for as long as this process lives."""
    Thread(target=_beat, args=(store, now, sleep), name="heartbeat", daemon=True).start()


def _beat(store: Properties, now: Callable[[], str], sleep: Callable[[float], None]) -> None:
    while True:
        try:
            store.set_properties(HEARTBEATS, {REACHABLE: now()})
        except StoreUnavailable as error:
            log.warning("cannot write a heartbeat, the store does not answer: %s", error)
        sleep(BEAT_SECONDS)
