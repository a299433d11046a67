"""The loop of a long-running process: one step after the other, and a new start after every outage of a server."""

import logging
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from service.errors import StoreUnavailable
from service.store.redis_store import ERRORS

PAUSE_SECONDS = 0.5  # before a server that does not answer is asked again
LOG_SECONDS = 60.0
OUTAGES = (*ERRORS, StoreUnavailable)  # a server does not answer, or takes no writes

T = TypeVar("T")


class Stepper(Protocol):
    """What the loop runs, until `stopping` is set."""

    stopping: bool

    def prepare(self) -> None:
        """Called before the first step, and again after every outage."""
        ...

    def step(self) -> None: ...


class OutageLog:
    """Logs an outage once a minute, however often it is noticed."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._logged: float | None = None

    def warn(self, error: BaseException) -> None:
        now = time.monotonic()
        if self._logged is None or now - self._logged >= LOG_SECONDS:
            self._log.warning("a server does not answer or takes no writes; trying until it does: %s", error)
            self._logged = now


def run_steps(stepper: Stepper, log: logging.Logger) -> None:
    """Runs steps until the stepper is stopping."""
    outages = OutageLog(log)
    while not stepper.stopping:
        try:
            stepper.prepare()
            while not stepper.stopping:
                stepper.step()
        except OUTAGES as error:
            outages.warn(error)
            time.sleep(PAUSE_SECONDS)


def when_available(make: Callable[[], T], log: logging.Logger) -> T:
    """Makes something that needs a server, as soon as the server answers."""
    outages = OutageLog(log)
    while True:
        try:
            return make()
        except OUTAGES as error:
            outages.warn(error)
            time.sleep(PAUSE_SECONDS)
