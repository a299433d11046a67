"""The surroundings of the real code, simulated: clocks, chance, connections, threads and the network.

Nothing of the service is replaced but what leads out of the process.
"""

import os
import random
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.message import EmailMessage
from random import Random
from types import BuiltinFunctionType, FunctionType, SimpleNamespace, TracebackType
from typing import Any, Protocol

import freezegun.api
import pytest
import redis
from fakeredis.commands_mixins import scripting_mixin
from freezegun import freeze_time
from freezegun.api import FrozenDateTimeFactory

from service.chat import bridge
from service.chat.picture_attachments import BoardPicture
from service.chat.platform import CALL_SECONDS, NO_ANSWER, PlatformRefused
from service.mail.smtp_server import Answer, SmtpServer
from service.notices import senders
from service.store import interface
from service.store.redis_store import RedisStore
from service.webhooks import delivery
from service.webhooks.http_post import Outcome
from tests.simulator.chronicle import Finding
from tests.simulator.machines import Process
from tests.simulator.scheduler import Scheduler
from tests.simulator.wire import DELIVERIES, LONG_NAP, PARTITIONS, SCHEME, Killed, RealServer, Server
from workers import due_deliveries, environment, jobs, webhook_delivery
from workers.dispatch import dispatcher, feeds
from workers.notices import notice_process
from workers.queue.rq_worker import QueueWorker

LATE_IMPORTS = (jobs,)  # what a worker imports with its first job must be there before it is patched
LOOK_SECONDS = 0.001  # between two looks whether a lock is free
EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001  # freezegun counts without a zone


class Network(Protocol):
    """All receivers that the service reaches."""

    def post(self, url: str, headers: Mapping[str, str], body: bytes, seconds: float) -> Outcome: ...
    def hand_over(self, message: EmailMessage, seconds: float) -> Answer: ...


class SimulatedNow(FrozenDateTimeFactory):
    """The time by the wall clock of the process whose task runs."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__(EPOCH)
        self._scheduler = scheduler

    def __call__(self) -> datetime:
        return EPOCH + timedelta(seconds=self._scheduler.wall_time)


class NoTimeLimit:
    """Stands in for rq's timer, which counts real seconds."""

    def __init__(self, *arguments: object, **more: object) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass


class TaskPool:
    """Stands in for a pool of threads: each call is a task."""

    scheduler: Scheduler

    def __init__(self, workers: int, name: str) -> None:
        self._name = name

    def submit(self, call: Callable[..., None], *arguments: Any) -> "Future[None]":
        future: Future[None] = Future()
        host = self.scheduler.host

        def run() -> None:
            try:
                call(*arguments)
            except Killed:
                return
            except Finding:
                raise
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(None)
            self.scheduler.announce(DELIVERIES)

        self.scheduler.spawn(self._name, run, host)
        return future

    @classmethod
    def wait(cls, futures: Collection["Future[None]"], seconds: float, when: str) -> None:
        """Until one of the futures is done; as they are all busy, nobody minds how long."""
        if not any(future.done() for future in futures):
            cls.scheduler.nap(LONG_NAP, DELIVERIES)


class TaskLock:
    """Stands in for a lock of threads: a task that waits for it lets the others go on, as all share one thread."""

    def __init__(self) -> None:
        self._is_held = False

    def __enter__(self) -> None:
        while self._is_held:
            TaskPool.scheduler.sleep(LOOK_SECONDS)
        self._is_held = True

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_held = False


@contextmanager
def simulated(
    scheduler: Scheduler, seed: str, processes: Mapping[str, Process], network: Network
) -> Iterator[None]:
    """Everything that runs meanwhile lives in the simulation."""
    with pytest.MonkeyPatch.context() as patch:
        _patch_chance(patch, Random(f"{seed}/chance"))
        _patch_connections(patch, processes)
        _patch_workers(patch, scheduler)
        _patch_network(patch, scheduler, network)
        patch.setattr(freezegun.api, "fake_time", lambda: scheduler.wall_time)
        patch.setattr(freezegun.api, "fake_monotonic", lambda: scheduler.now)
        patch.setattr(freezegun.api, "fake_perf_counter", lambda: scheduler.now)
        _patch_defaults(patch, scheduler)
        patch.setattr(time, "sleep", scheduler.sleep)
        patch.setattr(redis.retry, "sleep", scheduler.sleep)
        frozen = freeze_time("2026-01-01")
        frozen.start()
        freezegun.api.freeze_factories[-1] = SimulatedNow(scheduler)
        try:
            yield
        finally:
            frozen.stop()


@contextmanager
def simulated_time_of(server: Server, scheduler: Scheduler) -> Iterator[None]:
    """A real server knows real time only: its clock is read from the simulation, and what it measures by it is off."""
    with pytest.MonkeyPatch.context() as patch:
        if isinstance(server, RealServer):
            patch.setattr(RedisStore, "time", lambda store: scheduler.now)
            patch.setattr(feeds, "ABANDONED_MS", 0)  # entries of dead members would never be old enough
        yield


