"""A server that takes no writes for a while ends no background process: each waits, logs it once, and goes on."""

import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import redis

from service.background.jobs import STANDINGS, Need, enqueue
from service.clocks.deadlines import utc_now
from service.games.game_view import NOTE
from service.games.games import Games
from service.store.redis_store import RedisStore
from tests.support.checks.stored_games import check_finished
from tests.support.store.store_servers import Plain, eventually, plain_server
from tests.support.workers.background_processes import is_working, parts
from tests.support.workers.background_service import BOT, open_game, worker_environment
from workers.queue.queue import connect, open_queue

SPELL_SECONDS = 2.0  # several attempts of each part
QUICKLY = 5.0
ASLEEP = ("127.0.0.1", "1")  # whom a server follows that is to be read-only; nobody is there


def follow_nobody(client: redis.Redis) -> None:
    client.replicaof(*ASLEEP)


def follow_no_more(client: redis.Redis) -> None:
    client.replicaof("NO", "ONE")


def fill_up(client: redis.Redis) -> None:
    client.config_set("maxmemory", "1")


def make_room(client: redis.Redis) -> None:
    client.config_set("maxmemory", "0")


def games_of(store: RedisStore) -> Games:
    return Games(store, lambda game, version: None, utc_now)


def check_a_job_is_done(server: Plain) -> None:
    with (
        worker_environment(server.url, server.url),
        closing(RedisStore(server.url)) as store,
        closing(connect(server.url)) as connection,
    ):
        game = open_game(games_of(store))
        enqueue(open_queue(connection), Need(STANDINGS, game, 1))
        eventually(lambda: store.note(game, NOTE) is not None, "a job that is done")


@pytest.mark.parametrize(
    ("begin", "end"), [(follow_nobody, follow_no_more), (fill_up, make_room)], ids=["read-only", "full"]
)
def test_bots_play_on_after_a_spell_without_writes(
    tmp_path: Path, begin: Callable[[redis.Redis], None], end: Callable[[redis.Redis], None]
) -> None:
    with (
        plain_server(tmp_path / "server") as server,
        parts(server, tmp_path, "dispatch", "deliver", "work") as running,
        closing(RedisStore(server.url)) as store,
        closing(server.client()) as client,
    ):
        game = open_game(games_of(store), BOT, BOT, BOT, board="usa")
        eventually(lambda: store.versions([game])[0] > 20, "some moves")
        begin(client)
        before = store.versions([game])[0]
        eventually(lambda: bool(running[-1].complaints()), "a word about it")
        time.sleep(SPELL_SECONDS)
        assert store.versions([game])[0] <= before + 1
        end(client)
        eventually(lambda: b'"seed_revealed"' in store.read(game)[-1], "the end of the game")
        check_finished(store, game)
        for part in running:
            assert part.process.poll() is None
            assert "Traceback" not in "".join(part.said())
            # the worker's own, and that of the thread that writes its heartbeat
            assert len(part.complaints()) <= 2


def test_a_worker_that_starts_meanwhile_waits_and_works(tmp_path: Path) -> None:
    with (
        plain_server(tmp_path / "server", "--replicaof", *ASLEEP) as server,
        parts(server, tmp_path, "work") as (worker,),
        closing(server.client()) as client,
    ):
        eventually(lambda: bool(worker.complaints()), "a word about it")
        time.sleep(SPELL_SECONDS)
        follow_no_more(client)
        check_a_job_is_done(server)
        assert worker.process.poll() is None
        assert len(worker.said()) == 1


def test_a_worker_that_waits_ends_when_it_is_asked(tmp_path: Path) -> None:
    with (
        plain_server(tmp_path / "server") as server,
        parts(server, tmp_path, "work") as (worker,),
        closing(server.client()) as client,
    ):
        eventually(lambda: is_working(server), "a worker")
        follow_nobody(client)
        eventually(lambda: bool(worker.complaints()), "a word about it")
        worker.process.send_signal(signal.SIGTERM)
        worker.process.wait(QUICKLY)
        assert "Traceback" not in "".join(worker.said())
