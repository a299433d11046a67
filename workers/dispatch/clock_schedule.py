"""The schedule of all clocks: which game has something due when, and time given back after an outage of ours.

The dispatcher notes here, for every game that it looks at, when something is due in it; after a start its sweep looks
at every game. While the dispatcher runs, and the API can be reached, it writes a heartbeat every few seconds. After a
minute without one, all open deadlines are moved by the time that is missing before anything else happens.

A few clocks that are due have a job each; many are taken together.
"""

import heapq
import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import islice
from math import ceil

from rq import Queue

from service.background.jobs import CLOCK, CLOCKS, Batch, Need
from service.clocks.deadlines import moment, restore_lost_time, written
from service.clocks.heartbeat import BEAT_SECONDS, attend, is_reachable, silent_since
from service.errors import StaleVersion, StoreUnavailable
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store.interface import PARTITIONS
from ttr_core.by_post import Clock
from ttr_core.model.actor import SYSTEM
from workers.needs import next_due
from workers.queue.lost_jobs import enqueue_again

log = logging.getLogger("ttr.clocks")

BEAT = timedelta(seconds=BEAT_SECONDS)
AGAIN = timedelta(seconds=60)  # after which a game is due once more, unless its job has changed it
AT_ONCE = 500  # games to queue jobs for at a time, so that feed entries do not wait
ATTEMPTS = 5
JOBS = 8  # before a job gets a second game, so that all workers have something to do
LARGEST = 50  # games of one job, about a tenth of a second: a more urgent job waits no longer

OUTDATED = 1000  # entries of the heap that may be, before it is built anew

Due = tuple[str, int]  # a game and its version


class Batches:
    """Groups of games that share a job. A game stays in its batch until it moves, so a queued job is recognised."""

    def __init__(self) -> None:
        self._batches: dict[str, Batch] = {}

    def forget(self, game: str) -> None:
        self._batches.pop(game, None)

    def note(self, game: str, version: int) -> None:
        if (batch := self._batches.get(game)) and (game, version) not in batch.games:
            del self._batches[game]

    def of(self, due: Sequence[Due]) -> Iterator[Need | Batch]:
        """The jobs for what is due, each once."""
        new = [one for one in due if not self._is_batched(one)]
        yield from dict.fromkeys(self._batches[one[0]] for one in due if self._is_batched(one))
        size = min(LARGEST, ceil(len(new) / JOBS))
        for start in range(0, len(new), size or 1):
            yield self._together(new[start : start + size])

    def _is_batched(self, one: Due) -> bool:
        batch = self._batches.get(one[0])
        return batch is not None and one in batch.games

    def _together(self, some: Sequence[Due]) -> Need | Batch:
        if len(some) == 1:
            return Need(CLOCK, *some[0], urgent=True)
        batch = Batch(CLOCKS, tuple(some), urgent=True)
        self._batches.update((game, batch) for game, _ in some)
        return batch


class Schedule:
    """Games by the moment at which something is due in them, the next one first."""

    def __init__(self) -> None:
        self._heap: list[tuple[str, str]] = []
        self._noted: dict[
            str, tuple[str, int]
        ] = {}  # by game: moment and version. Other entries of the heap are outdated

    def note(self, game: str, version: int, due: str | None) -> None:
        if due is None:
            self._noted.pop(game, None)
        elif self._noted.get(game) != (due, version):
            self._noted[game] = (due, version)
            heapq.heappush(self._heap, (due, game))
            if len(self._heap) > 2 * len(self._noted) + OUTDATED:
                self._heap = [(moment, game) for game, (moment, _) in self._noted.items()]
                heapq.heapify(self._heap)

    def __len__(self) -> int:
        return len(self._heap)

    def next(self) -> str | None:
        while self._heap and self._noted.get(self._heap[0][1], ("",))[0] != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: str) -> Iterator[tuple[str, int]]:
        """Takes out the games that are due, with the versions at which they were noted."""
        while (following := self.next()) is not None and following <= now:
            _, game = heapq.heappop(self._heap)
            yield game, self._noted.pop(game)[1]


class Clocks:
    """The clocks of all games, for one dispatcher."""

    def __init__(self, games: Games, queue: Queue) -> None:
        self._games, self._queue, self._now = games, queue, games.now
        self._schedule, self._batches = Schedule(), Batches()
        self._last_beat: str | None = None
        self._attending = False

    def __len__(self) -> int:
        return len(self._schedule)

    def note(self, loaded: Loaded) -> None:
        self._schedule.note(loaded.game, loaded.version, next_due(loaded))
        self._batches.note(loaded.game, loaded.version)

    def forget(self, game: str) -> None:
        self._schedule.note(game, 0, None)
        self._batches.forget(game)

    def patience(self) -> float:
        """Seconds until something is due; nothing is while clocks stand still, however long it has been overdue."""
        following = self._schedule.next() if self._attending else None
        return (moment(following) - moment(self._now())).total_seconds() if following else float("inf")

    def step(self) -> None:
        """Queues jobs for what is due; after an outage, only when its time has been given back."""
        now = self._now()
        if self._last_beat is None or not timedelta() <= moment(now) - moment(self._last_beat) < BEAT:
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
        if not self._attending:  # people who cannot move must not run out of time
            return
        since = silent_since(store, now)
        if since is not None:
            log.warning(
                "clocks were unattended from %s to %s; open deadlines are moved by that time", since, now
            )
            self._give_back(since, now)
        self._last_beat = self._now()
        attend(store, self._last_beat)

    def _give_back(self, since: str, until: str) -> None:
        store = self._games.store
        for game in [game for partition in range(PARTITIONS) for game in store.active(partition)]:
            try:
                self._give_back_in(game, since, until)
            except StoreUnavailable:
                raise
            except Exception:  # one game that cannot be read must not stop all others
                log.exception("game %s cannot be read; its deadlines are not moved", game)

    def _give_back_in(self, game: str, since: str, until: str) -> None:
        for _ in range(ATTEMPTS):
            loaded = self._games.cache.read_latest(game)
            command = restore_lost_time(loaded.state.slice(Clock), since, until)
            if command is None:
                return
            try:
                moved = self._games.perform(loaded, [command], SYSTEM, expected=loaded.version)
            except StaleVersion:
                continue
            self.note(moved.loaded)
            return
