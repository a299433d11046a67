"""Rated tables: those who begin a rated game are players, each once, or bots of a known version."""

import pytest

from service.config import Config
from service.store import MemoryStore
from tests.support.http.api_calls import Caller, app_over, in_process, problem, table_of
from tests.support.http.api_people import sign_up
from tests.support.http.running_service import UNLIMITED
from ttr_core.bots import POLICIES, VERSIONS


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def caller(store: MemoryStore) -> Caller:
    return in_process(app_over(store, Config(**UNLIMITED)))


def test_every_bot_has_a_version() -> None:
    assert VERSIONS.keys() == POLICIES.keys()


def test_a_rated_game_says_so_and_knows_its_bots(caller: Caller, store: MemoryStore) -> None:
    ann = sign_up(caller)
    seats = [{"me": True}, {"kind": "bot", "bot": "greedy"}, {}]
    table = table_of(caller.post("/v1/games", {"board": "usa", "seats": seats, "rated": True}, ann.token))
    assert caller.get(table.path).json["rated"] is True
    assert store.facts(table.game)["bot:1"] == f"greedy/{VERSIONS['greedy']}"
    plain = table_of(caller.post("/v1/games", {"board": "usa", "seats": seats}, ann.token))
    assert caller.get(plain.path).json["rated"] is False
    assert "bot:1" not in store.facts(plain.game)


@pytest.mark.parametrize("seats", [[{"me": True}, {"name": "Ben"}], [{"me": True}, {"me": True}, {}]])
def test_guests_and_games_against_oneself_are_not_rated(
    caller: Caller, seats: list[dict[str, object]]
) -> None:
    ann = sign_up(caller)
    request = {"board": "usa", "seats": seats}
    assert problem(caller.post("/v1/games", {**request, "rated": True}, ann.token)) == (422, "not_rateable")
    assert caller.post("/v1/games", request, ann.token).status == 201


def test_only_players_sit_down_at_a_rated_table(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    request = {"board": "usa", "seats": [{"me": True}, {}, {}], "rated": True}
    table = table_of(caller.post("/v1/games", request, ann.token))
    path = f"{table.path}/seats"
    assert problem(caller.post(path, {"name": "Guest"}, table.invites[1])) == (422, "join_refused")
    assert problem(caller.post(path, {"invite": table.invites[1]}, ann.token)) == (409, "already_seated")
    assert caller.post(path, {"invite": table.invites[1]}, ben.token).status == 201
