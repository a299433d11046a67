"""Simulated processes: each runs the real code of the API, the dispatcher, a worker, or what sends webhooks or notices.

A process that dies loses all that it had in memory; another one takes its place after a while.
"""

import logging
import secrets
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from typing import Any

from flask import Flask

from service.app import api_blueprint
from service.background.jobs import QUEUE
from service.clocks.heartbeat import HEARTBEATS, REACHABLE
from service.clocks.store_clock import StoreClock
from service.config import Config
from service.errors import StoreUnavailable
from service.games.games import Games
from service.http.fast_flask import FastFlask
from service.http.request_lifecycle import refuse_unknown_addresses
from service.services import Services, make_services
from service.store.redis_store import RedisStore
from tests.simulator.chronicle import Finding
from tests.simulator.scheduler import Scheduler
from tests.simulator.wire import LONG_NAP, SCHEME, Killed, Line, Trap
from tests.support.http.api_calls import Caller, in_process
from workers.dispatch.dispatcher import Dispatcher
from workers.notices.notice_process import NoticeProcess
from workers.queue.lost_jobs import beat
from workers.queue.queue import connect, open_queue
from workers.queue.rq_worker import QueueWorker, make_worker
from workers.step_loop import OUTAGES, PAUSE_SECONDS, run_steps, when_available
from workers.webhook_delivery import DeliveryProcess

log = logging.getLogger("ttr.simulator")

BEAT_SECONDS = 5.0
ALIVE_SECONDS = 1.0


class Process:
    """One life of a process."""

    def __init__(self, name: str, line: Line, config: Config, died: Callable[["Process", str], None]) -> None:
        self.name, self.line, self.config = name, line, config
        self.alive = True
        self.skew = 0.0
        self.traps: list[Trap] = []
        self._died = died
        self._in_server = False

    @property
    def kind(self) -> str:
        return self.name.partition("-")[0]

    @property
    def life(self) -> int:
        return int(self.name.rpartition(".")[2])

    @property
    def scheduler(self) -> Scheduler:
        return self.line.scheduler

    def url(self, server: str) -> str:
        return f"{SCHEME}{self.name}/{server}"

    def connect(self, server: str, **settings: Any) -> Any:  # a client of redis-py
        return self.line.connect(self, server, **settings)

    # ------------------------------------------------------------------------------ what the wire asks

    def check_alive(self) -> None:
        if not self.alive:
            raise Killed

    def sprung_trap(self) -> Trap | None:
        """The fault that strikes at this call."""
        if not self.traps or (self.traps[0].is_patient and not self.scheduler.is_working):
            return None
        self.traps[0].calls -= 1
        return self.traps.pop(0) if self.traps[0].calls <= 0 else None

    @contextmanager
    def spared(self) -> Iterator[None]:
        """No fault strikes while the simulator itself looks through the eyes of this process."""
        traps, self.traps = self.traps, []
        try:
            yield
        finally:
            self.traps = traps

    @contextmanager
    def clock_of_server(self) -> Iterator[None]:
        """The server has a clock of its own, which is right."""
        skew, self.skew = self.skew, 0.0
        try:
            yield
        finally:
            self.skew = skew

    # -------------------------------------------------------------------------------------- life and death

    def start(self) -> None:
        """Begins its life; the tasks of a process end with it."""
        self.store = RedisStore(self.url("store"))
        self.games = Games(self.store, lambda game, version: None, StoreClock(self.store))

    def spawn(self, what: str, run: Callable[[], None]) -> None:
        def live() -> None:
            try:
                run()
            except Killed:
                return
            except AssertionError:
                raise
            except Exception as error:
                place = traceback.extract_tb(error.__traceback__)
                ours = [
                    f"{each.filename.rpartition('/')[2]}:{each.lineno}"
                    for each in place
                    if "site-packages" not in each.filename
                ]
                raise Finding("crash", f"{self.name} ended by {error!r} at {' '.join(ours[-4:])}") from error

        self.scheduler.spawn(f"{self.name}/{what}", live, self)

    def die(self, why: str) -> None:
        if self.alive:
            self.alive = False
            self._died(self, why)

    def nap(self, seconds: float, *news: str) -> None:
        self.scheduler.nap(seconds, *news)
        self.check_alive()


