"""`GET /v1/me/games`: what waits for the player comes first, in pages, with filters and counts."""

from typing import Any

import pytest

from service.config import Config
from service.http.request import EXTENSION
from service.services import Services
from service.store import Store
from service.store.redis_store import RedisStore
from tests.support.http.api_calls import (
    Caller,
    Table,
    app_over,
    in_process,
    inside,
    open_table,
    problem,
    table_of,
)
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED

ANY = {"If-Match": "*"}
OPERATOR = "operator-token-of-32-characters-"
CLOCK = {"kind": "per_move", "seconds": 86_400}


class Service:
    """A service on a store, whose lists a worker has just brought up to date."""

    def __init__(self, store: Store) -> None:
        self.app = app_over(store, Config(admin_token=OPERATOR, **UNLIMITED))
        self.caller = in_process(self.app)
        services: Services = self.app.extensions[EXTENSION]
        self._lists, self._store = services.lists, store

    def catch_up(self) -> None:
        for stream in self._store.streams():
            if not stream.startswith("player:"):
                self._lists.look(stream)

    def list(self, person: Person, query: str = "") -> Any:
        self.catch_up()
        reply = self.caller.get(f"/v1/me/games{query}", person.token)
        assert reply.status == 200, reply.body
        return reply.json


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store)


def table_with(caller: Caller, person: Person, *others: dict[str, Any], **settings: Any) -> Table:
    request = {"board": "usa", "seats": [{"me": True}, *others], **settings}
    return table_of(caller.post("/v1/games", request, person.token))


def choose(caller: Caller, table: Table, token: str) -> None:
    """Plays the first move that is listed."""
    move = caller.get(f"{table.path}/commands", token).json["moves"][0]
    assert caller.post(f"{table.path}/commands", move, token, ANY).status == 200


def ids(page: Any) -> list[str]:
    return [game["id"] for game in page["items"]]


def test_a_table_that_the_operator_closed_stays_in_the_list(service: Service) -> None:
    """Its players have left their seats, but not by their own will."""
    caller, ann = service.caller, sign_up(service.caller)
    table = table_with(caller, ann, {"name": "Ben"}, visibility="private")
    closure = f"/v1/admin/games/{table.game}/closure"
    assert caller.post(closure, {"reason": "spam"}, OPERATOR).status == 200
    assert ids(service.list(ann)) == [table.game]
    assert service.list(ann)["counts"]["waiting"] == 0
    assert caller.get(table.path, ann.token).status == 200


def test_what_waits_comes_first_by_deadline(service: Service) -> None:
    caller, ann = service.caller, sign_up(service.caller)
    ben = {"name": "Ben"}
    running = table_with(caller, ann, ben)
    choose(caller, running, ann.token)
    gone = table_with(caller, ann, {})
    caller.post(f"{gone.path}/commands", {"type": "abandon_game"}, gone.host, ANY)
    no_clock = table_with(caller, ann, ben)
    slow = table_with(caller, ann, ben, clock={**CLOCK, "seconds": 172_800})
    fast = table_with(caller, ann, ben, clock=CLOCK)
    waiting = table_with(caller, ann, {})
    left = table_with(caller, ann, ben)
    caller.post(f"{left.path}/commands", {"type": "resign", "kind": "nobody"}, ann.token, ANY)
    open_table(caller)
    page = service.list(ann)
    order = [fast.game, slow.game, no_clock.game, waiting.game, running.game, gone.game]
    assert sorted(ids(page)) == sorted(order)
    assert ids(page)[:3] == order[:3]
    assert ids(page)[-1] == gone.game
    assert page["counts"] == {"waiting": 3, "running": 2, "finished": 1}
    assert page["next"] is None
    first = page["items"][0]
    assert (first["your_seats"], first["waiting_for_you"]) == ([0], True)
    assert first["your_deadline_at"] == first["seats"][0]["clock"]["deadline_at"]
    assert [game["waiting_for_you"] for game in page["items"]] == [True] * 3 + [False] * 3
    summary = {name: value for name, value in first.items() if not name.startswith(("your", "waiting_for_y"))}
    game = caller.get(fast.path).json
    assert summary == {
        **{name: game[name] for name in summary if name != "seats"},
        "seats": [
            {
                **{name: seat[name] for name in ("seat", "holder", "colour", "trains", "points", "clock")},
                "cards": {"count": seat["cards"]["count"]},
                "tickets": {"count": seat["tickets"]["count"]},
            }
            for seat in game["seats"]
        ],
    }


def test_filters_and_pages(service: Service) -> None:
    caller, ann = service.caller, sign_up(service.caller)
    tables = [table_with(caller, ann, {"name": "Ben"}) for _ in range(5)]
    europe = table_of(caller.post("/v1/games", {"board": "europe", "seats": [{"me": True}, {}]}, ann.token))
    everything = ids(service.list(ann))
    assert len(everything) == 6
    assert ids(service.list(ann, "?board=europe")) == ids(service.list(ann, "?status=open")) == [europe.game]
    assert set(ids(service.list(ann, "?waiting_for_me=true"))) == {table.game for table in tables}
    assert service.list(ann, "?status=scored")["items"] == []
    seen, query = list[str](), "?limit=2"
    while query:
        reply = caller.get(f"/v1/me/games{query}", ann.token)
        seen += ids(reply.json)
        assert reply.json["counts"] == {"waiting": 5, "running": 1, "finished": 0}
        cursor = reply.json["next"]
        assert (cursor is None) == ("link" not in reply.headers)
        query = reply.headers["link"].partition("/v1/me/games")[2].partition(">")[0] if cursor else ""
    assert seen == everything
    for cursor in ("x", "W10", "bm8"):
        assert problem(caller.get(f"/v1/me/games?cursor={cursor}", ann.token))[0] == 400


