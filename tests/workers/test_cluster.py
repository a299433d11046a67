"""Games on a cluster, the queue on a server of its own: rq runs on no cluster."""

from contextlib import closing
from pathlib import Path

import pytest

from service.background.backlog import read_backlog
from service.clocks.deadlines import utc_now
from service.errors import StoreUnavailable
from service.games.games import Games
from service.store.redis_store import RedisStore
from tests.support.store.store_servers import cluster, eventually, plain_server, replicated_cluster
from tests.support.workers.background_processes import parts_at
from tests.support.workers.background_service import BOT, Desk, job_ids, open_game
from workers.needs import needs


def test_a_dispatcher_reads_the_feeds_of_a_cluster(tmp_path: Path, desk: Desk) -> None:
    with cluster(tmp_path) as url:
        store = RedisStore(url)
        spread = Desk(store, Games(store, lambda game, version: None, lambda: ""), desk.queue)
        dispatcher = spread.dispatcher()
        games = [open_game(spread.games, BOT, BOT) for _ in range(3)]
        assert read_backlog(store.client, desk.queue.connection).unread == len(games)
        dispatcher.step()
        backlog = read_backlog(store.client, desk.queue.connection)
        assert (backlog.unread, backlog.queued) == (0, len(games))
        assert job_ids(desk.queue) == sorted(
            need.id for game in games for need in needs(spread.current(game))
        )
        store.close()


def test_workers_survive_the_node_that_the_url_names(tmp_path: Path) -> None:
    """A worker connected for its first job, and waited for that node until it was back."""
    with replicated_cluster(tmp_path / "cluster") as nodes, plain_server(tmp_path / "queue") as queue:
        url = f"redis+cluster://127.0.0.1:{nodes[0].port}"
        with (
            parts_at(url, tmp_path, "dispatch", "work", TTR_QUEUE_URL=queue.url),
            closing(RedisStore(url)) as store,
        ):
            games = Games(store, lambda game, version: None, utc_now)
            before = open_game(games, BOT, BOT)  # shows that both are connected
            eventually(lambda: games.cache.read_latest(before).over, "a dispatcher and a worker", seconds=60)
            nodes[0].process.kill()
            nodes[0].process.wait()
            eventually(lambda: _takes_writes(store), "a replica that has taken over")
            created = [open_game(games, BOT, BOT) for _ in range(5)]
            eventually(
                lambda: all(games.cache.read_latest(game).over for game in created),
                "games played to the end",
                seconds=60,  # a job that comes too early is tried again after 20 s
            )


@pytest.mark.soak
def test_a_process_starts_while_one_of_the_nodes_in_the_url_is_gone(tmp_path: Path) -> None:
    with replicated_cluster(tmp_path / "cluster") as nodes, plain_server(tmp_path / "queue") as queue:
        url = "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in nodes[:2])
        with closing(RedisStore(url)) as store:
            nodes[0].process.kill()
            nodes[0].process.wait()
            eventually(lambda: _takes_writes(store), "a replica that has taken over")
            games = Games(store, lambda game, version: None, utc_now)
            with parts_at(url, tmp_path, "dispatch", "work", TTR_QUEUE_URL=queue.url):
                game = open_game(games, BOT, BOT)
                eventually(lambda: games.cache.read_latest(game).over, "a game played to the end")


def _takes_writes(store: RedisStore) -> bool:
    try:
        for partition in range(20):
            store.set_expiring(str(partition), "", 1)
    except StoreUnavailable:
        return False
    return True
