"""The rq worker: it obeys only signals, waits out an outage of the queue, and ends at any other fault."""

import logging
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis
from rq.command import send_shutdown_command

from tests.support.store.store_servers import eventually, plain_server
from tests.support.workers.background_processes import parts
from tests.support.workers.background_service import BOT, Desk, job_ids, open_game
from workers import jobs
from workers.queue.lost_jobs import living_workers
from workers.queue.rq_worker import QueueWorker, WorkerLoop, make_worker

QUICKLY = 5.0


@pytest.fixture
def loop(desk: Desk) -> Iterator[WorkerLoop]:
    """A loop whose workers do not touch the signals of this process."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield WorkerLoop()
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_worker_takes_no_commands_over_the_queue(desk: Desk) -> None:
    """Else anybody who can reach the queue's server could end it, or stop its jobs."""
    worker = make_worker("obedient")
    worker.bootstrap("CRITICAL")
    assert desk.queue.connection.pubsub_numsub(worker.pubsub_channel_name)[0][1] == 0
    send_shutdown_command(desk.queue.connection, worker.name)
    assert not worker.asked_to_end
    worker.teardown()  # type: ignore[no-untyped-call]  # so in rq
    worker.close()


def test_an_idle_worker_ends_at_once_when_it_is_asked(tmp_path: Path) -> None:
    with (
        plain_server(tmp_path / "server") as server,
        parts(server, tmp_path, "work") as (worker,),
        closing(server.client()) as client,
    ):
        eventually(lambda: is_idle(client), "a worker that waits for jobs")
        worker.process.send_signal(signal.SIGTERM)
        assert worker.process.wait(QUICKLY) == 0
        assert worker.said() == []


def is_idle(client: redis.Redis) -> bool:
    return any(client.hget(key, "state") == b"idle" for key in client.keys("rq:worker:*"))


def test_a_job_that_somebody_else_has_ended_has_not_failed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So it looks, too, when the answer to the transaction that ends the job gets lost."""
    open_game(desk.games, BOT, BOT)
    desk.dispatcher().sweep()
    (name,) = job_ids(desk.queue)
    monkeypatch.setattr(jobs, "play_bots", lambda *_: desk.queue.connection.delete(f"rq:job:{name}"))
    desk.work()
    assert desk.store.failures(10) == []
    assert desk.queue.connection.zcard("rq:scheduled:ttr") == 0
    assert not desk.queue.connection.keys("rq:executions:*")
    assert [row.levelname for row in caplog.records if name in row.message] == ["WARNING"]


def test_an_outage_of_the_queue_is_left_to_the_loop(
    loop: WorkerLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_connection(worker: QueueWorker, **_: object) -> bool:
        monkeypatch.setattr("workers.queue.rq_worker.beat", away)
        return False  # as rq ends after an error of its server

    def away(*_: object) -> None:
        raise redis.ReadOnlyError("no writes here")

    monkeypatch.setattr(QueueWorker, "work", lose_connection)
    with pytest.raises(redis.ReadOnlyError):
        loop.step()
    assert not loop.stopping


def test_any_other_end_of_a_worker_ends_its_process(
    loop: WorkerLoop, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(QueueWorker, "work", lambda worker, **_: False)
    with pytest.raises(SystemExit) as ended:
        loop.step()
    assert ended.value.code == 1
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


def test_a_worker_is_listed_again_after_the_queue_has_lost_everything(tmp_path: Path) -> None:
    with (
        plain_server(tmp_path / "server") as server,
        parts(server, tmp_path, "work") as (worker,),
        closing(server.client()) as client,
    ):
        eventually(lambda: is_idle(client), "a worker that waits for jobs")
        client.flushall()
        eventually(lambda: len(living_workers(client)) == 1, "the same worker")
        assert worker.process.poll() is None
