"""Games on a cluster, the queue on a server of its own: rq runs on no cluster."""

from pathlib import Path

from service.background.backlog import read_backlog
from service.games.games import Games
from service.store.redis_store import RedisStore
from tests.support.store.store_servers import cluster
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
