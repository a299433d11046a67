"""The speed of the service over HTTP, compared with a bare Flask handler on the same server and store."""

import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec

from service.bench.commands import DRAW, DRAWS, JSON, Prepared, draws, layer_measures, prepared_game
from service.bench.request_load import (
    CONNECTIONS,
    PROCESSES,
    Load,
    Script,
    Scripts,
    combined,
    constant,
    request_bytes,
    run_load,
)
from service.bench.timing import Effort, Measure, rounded
from service.clocks.deadlines import utc_now
from service.config import Config, Fsync
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment, free_port, start_server, wait_until_ready
from service.store.redis_store import RedisStore
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame

PREPARED = 16000  # draws per second: more than needed, because connections are not served evenly
SLICES = 12  # short ones: other work of the machine then slows all loads alike
APPEND, READ, NOTHING = "append", "read", "nothing"  # loads of the bare handler
COMMANDS, VIEWS = "commands", "views"  # loads of each variant of the service


class Variant(NamedTuple):
    """The service with some settings. All variants run in the same slices."""

    name: str
    settings: Mapping[str, object]

    def load(self, name: str) -> str:
        return f"{name}, {self.name}" if self.name else name


VARIANTS = (  # the others are compared with the first
    Variant("", {}),
    Variant("without shortcuts", {"plain": True}),
)


def service_measures(effort: Effort) -> Iterator[Measure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _measures(Path(folder, "always"), "always", effort)
        yield from _measures(Path(folder, "everysec"), "everysec", effort)


def _measures(data: Path, fsync: Fsync, effort: Effort) -> Iterator[Measure]:
    server = EmbeddedServer(data, fsync)
    try:
        loads = _loads(server.url, 2.0 if effort.games < 20 else 6.0)
        yield from _compared(
            f"commands, fsync {fsync}", loads, COMMANDS, APPEND, "a bare handler with one XADD"
        )
        if fsync == "always":
            yield from _compared("warm views", loads, VIEWS, READ, "a bare handler with one read")
            name = "warm views against a handler that reads nothing"
            yield _ratio(name, loads[VIEWS], loads[NOTHING])
            name = "cold rebuild of a finished game of five"
            yield Measure(name, rounded(_cold(server.url)), "ms", "median of 9")
            yield from layer_measures(games_of(server.url))
    finally:
        server.stop()


def _compared(name: str, loads: Mapping[str, Load], ours: str, floor: str, what: str) -> Iterator[Measure]:
    usual, bare = loads[ours], loads[floor]
    yield Measure(name, rounded(usual.per_second), "a second", f"{PROCESSES * CONNECTIONS} connections")
    yield Measure(f"{name}: p50", rounded(usual.p50_ms), "ms", f"{what}: {rounded(bare.p50_ms)}")
    yield Measure(f"{name}: p99", rounded(usual.p99_ms), "ms", f"{what}: {rounded(bare.p99_ms)}")
    yield _ratio(f"{name}: share of {what}", usual, bare)
    for variant in VARIANTS[1:]:
        other = loads[variant.load(ours)]
        note = f"{other.per_second / usual.per_second:.2f} of the usual; p50 {rounded(other.p50_ms)} ms"
        yield Measure(f"{name}, {variant.name}", rounded(other.per_second), "a second", note)


def _ratio(name: str, ours: Load, floor: Load) -> Measure:
    share = ours.per_second / floor.per_second
    return Measure(name, rounded(share), "ratio", f"floor {rounded(floor.per_second)} a second")


class Target(NamedTuple):
    """A running variant, and the games that are prepared for it."""

    variant: Variant
    port: int
    games: Sequence[Prepared]


def _loads(url: str, seconds: float) -> dict[str, Load]:
    """All loads in turn, slice by slice."""
    with ExitStack() as servers:
        floor = servers.enter_context(serving(url, {}, "service.bench.bare_handler:app", "/nothing"))
        targets = []
        for variant in VARIANTS:
            port = servers.enter_context(serving(url, variant.settings, "service.wsgi:app", "/readyz"))
            games = [prepared_game(games_of(url)) for _ in range(int(PREPARED * seconds / DRAWS))]
            run_load(port, constant(_look(games[0])), seconds / 4)  # warms both processes
            targets.append(Target(variant, port, games))
        slices = [_slice(floor, targets, number) for number in range(SLICES)]
        return compared_loads(slices, seconds / SLICES)


def compared_loads(slices: Iterable[Iterable[tuple[str, int, Scripts]]], seconds: float) -> dict[str, Load]:
    """Runs the loads of each slice in turn: whatever else the machine does then slows all of them alike."""
    loads: dict[str, list[Load]] = {}
    for each in slices:
        for name, port, scripts in each:
            loads.setdefault(name, []).append(run_load(port, scripts, seconds))
    return {name: combined(parts) for name, parts in loads.items()}


def _slice(floor: int, targets: Sequence[Target], number: int) -> Iterator[tuple[str, int, Scripts]]:
    """Every load next to those that it is compared with."""
    yield APPEND, floor, constant(request_bytes("POST", "/append", {**JSON, "If-Match": '"1"'}, DRAW))
    for variant, port, games in targets:
        yield variant.load(COMMANDS), port, partial(_drawing, games[number::SLICES])
    yield READ, floor, constant(request_bytes("GET", "/read", {}))
    for variant, port, games in targets:
        yield variant.load(VIEWS), port, constant(_look(games[0]))
    yield NOTHING, floor, constant(request_bytes("GET", "/nothing", {}))


@contextmanager
def serving(url: str, settings: Mapping[str, object], application: str, path: str) -> Iterator[int]:
    """Run an application; yields its port."""
    unlimited = {"redis_url": url, "commands_per_minute": 10**9, "log_level": "WARNING"}
    config = msgspec.convert({**unlimited, **settings, "port": free_port()}, Config)
    process = start_server(config, environment(config), application)
    try:
        wait_until_ready(config, lambda: False, path)
        yield config.port
    finally:
        process.terminate()
        process.wait(timeout=20)


def _look(game: Prepared) -> bytes:
    return request_bytes("GET", game.path, {"Authorization": f"Bearer {game.tokens[0]}"})


def _drawing(prepared: Sequence[Prepared], process: int, connection: int) -> Script:
    return draws(prepared[process * CONNECTIONS + connection :: PROCESSES * CONNECTIONS])


def games_of(url: str) -> Games:
    return Games(RedisStore(url), lambda game, version: None, utc_now)


def _cold(url: str) -> float:
    """The time to read and fold the stream of a game that this process has never seen."""
    games = games_of(url)
    people = tuple(SeatRequest(kind="bot", bot="random") for _ in range(5))
    game = _finish(games, open_table(games, GameRequest(board="usa", seats=people)).done.loaded)
    taken = []
    for _ in range(9):
        fresh = Games(games.store, lambda game, version: None, utc_now)
        fresh.cache.blank(game.game, game.facts, game.rules_version)  # all games on a board share its tables
        begun = time.perf_counter()
        fresh.cache.read_latest(game.game)
        taken.append(time.perf_counter() - begun)
    return sorted(taken)[4] * 1000


def _finish(games: Games, loaded: Loaded) -> Loaded:
    dice, choose = Dice(1), POLICIES["random"]
    while waiting := loaded.state.phase.waiting:
        command = choose(situation_of(loaded.ruleset, loaded.state, waiting[0], dice))
        loaded = games.perform(loaded, [command], Actor(Role.BOT, waiting[0])).loaded
    return games.perform(loaded, [ScoreGame()], SYSTEM).loaded
