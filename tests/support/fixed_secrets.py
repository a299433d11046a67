"""Names and seeds of games that are the same in every run."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from service.games import games


def fix_names_and_seeds(patch: pytest.MonkeyPatch, token_hex: Callable[[int], str]) -> None:
    """Only games draw from this; tokens of seats stay random, since two equal ones would be one."""
    fixed = SimpleNamespace(token_hex=token_hex, token_bytes=lambda size: bytes.fromhex(token_hex(size)))
    patch.setattr(games, "secrets", fixed)