def test_a_player_finds_a_game_at_once_after_sitting_down(store: Store) -> None:
    """Without any worker."""
    caller = in_process(app_over(store, Config(**UNLIMITED)))
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, {})
    assert ids(caller.get("/v1/me/games", ann.token).json) == [table.game]
    caller.post(f"{table.path}/seats", {"invite": table.invites[1]}, ben.token)
    assert ids(caller.get("/v1/me/games", ben.token).json) == [table.game]


def test_games_are_shown_as_they_are_now(store: Store) -> None:
    caller = in_process(app_over(store, Config(**UNLIMITED)))
    ann = sign_up(caller)
    table = table_with(caller, ann, {"name": "Ben"})
    choose(caller, table, ann.token)
    (game,) = caller.get("/v1/me/games", ann.token).json["items"]
    assert game["version"] == caller.get(table.path).json["version"]
    assert game["waiting_for_you"] is False


def test_a_list_in_memory_follows_by_itself() -> None:
    caller = inside().caller
    ann = sign_up(caller)
    table = table_with(caller, ann, {"name": "Ben"})
    choose(caller, table, ann.token)
    assert caller.get("/v1/me/games", ann.token).json["counts"] == {"waiting": 0, "running": 1, "finished": 0}


def test_nobody_sees_the_list_of_another(service: Service) -> None:
    caller, ann, ben = service.caller, sign_up(service.caller), sign_up(service.caller, "Ben")
    table = table_with(caller, ann, {"name": "Cid"}, visibility="private")
    assert service.list(ben)["items"] == []
    for token, status in ((None, 401), (table.host, 403), (table.seats[1], 403)):
        assert caller.get("/v1/me/games", token).status == status


def test_a_list_shows_nothing_that_is_hidden(service: Service) -> None:
    """The cards of everybody, the player's own among them, are for a look at the game."""
    ann = sign_up(service.caller)
    table_with(service.caller, ann, {"name": "Ben"})
    (game,) = service.list(ann)["items"]
    for seat in game["seats"]:
        assert set(seat["cards"]) == set(seat["tickets"]) == {"count"}
    assert not {"table", "rules", "head", "you"} & set(game)


def test_the_export_names_all_games(service: Service) -> None:
    caller, ann = service.caller, sign_up(service.caller)
    stays, left = (table_with(caller, ann, {"name": "Ben"}) for _ in range(2))
    caller.post(f"{left.path}/commands", {"type": "resign", "kind": "nobody"}, ann.token, ANY)
    service.catch_up()
    games = caller.get("/v1/me/export", ann.token).json["games"]
    assert {game["game"]: game["seats"] for game in games} == {stays.game: [0], left.game: []}


def test_nothing_of_an_erased_player_is_left_in_games(service: Service, store: Store) -> None:
    caller, ann = service.caller, sign_up(service.caller)
    table = table_with(caller, ann, {"name": "Ben"})
    inner = store.facts(table.game)["player:0"]
    assert delete(caller, "/v1/me", ann.token).status == 200
    assert inner not in store.facts(table.game).values()
    assert caller.get(table.path).json["seats"][0]["holder"]["name"] is None


def test_a_page_follows_what_other_processes_write(redis_store: RedisStore) -> None:
    """Whether this process has read the list before or not: a row, a move and a name of somebody else's making."""
    here, there = (in_process(app_over(redis_store, Config(**UNLIMITED))) for _ in range(2))
    ann = sign_up(here)
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}], "first": 0}
    table = table_of(here.post("/v1/games", request, ann.token))
    first, second = (here.get("/v1/me/games", ann.token).json["items"] for _ in range(2))
    assert [game["id"] for game in (*first, *second)] == [table.game] * 2
    tickets = there.get(f"{table.path}/commands", ann.token).json["moves"][0]
    assert there.post(f"{table.path}/commands", tickets, ann.token, {"If-Match": "*"}).status == 200
    moved = here.get("/v1/me/games", ann.token).json["items"][0]
    assert moved["version"] > first[0]["version"]
    another = table_of(there.post("/v1/games", request, ann.token))
    page = here.get("/v1/me/games", ann.token).json
    assert {game["id"] for game in page["items"]} == {table.game, another.game}
    assert sum(page["counts"].values()) == 2


def test_a_page_that_was_sent_before_shows_new_names_at_once(redis_store: RedisStore) -> None:
    """Names are no part of a game's version, and a page is remembered by what it follows from."""
    here = in_process(app_over(redis_store, Config(**UNLIMITED)))
    ann = sign_up(here)
    request = {"board": "usa", "seats": [{"me": True}, {"name": "Ben"}]}
    here.post("/v1/games", request, ann.token)

    def shown() -> str:
        (game,) = here.get("/v1/me/games", ann.token).json["items"]
        name: str = game["seats"][0]["holder"]["name"]
        return name

    assert [shown() for _ in range(3)] == ["Ann"] * 3
    renamed = here.call(
        "PATCH", "/v1/me", ann.token, b'{"name": "Anna"}', {"Content-Type": "application/json"}
    )
    assert renamed.status == 200
    assert shown() == "Anna"
