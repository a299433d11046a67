"""Where games are kept: streams of events that only ever grow, and what belongs to them."""

from service.store.interface import Appended, Commit, Conflict, Outcome, Repeated, Store
from service.store.lease import Lease
from service.store.memory_store import MemoryStore

__all__ = [
    "Appended",
    "Commit",
    "Conflict",
    "Lease",
    "MemoryStore",
    "Outcome",
    "Repeated",
    "Store",
]
