"""How long a viewer waits for the replay of a long game on every board, drawn by a real worker, and what it weighs."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from service.background.jobs import JobQueue
from service.bench.timing import Effort, Measure, rounded
from service.clocks.deadlines import utc_now
from service.config import Config
from service.games.game_cache import Loaded
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.pictures.drawing.board_picture import PictureOptions
from service.pictures.replays.replay_store import FRAME_WIDTH, ReplayRequest, begin_replay, replay_file
from service.runtime.embedded_valkey import EmbeddedServer
from service.runtime.web_server import environment
from service.store.redis_store import RedisStore
from ttr_core.boards.library import board_names, whole_document
from ttr_core.bots import POLICIES
from ttr_core.bots.policy import Dice, situation_of
from ttr_core.model.actor import Actor, Role
from workers.processes import process

PATIENCE = 120.0  # seconds for one replay
POLL = 0.05
QUICK_BOARDS = ("usa",)


def replay_measures(effort: Effort) -> Iterator[Measure]:
    """Every board; in a quick run only one."""
    boards = QUICK_BOARDS if effort.is_quick else board_names()
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder))
        config = Config(redis_url=server.url, log_level="WARNING")
        store = RedisStore(config.redis_url)
        games = Games(store, lambda game, version: None, utc_now)
        played = [_played(games, board) for board in boards]
        worker = process("work", environment(config))
        try:
            for loaded in played:
                yield _measure(store, JobQueue(config), loaded)
        finally:
            _end(worker)
            server.stop()


def _played(games: Games, board: str) -> Loaded:
    """A game of as many players as the board takes, who move at random: none lasts longer."""
    players, dice = whole_document(board)["players"][1], Dice(1)
    seats = tuple(SeatRequest(name=f"Player {seat + 1}") for seat in range(players))
    loaded = open_table(games, GameRequest(board=board, seats=seats, first=0)).done.loaded
    while waiting := loaded.state.phase.waiting:
        seat = waiting[0]
        command = POLICIES["random"](situation_of(loaded.ruleset, loaded.state, seat, dice))
        loaded = games.perform(loaded, [command], Actor(Role.SEAT, seat)).loaded
    return loaded


def _measure(store: RedisStore, jobs: JobQueue, loaded: Loaded) -> Measure:
    """From the request to the file, as a viewer sees it."""
    request = ReplayRequest(
        game=loaded.game,
        version=loaded.version,
        head=loaded.head,
        names=(None,) * loaded.ruleset.players,
        form="webp",
        options=PictureOptions(width=FRAME_WIDTH),
    )
    begun = time.perf_counter()
    begin_replay(store, request, jobs.make_replay)
    packed = replay_file(store, request)
    while packed is None:
        if time.perf_counter() - begun > PATIENCE:
            raise TimeoutError(f"no replay of {loaded.ruleset.board.name} within {PATIENCE} s")
        time.sleep(POLL)
        packed = replay_file(store, request)
    taken = time.perf_counter() - begun
    note = f"{loaded.state.turns} turns, {len(packed) // 1000} kB"
    return Measure(f"{loaded.ruleset.board.name}: replay by a worker", rounded(taken), "s", note)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.terminate()
    worker.wait(timeout=30)
