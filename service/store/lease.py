"""Leases: work that one process does at a time, until it is done or the lease has expired.

A lease that its holder does not renew ends by the store's clock, so a killed process blocks nobody for long. Only the
holder can renew or release it: one that was slow does not end the lease of its successor.
"""

import secrets

from service.store.interface import ExpiringKeys


class Lease:
    """One attempt to be the holder of a name."""

    def __init__(self, store: ExpiringKeys, name: str, seconds: float) -> None:
        self._store, self._name, self._seconds = store, f"lease/{name}", seconds
        self._holder = secrets.token_hex(8)

    def claim(self) -> bool:
        """Whether nobody held the name."""
        return self._store.set_once(self._name, self._holder, self._seconds)

    def renew(self) -> bool:
        """Starts the time anew; False if the lease had ended."""
        return self._store.swap_expiring(self._name, self._holder, self._holder, self._seconds)

    def release(self) -> bool:
        return self._store.swap_expiring(self._name, self._holder, "")
