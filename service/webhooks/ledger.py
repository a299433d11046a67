"""The ledger: what is kept about webhooks; `test_ledger.py` holds every kind of it to its promises.

Books are named entries that change only from what the writer last saw. The plan says what is due when; whoever takes
something from it has it to himself for a while, so that it comes back by itself if he dies.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Protocol

from service.store import Store
from service.store.redis_store import RedisStore
from service.webhooks.redis_ledger import RedisLedger

Milliseconds = int


class Ledger(Protocol):
    def book(self, book: str) -> Mapping[str, str]: ...

    def entry(self, book: str, name: str) -> str | None: ...

    def write(self, book: str, name: str, old: str | None, new: str | None) -> bool:
        """Whether the entry still was `old` and is `new` now; None is no entry."""
        ...

    def burn(self, book: str) -> None:
        """Removes a whole book, or a diary."""
        ...

    def count(self, book: str) -> int: ...

    def tell(self, diary: str, text: str, keep: int) -> None:
        """Adds a line to a diary, of which the latest ones are kept."""
        ...

    def told(self, diary: str) -> Sequence[str]:
        """The lines of a diary, the latest first."""
        ...

    def plan(self, names: Sequence[str], due: Milliseconds) -> None:
        """Each is due at this time, or when it was due already if that is earlier."""
        ...

    def claim(self, now: Milliseconds, until: Milliseconds, limit: int) -> Sequence[str]:
        """What is due, the longest overdue first; nobody else gets it before it is settled, or before `until`."""
        ...

    def settle(self, name: str, until: Milliseconds, due: Milliseconds | None) -> bool:
        """Gives back what was claimed until then, to be due later or no more; what was planned meanwhile stays."""
        ...


class MemoryLedger:
    """Keeps everything until the process ends."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._books: dict[str, dict[str, str]] = {}
        self._diaries: dict[str, deque[str]] = {}
        self._due: dict[str, Milliseconds] = {}
        self._taken: dict[str, Milliseconds] = {}

    def book(self, book: str) -> Mapping[str, str]:
        with self._lock:
            return dict(self._books.get(book, {}))

    def entry(self, book: str, name: str) -> str | None:
        return self._books.get(book, {}).get(name)

    def write(self, book: str, name: str, old: str | None, new: str | None) -> bool:
        with self._lock:
            entries = self._books.setdefault(book, {})
            if entries.get(name) != old:
                return False
            entries.pop(name, None)
            if new is not None:
                entries[name] = new
            return True

    def burn(self, book: str) -> None:
        with self._lock:
            self._books.pop(book, None)
            self._diaries.pop(book, None)

    def count(self, book: str) -> int:
        return len(self._books.get(book, {}))

    def tell(self, diary: str, text: str, keep: int) -> None:
        with self._lock:
            lines = self._diaries.get(diary, deque())
            self._diaries[diary] = deque([text, *lines][:keep])

    def told(self, diary: str) -> Sequence[str]:
        return list(self._diaries.get(diary, ()))

    def plan(self, names: Sequence[str], due: Milliseconds) -> None:
        with self._lock:
            for name in names:
                self._due[name] = min(due, self._due.get(name, due))

    def claim(self, now: Milliseconds, until: Milliseconds, limit: int) -> Sequence[str]:
        for name in [name for name, end in self._taken.items() if end <= now]:
            del self._taken[name]
            self.plan([name], now)
        with self._lock:
            overdue = sorted((due, name) for name, due in self._due.items() if due <= now)
            claimed = [name for _, name in overdue if name not in self._taken][:limit]
            for name in claimed:
                del self._due[name]
                self._taken[name] = until
            return claimed

    def settle(self, name: str, until: Milliseconds, due: Milliseconds | None) -> bool:
        if self._taken.get(name) != until:
            return False
        del self._taken[name]
        if due is not None:
            self.plan([name], due)
        return True


def ledger_of(store: Store) -> Ledger:
    """The ledger that lies beside the games of a store."""
    return RedisLedger(store.client) if isinstance(store, RedisStore) else MemoryLedger()
