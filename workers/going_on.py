"""A part that works step by step until it is told to stop, and goes on when a server that was away is back."""

import logging
import time
from typing import Protocol

import redis

from service.store.base import StoreUnavailable

PAUSE = 0.5  # seconds before a server that does not answer is asked again


class Part(Protocol):
    stopping: bool

    def prepare(self) -> None:
        """Before the first step, and again after a server was away."""
        ...

    def step(self) -> None: ...


def go_on(part: Part, log: logging.Logger) -> None:
    while not part.stopping:
        try:
            part.prepare()
            while not part.stopping:
                part.step()
        except (redis.RedisError, redis.RedisClusterException, StoreUnavailable) as error:
            log.warning("a server does not answer: %s", error)
            time.sleep(PAUSE)
