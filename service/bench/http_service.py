"""How fast the service is, against a bare Flask handler under the same server, the same store and the same promises."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from service.bench.commands import DRAW, DRAWS, JSON, Prepared, draws, layer_measures, prepared_game
from service.bench.load import (
    CONNECTIONS,
    PROCESSES,
    Load,
    Script,
    Scripts,
    constant,
    measure,
    request_bytes,
    together,
)
from service.bench.timing import Effort, Measure, rounded
from service.clocks.running_time import utc_now
from service.config import Config, Fsync
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment, free_port, start_server, wait_until_ready
from service.store.redis_store import RedisStore
from ttr_core import legal_commands
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice
from ttr_core.engine.views import view
from ttr_core.model.actor import SYSTEM, Actor, Role
from ttr_core.model.commands import ScoreGame

PREPARED = 16000  # draws for each second: more than are needed, for connections are not served evenly
TURNS = 12  # short ones: whatever else the machine does comes and goes


def service_measures(effort: Effort) -> Iterator[Measure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _under(Path(folder, "always"), "always", effort)
        yield from _under(Path(folder, "everysec"), "everysec", effort)


def _under(data: Path, fsync: Fsync, effort: Effort) -> Iterator[Measure]:
    server = EmbeddedServer(data, fsync)
    try:
        loads = _loads(server.url, 2.0 if effort.games < 20 else 6.0)
        what = "a bare handler with one XADD"
        yield from _told(f"commands, fsync {fsync}", loads["commands"], loads["appends"], what)
        if fsync == "always":
            yield from _told("warm views", loads["views"], loads["reads"], "a bare handler with one read")
            name = "warm views against a handler that reads nothing"
            yield _ratio(name, loads["views"], loads["nothing"])
            name = "cold rebuild of a finished game of five"
            yield Measure(name, rounded(_cold(server.url)), "ms", "median of 9")
            yield from layer_measures(_games(server.url))
    finally:
        server.stop()


def _told(name: str, ours: Load, floor: Load, what: str) -> Iterator[Measure]:
    yield Measure(name, rounded(ours.per_second), "a second", f"{PROCESSES * CONNECTIONS} connections")
    yield Measure(f"{name}: p50", rounded(ours.p50_ms), "ms", f"{what}: {rounded(floor.p50_ms)}")
    yield Measure(f"{name}: p99", rounded(ours.p99_ms), "ms", f"{what}: {rounded(floor.p99_ms)}")
    yield _ratio(f"{name}: share of {what}", ours, floor)


def _ratio(name: str, ours: Load, floor: Load) -> Measure:
    share = ours.per_second / floor.per_second
    return Measure(name, rounded(share), "ratio", f"floor {rounded(floor.per_second)} a second")


def _loads(url: str, seconds: float) -> dict[str, Load]:
    """All loads in turn, again and again for a short time: whatever else the machine does slows all of them."""
    settings = {"redis_url": url, "commands_per_minute": 10**9, "log_level": "WARNING"}
    floor, ours = (msgspec.convert({**settings, "port": free_port()}, Config) for _ in range(2))
    with (
        _serving(floor, "service.bench.bare_handler:app", "/nothing"),
        _serving(ours, "service.wsgi:app", "/readyz"),
    ):
        games = _games(url)
        prepared = [prepared_game(games) for _ in range(int(PREPARED * seconds / DRAWS))]
        measure(ours.port, constant(_look(prepared[0])), seconds / 4)  # warms both processes
        found: dict[str, list[Load]] = {}
        for turn in range(TURNS):
            for name, port, scripts in _turn(floor.port, ours.port, prepared[turn::TURNS]):
                found.setdefault(name, []).append(measure(port, scripts, seconds / TURNS))
        return {name: together(loads) for name, loads in found.items()}


def _turn(floor: int, ours: int, prepared: Sequence[Prepared]) -> Iterator[tuple[str, int, Scripts]]:
    """Every load next to the one that it is compared with."""
    yield "appends", floor, constant(request_bytes("POST", "/append", {**JSON, "If-Match": '"1"'}, DRAW))
    yield "commands", ours, partial(_drawing, prepared)
    yield "reads", floor, constant(request_bytes("GET", "/read", {}))
    yield "views", ours, constant(_look(prepared[0]))
    yield "nothing", floor, constant(request_bytes("GET", "/nothing", {}))


@contextmanager
def _serving(config: Config, application: str, path: str) -> Iterator[None]:
    process = start_server(config, environment(config), application)
    try:
        wait_until_ready(config, lambda: False, path)
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _look(game: Prepared) -> bytes:
    return request_bytes("GET", game.path, {"Authorization": f"Bearer {game.tokens[0]}"})


def _drawing(prepared: Sequence[Prepared], process: int, connection: int) -> Script:
    return draws(prepared[process * CONNECTIONS + connection :: PROCESSES * CONNECTIONS])


def _games(url: str) -> Games:
    return Games(RedisStore(url), lambda game, version: None, utc_now)


def _cold(url: str) -> float:
    """Reading and folding the stream of a game that this process has never seen."""
    games = _games(url)
    people = tuple(SeatRequest(kind="bot", bot="random") for _ in range(5))
    game = _finish(games, open_table(games, GameRequest(board="usa", seats=people)).done.loaded)
    taken = []
    for _ in range(9):
        fresh = Games(games.store, lambda game, version: None, utc_now)
        fresh.cache.blank(game.game, game.facts)  # the board's tables are shared by all its games
        begun = time.perf_counter()
        fresh.cache.read_latest(game.game)
        taken.append(time.perf_counter() - begun)
    return sorted(taken)[4] * 1000


def _finish(games: Games, loaded: Loaded) -> Loaded:
    dice, choose = Dice(1), POLICIES["random"]
    while waiting := loaded.state.phase.waiting:
        legal = legal_commands(loaded.ruleset, loaded.state, waiting[0])
        command = choose(loaded.ruleset, partial(view, loaded.ruleset, loaded.state, waiting[0]), legal, dice)
        loaded = games.perform(loaded, [command], Actor(Role.BOT, waiting[0])).loaded
    return games.perform(loaded, [ScoreGame()], SYSTEM).loaded
