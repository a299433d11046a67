"""Operators see what waits and what failed: by `ttr work status`, and by the metrics of the API."""

import json

import pytest
from click.testing import CliRunner

from service.background import jobs as job_options
from service.background.backlog import BacklogGauges, read_backlog
from service.background.jobs import Need, enqueue
from service.config import Config
from service.metrics import Metrics
from tests.support.workers.background_service import BOT, Desk, open_game
from workers import jobs
from workers.cli import work
from workers.environment import settings
from workers.queue.lost_jobs import beat
from workers.queue.rq_worker import make_worker


def fail(game: str, version: int) -> None:
    raise RuntimeError("out of order")


@pytest.fixture
def troubled(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """One job waits, one has failed for good, one is to be tried again, and a bot has failed."""
    desk.dispatcher()
    game = open_game(desk.games, BOT, BOT)
    desk.store.report_failure(
        json.dumps({"at": "now", "game": game, "bot": "greedy", "error": "lost its way"})
    )
    with monkeypatch.context() as patched:
        patched.setattr(jobs, "play_bots", fail)
        enqueue(desk.queue, Need("play_bots", game, 1))
        desk.work()
        patched.setattr(job_options, "Retry", lambda **_: None)
        enqueue(desk.queue, Need("play_bots", game, 2))
        desk.work()
    enqueue(desk.queue, Need("play_bots", game, 3))
    return desk


def test_the_backlog_counts(troubled: Desk) -> None:
    backlog = read_backlog(troubled.store.client, troubled.queue.connection)
    assert (backlog.queued, backlog.started, backlog.scheduled, backlog.failed) == (1, 0, 1, 1)
    assert backlog.unread == 1
    assert backlog.failures == 2


def test_status_for_programs(troubled: Desk) -> None:
    beat(troubled.queue.connection, "at-work")
    worker = make_worker("at-work")
    worker.register_birth()  # type: ignore[no-untyped-call]  # so in rq
    status = json.loads(CliRunner().invoke(work, ["status", "--json"], catch_exceptions=False).stdout)
    worker.register_death()  # type: ignore[no-untyped-call]  # so in rq
    worker.connection.close()
    assert status["backlog"]["failed"] == 1
    assert status["workers"] == ["at-work"]
    (failed,) = status["failed_jobs"]
    assert failed["job"].startswith("play_bots-")
    assert failed["error"] == "RuntimeError: out of order"
    assert [entry.get("bot") for entry in status["failures"]] == [None, "greedy"]
    assert status["failures"][0]["job"] == failed["job"]


def test_status_for_people(troubled: Desk) -> None:
    text = CliRunner().invoke(work, ["status"], catch_exceptions=False).stdout
    assert "failed        1" in text
    assert "RuntimeError: out of order" in text
    assert "lost its way" in text


def test_the_status_of_a_quiet_service(desk: Desk) -> None:
    status = json.loads(CliRunner().invoke(work, ["status", "--json"], catch_exceptions=False).stdout)
    assert set(status["backlog"].values()) == {0}
    assert status["workers"] == status["failed_jobs"] == status["failures"] == []


def test_without_a_server_the_status_is_a_sentence(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> None:
    monkeypatch.setenv("TTR_REDIS_URL", "redis://127.0.0.1:1")
    settings.cache_clear()
    answer = CliRunner().invoke(work, ["status"])
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: the server in TTR_REDIS_URL does not answer")
    assert "Traceback" not in answer.output


def test_metrics_are_read_when_they_are_asked_for(troubled: Desk) -> None:
    metrics = Metrics(BacklogGauges(settings()).text)
    assert numbers(metrics) == {
        'ttr_jobs{state="queued"}': 1,
        'ttr_jobs{state="started"}': 0,
        'ttr_jobs{state="scheduled"}': 1,
        'ttr_jobs{state="failed"}': 1,
        "ttr_feed_unread": 1,
        "ttr_background_failures": 2,
    }
    troubled.queue.connection.flushall()
    assert numbers(metrics)['ttr_jobs{state="queued"}'] == 0


def numbers(metrics: Metrics) -> dict[str, float]:
    """The metrics of the background processes."""
    lines = [line.rsplit(" ", 1) for line in metrics.text().decode().splitlines()]
    return {
        name: float(value) for name, value in lines if name.startswith(("ttr_jobs", "ttr_feed", "ttr_back"))
    }


def test_metrics_answer_without_the_queue(desk: Desk) -> None:
    config = Config(redis_url=desk.store.url, queue_url="redis://127.0.0.1:1")
    metrics = Metrics(BacklogGauges(config).text)
    assert numbers(metrics) == {}
    assert b"ttr_open_streams" in metrics.text()
