"""`kill -9` of dispatchers and API processes while players move: their lists end as the games say."""

import time
from pathlib import Path
from random import Random

import pytest

from service.clocks.deadlines import utc_now
from service.games.games import Games
from service.players.game_lists import GameLists
from service.players.list_store import list_store_of
from tests.support.http.api_calls import Caller, Reply, over_http, table_of
from tests.support.http.api_people import Person, sign_up
from tests.support.workers.supervised_service import Service, insist, running

KILLS = 6
GAMES = 4
PATIENT_SECONDS = 60.0
ANY = {"If-Match": "*"}


def answered(caller: Caller, path: str, token: str) -> Reply:
    """The answer to a look, from whichever process is alive."""
    return insist(lambda: caller.get(path, token))


def open_game(caller: Caller, person: Person, number: int) -> str:
    request = {"board": "usa", "seats": [{"me": True}, {"kind": "bot"}], "first": number % 2}
    key = {"Idempotency-Key": f"game-{number}"}
    return table_of(insist(lambda: caller.post("/v1/games", request, person.token, key))).game


def move(caller: Caller, person: Person, game: str, chance: Random) -> None:
    """One move, if it is the player's turn; one without an answer may or may not have been made."""
    path = f"/v1/games/{game}/commands"
    moves = answered(caller, path, person.token).json.get("moves")
    if moves:
        command = chance.choice(moves)
        key = {"Idempotency-Key": f"{game}-{chance.random()}"}
        insist(lambda: caller.post(path, command, person.token, {**ANY, **key}))


def wait_for_lists(service: Service, lists: GameLists, player: str, games: list[str]) -> None:
    """Until no bot has anything to do, and the rows have the versions that the games have."""
    deadline = time.monotonic() + PATIENT_SECONDS
    while True:
        rows = lists.of(player)
        versions = {game: len(service.store.read(game)) for game in games}
        is_up_to_date = {game: row.version for game, row in rows.items()} == versions
        if is_up_to_date and all(row.group != "running" for row in rows.values()):
            return
        assert time.monotonic() < deadline, rows
        time.sleep(0.1)


@pytest.mark.soak
def test_lists_are_right_although_dispatchers_are_killed(tmp_path: Path) -> None:
    chance = Random(17)
    with running(tmp_path / "s", workers=1) as service, over_http(service.config.port) as caller:
        person = sign_up(caller)
        games: list[str] = []
        for number in range(KILLS):
            if number < GAMES:
                games.append(open_game(caller, person, number))
            for game in games:
                move(caller, person, game, chance)
            service.kill_one_of("dispatch" if number % 3 else "API", chance)
            for game in games:
                move(caller, person, game, chance)
        held = Games(service.store, lambda game, version: None, utc_now)
        lists = GameLists(held, list_store_of(service.store))
        player = service.store.facts(games[0])["player:0"]
        wait_for_lists(service, lists, player, games)
        before = lists.store.rows(player)
        assert lists.rebuild() == (GAMES, GAMES)
        assert lists.store.rows(player) == before
        page = answered(caller, "/v1/me/games", person.token).json
        assert {game["id"] for game in page["items"]} == set(games)
