"""Where games are kept: streams of events that only ever grow."""

from service.store.base import Appended, Commit, Conflict, Outcome, Repeated, Store, StoreUnavailable
from service.store.memory import MemoryStore

__all__ = [
    "Appended",
    "Commit",
    "Conflict",
    "MemoryStore",
    "Outcome",
    "Repeated",
    "Store",
    "StoreUnavailable",
]