class Api(Process):
    """Answers requests; each is a task of its caller."""

    services: Services
    app: Flask
    caller: Caller

    def start(self) -> None:
        store = RedisStore(self.url("store"))
        self.services = make_services(self.config, store, StoreClock(store))
        self.games, self.store = self.services.games, store
        self.app = FastFlask("ttr")
        self.app.register_blueprint(api_blueprint(self.services))
        refuse_unknown_addresses(self.app)
        self.caller = in_process(self.app)
        self.spawn("heartbeat", self._beat)

    def _beat(self) -> None:
        while True:
            with suppress(StoreUnavailable):
                self.store.set_properties(HEARTBEATS, {REACHABLE: self.games.now()})
            self.nap(BEAT_SECONDS)


class Stepping(Process):
    """Runs steps until it dies."""

    def start(self) -> None:
        super().start()
        self.spawn("steps", self._run)

    def make(self) -> Any:  # something that has `prepare` and `step`
        raise NotImplementedError

    def _run(self) -> None:
        run_steps(when_available(self.make, log), log)


class WatchedDispatcher(Dispatcher):
    """Notes when it last swept each partition: until then it may remember a game whose end another one saw."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.tended: dict[int, float] = {}

    def _tend(self, partition: int, active: Sequence[str]) -> None:
        super()._tend(partition, active)
        self.tended[partition] = time.monotonic()


class Dispatch(Stepping):
    dispatcher: WatchedDispatcher

    def make(self) -> WatchedDispatcher:
        queue = open_queue(connect(self.url("queue")))
        self.dispatcher = WatchedDispatcher(
            self.games, queue, self.config.bot_pace, self.config.stand_in_pace
        )
        return self.dispatcher


class Deliver(Stepping):
    courier: DeliveryProcess

    def make(self) -> DeliveryProcess:
        self.courier = DeliveryProcess(self.games, self.config)
        return self.courier


class Notify(Stepping):
    notifier: NoticeProcess

    def make(self) -> NoticeProcess:
        self.notifier = NoticeProcess(self.games, self.config)
        return self.notifier


class Work(Process):
    """Takes jobs from the queue, one after the other."""

    _worker: QueueWorker | None = None
    _busy = False  # with a job

    def start(self) -> None:
        super().start()
        self.spawn("jobs", self._run)

    def _run(self) -> None:
        while True:
            name = f"{self.name}-{secrets.token_hex(4)}"
            try:
                with closing(make_worker(name)) as worker:
                    self._work(worker)
            except OUTAGES:
                self.scheduler.sleep(PAUSE_SECONDS)
                self.check_alive()

    def _work(self, worker: QueueWorker) -> None:
        worker.register_birth()  # type: ignore[no-untyped-call]  # so in rq
        self._worker, self._busy = worker, False
        self._keep_alive(worker)
        while True:
            self._wait_for_jobs()
            self.scheduler.touch()
            beat(worker.connection, worker.name)
            dequeued = worker.dequeue_job_and_maintain_ttl(None)
            if dequeued is None:
                continue  # somebody else was faster
            self._busy = True
            worker.execute_job(*dequeued)
            self._busy = False
            worker.heartbeat()

    def _wait_for_jobs(self) -> None:
        """As long as a blocking read would."""
        while not self.line.servers["queue"].length(f"rq:queue:{QUEUE}"):
            self.nap(LONG_NAP, "queue")
        self.check_alive()

    def _keep_alive(self, worker: QueueWorker) -> None:
        def go_on() -> None:
            while True:
                self.nap(ALIVE_SECONDS if self._busy else LONG_NAP)
                with suppress(*OUTAGES):
                    if self._busy and self._worker is worker:
                        beat(worker.connection, worker.name)

        self.spawn("alive", go_on)


KINDS: dict[str, type[Process]] = {
    "api": Api,
    "dispatch": Dispatch,
    "deliver": Deliver,
    "notify": Notify,
    "work": Work,
}
