"""Deadlines fire from here: a schedule of what is due in which game, and what is done about our own outages.

The dispatcher that looks at a game notes when something is due in it; its sweep finds every game anew after a start.
While it runs, and the API can be reached, it says so every few seconds. When it finds that nobody has said so for
longer than a minute, all open deadlines are moved by the time that is missing before anything else happens.
"""

import heapq
import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import islice

from rq import Queue

from service.clocks import made_good
from service.context import utc_now
from service.games import Games
from service.presence import BEAT_SECONDS, attend, is_reachable, silent_since
from service.problems import Problem
from service.running_time import moment, written
from service.shelf import Loaded
from service.store import StoreUnavailable
from service.store.base import PARTITIONS
from ttr_core.clocking import Clock
from workers.batches import Batches
from workers.clockwork import next_due
from workers.lost import enqueue_again

log = logging.getLogger("ttr.clocks")

BEAT = timedelta(seconds=BEAT_SECONDS)
AGAIN = timedelta(seconds=60)  # a job that was queued should have changed something by then
AT_ONCE = 500  # games to queue jobs for at a time, so that news are not kept waiting
ATTEMPTS = 5


class Schedule:
    """Which games have something due, the next one first."""

    def __init__(self) -> None:
        self._heap: list[tuple[str, str]] = []
        self._noted: dict[str, tuple[str, int]] = {}  # moment and version; what is not here is no longer true

    def note(self, game: str, version: int, due: str | None) -> None:
        if due is None:
            self._noted.pop(game, None)
        elif self._noted.get(game) != (due, version):
            self._noted[game] = (due, version)
            heapq.heappush(self._heap, (due, game))

    def next(self) -> str | None:
        while self._heap and self._noted.get(self._heap[0][1], ("",))[0] != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: str) -> Iterator[tuple[str, int]]:
        """Games and the versions at which they were seen; each is given once."""
        while (following := self.next()) is not None and following <= now:
            _, game = heapq.heappop(self._heap)
            yield game, self._noted.pop(game)[1]


class Clocks:
    """The clocks of all games, as a dispatcher looks after them."""

    def __init__(self, games: Games, queue: Queue, now: Callable[[], str] = utc_now) -> None:
        self._games, self._queue, self._now = games, queue, now
        self._schedule, self._batches = Schedule(), Batches()
        self._beaten: str | None = None
        self._attending = False

    def note(self, loaded: Loaded) -> None:
        self._schedule.note(loaded.game, loaded.version, next_due(loaded))
        self._batches.note(loaded.game, loaded.version)

    def patience(self) -> float:
        """Seconds until something is due."""
        following = self._schedule.next()
        return (moment(following) - moment(self._now())).total_seconds() if following else float("inf")

    def step(self) -> None:
        """Queues what is due; after an outage only when its time has been given back."""
        now = self._now()
        if self._beaten is None or not timedelta() <= moment(now) - moment(self._beaten) < BEAT:
            self._beat(now)
        if not self._attending:
            return
        again = written(moment(now) + AGAIN)
        due = list(islice(self._schedule.due(now), AT_ONCE))
        for need in self._batches.of(due):
            enqueue_again(self._queue, need)
        for game, version in due:
            self._schedule.note(game, version, again)

    def _beat(self, now: str) -> None:
        store = self._games.store
        self._attending = is_reachable(store, now)
        if not self._attending:  # whoever cannot move shall not run out of time
            return
        since = silent_since(store, now)
        if since is not None:
            log.warning("nobody looked after the clocks from %s to %s; deadlines are moved", since, now)
            self._make_good(since, now)
        self._beaten = self._now()
        attend(store, self._beaten)

    def _make_good(self, since: str, until: str) -> None:
        store = self._games.store
        for game in [game for partition in range(PARTITIONS) for game in store.active(partition)]:
            try:
                self._make_good_in(game, since, until)
            except StoreUnavailable:
                raise
            except Exception:  # one game that cannot be read must not stop all others
                log.exception("the clocks of game %s cannot be set", game)

    def _make_good_in(self, game: str, since: str, until: str) -> None:
        for _ in range(ATTEMPTS):
            loaded = self._games.shelf.current(game)
            command = made_good(loaded.state.slice(Clock), since, until)
            if command is None:
                return
            try:
                moved = self._games.perform(loaded, [command], "system", expected=loaded.version)
            except Problem as problem:
                if problem.code != "stale_version":
                    raise
                continue
            self.note(moved.loaded)
            return
