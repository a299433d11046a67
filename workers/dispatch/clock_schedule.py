"""Deadlines fire from here: a schedule of what is due in which game, and what is done about our own outages.

The dispatcher that looks at a game notes when something is due in it; its sweep finds every game anew after a start.
While it runs, and the API can be reached, it says so every few seconds. When it finds that nobody has said so for
longer than a minute, all open deadlines are moved by the time that is missing before anything else happens.

Which clocks one job looks after: few that are due have a job each, many are taken together.
"""

import heapq
import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import islice
from math import ceil

from rq import Queue

from service.background.jobs import CLOCK, CLOCKS, Batch, Need
from service.clocks.deadlines import made_good
from service.clocks.heartbeat import BEAT_SECONDS, attend, is_reachable, silent_since
from service.clocks.running_time import moment, utc_now, written
from service.errors import StaleVersion, StoreUnavailable
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store.interface import PARTITIONS
from ttr_core.by_post import Clock
from ttr_core.model.actor import SYSTEM
from workers.needs import next_due
from workers.queue.lost_jobs import enqueue_again

JOBS = 8  # before a job gets a second game: all workers shall have something to do
LARGEST = 50  # games of one job, a tenth of a second: whoever is more urgent waits for no longer

Due = tuple[str, int]  # a game and its version


class Batches:
    """A game stays in its batch until it has moved, so that a job that is queued already is recognised."""

    def __init__(self) -> None:
        self._batches: dict[str, Batch] = {}

    def note(self, game: str, version: int) -> None:
        if (batch := self._batches.get(game)) and (game, version) not in batch.games:
            del self._batches[game]

    def of(self, due: Sequence[Due]) -> Iterator[Need | Batch]:
        """The jobs for what is due, each once."""
        new = [one for one in due if not self._is_known(one)]
        yield from dict.fromkeys(self._batches[one[0]] for one in due if self._is_known(one))
        size = min(LARGEST, ceil(len(new) / JOBS))
        for start in range(0, len(new), size or 1):
            yield self._together(new[start : start + size])

    def _is_known(self, one: Due) -> bool:
        batch = self._batches.get(one[0])
        return batch is not None and one in batch.games

    def _together(self, some: Sequence[Due]) -> Need | Batch:
        if len(some) == 1:
            return Need(CLOCK, *some[0], urgent=True)
        batch = Batch(CLOCKS, tuple(some), urgent=True)
        self._batches.update((game, batch) for game, _ in some)
        return batch


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
            loaded = self._games.cache.read_latest(game)
            command = made_good(loaded.state.slice(Clock), since, until)
            if command is None:
                return
            try:
                moved = self._games.perform(loaded, [command], SYSTEM, expected=loaded.version)
            except StaleVersion:
                continue
            self.note(moved.loaded)
            return
