"""A part that works step by step until it is told to stop, and goes on when a server that was away is back."""

import logging
import time
from collections.abc import Callable
from typing import Protocol, TypeVar

from service.errors import StoreUnavailable
from service.store.redis_store import ERRORS

PAUSE = 0.5  # seconds before a server that does not answer is asked again
TOLD_SECONDS = 60.0
AWAY = (*ERRORS, StoreUnavailable)  # a server does not answer, or takes no writes

T = TypeVar("T")


class Part(Protocol):
    stopping: bool

    def prepare(self) -> None:
        """Before the first step, and again after a server was away."""
        ...

    def step(self) -> None: ...


class Complaint:
    """Tells of a server that is away once a minute, however often it is asked meanwhile."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._told: float | None = None

    def tell(self, error: BaseException) -> None:
        now = time.monotonic()
        if self._told is None or now - self._told >= TOLD_SECONDS:
            self._log.warning("a server does not answer: %s", error)
            self._told = now


def go_on(part: Part, log: logging.Logger) -> None:
    complaint = Complaint(log)
    while not part.stopping:
        try:
            part.prepare()
            while not part.stopping:
                part.step()
        except AWAY as error:
            complaint.tell(error)
            time.sleep(PAUSE)


def insist(make: Callable[[], T], log: logging.Logger) -> T:
    """What can be made only while a server answers, as soon as it does."""
    complaint = Complaint(log)
    while True:
        try:
            return make()
        except AWAY as error:
            complaint.tell(error)
            time.sleep(PAUSE)
