"""Many clocks in one job: decided one after the other, written together, and each for itself."""

import logging
import time
from collections.abc import Callable, Sequence

from rq.timeouts import BaseTimeoutException

from service.deciding import Ready
from service.games import Games
from service.presence import silent_since
from service.store import StoreUnavailable
from workers.clockwork import is_due, prepared, tick

log = logging.getLogger("ttr.clocks")

FRESH_SECONDS = 0.5  # from the first decision until it is written
LONGEST_SECONDS = 60.0  # for one job, before rq stops it; what is left is tried again


class Unfinished(Exception):  # noqa: N818 - what it is
    """Some games of a batch have not been seen to; the others have."""


class Burst:
    """One job's way through its games."""

    def __init__(self, games: Games, now: Callable[[], str]) -> None:
        self._games, self._now = games, now
        self._left: list[str] = []  # games that failed

    def run(self, names: Sequence[str]) -> None:
        """Does what is due in each of the games, unless time that we have missed is to be given back first."""
        until, remaining = time.monotonic() + LONGEST_SECONDS, list(names)
        while remaining and time.monotonic() < until:
            if silent_since(self._games.store, self._now()) is not None:
                return
            self._write(self._decide(remaining))
        if left := [*self._left, *remaining]:
            raise Unfinished(", ".join(left))

    def _decide(self, remaining: list[str]) -> list[Ready]:
        """Takes from the games as many as can be decided before the first decision is old."""
        begun, ready = time.time(), list[Ready]()
        while remaining and 0 <= time.time() - begun < FRESH_SECONDS:
            self._attempt(
                remaining.pop(0), lambda game: ready.extend(prepared(self._games, game, self._now()))
            )
        return ready

    def _write(self, ready: Sequence[Ready]) -> None:
        for loaded in self._games.append_all(ready):
            if loaded and is_due(loaded, self._now()):  # more than one commit's worth: seldom
                self._attempt(loaded.game, lambda game: tick(self._games, game, self._now()))

    def _attempt(self, game: str, do: Callable[[str], object]) -> None:
        """One game that fails must not stop the others."""
        try:
            do(game)
        except (StoreUnavailable, BaseTimeoutException):
            raise
        except Exception:
            log.exception("the clock of game %s fails", game)
            self._left.append(game)
