"""Profiles, ratings of a board and its statistics: what their owners show, as pages, tables and pictures."""

import csv
from io import StringIO
from typing import Any

import pytest

from service.config import Config
from service.games.game_cache import Loaded
from service.http.request import EXTENSION
from service.services import Services
from service.store import MemoryStore
from tests.support.http.api_calls import Caller, Reply, app_over, in_process, problem
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.running_service import UNLIMITED
from tests.support.ratings.club import Club

RATINGS = "/v1/boards/usa/ratings"
STATISTICS = "/v1/boards/usa/statistics"


class Hall:
    """A service in this process, and its club."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        app = app_over(self.store, Config(**UNLIMITED))
        services: Services = app.extensions[EXTENSION]
        self.caller, self.records = in_process(app), services.records
        self.club = Club(self.store, 0)
        services.games.now = self.club.now  # what is a year old does not count

    def sign_up(self, name: str) -> Person:
        person = sign_up(self.caller, name)
        self.club.members.append(self.id_of(person))
        return person

    def id_of(self, person: Person) -> str:
        ids = [stream.partition(":")[2] for stream in self.store.streams() if stream.startswith("player:")]
        return next(one for one in ids if self.store.facts(f"player:{one}").get("handle") == person.id)

    def decided(self, *seats: str) -> Loaded:
        return self.club.decided(*seats)

    def profile(self, person: Person, token: str | None = None) -> Reply:
        return self.caller.get(f"/v1/players/{person.id}", token)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def listed(caller: Caller, query: str = "") -> list[Any]:
    reply = caller.get(f"{RATINGS}{query}")
    assert reply.status == 200, reply.body
    return [item["name"] or item["bot"]["policy"] for item in reply.json["items"]]


def test_a_profile_has_ratings_and_reliability(hall: Hall) -> None:
    ann, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    seen = hall.profile(ann).json
    assert (seen["id"], seen["name"]) == (ann.id, "Ann")
    (rating,) = seen["ratings"]
    assert (rating["board"], rating["games"], rating["wins"], rating["provisional"]) == ("usa", 1, 1, True)
    assert rating["rating"] > 1500
    assert hall.profile(ben).json["ratings"][0]["rating"] < 1500
    assert hall.profile(ben).json["reliability"]["left"] == 1
    assert hall.profile(ann).json["reliability"]["left"] == 0, "nobody was waiting any more"
    assert hall.club.members[0] not in str(seen), "the id of a stream is nobody else's business"


@pytest.mark.parametrize("field", ["ratings", "reliability"])
def test_a_profile_says_what_its_owner_lets_it_say(hall: Hall, field: str) -> None:
    ann, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    assert sorted(listed(hall.caller)) == ["Ann", "Ben"]
    reply = patch(hall.caller, "/v1/me", {"shows": {field: False}}, ann.token)
    assert reply.json["shows"] == {"profile": True, "ratings": True, "reliability": True, field: False}
    assert hall.profile(ann).json[field] is None
    assert hall.profile(ben).json[field] is not None
    patch(hall.caller, "/v1/me", {"shows": {field: True}}, ann.token)
    assert hall.profile(ann).json[field] is not None


def test_who_hides_is_as_little_to_be_found_as_who_never_was(hall: Hall) -> None:
    ann, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    assert patch(hall.caller, "/v1/me", {"shows": {"profile": False}}, ann.token).status == 200
    hidden, never = hall.profile(ann), hall.caller.get("/v1/players/ann-zzzzz")
    assert problem(hidden) == (404, "player_not_found")
    assert {**hidden.json, "request_id": ""} == {**never.json, "request_id": ""}
    assert hall.profile(ann, ann.token).json["name"] == "Ann"
    assert problem(hall.profile(ann, ben.token)) == (404, "player_not_found")
    assert listed(hall.caller) == ["Ben"]


def test_nothing_is_left_of_the_erased(hall: Hall) -> None:
    ann, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    before = hall.profile(ben).json
    assert delete(hall.caller, "/v1/me", ann.token).status == 200
    assert problem(hall.profile(ann)) == (404, "player_not_found")
    assert listed(hall.caller) == ["Ben"]
    assert hall.profile(ben).json == before


def test_the_export_has_ratings_and_reliability(hall: Hall) -> None:
    _, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    records = hall.caller.get("/v1/me/export", ben.token).json["parts"]["records"]
    (rating,) = hall.profile(ben).json["ratings"]
    assert records["ratings"]["usa"]["rating"] == rating["rating"]
    assert records["counts"] == {"2026-10:left": 1}


def test_ratings_of_a_board_come_in_pages(hall: Hall) -> None:
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        hall.sign_up(name)
    a, b, c, d = hall.club.members
    hall.decided(a, b, c, d)
    hall.decided(a, b, c, d)
    hall.decided(b, "greedy")
    everybody = listed(hall.caller)
    assert everybody[-1] == "Dan"
    assert sorted(everybody) == ["Ann", "Ben", "Cleo", "Dan", "greedy"]
    first = hall.caller.get(f"{RATINGS}?limit=2")
    assert f"cursor={first.json['next']}" in first.headers["link"]
    second = hall.caller.get(f"{RATINGS}?limit=2&cursor={first.json['next']}").json
    third = hall.caller.get(f"{RATINGS}?limit=2&cursor={second['next']}").json
    pages = [*first.json["items"], *second["items"], *third["items"]]
    assert [item["name"] or "greedy" for item in pages] == everybody
    assert third["next"] is None
    assert listed(hall.caller, "?who=bots") == ["greedy"]
    assert hall.caller.get(f"{RATINGS}?who=bots").json["items"][0]["bot"] == {
        "policy": "greedy",
        "version": 1,
    }
    assert "greedy" not in listed(hall.caller, "?who=players")
    assert problem(hall.caller.get("/v1/boards/nowhere/ratings")) == (404, "board_not_found")


def test_statistics_as_json_csv_and_pictures(hall: Hall) -> None:
    hall.sign_up("Ann")
    over = hall.club.play(hall.club.open(hall.club.members[0], "greedy", rated=False))
    seen = hall.caller.get(STATISTICS).json
    assert (seen["board"], seen["games"]) == ("usa", 1)
    totals = sorted(seat["mean_score"] for seat in seen["seats"])
    assert [seen["scores"]["lowest"], seen["scores"]["highest"]] == totals
    assert sum(seat["wins"] for seat in seen["seats"]) >= 1
    claimed = sum(seat.routes.bit_count() for seat in over.state.seats)
    assert sum(route["claimed"] for route in seen["routes"]) == claimed
    assert sum(ticket["kept"] for ticket in seen["tickets"]) == sum(
        len(seat.tickets) for seat in over.state.seats
    )
    assert hall.caller.get(f"{STATISTICS}?players=3").json["games"] == 0
    assert hall.caller.get(f"{STATISTICS}?bots=without").json["scores"] is None
    assert hall.caller.get(f"{STATISTICS}?bots=with&players=2").json["games"] == 1
    table = list(csv.DictReader(StringIO(hall.caller.get(f"{STATISTICS}?format=csv").body.decode())))
    assert {"kind": "board", "name": "", "figure": "games", "value": "1"} in table
    route = seen["routes"][0]
    assert {"kind": "route", "name": route["route"], "figure": "claimed", "value": "1"} in table
    svg = hall.caller.get(f"{STATISTICS}.svg?lang=fr")
    assert (svg.status, svg.headers["content-type"]) == (200, "image/svg+xml; charset=utf-8")
    assert "Parties gagnées, par place" in svg.body.decode()
    assert hall.caller.get(f"{STATISTICS}.png").body.startswith(b"\x89PNG")


def test_private_games_are_in_no_statistics(hall: Hall) -> None:
    hall.sign_up("Ann")
    hall.club.play(hall.club.open(hall.club.members[0], "greedy", rated=False, visibility="private"))
    assert hall.caller.get(STATISTICS).json == {
        "board": "usa",
        "games": 0,
        "scores": None,
        "seats": [],
        "ranks": [],
        "tickets": [],
        "routes": [],
    }


def test_a_game_in_progress_is_in_no_statistics_and_no_rating(hall: Hall) -> None:
    """Tickets of running games are secret."""
    ann, _ = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.club.play(hall.club.open(*hall.club.members), most=40)
    assert hall.caller.get(STATISTICS).json["games"] == 0
    assert hall.profile(ann).json["ratings"] == []


# --------------------------------------------------------------------------------------------- open tables


def open_tables(hall: Hall, query: str = "") -> list[str]:
    reply = hall.caller.get(f"/v1/games?open_seats=true{query}")
    assert reply.status == 200, reply.body
    return [game["id"] for game in reply.json["items"]]


def test_open_tables_show_ratings_and_reliability_and_are_found_by_them(hall: Hall) -> None:
    ann, ben = hall.sign_up("Ann"), hall.sign_up("Ben")
    hall.decided(*hall.club.members)
    for month in ("2026-09", "2026-10"):
        hall.records.tallies.put(
            f"player:{hall.club.members[0]}", f"{month}", {f"{month}:in_time": 19, f"{month}:late": 1}
        )
    request = {"board": "usa", "seats": [{"me": True}, {}], "visibility": "public", "joining": "anybody"}
    strong, weak = (hall.caller.post("/v1/games", request, person.token).json["id"] for person in (ann, ben))
    listed_games = {game["id"]: game for game in hall.caller.get("/v1/games").json["items"]}
    (seated,) = listed_games[strong]["players"]
    assert (seated["player"], seated["provisional"]) == (ann.id, True)
    assert seated["reliability"] == 95
    assert listed_games[weak]["players"][0]["reliability"] is None, "too little is known"
    assert open_tables(hall, "&min_rating=1500") == [strong]
    assert open_tables(hall, "&max_rating=1500") == [weak]
    assert open_tables(hall, "&min_rating=1000&max_rating=2000") == [weak, strong]
    assert open_tables(hall, "&min_reliability=95") == [strong]
    assert open_tables(hall, "&min_reliability=96") == []
    patch(hall.caller, "/v1/me", {"shows": {"ratings": False, "reliability": False}}, ann.token)
    assert open_tables(hall, "&min_rating=1000") == [weak]
    assert open_tables(hall, "&min_reliability=1") == []
