"""Answers that a worker delivers: they wait in the store, so that nothing of them stands in the queue or in a log."""

import logging
import time

import msgspec

from service.background.enqueue import new_parcel
from service.chat.rooms.posts import Posts
from service.errors import StoreUnavailable
from service.store import Store
from service.wiring import services

log = logging.getLogger("ttr.chat")

PARCELS = "parcel"  # drawers: one for each, and one that tells since when they wait
KEPT_SECONDS = 3600  # no platform takes an answer later than this
TRIES = "tries"


class Parcel(msgspec.Struct, frozen=True):
    """An answer on its way; a handle says to its platform where it belongs."""

    platform: str
    handle: str
    posts: Posts


def hand_on(platform: str, handle: str, posts: Posts) -> bool:
    """Leaves an answer to a worker; False if the queue does not answer: what was done is done nevertheless."""
    made, name = services(), new_parcel()
    pack(made.store, name, Parcel(platform, handle, posts))
    try:
        made.jobs.deliver(name)
    except StoreUnavailable as error:
        log.warning("an answer cannot be queued: %s", error)
        delivered(made.store, name)
        return False
    return True


def pack(store: Store, name: str, parcel: Parcel) -> None:
    """Throws away what nobody came for: it may hold secrets."""
    now = time.time()
    for old, since in store.drawer(PARCELS).items():
        if now - float(since) > KEPT_SECONDS:
            delivered(store, old)
    store.put(PARCELS, {name: str(now)})
    store.put(f"{PARCELS}/{name}", {PARCELS: msgspec.json.encode(parcel).decode()})


def unpack(store: Store, name: str) -> Parcel | None:
    found = store.drawer(f"{PARCELS}/{name}").get(PARCELS)
    return msgspec.json.decode(found, type=Parcel) if found else None


def tried(store: Store, name: str) -> int:
    """How often it was tried to deliver the parcel, this time included."""
    tries = int(store.drawer(f"{PARCELS}/{name}").get(TRIES, 0)) + 1
    store.put(f"{PARCELS}/{name}", {TRIES: str(tries)})
    return tries


def delivered(store: Store, name: str) -> None:
    """Or given up: nothing of it is kept."""
    store.put(f"{PARCELS}/{name}", {PARCELS: "", TRIES: ""})
    store.put(PARCELS, {name: ""})
