"""`POST /v1/games/{game}/rematch`: the same people in another order, each of them only if they come."""

from typing import Any

import pytest

from service.config import Config
from service.games.lobby import claim_rematch
from service.http.request import EXTENSION
from service.services import Services
from service.store import Store
from tests.support.http.api_calls import Reply, Table, app_over, in_process, problem, table_of
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED
from ttr_core.model.actor import SYSTEM
from ttr_core.model.commands import ScoreGame

ANY = {"If-Match": "*"}
CLOCK = {"kind": "per_move", "seconds": 86_400}


class Club:
    """Ann, Ben and a guest have played with a bot."""

    def __init__(self, store: Store) -> None:
        app = app_over(store, Config(**UNLIMITED))
        self.store, self.caller = store, in_process(app)
        self.services: Services = app.extensions[EXTENSION]
        self.ann, self.ben = sign_up(self.caller), sign_up(self.caller, "Ben")
        request = {
            "board": "usa",
            "seats": [{"me": True}, {}, {"name": "Cid"}, {"kind": "bot"}],
            "title": "Friday",
            "lang": "fr",
            "clock": CLOCK,
            "visibility": "private",
        }
        self.table = table_of(self.caller.post("/v1/games", request, self.ann.token))
        self.sit_down(self.table, self.ben, {"invite": self.table.invites[1]})

    def sit_down(self, table: Table, person: Person, body: dict[str, Any]) -> Reply:
        return self.caller.post(f"{table.path}/seats", body, person.token)

    def end(self) -> None:
        """All agree to end the game, and a worker counts the points."""
        path = f"{self.table.path}/commands"
        tokens = (self.ann.token, self.ben.token, self.table.seats[2])
        for token, kind in zip(tokens, ("propose", "agree", "agree"), strict=True):
            assert self.caller.post(path, {"type": kind, "motion": "end"}, token, ANY).status == 200
        games = self.services.games
        games.perform(games.cache.read_latest(self.table.game), [ScoreGame()], SYSTEM)

    def rematch(self, token: str, body: Any = None, key: str = "") -> Reply:
        headers = {"Idempotency-Key": key} if key else {}
        return self.caller.post(f"{self.table.path}/rematch", body or {}, token, headers)

    def holders(self, table: Table) -> list[str | None]:
        game = self.caller.get(table.path, table.host).json
        return [seat["holder"] and seat["holder"]["name"] for seat in game["seats"]]


@pytest.fixture
def club(store: Store) -> Club:
    return Club(store)


def test_the_same_people_sit_in_another_order_if_they_come(club: Club) -> None:
    club.end()
    reply = club.rematch(club.ann.token)
    assert reply.status == 201, reply.body
    table = table_of(reply)
    assert club.holders(table) == [None, None, "Ada", "Ann"]
    assert sorted(table.invites) == [0, 1]
    (kept,) = [game for game in my_games(club, club.ben) if game["id"] == table.game]
    assert (kept["your_seats"], kept["your_kept_seats"]) == ([], [0])
    assert club.sit_down(table, club.ben, {"seat": 1}).status == 409, "that seat is Cid's"
    assert club.sit_down(table, club.ben, {}).json["seat"]["seat"] == 0
    guest = club.caller.post(f"{table.path}/seats", {"name": "Cid"}, table.invites[1])
    assert guest.status == 201
    game = club.caller.get(table.path, table.host).json
    assert [seat["holder"]["name"] for seat in game["seats"]] == ["Ben", "Cid", "Ada", "Ann"]
    assert game["status"] == "playing"
    assert (game["title"], game["lang"], game["visibility"]) == ("Friday", "fr", "private")
    assert game["clock"]["seconds"] == 86_400


def my_games(club: Club, person: Person) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = club.caller.get("/v1/me/games", person.token).json["items"]
    return items


def test_both_games_name_each_other(club: Club) -> None:
    club.end()
    path = club.table.path
    before = club.caller.get(path, club.ann.token)
    assert (before.json["rematch"], before.json["rematch_of"]) == (None, None)
    new = table_of(club.rematch(club.ann.token)).game
    etag = {"If-None-Match": before.headers["etag"]}
    after = club.caller.get(path, club.ann.token, etag)
    assert (after.status, after.json["rematch"]) == (200, new)
    assert after.json["head"] == before.json["head"]
    assert club.caller.get(f"/v1/games/{new}", club.ann.token).json["rematch_of"] == club.table.game


def test_a_game_has_one_rematch(club: Club) -> None:
    club.end()
    first = club.rematch(club.ann.token, key="k")
    assert club.rematch(club.ann.token, key="k").json == first.json
    second = club.rematch(club.ben.token, key="k")
    assert problem(second) == (409, "rematch_exists")
    assert second.json["facts"]["game"] == first.json["id"]
    assert problem(club.rematch(club.ann.token)) == (409, "rematch_exists")
    assert problem(club.rematch(club.ann.token, {"order": [3, 2, 1, 0]}, "k")) == (
        422,
        "idempotency_key_reused",
    )


def test_a_rematch_that_nobody_came_to_create_is_created_by_the_next(club: Club) -> None:
    """Its id was claimed, and then the process died."""
    club.end()
    loaded = club.services.games.cache.read_latest(club.table.game)
    claimed = claim_rematch(club.services.games, loaded, "0123456789abcdef")
    assert table_of(club.rematch(club.ben.token)).game == claimed == "0123456789abcdef"


def test_the_order_may_be_chosen(club: Club) -> None:
    club.end()
    for order in ([0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4], []):
        assert problem(club.rematch(club.ben.token, {"order": order})) == (400, "malformed_request")
    table = table_of(club.rematch(club.ben.token, {"order": [3, 1, 0, 2]}))
    assert club.holders(table) == ["Ada", "Ben", None, None]


def test_a_guest_who_asks_for_it_has_a_seat_of_their_own(club: Club) -> None:
    club.end()
    table = table_of(club.rematch(club.table.seats[2]))
    assert club.holders(table) == [None, "Cid", "Ada", None]
    assert sorted(table.seats) == [1]
    assert club.sit_down(table, club.ann, {}).json["seat"]["seat"] == 3


@pytest.mark.parametrize("who", ["watch", "audit", "stranger", "nobody", "early"])
def test_others_have_to_wait_to_be_asked(club: Club, who: str) -> None:
    tokens = {**club.table.tokens, "stranger": sign_up(club.caller, "Eve").token, "nobody": None}
    if who == "early":
        assert problem(club.rematch(club.ann.token)) == (409, "not_over_yet")
        return
    club.end()
    expected = {"stranger": 404, "nobody": 401}.get(who, 403)
    reply = club.caller.post(f"{club.table.path}/rematch", {}, tokens[who])
    assert reply.status == expected


def test_a_stranger_does_not_take_a_seat_that_is_kept(club: Club) -> None:
    club.end()
    table = table_of(club.rematch(club.ann.token))
    assert club.sit_down(table, sign_up(club.caller, "Eve"), {}).status == 404


def test_an_erased_player_is_not_expected_any_more(club: Club) -> None:
    club.end()
    table = table_of(club.rematch(club.ann.token))
    my_games(club, club.ben)
    delete(club.caller, "/v1/me", club.ben.token)
    assert not [key for key in club.store.facts(table.game) if key.startswith("invited:")]