def _patch_defaults(patch: pytest.MonkeyPatch, scheduler: Scheduler) -> None:
    """Clocks that are the defaults of parameters; those that are called by their names are patched by freezegun."""
    stand_ins: dict[object, object] = {
        time.time: lambda: scheduler.wall_time,
        time.monotonic: lambda: scheduler.now,
        time.perf_counter: lambda: scheduler.now,
    }
    for function in _functions():
        defaults = function.__defaults__ or ()
        if any(isinstance(default, BuiltinFunctionType) and default in stand_ins for default in defaults):
            simulated_ones = tuple(
                stand_ins.get(default, default) if isinstance(default, BuiltinFunctionType) else default
                for default in defaults
            )
            patch.setattr(function, "__defaults__", simulated_ones)


def _functions() -> Iterator[FunctionType]:
    """All functions and methods of the service and the workers."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in ("service", "workers"):
            for value in list(vars(module).values()):
                if isinstance(value, FunctionType):
                    yield value
                elif isinstance(value, type) and value.__module__ == name:
                    yield from (each for each in vars(value).values() if isinstance(each, FunctionType))


def _patch_chance(patch: pytest.MonkeyPatch, rng: Random) -> None:
    random.seed(rng.random())
    patch.setattr(random, "_urandom", rng.randbytes)
    patch.setattr(os, "urandom", rng.randbytes)


def _patch_connections(patch: pytest.MonkeyPatch, processes: Mapping[str, Process]) -> None:
    def from_url(url: str, **settings: Any) -> Any:  # a client of redis-py
        name, _, server = url.removeprefix(SCHEME).partition("/")
        return processes[name].connect(server, **settings)

    patch.setattr(redis.Redis, "from_url", from_url)
    # which fakeredis does before and after every call of a script: ours set no globals, or no server takes them
    patch.setattr(scripting_mixin, "_check_for_lua_globals", lambda *arguments: None)
    for module in (redis.client, redis.connection):  # which measure every call for collectors that nobody has
        for name in [name for name in vars(module) if name.startswith("record_")]:
            patch.setattr(module, name, lambda **measured: None)


def _patch_workers(patch: pytest.MonkeyPatch, scheduler: Scheduler) -> None:
    """What belongs to a process follows the task that runs."""

    def current() -> Process:
        host = scheduler.host
        assert isinstance(host, Process)
        return host

    stand_ins: dict[str, Callable[[], object]] = {
        "games": lambda: current().games,
        "settings": lambda: current().config,
        "queue_url": lambda: current().url("queue"),
    }
    originals = {name: getattr(environment, name) for name in stand_ins}
    for module_name, module in sorted(sys.modules.items()):
        if module_name.partition(".")[0] in ("service", "workers"):
            for name, original in originals.items():
                if getattr(module, name, None) is original:
                    patch.setattr(module, name, stand_ins[name])
            if getattr(module, "PARTITIONS", None) == interface.PARTITIONS and module is not interface:
                patch.setattr(module, "PARTITIONS", PARTITIONS)
    patch.setattr(interface, "PARTITIONS", PARTITIONS)
    for module in (dispatcher, notice_process, webhook_delivery):  # which name themselves by their process
        patch.setattr(module, "os", SimpleNamespace(getpid=lambda: current().life))
        patch.setattr(module, "socket", SimpleNamespace(gethostname=lambda: "simulated"))
    patch.setattr(QueueWorker, "death_penalty_class", NoTimeLimit)


def _patch_network(patch: pytest.MonkeyPatch, scheduler: Scheduler, network: Network) -> None:
    def send(url: str, headers: Mapping[str, str], body: bytes, *, private: bool, seconds: float) -> Outcome:
        return network.post(url, headers, body, seconds)

    def call(method: str, url: str, *, data: bytes, headers: Mapping[str, str]) -> None:
        outcome = network.post(url, headers, data, CALL_SECONDS)
        if not outcome.delivered:
            raise PlatformRefused(outcome.status or NO_ANSWER, outcome.error)

    for module in (delivery, senders):
        patch.setattr(module, "post", send)
    patch.setattr(
        SmtpServer, "hand_over", lambda server, message, seconds: network.hand_over(message, seconds)
    )
    patch.setattr(bridge, "call", call)
    patch.setattr(BoardPicture, "drawn", lambda picture: {"board": b"a picture"})  # which takes long
    patch.setattr(TaskPool, "scheduler", scheduler, raising=False)
    patch.setattr(due_deliveries, "ThreadPoolExecutor", TaskPool)
    patch.setattr(due_deliveries, "wait", TaskPool.wait)
    patch.setattr(due_deliveries, "Lock", TaskLock)  # it is held during calls to the store
