"""How fast deadlines fire, and how late: thousands of waiting games, a real dispatcher and real workers."""

import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from statistics import quantiles

import msgspec

from service.background.backlog import read_backlog
from service.bench.timing import FULL, Effort, Measure, rounded
from service.clocks.deadlines import moment, utc_now, written
from service.config import Config
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment
from service.store.redis_store import RedisStore
from ttr_core.by_post import Clock, ClockSettings, TimeRanOut
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import KeepTickets
from workers.processes import process
from workers.queue.queue import connect

WAITING = 10_000
SPREAD = 500  # deadlines that pass one by one while all others wait
WORKERS = 2
HOUR = 3600
MARGIN = timedelta(seconds=60)  # for what the dispatcher has not read yet, and for what passes one by one
PATIENCE = 900.0
POLL = 0.5
SOON = timedelta(seconds=5)


class Waiting(msgspec.Struct, frozen=True):
    """A game and the version that it has until its deadline."""

    game: str
    version: int


def clock_measures(effort: Effort) -> Iterator[Measure]:
    waiting = WAITING if effort.games >= FULL.games else WAITING // 20
    with tempfile.TemporaryDirectory(prefix="ttr-bench-") as folder:
        server = EmbeddedServer(Path(folder, "store"), "always")
        queue = EmbeddedServer(Path(folder, "queue"), keep=False)
        try:
            config = Config(redis_url=server.url, queue_url=queue.url, log_level="ERROR")
            yield from _measured(config, waiting, max(20, waiting * SPREAD // WAITING))
        finally:
            queue.stop()
            server.stop()


def _measured(config: Config, waiting: int, spread: int) -> Iterator[Measure]:
    store = RedisStore(config.redis_url)
    with _at_work(config):
        games = _waiting_games(store, waiting)
        _catch_up(config, store)
        single = [_open(store, _hour_before(SOON)) for _ in range(spread)]
        one_by_one = _fired(store, single)
        all_at_once = _fired(store, games)
    store.close()
    note = f"{waiting} games wait meanwhile; {spread} deadlines, one after the other"
    yield from _delays("delay of a deadline", one_by_one, note)
    note = f"{waiting} deadlines at the same moment; {WORKERS} workers, fsync always, a bot plays each turn"
    yield Measure("deadlines fired", rounded(waiting / max(all_at_once)), "a second", note)
    yield from _delays("delay when all are due at once", all_at_once, note)


def _catch_up(config: Config, store: RedisStore) -> None:
    """Waits until the dispatcher knows all games."""
    queue = connect(config.queue_url)
    while read_backlog(store.client, queue).unread:
        time.sleep(POLL)
    queue.close()


def _delays(name: str, seconds: Sequence[float], note: str) -> Iterator[Measure]:
    cuts = quantiles(seconds, n=100)
    yield Measure(f"{name}: p50", rounded(cuts[49] * 1000), "ms", note)
    yield Measure(f"{name}: p99", rounded(cuts[98] * 1000), "ms")


def _waiting_games(store: RedisStore, count: int) -> list[Waiting]:
    """So many games that wait for a person, with one deadline for all of them, just after the last one is created."""
    begun, sample = time.perf_counter(), max(10, count // 20)
    for _ in range(sample):
        _open(store, utc_now())
    each = (time.perf_counter() - begun) / sample
    past = _hour_before(timedelta(seconds=each * count * 1.2) + MARGIN)
    return [_open(store, past) for _ in range(count)]


def _hour_before(wait: timedelta) -> str:
    """The time at which a turn began that is due in so long."""
    return written(moment(utc_now()) + wait - timedelta(seconds=HOUR))


def _open(store: RedisStore, now: str) -> Waiting:
    """A game in which the first turn has begun at this time, and every turn has an hour."""
    games = Games(store, lambda game, version: None, lambda: now)
    clock = ClockSettings(kind="per_move", seconds=HOUR)
    people = tuple(SeatRequest(name=name) for name in ("Ann", "Bob"))
    request = GameRequest(board="lyon", seats=people, first=0, clock=clock)
    loaded = open_table(games, request).done.loaded
    for seat in (0, 1):
        keep = KeepTickets(seat=seat, tickets=ticket_choice(loaded.state, seat).offer)
        loaded = games.perform(loaded, [keep], Actor(Role.SEAT, seat)).loaded
    assert list(loaded.state.slice(Clock).deadlines) == [0]
    return Waiting(loaded.game, loaded.version)


@contextmanager
def _at_work(config: Config) -> Iterator[None]:
    variables = environment(config)
    parts = [process(name, variables) for name in ("dispatch", *["work"] * WORKERS)]
    try:
        yield
    finally:
        for part in parts:
            part.terminate()
        for part in parts:
            _end(part)


def _end(part: subprocess.Popen[bytes]) -> None:
    try:
        part.wait(20)
    except subprocess.TimeoutExpired:
        part.kill()
        part.wait()


def _fired(store: RedisStore, games: Sequence[Waiting]) -> list[float]:
    """How many seconds late the first deadline of each game was, when all have passed."""
    reader, names = Games(store, lambda game, version: None, utc_now), [one.game for one in games]
    give_up = time.monotonic() + PATIENCE
    while any(now == one.version for now, one in zip(store.versions(names), games, strict=True)):
        if time.monotonic() > give_up:
            raise TimeoutError("not all deadlines have fired")
        time.sleep(POLL)
    return [_late(reader, game) for game in names]


def _late(games: Games, game: str) -> float:
    events = games.cache.read_events(game, 0)
    at, event = next((e.at, event) for e, event in events if isinstance(event, TimeRanOut))
    return (moment(at) - moment(event.deadline)).total_seconds()
