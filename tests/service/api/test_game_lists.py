"""The list of public games: pages, filters and orders."""

import json
from base64 import urlsafe_b64encode
from itertools import chain
from typing import Any

import pytest
from freezegun import freeze_time

from service.api.games import public_games
from tests.support.http.api_calls import Caller, Inside, Table, act, inside, join, open_table, problem
from tests.support.http.api_people import sign_up
from tests.support.http.api_players import Players

CLOCK = {"kind": "per_move", "seconds": 86_400}


@pytest.fixture
def service() -> Inside:
    return inside()


@pytest.fixture
def caller(service: Inside) -> Caller:
    return service.caller


def public(caller: Caller, at: str, board: str = "usa", **settings: Any) -> Table:
    with freeze_time(f"2026-11-{at}"):
        return open_table(caller, board, visibility="public", **settings)


def pages(caller: Caller, query: str) -> list[list[str]]:
    """The ids on every page of a list, by following its links."""
    path, ids = f"/v1/games?{query}", list[list[str]]()
    while path:
        reply = caller.get(path)
        assert reply.status == 200, reply.body
        ids.append([game["id"] for game in reply.json["items"]])
        path = reply.headers.get("link", "").removeprefix("<http://localhost").removesuffix('>; rel="next"')
        assert (reply.json["next"] is None) == (not path)
    return ids


def listed(caller: Caller, query: str) -> list[str]:
    return list(chain.from_iterable(pages(caller, query)))


def test_pages_of_games_hold_each_once(caller: Caller) -> None:
    """Games created in the same millisecond are listed once, too."""
    created = list[str]()
    for day, number in enumerate((3, 2, *[1] * 8), 1):
        created += [public(caller, f"{day:02}").game for _ in range(number)]
    for sort in ("-created_at", "-moved_at"):
        for limit in (1, 2, 3, 5, 12, 13, 14):
            ids = pages(caller, f"limit={limit}&sort={sort}")
            assert sorted(chain.from_iterable(ids)) == sorted(created)
            assert {len(page) for page in ids[:-1]} <= {limit}
    times = [game["created_at"] for game in caller.get("/v1/games").json["items"]]
    assert times == sorted(times, reverse=True)


def test_those_that_moved_last_come_first(caller: Caller) -> None:
    first, second, third = (public(caller, f"0{day}") for day in (1, 2, 3))
    with freeze_time("2026-11-04"):
        Players(caller, first).play(1)
    with freeze_time("2026-11-05"):
        Players(caller, open_table(caller)).play(1)  # not public
    assert listed(caller, "sort=-moved_at") == [first.game, third.game, second.game]
    assert listed(caller, "sort=-created_at") == listed(caller, "") == [third.game, second.game, first.game]
    moved = [game["moved_at"] for game in caller.get("/v1/games?sort=-moved_at").json["items"]]
    assert moved == [f"2026-11-0{day}T00:00:00.000Z" for day in (4, 3, 2)]


def test_filters_let_through_what_they_name(service: Inside, caller: Caller) -> None:
    waiting = public(caller, "01", seats=[{"name": "Ann"}, {}])
    full = public(caller, "02", start="by_host", clock=CLOCK)
    playing = public(caller, "03", "europe")
    abandoned = public(caller, "04", seats=[{"name": "Ann"}, {}])
    act(caller, abandoned, {"type": "abandon_game"}, abandoned.host)
    scored = public(caller, "05", "lyon")
    Players(caller, scored).play()
    ended = listed(caller, "status=ended")
    service.score(scored)
    assert ended == [scored.game]
    expected = {
        "status=open": [full, waiting],
        "open_seats=true": [waiting],
        "open_seats=false": [scored, abandoned, playing, full, waiting],
        "status=playing": [playing],
        "status=paused": [],
        "status=ended": [],
        "status=scored": [scored],
        "status=abandoned": [abandoned],
        "board=usa": [abandoned, full, waiting],
        "board=europe&status=playing": [playing],
        "board=atlantis": [],
        "clock=per_move": [full],
        "clock=none&board=usa": [abandoned, waiting],
        "clock=bank": [],
    }
    for query, tables in expected.items():
        assert listed(caller, query) == [table.game for table in tables], query
    service.score(abandoned)
    assert listed(caller, "status=abandoned") == [abandoned.game]
    join(caller, waiting, 1)
    assert listed(caller, "open_seats=true") == []


def test_the_public_games_of_a_player_are_found(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    body = {"board": "usa", "seats": [{"me": True}, {}]}
    shown, hidden = (
        caller.post("/v1/games", {**body, "visibility": how}, ann.token).json["id"]
        for how in ("public", "unlisted")
    )
    assert pages(caller, f"player={ann.id}") == [[shown]]
    assert pages(caller, f"player={ben.id}") == pages(caller, "player=nobody") == [[]]
    assert hidden != shown


def test_a_filter_looks_through_so_many_games_and_no_further(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public_games, "MOST_LOOKED_AT", 4)
    wanted = [public(caller, "01", "europe").game, *(public(caller, "02").game for _ in range(9))][0]
    ids = pages(caller, "board=europe&limit=2")
    assert ids == [[], [], [wanted]]


def test_a_page_of_summaries_shows_each_game_as_a_look_does(caller: Caller) -> None:
    table = public(caller, "01", seats=[{"name": "Ann"}, {"kind": "bot"}, {}], clock=CLOCK)
    (summary,) = caller.get("/v1/games").json["items"]
    game = caller.get(table.path).json
    for part in ("cards", "tickets"):
        for seat in game["seats"]:
            seat[part] = {"count": seat[part]["count"]}
    for seat in game["seats"]:
        del seat["routes"], seat["longest_path"]
    for name in ("head", "you", "table", "first_seat", "turns", "last_seat", "rules"):
        del game[name]
    assert summary == {**game, "players": []}  # guests and bots are none


NO_CURSORS: list[object] = [{}, ["-created_at", 1], ["-created_at", "1", "a"]]


def encoded(value: object) -> str:
    return urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize("cursor", ["x", "%00", "é", "A" * 101, *map(encoded, NO_CURSORS)])
def test_a_cursor_that_is_none_is_refused(caller: Caller, cursor: str) -> None:
    assert problem(caller.get(f"/v1/games?cursor={cursor}")) == (400, "malformed_request")


def test_a_cursor_belongs_to_the_order_of_its_list(caller: Caller) -> None:
    for day in (1, 2):
        public(caller, f"0{day}")
    cursor = caller.get("/v1/games?limit=1").json["next"]
    assert len(caller.get(f"/v1/games?cursor={cursor}").json["items"]) == 1
    refused = caller.get(f"/v1/games?cursor={cursor}&sort=-moved_at")
    assert problem(refused) == (400, "malformed_request")


def test_a_scored_game_shows_final_totals(service: Inside) -> None:
    """In lists and alone: the points on the track are only a part of them."""
    table = open_table(service.caller, visibility="public")
    Players(service.caller, table).play(most=300)
    track = [seat["points"] for seat in service.caller.get(table.path).json["seats"]]
    act(service.caller, table, {"type": "abandon_game"}, table.host)
    service.score(table)
    totals = [seat["total"] for seat in service.caller.get(f"{table.path}/result").json["sheet"]["seats"]]
    (listed_game,) = service.caller.get("/v1/games").json["items"]
    for game in (listed_game, service.caller.get(table.path).json):
        assert [seat["points"] for seat in game["seats"]] == totals
    assert totals != track
    past = service.caller.get(f"{table.path}?at={listed_game['version'] - 5}").json
    assert [seat["points"] for seat in past["seats"]] == track
