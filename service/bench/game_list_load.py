"""The list of a player's games over HTTP, among very many players, compared with a bare handler in the same run."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex

from service.bench.http_service import compared_loads, games_of, serving
from service.bench.request_load import FLOOR_BYTES, FLOOR_LIST, constant, request_bytes, run_load
from service.bench.timing import Effort, Measure, rounded
from service.clocks.deadlines import utc_now
from service.games.facts import held_by, player_stream
from service.games.games import Games
from service.games.lobby import GameRequest, SeatRequest, open_table
from service.players.accounts import Players
from service.players.game_lists import game_lists_of
from service.players.list_store import ROWS
from service.runtime.embedded_valkey import EmbeddedServer
from service.store.redis_store import RedisStore
from service.store.script import key_of
from ttr_core.engine.shared_slices import ticket_choice
from ttr_core.model.actor import Actor, Role
from ttr_core.model.commands import KeepTickets

GAMES = 200  # of one player
CROWD = 100_000  # other players
BATCH = 5000
ANSWER_BYTES = 49_000  # of a page of fifty games
SLICES = 12
OURS, BARE, NOTHING, ONE = "my games", "bare", "nothing", "my games, 200 on a page"


def player_measures(effort: Effort) -> Iterator[Measure]:
    is_quick = effort.games < 20
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer(Path(folder), "everysec")
        try:
            yield from _measures(server.url, CROWD // 50 if is_quick else CROWD, 2.0 if is_quick else 6.0)
        finally:
            server.stop()


def _measures(url: str, crowd: int, seconds: float) -> Iterator[Measure]:
    games = games_of(url)
    token, player = _busy_player(games)
    _fill(games, player, crowd)
    look = {"Authorization": f"Bearer {token}"}
    with ExitStack() as servers:
        floor = servers.enter_context(serving(url, {}, "service.bench.bare_handler:app", "/nothing"))
        port = servers.enter_context(serving(url, {}, "service.wsgi:app", "/readyz"))
        requests = [
            (BARE, floor, constant(request_bytes("GET", "/list", {}))),
            (OURS, port, constant(request_bytes("GET", "/v1/me/games", look))),
            (ONE, port, constant(request_bytes("GET", f"/v1/me/games?limit={GAMES}", look))),
            (NOTHING, floor, constant(request_bytes("GET", "/nothing", {}))),
        ]
        for _, at, scripts in requests:
            run_load(at, scripts, seconds / 4)  # warms both processes
        loads = compared_loads([requests] * SLICES, seconds / SLICES)
    ours, bare = loads[OURS], loads[BARE]
    about = f"{GAMES} games, {crowd} players in the store"
    yield Measure("my games", rounded(ours.per_second), "a second", about)
    yield Measure("my games: p50", rounded(ours.p50_ms), "ms", f"a bare handler: {rounded(bare.p50_ms)}")
    yield Measure("my games: p99", rounded(ours.p99_ms), "ms", f"a bare handler: {rounded(bare.p99_ms)}")
    yield Measure(
        "my games: share of a bare handler that reads the list",
        rounded(ours.per_second / bare.per_second),
        "ratio",
        f"floor {rounded(bare.per_second)} a second",
    )
    yield Measure("my games: all on one page", rounded(loads[ONE].per_second), "a second", f"{GAMES} games")
    share = ours.per_second / loads[NOTHING].per_second
    yield Measure("my games: share of a handler that reads nothing", rounded(share), "ratio", "")


def _busy_player(games: Games) -> tuple[str, str]:
    """A player with many games, in a part of which it is their turn."""
    new, lists = Players(games.store, utc_now, 60).create("Ann"), game_lists_of(games)
    player = new.owner.id
    request = GameRequest(board="usa", seats=(SeatRequest(me=True), SeatRequest(name="Ben")))
    for number in range(GAMES):
        loaded = open_table(games, request, more=held_by(0, player)).done.loaded
        if number % 2:
            command = KeepTickets(seat=0, tickets=ticket_choice(loaded.state, 0).offer)
            loaded = games.perform(loaded, [command], Actor(Role.SEAT, 0)).loaded
        lists.update(loaded)
    return new.token, player


def _fill(games: Games, player: str, crowd: int) -> None:
    """Others, each with a game in their list; and what the bare handler reads and sends."""
    store = games.store
    assert isinstance(store, RedisStore)
    rows = store.client.hgetall(key_of(player_stream(player), ROWS))
    store.client.hset(FLOOR_LIST, mapping=rows)
    store.client.set(FLOOR_BYTES, ANSWER_BYTES)
    game, row = next(iter(rows.items()))
    for start in range(0, crowd, BATCH):
        pipe = store.client.pipeline(transaction=False)
        for _ in range(min(BATCH, crowd - start)):
            stream = player_stream(token_hex(8))
            pipe.hset(
                key_of(stream, "facts"), mapping={"name": "Somebody", "handle": f"somebody-{stream[-5:]}"}
            )
            pipe.hset(key_of(stream, ROWS), game, row)
        pipe.execute()
