"""Nothing that a game waits for is lost: the dispatcher hears of it, or the sweep finds it."""

from datetime import UTC, datetime, timedelta

import pytest
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry

from service.backlog import GROUP, read_backlog
from service.store.base import PARTITIONS, partition_of
from service.store.redis_store import feed_key
from tests.workers.checks import check_finished, stored_facts
from tests.workers.desk import BOT, PERSON, Desk, job_ids, open_game, play_person
from workers import dispatcher as dispatching
from workers import feeds, jobs, lost
from workers import queue as queueing
from workers.dispatcher import Dispatcher
from workers.feeds import Feeds
from workers.lost import Abandoned, enqueue_again
from workers.needs import Need, needs
from workers.queue import enqueue


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has nothing to wait for does not."""
    monkeypatch.setattr(dispatching, "PATIENCE", 0.001)


def without_sweep(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> Dispatcher:
    monkeypatch.setattr(dispatcher, "_sweep_on", lambda: None)
    return dispatcher


def test_a_move_leads_to_the_job_that_the_game_needs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = without_sweep(desk.dispatcher(), monkeypatch)
    game = open_game(desk.games, PERSON, BOT)
    dispatcher.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{desk.current(game).version}"]
    dispatcher.step()
    assert len(job_ids(desk.queue)) == 1


def test_a_game_that_waits_for_a_person_needs_nothing(desk: Desk) -> None:
    game = open_game(desk.games, PERSON, PERSON)
    desk.dispatcher().step()
    assert needs(desk.current(game)) == ()
    assert job_ids(desk.queue) == []


def test_games_with_people_come_first(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = without_sweep(desk.dispatcher(), monkeypatch)
    bots = open_game(desk.games, BOT, BOT)
    dispatcher.step()
    people = open_game(desk.games, PERSON, BOT)
    dispatcher.step()
    assert [name.split("-")[1] for name in desk.queue.get_job_ids()] == [people, bots]


def test_dispatcher_and_worker_play_a_game_to_its_end(desk: Desk) -> None:
    game = open_game(desk.games, BOT, BOT)
    dispatcher = desk.dispatcher()
    for _ in range(2000):
        dispatcher.step()
        desk.work()
        if desk.current(game).over:
            break
    check_finished(desk.store, game)
    dispatcher.step()
    desk.work()
    assert desk.store.note(game, "longest_paths")
    assert not desk.queue.connection.keys("rq:job:*")


def test_while_bots_are_at_work_no_second_job_gets_in_their_way(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = without_sweep(desk.dispatcher(), monkeypatch)
    game = open_game(desk.games, BOT, BOT)
    dispatcher.step()
    first = job_ids(desk.queue)
    jobs.play_bots(game, 1)  # as the worker that has the job would, before it is done
    for _ in range(3):
        dispatcher.step()
    assert [name for name in job_ids(desk.queue) if name.startswith("play_bots")] == first
    desk.queue.empty()
    monkeypatch.setattr(dispatching, "LATER", 0.0)
    monkeypatch.setattr(dispatching, "SOON", 0.0)
    for _ in range(20):
        dispatcher.step()
    left = needs(desk.current(game))
    assert [name for name in job_ids(desk.queue) if name.startswith("play_bots")] == [need.id for need in left]


def test_what_a_dead_dispatcher_had_read_is_adopted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.dispatcher()
    game = open_game(desk.games, BOT, BOT)
    dead = Feeds(desk.store.client, "dead")
    assert [entry.game for _, entry in dead.read(0)] == [game]
    heir = desk.dispatcher()
    monkeypatch.setattr(heir._sweep, "suspect", lambda: None)  # it shall come from the feed
    heir.step()
    assert job_ids(desk.queue) == []
    monkeypatch.setattr(feeds, "ABANDONED_MS", 0)
    heir.prepare()
    for _ in range(PARTITIONS):
        heir.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{desk.current(game).version}"]
    assert desk.store.client.xpending(feed_key(partition_of(game)), GROUP)["pending"] == 0


def test_an_entry_is_acknowledged_only_after_its_jobs_are_queued(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = without_sweep(desk.dispatcher(), monkeypatch)
    game = open_game(desk.games, BOT, BOT)

    def die(*about: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(dispatching, "enqueue", die)
        with pytest.raises(SystemExit):
            dispatcher.step()
    assert desk.store.client.xpending(feed_key(partition_of(game)), GROUP)["pending"] == 1


def sweep(desk: Desk) -> list[str]:
    """The jobs that a dispatcher which hears nothing finds missing."""
    desk.dispatcher().sweep()
    return list(job_ids(desk.queue))


def test_a_sweep_finds_what_was_lost_with_the_queue(desk: Desk) -> None:
    bots, ended = open_game(desk.games, BOT, BOT), ended_game(desk)
    expected = sorted(need.id for game in (bots, ended) for need in needs(desk.current(game)))
    assert sweep(desk) == expected
    desk.queue.connection.flushall()
    assert sweep(desk) == expected
    assert sweep(desk) == expected  # and not twice


def ended_game(desk: Desk) -> str:
    """A game whose last move was made and whose scoring nobody has queued."""
    game = open_game(desk.games, BOT, BOT)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(jobs, "_score", lambda loaded: None)
        while desk.current(game).state.phase.waiting:
            jobs.play_bots(game, 1)
    return game


def test_an_emptied_queue_is_noticed_and_swept_at_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatching, "CHECK_SECONDS", 0.0)
    game = open_game(desk.games, BOT, BOT)
    dispatcher = desk.dispatcher()
    for _ in range(PARTITIONS):
        dispatcher.step()
    queued = job_ids(desk.queue)
    assert [name for name in queued if game in name] == queued != []
    desk.queue.connection.flushall()
    for _ in range(PARTITIONS):
        dispatcher.step()
    assert job_ids(desk.queue) == queued


def test_a_finished_game_is_swept_no_more(desk: Desk) -> None:
    game = ended_game(desk)
    jobs.score_game(game, 1)
    assert sweep(desk) == []


def test_the_sweep_passes_over_games_that_have_not_moved(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(desk.games, PERSON, BOT)
    jobs.play_bots(game, 1)
    dispatcher = desk.dispatcher()
    looked: list[str] = []
    original = dispatcher._needs
    monkeypatch.setattr(dispatcher, "_needs", lambda name: [looked.append(name), original(name)][1])
    for _ in range(3):
        dispatcher.prepare()
        for _ in range(PARTITIONS):
            dispatcher._sweep_on()
    assert looked == [game]
    play_person(desk.games, game)
    dispatcher.prepare()
    for _ in range(PARTITIONS):
        dispatcher._sweep_on()
    assert looked == [game, game]


def test_a_game_that_cannot_be_read_does_not_stop_the_others(desk: Desk) -> None:
    broken, sound = open_game(desk.games, BOT, BOT), open_game(desk.games, BOT, BOT)
    desk.store.client.hset(f"ttr:{{p{partition_of(broken):02}}}:{broken}:facts", "board_hash", "gone")
    assert sweep(desk) == [need.id for need in needs(desk.current(sound))]
    dispatcher = desk.dispatcher()
    dispatcher.step()
    assert read_backlog(desk.store.client, desk.queue.connection).unread == 0


# jobs that a worker has begun ----------------------------------------------------------------------------------


def begun(desk: Desk, need: Need, worker: str) -> None:
    """A job as a worker leaves it that is killed in the middle."""
    enqueue(desk.queue, need)
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    desk.queue.remove(job)
    with desk.queue.connection.pipeline() as pipe:
        job.prepare_for_execution(worker, pipe)
        pipe.zadd("rq:wip:ttr", {f"{job.id}:execution": datetime.now(UTC).timestamp() + 180})
        pipe.execute()


def test_a_job_whose_worker_died_is_queued_again(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    begun(desk, need, "dead")
    assert Abandoned(desk.queue).revive() == 1
    assert job_ids(desk.queue) == [need.id]
    assert Abandoned(desk.queue).revive() == 0


def test_a_job_whose_worker_lives_is_let_be(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    lost.beat(desk.queue.connection, "alive")
    begun(desk, need, "alive")
    assert Abandoned(desk.queue).revive() == 0
    assert not enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == []


def test_a_job_that_was_taken_and_never_begun_is_queued_again(desk: Desk) -> None:
    """The worker died between taking it from the queue and writing that it had."""
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    desk.queue.connection.lmove(desk.queue.key, desk.queue.intermediate_queue_key)
    abandoned = Abandoned(desk.queue)
    assert abandoned.revive() == 0  # it may be about to begin
    assert abandoned.revive() == 1
    assert job_ids(desk.queue) == [need.id]
    assert desk.queue.intermediate_queue.get_job_ids() == []


def age(desk: Desk, need: Need, status: JobStatus) -> Job:
    """A job as it lies there for a long time."""
    long_ago = (datetime.now(UTC) - timedelta(minutes=5)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    job = desk.queue.fetch_job(need.id)
    assert job is not None
    times = dict.fromkeys(("created_at", "enqueued_at", "started_at", "ended_at"), long_ago)
    desk.queue.connection.hset(job.key, mapping={**times, "status": status})
    return job


@pytest.mark.parametrize("status", [JobStatus.QUEUED, JobStatus.SCHEDULED, JobStatus.FAILED, JobStatus.FINISHED])
def test_a_job_that_lies_nowhere_makes_room(desk: Desk, status: JobStatus) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    desk.queue.remove(age(desk, need, status))
    assert enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == [need.id]


def test_a_job_that_still_waits_is_not_queued_twice(desk: Desk) -> None:
    need = Need("play_bots", open_game(desk.games), 1)
    enqueue(desk.queue, need)
    age(desk, need, JobStatus.QUEUED)
    assert not enqueue_again(desk.queue, need)
    assert desk.queue.get_job_ids() == [need.id]


def test_the_remains_of_a_job_make_room(desk: Desk) -> None:
    """A worker that dies after its job was deleted may leave a key that no longer is one."""
    need = Need("play_bots", open_game(desk.games), 1)
    desk.queue.connection.hset(Job.key_for(need.id), "last_heartbeat", "now")
    assert enqueue_again(desk.queue, need)
    assert job_ids(desk.queue) == [need.id]


# failures ------------------------------------------------------------------------------------------------------


def test_a_job_that_fails_is_tried_again_later_and_later(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = open_game(desk.games, BOT, BOT)
    monkeypatch.setitem(queueing.ALLOWED, "workers.jobs.play_bots", fail)
    dispatcher = without_sweep(desk.dispatcher(), monkeypatch)
    dispatcher.step()
    for seconds in queueing.RETRIES:
        began = datetime.now(UTC).timestamp()
        desk.work()
        ((name, due),) = desk.queue.connection.zrange("rq:scheduled:ttr", 0, -1, withscores=True)
        assert began + seconds - 1 <= due <= began + seconds + 5
        dispatcher.step()
        assert job_ids(desk.queue) == []
        desk.queue.connection.zadd("rq:scheduled:ttr", {name: began - 1})  # the time has come
        dispatcher.step()
        assert job_ids(desk.queue) == [name.decode()]
    assert desk.store.failures(10) == []
    desk.work()
    assert FailedJobRegistry(queue=desk.queue).get_job_ids() == [name.decode()]
    assert [game in text and "out of order" in text for text in desk.store.failures(10)] == [True]
    assert read_backlog(desk.store.client, desk.queue.connection).failed == 1


def fail(game: str, version: int) -> None:
    raise RuntimeError("out of order")


def test_a_job_that_failed_for_good_is_tried_anew_when_some_time_has_passed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(desk.games, BOT, BOT)
    (need,) = needs(desk.current(game))
    with monkeypatch.context() as patched:
        patched.setattr(queueing, "Retry", lambda **_: None)
        patched.setitem(queueing.ALLOWED, "workers.jobs.play_bots", fail)
        enqueue(desk.queue, need)
        desk.work()
    assert not enqueue_again(desk.queue, need)
    monkeypatch.setattr(lost, "GRACE", timedelta(0))
    assert enqueue_again(desk.queue, need)
    desk.work()
    assert len(stored_facts(desk.store, game)) > need.version
    assert read_backlog(desk.store.client, desk.queue.connection).failed == 0


# pace ----------------------------------------------------------------------------------------------------------


def test_with_a_pace_bots_wait_before_each_move(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(dispatching, "time", clock)
    dispatcher = without_sweep(desk.dispatcher(pace=3), monkeypatch)
    game = open_game(desk.games, PERSON, BOT)
    for _ in range(2):
        dispatcher.step()
        assert job_ids(desk.queue) == []
        clock.now += 2.9
    dispatcher.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{desk.current(game).version}"]


class Clock:
    """Time passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_a_person_who_moves_meanwhile_changes_the_plan(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(dispatching, "time", clock)
    dispatcher = without_sweep(desk.dispatcher(pace=3), monkeypatch)
    game = open_game(desk.games, PERSON, BOT)
    dispatcher.step()
    clock.now += 2
    loaded = play_person(desk.games, game)  # both choose their first tickets at the same time
    dispatcher.step()
    clock.now += 2
    dispatcher.step()
    assert job_ids(desk.queue) == []
    clock.now += 2
    dispatcher.step()
    assert job_ids(desk.queue) == [f"play_bots-{game}-{loaded.version}"]


def test_the_sweep_keeps_the_pace(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(dispatching, "time", clock)
    dispatcher = without_sweep(desk.dispatcher(pace=3), monkeypatch)
    open_game(desk.games, PERSON, BOT)
    dispatcher.sweep()
    clock.now += 2
    dispatcher.sweep()
    assert job_ids(desk.queue) == []
    clock.now += 2
    dispatcher.step()
    assert len(job_ids(desk.queue)) == 1
