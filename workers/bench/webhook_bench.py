"""How many messages the delivery process sends a second, and how long after a move each one arrives."""

import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from threading import Lock, Thread

from service.bench.timing import Effort, Measure, rounded
from service.clocks.deadlines import utc_now
from service.config import Config
from service.games.games import Games
from service.games.lobby import GameRequest, Opened, SeatRequest, open_table
from service.games.tokens import fingerprint
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment
from service.store.redis_store import RedisStore
from service.webhooks.subscriptions import Owner, Subscriptions, WebhookRequest
from service.webhooks.webhook_store import webhook_store_of
from ttr_core import legal_commands
from ttr_core.model.actor import Actor, Role
from workers.processes import process

ANSWER = b"HTTP/1.1 204 No Content\r\n\r\n"
PATIENCE = 120.0  # seconds for anything that is waited for
PAUSE = 0.05  # seconds between moves while delays are measured


class Receiver:
    """Takes everything, and remembers when it came."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/"
        self._lock = Lock()
        self.came: list[float] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                connection, _ = self._listener.accept()
                self._serve(connection)

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            data = connection.recv(65536)
            head, _, body = data.partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
            while len(body) < length:
                body += connection.recv(65536)
            with self._lock:
                self.came.append(time.perf_counter())
            connection.sendall(ANSWER)

    def wait_for(self, count: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while len(self.came) < count:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(self.came)} of {count} messages came within {PATIENCE} s")
            time.sleep(0.001)

    def close(self) -> None:
        self._listener.close()


def webhook_measures(effort: Effort) -> Iterator[Measure]:
    games = 40 if effort.games < 20 else 200
    with tempfile.TemporaryDirectory() as folder:
        server, receiver = EmbeddedServer(Path(folder)), Receiver()
        config = Config(redis_url=server.url, webhook_private=True, log_level="WARNING")
        try:
            yield from _throughput(config, receiver, games)
            yield from _delays(config, receiver, 20 if games < 100 else 100)
        finally:
            receiver.close()
            server.stop()


def _throughput(config: Config, receiver: Receiver, count: int) -> Iterator[Measure]:
    """Delivers a backlog that has piled up."""
    store = RedisStore(config.redis_url)
    games = Games(store, lambda game, version: None, utc_now)
    due = 0
    for _ in range(count):
        opened = open_table(games, _request())
        before = opened.done.loaded.version
        _subscribe(store, opened, receiver.url, ("game.event",))
        due += play(games, opened, 4) - before
    begun = time.perf_counter()
    delivery = process("deliver", environment(config))
    try:
        receiver.wait_for(due)
        first, last = receiver.came[0], receiver.came[due - 1]
    finally:
        end(delivery)
    yield Measure("deliveries", rounded(due / (last - first)), "a second", f"{due} messages of {count} games")
    yield Measure(
        "start of the delivery process", rounded(first - begun), "s", "until the first message arrives"
    )


def _delays(config: Config, receiver: Receiver, moves: int) -> Iterator[Measure]:
    """From a move that was answered to the message about it, with a delivery process that has nothing else to do."""
    store = RedisStore(config.redis_url)
    games = Games(store, lambda game, version: None, utc_now)
    opened = open_table(games, _request())
    play(games, opened, 2)
    _subscribe(store, opened, receiver.url, ("turn_started",))
    delivery = process("deliver", environment(config))
    try:
        taken = [_delay(games, opened, receiver) for _ in range(moves)][1:]  # the first waits for the start
    finally:
        end(delivery)
    yield Measure("delay: median", rounded(median(taken) * 1000), "ms", f"{len(taken)} turns")
    yield Measure(
        "delay: p99", rounded(quantiles(taken, n=100)[98] * 1000), "ms", "from the answer to the message"
    )


def _delay(games: Games, opened: Opened, receiver: Receiver) -> float:
    """Plays until the next turn begins."""
    before, turn = len(receiver.came), _turns(games, opened)
    moved = time.perf_counter()
    while _turns(games, opened) == turn:
        play(games, opened, 1)
        moved = time.perf_counter()
    receiver.wait_for(before + 1)
    time.sleep(PAUSE)
    return receiver.came[before] - moved


def _turns(games: Games, opened: Opened) -> int:
    return games.cache.read_latest(opened.done.loaded.game).state.turns


def _request() -> GameRequest:
    return GameRequest(board="usa", seats=(SeatRequest(name="Ann"), SeatRequest(name="Bob")), first=0)


def _subscribe(store: RedisStore, opened: Opened, url: str, kinds: tuple[str, ...]) -> None:
    loaded = opened.done.loaded
    owner = Owner(fingerprint(opened.seats[0].token), 0)
    request = WebhookRequest(url=url, game=loaded.game, kinds=kinds)
    version = len(store.read(loaded.game))
    Subscriptions(webhook_store_of(store), utc_now).subscribe(owner, request, "http://bench", version, 10)


def play(games: Games, opened: Opened, moves: int) -> int:
    """So many moves, each the first that is legal; the version after them."""
    loaded = games.cache.read_latest(opened.done.loaded.game)
    for _ in range(moves):
        seat = loaded.state.phase.waiting[0]
        command = legal_commands(loaded.ruleset, loaded.state, seat)[0]
        loaded = games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded
    return loaded.version


def end(delivery: subprocess.Popen[bytes]) -> None:
    delivery.terminate()
    delivery.wait(timeout=30)
