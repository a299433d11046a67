"""The dispatcher: looks at games that have moved, derives what each of them needs, and queues jobs for that.

The law:

1. **Needs come from state, never from messages.** `needs` looks at a game as it is and names the jobs without which it
   would stand still; `Clocks` does the same for deadlines. The feeds only say which game to look at, and when: an entry
   that is lost, late or doubled changes nothing but the delay. (Standings are counted anew when an entry says that a
   route was claimed. No game waits for them: the API counts by itself what is missing.)
2. **At least once.** A feed entry is acknowledged after its game was looked at and its jobs were queued. A dispatcher
   that dies before that leaves the entry to another one. A game is then looked at twice; its jobs have the same ids, so
   they are queued once. A job that runs twice finds nothing to do the second time: it carries the version that it was
   derived from.
3. **The sweep finds whatever got lost.** Every active game is looked at at the start, after every outage, when the
   queue was emptied, and otherwise every 20 seconds, unless it needed nothing at the version that it still has. So no
   loss in feeds, queue, worker or dispatcher delays a game for longer than a sweep, and the queue needs no disk. One
   loss takes half a minute more: a process that dies while it queues a job may leave its record and no entry in the
   queue, and a sweep cannot tell that at once from a job that a worker is just taking (`lost_jobs.GRACE`).
4. **The dispatcher decides nothing.** It appends to games only to give back time after an outage (`Clocks`). All that
   it remembers only saves work: which bots are busy, what is planned, which games are quiet. Several may run at once.
5. **One game never stops another.** A game that cannot be read is logged and passed over. Only an outage of a server
   ends a step; the step loop begins anew when the server is back.
"""

import logging
import os
import socket
import time
from collections import deque
from collections.abc import Sequence

import msgspec
from rq import Queue

from service.background.jobs import BOT, STANDINGS, Need, enqueue
from service.errors import GameNotFound, StoreUnavailable
from service.games.game_cache import Loaded
from service.games.games import Games
from service.store.interface import PARTITIONS, FeedEntry, partition_of
from service.store.redis_store import RedisStore, connect
from ttr_core.model.events import RouteClaimed
from ttr_core.model.message import type_name
from workers.dispatch.clock_schedule import Clocks
from workers.dispatch.feeds import Feeds
from workers.dispatch.player_lists import PlayerLists
from workers.dispatch.player_records import PlayerRecords
from workers.dispatch.talk_feed import TalkFeed
from workers.needs import needs, room_needs
from workers.queue.lost_jobs import AbandonedJobs, enqueue_again, was_emptied
from workers.queue.queue import Retries, exists
from workers.stand_ins import absent_seat, rest
from workers.step_loop import run_steps

SWEEP_SECONDS = 20.0  # for one round over all partitions


class Sweep:
    """Which game is next. Games that needed nothing are passed over until they have moved."""

    def __init__(self, store: RedisStore, lists: PlayerLists, records: PlayerRecords) -> None:
        self._store, self._lists, self._records = store, lists, records
        self._quiet: list[dict[str, int]] = [{} for _ in range(PARTITIONS)]
        self._suspects: deque[tuple[str, int]] = deque()
        self._behind = PARTITIONS
        self._partition, self._turned = 0, 0.0

    def hurry(self) -> None:
        """Sweeps all partitions without a pause: something may have got lost."""
        self._behind = PARTITIONS

    @property
    def pressing(self) -> bool:
        return bool(self._behind or self._suspects)

    def turn(self) -> tuple[int, Sequence[str]] | None:
        """The next partition, if it is time for it, and its active games, which are suspects from then on."""
        now = time.monotonic()
        if not self._behind and now - self._turned < SWEEP_SECONDS / PARTITIONS:
            return None
        partition = self._partition
        active = self._store.active(partition)
        self._suspect(partition, active)
        self._partition, self._turned = (partition + 1) % PARTITIONS, now
        self._behind = max(0, self._behind - 1)
        return partition, active

    def _suspect(self, partition: int, active: Sequence[str]) -> None:
        listed = self._lists.unfinished(partition)
        uncounted = self._records.uncounted(partition).difference(active)  # they are over
        games = sorted({*active, *listed, *uncounted})
        versions = dict(zip(games, self._store.versions(games), strict=True))
        quiet = {game: at for game, at in self._quiet[partition].items() if versions.get(game) == at}
        self._quiet[partition] = quiet
        self._suspects.extend(
            (game, at)
            for game, at in versions.items()
            if game not in quiet or listed.get(game, at) != at or game in uncounted
        )

    def suspect(self) -> tuple[str, int] | None:
        """A game to look at, and its version."""
        return self._suspects.popleft() if self._suspects else None

    def settle(self, game: str, version: int) -> None:
        """The game needs nothing at this version."""
        self._quiet[partition_of(game)][game] = version

    def note(self, game: str, version: int) -> None:
        """The game was looked at: a store that loses moves may return to the version at which it was settled."""
        quiet = self._quiet[partition_of(game)]
        if quiet.get(game, version) != version:
            del quiet[game]


