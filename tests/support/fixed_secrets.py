"""Names and seeds of games that are the same in every run."""

import os
from collections.abc import Callable
from random import Random
from types import SimpleNamespace

import pytest

from service.games import games


def fix_names_and_seeds(patch: pytest.MonkeyPatch, token_hex: Callable[[int], str]) -> None:
    """Only games draw from this; tokens of seats stay random, since two equal ones would be one."""
    fixed = SimpleNamespace(token_hex=token_hex, token_bytes=lambda size: bytes.fromhex(token_hex(size)))
    patch.setattr(games, "secrets", fixed)


class Chance:
    """Deals the games of one process of tests: each test gets hands of its own, the same ones in every run.

    `CHANCE=2 make test` deals others, to find tests that hold for some hands only.
    """

    def __init__(self) -> None:
        self._rng = Random()

    def token_hex(self, size: int) -> str:
        return self._rng.randbytes(size).hex()

    def deal_for(self, test: str) -> None:
        self._rng.seed(f"{os.environ.get('CHANCE', '')}/{test}")

    def save(self) -> Callable[[], None]:
        """Call what this returns to go on where chance stands now."""
        state = self._rng.getstate()
        return lambda: self._rng.setstate(state)
