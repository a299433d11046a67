"""Nothing that a game waits for is lost: the dispatcher hears of it, or the sweep finds it."""

import pytest

from service.background.backlog import read_backlog
from service.background.jobs import DISPATCHERS, Need
from service.store.interface import PARTITIONS, partition_of
from service.store.redis_store import feed_key
from tests.support.checks.stored_games import check_finished, check_stream
from tests.support.http.service_games import games_on
from tests.support.store.copies import take_copy
from tests.support.store.store_servers import eventually
from tests.support.workers.background_service import BOT, PERSON, Desk, job_ids, open_game, play_person
from workers import jobs
from workers.dispatch import dispatcher as dispatching
from workers.dispatch import feeds
from workers.dispatch.feeds import Feeds
from workers.needs import needs


def test_a_move_leads_to_the_job_that_the_game_needs(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    dispatcher = desk.listener(monkeypatch)
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
    dispatcher = desk.listener(monkeypatch)
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
    dispatcher = desk.listener(monkeypatch)
    game = open_game(desk.games, BOT, BOT)
    dispatcher.step()
    first = job_ids(desk.queue)
    jobs.play_bots(game, 1)  # as the worker that has the job would, before it is done
    for _ in range(3):
        dispatcher.step()
    assert [name for name in job_ids(desk.queue) if name.startswith("play_bots")] == first
    desk.queue.empty()  # type: ignore[no-untyped-call]  # so in rq
    left = [need.id for need in needs(desk.current(game))]

    def is_looked_at_again() -> bool:
        dispatcher.step()
        return [name for name in job_ids(desk.queue) if not name.startswith("count_standings")] == left

    eventually(is_looked_at_again, "a job for what is left of the game")


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
    assert desk.store.client.xpending(feed_key(partition_of(game)), DISPATCHERS)["pending"] == 0


def test_an_entry_is_acknowledged_only_after_its_jobs_are_queued(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    dispatcher = desk.listener(monkeypatch)
    game = open_game(desk.games, BOT, BOT)

    def die(*about: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(dispatching, "enqueue", die)
        with pytest.raises(SystemExit):
            dispatcher.step()
    assert desk.store.client.xpending(feed_key(partition_of(game)), DISPATCHERS)["pending"] == 1


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

    def look(name: str) -> tuple[Need, ...]:
        looked.append(name)
        return original(name)

    monkeypatch.setattr(dispatcher, "_needs", look)
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


def test_bots_go_on_after_the_store_has_lost_events(desk: Desk) -> None:
    """Dispatcher and worker know moves that the store has lost, and another process plays on from what is stored."""
    game, dispatcher = open_game(desk.games, PERSON, BOT), desk.dispatcher()

    def go_on(rounds: int) -> None:
        for _ in range(rounds):
            dispatcher.step()
            desk.work()
            if 0 in desk.current(game).state.phase.waiting:
                play_person(desk.games, game)

    go_on(2)
    restore = take_copy(desk.store)
    go_on(6)
    lost = desk.current(game)
    restore()
    elsewhere = games_on(desk.store)
    while 0 in elsewhere.cache.read_latest(game).state.phase.waiting:
        play_person(elsewhere, game)
    for _ in range(200):
        dispatcher.step()
        dispatcher.sweep()
        desk.work()
        if 0 in elsewhere.cache.read_latest(game).state.phase.waiting:
            play_person(elsewhere, game)
        if elsewhere.cache.read_latest(game).version > lost.version + 20:
            break
    assert check_stream(desk.store, game).version > lost.version + 20
    assert desk.current(game).head == elsewhere.cache.read_latest(game).head
