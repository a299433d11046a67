"""What a request leaves to a worker goes through the real queue, and nothing of it stands there."""

import secrets
from pathlib import Path

import pytest

from service.background.jobs import LATE_ANSWER, JobQueue, Need
from service.chat.late_answers import (
    KEPT_SECONDS,
    LateAnswer,
    count_failure,
    forget_answer,
    keep_answer,
    read_answer,
)
from service.chat.rooms.room import Post, Posts
from service.config import Config
from service.errors import StoreUnavailable
from service.runtime.embedded_valkey import EmbeddedServer
from service.store import MemoryStore
from workers.queue.queue import connect, need_of, open_queue

SECRET = LateAnswer("discord", "1/token/first", Posts(private=Post(text="Your hand: 3 red")))


def test_a_late_answer_is_a_job_that_workers_know(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path / "data", keep=False)
    try:
        name = secrets.token_hex(12)
        JobQueue(Config(redis_url=server.url)).deliver(name)
        queue = open_queue(connect(server.url))
        (job,) = queue.jobs
        assert need_of(job) == Need(LATE_ANSWER, name, 0, urgent=True)
        assert job.id == Need(LATE_ANSWER, name, 0).id
        queue.connection.close()
    finally:
        server.stop()


def test_a_queue_that_is_away_raises_store_unavailable() -> None:
    with pytest.raises(StoreUnavailable):
        JobQueue(Config(redis_url="redis://127.0.0.1:9")).deliver(secrets.token_hex(12))


def test_an_answer_is_kept_until_it_is_delivered() -> None:
    store, name = MemoryStore(), secrets.token_hex(12)
    keep_answer(store, name, SECRET)
    assert read_answer(store, name) == SECRET
    forget_answer(store, name)
    assert read_answer(store, name) is None


def test_an_answer_that_no_worker_delivered_is_thrown_away() -> None:
    now = [0.0]
    store, name = MemoryStore(lambda: now[0]), secrets.token_hex(12)
    keep_answer(store, name, SECRET)
    now[0] += KEPT_SECONDS - 1
    assert read_answer(store, name) == SECRET
    now[0] += 1
    assert read_answer(store, name) is None


def test_failed_deliveries_are_counted() -> None:
    store, name = MemoryStore(), secrets.token_hex(12)
    keep_answer(store, name, SECRET)
    for number in (1, 2, 3):
        answer = read_answer(store, name)
        assert answer is not None
        assert count_failure(store, name, answer) == number
