"""`kill -9` of any process at any moment: every game finishes, and no event is doubled or missing."""

import json
import time
from functools import partial
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest

from tests.support.checks.stored_games import check_finished, check_stream, stored_facts
from tests.support.store.store_servers import eventually
from tests.support.workers.supervised_service import (
    PARTS,
    Service,
    create_bots,
    insist,
    running,
    wait_until_over,
)
from ttr_client import Busy, Client, Stale, Table, Unreachable

BOARDS = ("usa", "lyon", "switzerland", "europe")


class Person:
    """A person who plays on through it all, and decides anew after a call without an answer."""

    def __init__(self, url: str, seed: int) -> None:
        self._url, self._chance = url, Random(seed)
        self._stop = Event()
        self._thread = Thread(target=self._play, name="person")
        self.game = ""
        self.answered: list[int] = []  # the versions that their moves led to, by the answers
        self.failure: BaseException | None = None

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._stop.set()
        self._thread.join()
        assert self.failure is None, self.failure

    def _play(self) -> None:
        try:
            with Client(self._url) as client:
                created = insist(lambda: client.create("usa", [{"name": "Ann"}, {"kind": "bot"}]))
                self.game = created.id
                while not self._stop.is_set():
                    self._move(created.seats[0])
        except BaseException as failure:  # for the test to see
            self.failure = failure

    def _move(self, seat: Table) -> None:
        try:
            commands = seat.commands()
            if commands["moves"]:
                move = self._chance.choice(commands["moves"])
                self.answered.append(seat.play(move, commands["version"])["version"])
            else:
                time.sleep(0.02)
        except (Busy, Stale, Unreachable):
            time.sleep(0.05)


def in_some_order(kills: int, chance: Random) -> list[str]:
    """The parts to kill in random order, each as often as the others."""
    rounds = [chance.sample(PARTS, len(PARTS)) for _ in range(kills // len(PARTS) + 1)]
    return [part for parts in rounds for part in parts][:kills]


def kill_some(service: Service, parts: list[str], chance: Random, pause: float) -> list[str]:
    """Kill parts of the service while games are played, and return the games."""
    games = []
    for part in parts:
        games.append(create_bots(service.url, chance.choice(BOARDS)))
        time.sleep(chance.uniform(0.3, 1.0) * pause)
        service.kill_one_of(part, chance)
    return games


def is_said_of(service: Service, part: str, killed: list[str]) -> bool:
    """Whether the service has said of each kill of a part that it ended: of the last one perhaps after all games."""
    return sum(text.startswith(part) for text in service.said) >= killed.count(part)


def survive(place: Path, kills: int, pause: float, seconds: float, workers: int) -> None:
    chance = Random()
    seed = chance.randrange(10**9)
    chance.seed(seed)
    with running(place, workers=workers) as service:
        person = Person(service.url, seed)
        person.start()
        try:
            parts = in_some_order(kills, chance)
            games = kill_some(service, parts, chance, pause)
            wait_until_over(service, games, seconds)
        finally:
            person.end()
        for part in set(PARTS) - {"API"}:  # whose processes are started again by their own leader
            eventually(partial(is_said_of, service, part, parts), f"{part} started again ({seed})")
        for game in games:
            check_finished(service.store, game)
        check_person(service, person)
        failures = [json.loads(text) for text in service.store.failures(1000)]
        assert [entry for entry in failures if "bot" in entry] == [], seed


def check_person(service: Service, person: Person) -> None:
    """Check that the acknowledged moves are the stored ones, each once."""
    check_stream(service.store, person.game)
    facts = stored_facts(service.store, person.game)
    assert person.answered == sorted(set(person.answered))
    assert all(facts[version - 1][0] == "seat:0" for version in person.answered)
    assert len(person.answered) > 3


def test_every_game_finishes_although_everything_is_killed(tmp_path: Path) -> None:
    survive(tmp_path / "s", kills=6, pause=1.0, seconds=60, workers=1)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_every_game_finishes_although_everything_is_killed_a_hundred_times(tmp_path: Path) -> None:
    survive(tmp_path / "s", kills=100, pause=2.0, seconds=300, workers=2)
