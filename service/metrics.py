"""Prometheus metrics; several processes share them through the directory in PROMETHEUS_MULTIPROC_DIR."""

import os
import resource
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Thread

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, multiprocess

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SIZES_SECONDS = 10.0
METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS"})


class Metrics:
    """One registry per application, so that two in one process stay apart."""

    def __init__(self, backlog: Callable[[], bytes] = bytes) -> None:
        self._backlog = backlog  # read from the servers, the same in every process
        self._shared = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        self._registry = CollectorRegistry()
        self._requests = Histogram(
            "ttr_request_seconds",
            "Time to answer a request.",
            ("method", "call", "status"),
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._events = Counter("ttr_events_appended", "Events appended to games.", registry=self._registry)
        self._refused = Counter(
            "ttr_refusals", "Requests answered with a problem.", ("code",), registry=self._registry
        )
        self.streams = Gauge(
            "ttr_open_streams",
            "Event streams that are open.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        self._timer = cache(self._requests.labels)

    def answered(self, method: str, call: str, status: int, seconds: float) -> None:
        label = method if method in METHODS else "other"  # clients can invent as many as they like
        self._timer(label, call, str(status)).observe(seconds)

    def appended(self, events: int) -> None:
        self._events.inc(events)

    def refused(self, code: str) -> None:
        self._refused.labels(code).inc()

    def text(self) -> bytes:
        registry = self._registry
        if self._shared:
            registry = CollectorRegistry()
            _forget_the_dead(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # so in the library
        return generate_latest(registry) + self._backlog()


def _forget_the_dead(directory: Path) -> None:
    """A process that was killed leaves its open streams in the sum."""
    for file in directory.glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            multiprocess.mark_process_dead(process)  # type: ignore[no-untyped-call]  # so in the library


_MAILS = Counter(
    "ttr_mails", "Mails handed over, by what became of them.", ("fate",), registry=CollectorRegistry()
)


_NOTICES = Histogram(
    "ttr_notice_seconds",
    "Time from an event to a notice about it, by kind of channel and what became of it.",
    ("channel", "fate"),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5, 10, 60, 600, 3600, 86_400),
    registry=CollectorRegistry(),
)


def sent_notices(channel: str, fate: str, seconds: float) -> None:
    """Counts one notice that was sent, withdrawn or failed, so many seconds after what it is about."""
    _NOTICES.labels(channel, fate).observe(seconds)


def sent_mails(fate: str) -> None:
    """Counts one mail that was accepted, deferred or refused by the mail server."""
    _MAILS.labels(fate).inc()


class ProcessSizes:
    """How much memory the processes of the service use, and how many entries their caches have, by kind of process."""

    def __init__(self, process: str, sizes: Callable[[], Mapping[str, int]]) -> None:
        self._process, self._sizes = process, sizes
        registry = self._registry = CollectorRegistry()
        self._memory = Gauge(
            "ttr_resident_bytes",
            "Memory of the processes of a kind.",
            ("process",),
            registry=registry,
            multiprocess_mode="livesum",
        )
        self._entries = Gauge(
            "ttr_cache_entries",
            "Entries of a cache, in all processes of a kind.",
            ("process", "cache"),
            registry=registry,
            multiprocess_mode="livesum",
        )

    def watch(self, sleep: Callable[[float], None] = time.sleep) -> None:
        """Measures for as long as the process lives, where processes count together."""
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            Thread(target=self._run, args=(sleep,), name="sizes", daemon=True).start()

    def _run(self, sleep: Callable[[float], None]) -> None:
        while True:
            self.measure()
            sleep(SIZES_SECONDS)

    def measure(self) -> None:
        self._memory.labels(self._process).set(resident_bytes())
        for name, entries in self._sizes().items():
            self._entries.labels(self._process, name).set(entries)

    def text(self) -> bytes:
        """Of this process alone."""
        return generate_latest(self._registry)


def resident_bytes() -> int:
    """What this process has in memory now, or the most that it ever had where the system does not say more."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize()
