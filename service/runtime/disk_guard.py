"""Keeps an embedded server alive on a full disk: before the disk is full, it makes the server refuse writes.

A server that cannot write its append-only file ends, since it could not keep its promise; then nobody could even read.
So a reserve of the disk is kept free. A server that asks for a replica which it does not have refuses every write and
answers every read: this is what the guard sets when the reserve is touched, and takes back when there is room again.
"""

import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger("ttr.disk")

MEGABYTE = 1024 * 1024
RESERVE = 32 * MEGABYTE  # enough for what is written between two looks, and for the server's own files
LOOK_SECONDS = 0.25
SETTING = "min-replicas-to-write"


def free_bytes(data: Path) -> int:
    return shutil.disk_usage(data).free


def has_room(data: Path) -> bool:
    return free_bytes(data) >= RESERVE


def start_setting(data: Path) -> dict[str, str]:
    """With which a server starts: one on a full disk would end at its first write."""
    return {SETTING: "0" if has_room(data) else "1"}


class DiskGuard:
    """Looks after one running server."""

    def __init__(self, data: Path, socket: Path, is_running: Callable[[], bool]) -> None:
        self._data, self._is_running = data, is_running
        self._client = redis.Redis(
            unix_socket_path=str(socket), socket_timeout=5.0, retry=Retry(NoBackoff(), 0)
        )
        self._refuses: bool | None = None  # not known yet
        Thread(target=self._run, name="disk-guard", daemon=True).start()

    def _run(self) -> None:
        while self._is_running():
            try:
                self._look()
            except (OSError, redis.RedisError) as error:  # the server is ending, or the disk is gone
                log.debug("cannot look after the disk: %s", error)
            time.sleep(LOOK_SECONDS)
        self._client.close()

    def _look(self) -> None:
        """A quarter more than the reserve must be free again, so that the state does not change with every write."""
        free = free_bytes(self._data)
        refuse = free < (RESERVE * 5 // 4 if self._refuses else RESERVE)
        if refuse == self._refuses:
            return
        self._client.config_set(SETTING, "1" if refuse else "0")
        if refuse:
            log.warning(
                "the disk of %s is full, %d MB are free: games can be read, and moves are refused until %d MB are",
                self._data,
                free // MEGABYTE,
                RESERVE * 5 // 4 // MEGABYTE,
            )
        elif self._refuses:
            log.warning("the disk of %s has room again: moves are accepted", self._data)
        self._refuses = refuse
