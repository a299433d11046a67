"""What tests of the background work with: a store and a queue on real servers, and jobs done in this process."""

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager

import msgspec
import pytest
from rq import Queue

from service.clocks.store_clock import StoreClock
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.runtime.embedded_valkey import EmbeddedServer
from service.store.redis_store import RedisStore
from ttr_core import legal_commands
from ttr_core.model.actor import Actor, Role
from workers import environment
from workers.dispatch import dispatcher
from workers.dispatch.dispatcher import Dispatcher
from workers.queue.lost_jobs import PREFIX, beat
from workers.queue.queue import connect, open_queue
from workers.queue.rq_worker import make_worker

BOT, PERSON = SeatRequest(kind="bot"), SeatRequest(name="Ann")


class Desk(msgspec.Struct, frozen=True):
    store: RedisStore
    games: Games
    queue: Queue

    def dispatcher(self, pace: float = 0, stand_in_pace: float = 0) -> Dispatcher:
        games = Games(self.store, lambda game, version: None, StoreClock(self.store))
        dispatcher = Dispatcher(games, self.queue, pace, stand_in_pace)
        dispatcher.prepare()
        return dispatcher

    def listener(self, monkeypatch: pytest.MonkeyPatch, pace: float = 0) -> Dispatcher:
        """A dispatcher that knows only what it hears, since it does not sweep."""
        dispatcher = self.dispatcher(pace)
        monkeypatch.setattr(dispatcher, "_sweep_on", lambda: None)
        return dispatcher

    def work(self, name: str = "a-worker", jobs: int | None = None) -> None:
        """Runs the queued jobs, as a worker would, in this thread."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        worker = make_worker(name)
        beat(self.queue.connection, name)
        try:
            worker.work(burst=True, logging_level="CRITICAL", max_jobs=jobs)
        finally:
            worker.connection.delete(f"{PREFIX}{name}")
            worker.connection.close()
            for number, handler in before.items():
                signal.signal(number, handler)

    def current(self, game: str) -> Loaded:
        return self.games.cache.read_latest(game)


@contextmanager
def sitting_at(store_server: EmbeddedServer, queue_server: EmbeddedServer) -> Iterator[Desk]:
    """A desk at two servers, which are emptied for it."""
    store, queue = RedisStore(store_server.url), open_queue(connect(queue_server.url))
    with ExitStack() as ending:
        ending.callback(store.close)
        ending.callback(queue.connection.close)
        store.client.flushall()
        queue.connection.flushall()
        patched = ending.enter_context(worker_environment(store_server.url, queue_server.url))
        patched.setattr(RedisStore, "time", lambda store: time.time())  # frozen where a test freezes ours
        patched.setattr(dispatcher, "PATIENCE", 0.001)  # nobody waits for nothing
        yield Desk(store, environment.games(), queue)


@contextmanager
def worker_environment(store_url: str, queue_url: str) -> Iterator[pytest.MonkeyPatch]:
    """This process is one of the background, as far as its settings say, until the block is left."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TTR_REDIS_URL", store_url)
        patched.setenv("TTR_QUEUE_URL", queue_url)
        _forget()
        try:
            with closing(environment.games().store):
                yield patched
        finally:
            _forget()


def _forget() -> None:
    environment.games.cache_clear()
    environment.settings.cache_clear()


def open_game(
    games: Games, *seats: SeatRequest, board: str = "lyon", options: dict[str, str] | None = None
) -> str:
    """A game that has been dealt; its name."""
    request = GameRequest(board=board, seats=seats or (BOT, BOT), options=options or {}, first=0)
    return open_table(games, request).done.loaded.game


def play_person(games: Games, game: str, seat: int = 0) -> Loaded:
    """The person in a seat does the first thing that is legal."""
    loaded = games.cache.read_latest(game)
    command = legal_commands(loaded.ruleset, loaded.state, seat)[0]
    return games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded


def job_ids(queue: Queue) -> Sequence[str]:
    return sorted(queue.get_job_ids())
