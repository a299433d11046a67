"""The dispatcher: queues what games need when they have moved; a sweep finds whatever got lost.

What a game needs is derived from its state and not from the feed that announces its moves, so that the sweep, which
looks at every active game, can replace any message and any job that anybody lost.
"""

import logging
import os
import socket
import time
from collections.abc import Iterable

import msgspec
from rq import Queue

from service.background.jobs import BOT, STANDINGS, Need, enqueue
from service.errors import StoreUnavailable
from service.games.games import Games
from service.store.interface import PARTITIONS, FeedEntry
from service.store.redis_store import RedisStore, connect
from workers.dispatch.clock_schedule import Clocks
from workers.dispatch.feeds import Feeds
from workers.dispatch.sweep import Sweep
from workers.needs import needs, room_needs
from workers.queue.lost_jobs import AbandonedJobs, enqueue_again, was_emptied
from workers.queue.queue import Retries, exists
from workers.step_loop import run_steps

log = logging.getLogger("ttr.dispatcher")

PATIENCE = 0.25  # seconds to wait for news, at most
SLICE = 0.1  # seconds of sweeping at a time, so that news are not kept waiting
CHECK_SECONDS = 2.0
SOON, LATER = 0.02, 1.0  # seconds until a game whose bots are at work is looked at again: first, and at most


class Plan(msgspec.Struct, frozen=True):
    """When to look at a game again: its bots are at work, or, if a need is named, take their time."""

    due: float
    wait: float
    need: Need | None = None


class Dispatcher:
    def __init__(self, games: Games, queue: Queue, pace: float = 0) -> None:
        assert isinstance(games.store, RedisStore)
        self._games, self._queue, self._pace = games, queue, pace
        self._feeds = Feeds(connect(games.store.url), f"{socket.gethostname()}:{os.getpid()}")
        self._sweep, self._store = Sweep(games.store), games.store
        self._clocks = Clocks(games, queue)
        self._retries, self._abandoned = Retries(queue), AbandonedJobs(queue)
        self._at_work: dict[str, str] = {}  # the job that was last queued for the bots of a game
        self._plans: dict[str, Plan] = {}
        self._checked = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until it is told to stop."""
        run_steps(self, log)

    def prepare(self) -> None:
        """Whatever happened while we were away, nothing that a game needs is missed."""
        self._feeds.prepare()
        self._sweep.hurry()

    def step(self) -> None:
        """Deals with what is new, then with what is due."""
        entries = self._feeds.read(self._patience())
        self._handle(entry for _, entry in entries)
        self._feeds.acknowledge(entries)
        self._follow_plans()
        self._clocks.step()
        self._retries.queue_due()
        self._check()
        self._sweep_on()

    def sweep(self) -> int:
        """Looks at every active game at once; how many need something."""
        games = [game for partition in range(PARTITIONS) for game in self._store.active(partition)]
        return sum(self._look_again(game) for game in games)

    def _patience(self) -> float:
        if self._sweep.pressing:
            return 0.0
        next_plan = min((plan.due for plan in self._plans.values()), default=float("inf"))
        return max(0.0, min(PATIENCE, next_plan - time.monotonic(), self._clocks.patience()))

    def _handle(self, entries: Iterable[FeedEntry]) -> None:
        """Each game is looked at once, however often it moved."""
        latest: dict[str, int] = {}
        claimed: dict[str, int] = {}
        for entry in entries:
            latest[entry.game] = entry.version
            if "route_claimed" in entry.types:
                claimed[entry.game] = entry.version
        for game in latest:
            self._look(game)
        for game, version in claimed.items():
            enqueue(self._queue, Need(STANDINGS, game, version))

    def _look(self, game: str, wait: float = SOON) -> None:
        """Queues what a game needs, unless its bots are at work anyway, or take their time."""
        if self._busy(game):
            self._plans[game] = Plan(time.monotonic() + wait, min(2 * wait, LATER))
            return
        for need in self._needs(game):
            if self._paced(need):
                self._plan(need)
            else:
                self._enqueue(need)

    def _look_again(self, game: str) -> bool:
        """As `_look`, for a game that should have what it needs by now; whether it needs anything."""
        found = self._needs(game)
        for need in found:
            if self._paced(need) and not exists(self._queue, need.id):
                self._plan(need)
            elif enqueue_again(self._queue, need):
                self._remember(need)
        return bool(found)

    def _paced(self, need: Need) -> bool:
        return need.job == BOT and self._pace > 0

    def _plan(self, need: Need) -> None:
        planned = self._plans.get(need.game)
        if planned is None or planned.need != need:
            self._plans[need.game] = Plan(time.monotonic() + self._pace, SOON, need)

    def _busy(self, game: str) -> bool:
        """A job of bots goes on until a person is to move: another one would only be in its way."""
        job = self._at_work.get(game)
        if job is None or exists(self._queue, job):
            return job is not None
        del self._at_work[game]
        return False

    def _enqueue(self, need: Need) -> None:
        enqueue(self._queue, need)
        self._remember(need)

    def _remember(self, need: Need) -> None:
        if need.job == BOT:
            self._at_work[need.game] = need.id

    def _follow_plans(self) -> None:
        now = time.monotonic()
        for game in [game for game, plan in self._plans.items() if plan.due <= now]:
            plan = self._plans.pop(game)
            if plan.need is None:
                self._look(game, plan.wait)
            elif plan.need in self._needs(game):  # else somebody moved, and the feed told or will tell us
                self._enqueue(plan.need)

    def _needs(self, game: str) -> tuple[Need, ...]:
        try:
            loaded = self._games.cache.read_latest(game)
            self._clocks.note(loaded)
            return *needs(loaded), *room_needs(self._store, loaded)
        except StoreUnavailable:
            raise
        except Exception:  # one game that cannot be read must not stop all others
            log.exception("game %s cannot be read", game)
            return ()

    def _check(self) -> None:
        """Every few seconds: has the queue been emptied, has a worker died?"""
        if time.monotonic() - self._checked < CHECK_SECONDS:
            return
        if was_emptied(self._queue):
            self._sweep.hurry()
        self._abandoned.revive()
        self._checked = time.monotonic()

    def _sweep_on(self) -> None:
        until = time.monotonic() + SLICE
        while time.monotonic() < until:
            if suspect := self._sweep.suspect():
                game, version = suspect
                if not self._look_again(game):
                    self._sweep.settle(game, version)
            elif (partition := self._sweep.turn()) is not None:
                self._tend(partition)
            else:
                break

    def _tend(self, partition: int) -> None:
        """Takes over what a dead dispatcher has left, and cuts the feed short."""
        adopted = self._feeds.adopt(partition)
        self._handle(entry for _, entry in adopted)
        self._feeds.acknowledge(adopted)
        self._feeds.tidy(partition)
