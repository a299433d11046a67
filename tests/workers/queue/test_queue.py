"""The queue takes plain data and runs jobs of this service only, whatever others write to it."""

import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from rq import Callback, Queue
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

from service.background.jobs import QUEUE, Need, enqueue
from tests.support.paths import ROOT
from tests.support.workers.background_service import Desk, job_ids, open_game
from workers.queue.queue import connect


def strange_queue(desk: Desk) -> Queue:
    """The queue as somebody else would write to it."""
    return Queue(QUEUE, connection=desk.queue.connection, serializer=JSONSerializer)


def test_a_function_that_is_not_ours_is_not_run(desk: Desk, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    strange_queue(desk).enqueue("os.system", f"touch {proof}", job_id="strange")
    desk.work()
    assert not proof.exists()
    assert FailedJobRegistry(queue=desk.queue).get_job_ids() == ["strange"]
    assert ["os.system is not a job" in text for text in desk.store.failures(5)] == [True]


@pytest.mark.parametrize("ending", ["on_success", "on_failure"])
def test_a_function_to_call_afterwards_is_not_run(desk: Desk, tmp_path: Path, ending: str) -> None:
    proof = tmp_path / "proof"
    game = open_game(desk.games) if ending == "on_success" else f"touch {proof}"
    after = Callback("os.system" if ending == "on_failure" else "tests.workers.queue.test_queue.touch")
    touched.clear()
    strange_queue(desk).enqueue("workers.jobs.count_standings", game, 1, **{ending: after})
    desk.work()
    assert touched == []
    assert not proof.exists()


touched: list[str] = []


def touch(*about: object) -> None:
    touched.append("touched")


def test_jobs_are_json(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 3)
    enqueue(desk.queue, need)
    stored = desk.queue.connection.hget(f"rq:job:{need.id}", "data")
    assert isinstance(stored, bytes)
    name, _, arguments, _ = json.loads(zlib.decompress(stored))
    assert (name, arguments) == ("workers.jobs.play_bots", [need.game, 3])


def test_what_is_not_json_is_not_read(desk: Desk) -> None:
    """A pickle could do anything while it is being read."""
    Queue(QUEUE, connection=desk.queue.connection).enqueue("workers.jobs.play_bots", "x", 1, job_id="pickled")
    desk.work()
    assert FailedJobRegistry(queue=desk.queue).get_job_ids() == ["pickled"]


def test_the_same_need_is_queued_once(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 3)
    assert enqueue(desk.queue, need)
    assert not enqueue(desk.queue, need)
    assert job_ids(desk.queue) == [need.id]
    assert enqueue(desk.queue, Need("play_bots", need.game, 4))


def test_a_job_of_a_game_that_nobody_knows_fails_visibly(desk: Desk) -> None:
    enqueue(desk.queue, Need("score_game", "nothing", 1))
    desk.work()
    assert desk.queue.connection.zcard("rq:scheduled:ttr") == 1


def test_a_queue_behind_sentinels_gets_a_client_that_asks_them() -> None:
    client = connect("redis+sentinel://127.0.0.1:1/games")
    assert type(client.connection_pool).__name__ == "SentinelConnectionPool"
    client.close()


def test_a_dispatcher_queues_jobs_without_loading_their_code() -> None:
    script = "import sys, workers.dispatch.dispatcher; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert "workers.dispatch.dispatcher" in loaded
    code_of_jobs = ("workers.jobs", "service.chat", "service.pictures", "service.language", "flask")
    assert [name for name in loaded if name.startswith(code_of_jobs)] == []
