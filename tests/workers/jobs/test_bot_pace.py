"""A pace lets bots wait as a person would, before every move."""

import pytest

from tests.support.workers.background_service import BOT, PERSON, Desk, job_ids, open_game, play_person
from workers.dispatch import dispatcher as dispatching


def test_with_a_pace_bots_wait_before_each_move(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(dispatching, "time", clock)
    dispatcher = desk.listener(monkeypatch, pace=3)
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
    dispatcher = desk.listener(monkeypatch, pace=3)
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
    dispatcher = desk.listener(monkeypatch, pace=3)
    open_game(desk.games, PERSON, BOT)
    dispatcher.sweep()
    clock.now += 2
    dispatcher.sweep()
    assert job_ids(desk.queue) == []
    clock.now += 2
    dispatcher.step()
    assert len(job_ids(desk.queue)) == 1
