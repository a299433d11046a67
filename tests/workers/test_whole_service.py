"""Games of bots through the whole service, several at once on several boards, each as if it were alone."""

import http.client
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from service.store.interface import PARTITIONS, partition_of
from service.store.redis_store import feed_key
from tests.support.checks.stored_games import check_finished
from tests.support.store.store_servers import eventually
from tests.support.workers.supervised_service import Service, create_bots, running, wait_until_over
from ttr_client import Client
from ttr_client.types import Event
from ttr_core.boards.library import board_names

PACE = 0.4  # seconds
SEVERAL = ("europe", "iberia")


def play_at_once(place: Path, boards: list[str], seconds: float, workers: int) -> None:
    with running(place, workers=workers) as service:
        games = [create_bots(service.url, board) for board in boards]
        wait_until_over(service, games, seconds)
        for game in games:
            check_finished(service.store, game)
        check_quiet(service)


def check_quiet(service: Service) -> None:
    """Nothing failed, nothing was killed, and nothing is left to do."""
    assert service.store.failures(10) == []
    assert service.said == []
    assert [game for partition in range(PARTITIONS) for game in service.store.active(partition)] == []


def test_games_on_several_boards_at_once(tmp_path: Path) -> None:
    play_at_once(tmp_path / "s", list(SEVERAL), seconds=60, workers=2)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_ten_games_on_each_board_at_once(tmp_path: Path) -> None:
    boards = [board for _ in range(10) for board in board_names()]
    play_at_once(tmp_path / "s", boards, seconds=1500, workers=2)


def test_a_person_against_bots_at_their_pace(tmp_path: Path) -> None:
    """The bots answer by themselves, one after the other, each after its time."""
    with running(tmp_path / "s", bot_pace=PACE) as service, Client(service.url) as client:
        created = client.create("usa", [{"name": "Ann"}, {"kind": "bot"}, {"kind": "bot"}])
        seat = created.seats[0]
        seat.play((seat.commands()["moves"] or [])[0])  # keeps the first tickets
        eventually(lambda: any(map(_turn_of_ann, seat.events())), "Ann's turn")
        events = list(seat.events())
    moves = [(datetime.fromisoformat(e["at"]), e["actor"]) for e in events if e["actor"].startswith("bot:")]
    assert {actor for _, actor in moves} == {"bot:1", "bot:2"}
    moments = sorted({at for at, _ in moves})
    waits = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    assert waits
    assert min(waits) >= PACE


def _turn_of_ann(event: Event) -> bool:
    return event["type"] == "turn_started" and event["data"]["seat"] == 0


def test_feeds_are_cut_short_and_metrics_tell_that_all_is_well(tmp_path: Path) -> None:
    with running(tmp_path / "s") as service:
        games = [create_bots(service.url, "lyon", 2) for _ in range(2)]
        wait_until_over(service, games, 60)
        service.kill_one_of("dispatch", Random(1))  # the next one sweeps and cuts at once
        feeds = [feed_key(partition_of(game)) for game in games]
        eventually(lambda: all(service.store.client.xlen(feed) <= 1 for feed in feeds), "short feeds")
        text = metrics(service)
        assert 'ttr_jobs{state="failed"} 0.0' in text
        assert "ttr_background_failures 0.0" in text
        assert "ttr_feed_unread 0.0" in text


def metrics(service: Service) -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", service.config.port)) as connection:
        connection.request("GET", "/metrics")
        return connection.getresponse().read().decode()