log = logging.getLogger("ttr.dispatcher")

ROUTE_CLAIMED = type_name(RouteClaimed)
PATIENCE = 0.25  # seconds to wait for feed entries, at most
SLICE = 0.1  # seconds of sweeping at a time, so that feed entries do not wait
CHECK_SECONDS = 2.0  # between two looks for lost jobs
SOON, LATER = 0.02, 1.0  # seconds until a game with busy bots is looked at again: at first, and at most


class Plan(msgspec.Struct, frozen=True):
    """When to look at a game again: because its bots are busy, or, if a need is named, because they take their time."""

    due: float
    wait: float
    need: Need | None = None


class Rest(msgspec.Struct, frozen=True):
    """Until when a stand-in does not play its turn, whatever else happens meanwhile."""

    turn: int  # by the count of turns begun
    end: float


class Dispatcher:
    def __init__(self, games: Games, queue: Queue, pace: float = 0, stand_in_pace: float = 0) -> None:
        assert isinstance(games.store, RedisStore)
        self._games, self._queue = games, queue
        self._pace, self._stand_in_pace = pace, stand_in_pace
        self._rests: dict[str, Rest] = {}  # by game, where it is the turn of a stand-in
        client, member = connect(games.store.url), f"{socket.gethostname()}:{os.getpid()}"
        self._feeds, self._lists = Feeds(client, member), PlayerLists(games, client, member)
        self._talk = TalkFeed(queue, client, member, self._lists.note_talk)
        self._records, self._store = PlayerRecords(games), games.store
        self._sweep = Sweep(games.store, self._lists, self._records)
        self._clocks = Clocks(games, queue)
        self._retries, self._abandoned = Retries(queue), AbandonedJobs(queue)
        self._bot_jobs: dict[str, str] = {}  # by game: the id of the job that was last queued for its bots
        self._plans: dict[str, Plan] = {}
        self._remembered: list[set[str]] = [set() for _ in range(PARTITIONS)]  # games that were looked at
        self._checked = 0.0
        self.stopping = False

    def run(self) -> None:
        """Until the process is asked to end."""
        run_steps(self, log)

    def prepare(self) -> None:
        """Looks at all games: anything may have happened meanwhile."""
        self._feeds.prepare()
        self._lists.prepare()
        self._talk.prepare()
        self._sweep.hurry()

    def step(self) -> None:
        """Looks at games that moved, then at what is due, and sweeps for a while."""
        entries = self._feeds.read(self._patience())
        self._handle([entry for _, entry in entries])
        self._feeds.acknowledge(entries)
        self._follow_plans()
        self._clocks.step()
        self._retries.queue_due()
        self._check()
        self._sweep_on()

    def sweep(self) -> int:
        """Looks at every active game at once; returns how many need something."""
        partitions = range(PARTITIONS)
        active = [game for partition in partitions for game in self._store.active(partition)]
        listed = [game for partition in partitions for game in self._lists.unfinished(partition)]
        uncounted = [game for partition in partitions for game in sorted(self._records.uncounted(partition))]
        games = dict.fromkeys((*active, *listed, *uncounted))
        return sum(self._look_again(game) for game in games)

    def _patience(self) -> float:
        if self._sweep.pressing:
            return 0.0
        next_plan = min((plan.due for plan in self._plans.values()), default=float("inf"))
        return max(0.0, min(PATIENCE, next_plan - time.monotonic(), self._clocks.patience()))

    def _handle(self, entries: Sequence[FeedEntry]) -> None:
        """Each game is looked at once, however often it moved."""
        moved = dict.fromkeys(entry.game for entry in entries)
        claimed = {entry.game: entry.version for entry in entries if ROUTE_CLAIMED in entry.types}
        for game in moved:
            self._look(game)
        for game, version in claimed.items():
            enqueue(self._queue, Need(STANDINGS, game, version))

    def _look(self, game: str, wait: float = SOON) -> None:
        """Queues what a game needs, unless its bots are busy or take their time."""
        if self._busy(game):
            self._plans[game] = Plan(time.monotonic() + wait, min(2 * wait, LATER))
            return
        for need in self._needs(game):
            if self._paced(need):
                self._plan(need)
            else:
                self._enqueue(need)

    def _look_again(self, game: str) -> bool:
        """As `_look`, for a game whose jobs should be queued by now; whether it needs any."""
        needed = self._needs(game)
        for need in needed:
            if self._paced(need) and not exists(self._queue, need.id):
                self._plan(need)
            elif enqueue_again(self._queue, need):
                self._remember(need)
        return bool(needed)

    def _paced(self, need: Need) -> bool:
        return need.job == BOT and self._due(need.game) > time.monotonic()

    def _due(self, game: str) -> float:
        """When the bots of a game may play."""
        resting = self._rests.get(game)
        return max(time.monotonic() + self._pace, resting.end if resting else 0.0)

    def _plan(self, need: Need) -> None:
        planned = self._plans.get(need.game)
        if planned is None or planned.need != need:
            self._plans[need.game] = Plan(self._due(need.game), SOON, need)

    def _note_rest(self, loaded: Loaded) -> None:
        """A turn of a stand-in has a pace of its own, unless a person began it and ran out of time."""
        if absent_seat(loaded) is None:
            self._rests.pop(loaded.game, None)
            return
        turn, noted = loaded.state.turns, self._rests.get(loaded.game)
        if noted is None or noted.turn != turn:
            end = time.monotonic() + rest(self._games, loaded, self._stand_in_pace)
            self._rests[loaded.game] = Rest(turn, end)

    def _busy(self, game: str) -> bool:
        """Whether a job plays the bots of this game: it goes on until a person is to move."""
        job = self._bot_jobs.get(game)
        if job is None or exists(self._queue, job):
            return job is not None
        del self._bot_jobs[game]
        return False

    def _enqueue(self, need: Need) -> None:
        enqueue(self._queue, need)
        self._remember(need)

    def _remember(self, need: Need) -> None:
        if need.job == BOT:
            self._bot_jobs[need.game] = need.id

    def _follow_plans(self) -> None:
        now = time.monotonic()
        for game in [game for game, plan in self._plans.items() if plan.due <= now]:
            plan = self._plans.pop(game)
            if plan.need is None:
                self._look(game, plan.wait)
            elif plan.need in self._needs(game):  # else somebody moved, and the feed says so
                self._enqueue(plan.need)

    def _needs(self, game: str) -> tuple[Need, ...]:
        try:
            loaded = self._games.cache.read_latest(game)
            self._records.note(loaded)
            self._lists.note(loaded)
            self._clocks.note(loaded)
            self._sweep.note(game, loaded.version)
            self._note_rest(loaded)
            self._remembered[partition_of(game)].add(game)
            if loaded.over:
                self._forget(game)
            return *needs(loaded), *room_needs(self._store, loaded)
        except StoreUnavailable:
            raise
        except GameNotFound:
            self._lists.forget(game)
            self._records.lose(game)
            return ()
        except Exception:  # one game that cannot be read must not stop all others
            log.exception("game %s cannot be read and is passed over until it moves or is swept again", game)
            return ()

    def _forget(self, game: str) -> None:
        """Nothing more is to be done in a game that is over."""
        self._remembered[partition_of(game)].discard(game)
        self._clocks.forget(game)
        self._records.forget(game)
        for noted in (self._bot_jobs, self._rests, self._plans):
            noted.pop(game, None)

    @property
    def sizes(self) -> dict[str, int]:
        """How much this dispatcher remembers, by kind."""
        return {
            "games": len(self._games.cache) + len(self._records),
            "clocks": len(self._clocks),
            "bots": len(self._bot_jobs) + len(self._rests) + len(self._plans),
        }

    def _check(self) -> None:
        """Every few seconds: was the queue emptied, did a worker die, was a player erased?"""
        if time.monotonic() - self._checked < CHECK_SECONDS:
            return
        if was_emptied(self._queue):
            self._sweep.hurry()
        self._abandoned.revive()
        self._lists.step()
        self._talk.step()
        self._checked = time.monotonic()

    def _sweep_on(self) -> None:
        until = time.monotonic() + SLICE
        while time.monotonic() < until:
            if suspect := self._sweep.suspect():
                game, version = suspect
                if not self._look_again(game):
                    self._sweep.settle(game, version)
            elif turn := self._sweep.turn():
                self._tend(*turn)
            else:
                break

    def _tend(self, partition: int, active: Sequence[str]) -> None:
        """Takes over what a dead dispatcher has left, trims the feed, and forgets games whose end another one saw."""
        for game in self._remembered[partition].difference(active):
            self._forget(game)
        adopted = self._feeds.adopt(partition)
        self._handle([entry for _, entry in adopted])
        self._feeds.acknowledge(adopted)
        self._feeds.tidy(partition)
        self._lists.tend(partition)
        self._talk.tend(partition)
