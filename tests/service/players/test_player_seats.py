"""Players at tables: their token is that of every seat they hold, and games show the name that they have now."""

from typing import Any

import pytest

from service.config import Config
from service.store import MemoryStore, Store
from tests.support.http.api_calls import (
    Caller,
    Table,
    app_over,
    in_process,
    inside,
    join,
    open_table,
    problem,
    table_of,
)
from tests.support.http.api_people import Person, delete, patch, sign_up
from tests.support.http.running_service import UNLIMITED

KEY = {"Idempotency-Key": "k"}
ANY = {"If-Match": "*"}


@pytest.fixture
def caller(store: Store) -> Caller:
    return in_process(app_over(store, Config(**UNLIMITED)))


def table_with(caller: Caller, creator: Person, seats: list[dict[str, Any]], **settings: Any) -> Table:
    """A new game of a player."""
    request = {"board": "usa", "seats": seats, **settings}
    return table_of(caller.post("/v1/games", request, creator.token))


def names(caller: Caller, table: Table) -> list[str | None]:
    return [seat["holders"][-1]["name"] if seat["holders"] else None for seat in people(caller, table)]


def people(caller: Caller, table: Table) -> Any:
    return caller.get(f"{table.path}/seats").json["items"]


def you(caller: Caller, table: Table, token: str) -> tuple[str, int | None]:
    """Role and seat, as the game tells them."""
    answer = caller.get(table.path, token).json["you"]
    if isinstance(answer, dict):
        return answer["role"], answer["seat"]
    role, _, seat = answer.partition(":")
    return role, int(seat) if seat else None


# ---------------------------------------------------------------------------------------- sitting down


def test_a_player_creates_a_game_and_plays_with_their_own_token(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}], first=0)
    assert names(caller, table) == ["Ann", "Ben"]
    assert list(table.seats) == [1], "the seat of a player has no token of its own"
    assert you(caller, table, ann.token) == ("seat", 0)
    listed = caller.get(f"{table.path}/commands", ann.token).json
    moves = listed["moves"] if "moves" in listed else listed["commands"]
    reply = caller.post(f"{table.path}/commands", moves[0], ann.token, ANY)
    assert reply.status == 200
    assert reply.json["events"][0]["actor"] == "seat:0"


def test_without_a_token_nobody_has_a_seat_of_their_own(caller: Caller) -> None:
    request = {"board": "usa", "seats": [{"me": True}, {}]}
    assert caller.post("/v1/games", request).status == 401
    gone = sign_up(caller)
    delete(caller, "/v1/me", gone.token)
    assert caller.post("/v1/games", request, gone.token).status == 401


def test_a_player_sits_down_on_an_invite(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, [{"me": True}, {}])
    body = {"invite": table.invites[1]}
    reply = caller.post(f"{table.path}/seats", body, ben.token, KEY)
    assert reply.status == 201
    assert caller.post(f"{table.path}/seats", body, ben.token, KEY).json == reply.json
    assert not reply.json["seat"].get("token")
    assert you(caller, table, ben.token) == ("seat", 1)
    assert names(caller, table) == ["Ann", "Ben"]
    again = caller.post(f"{table.path}/seats", body, sign_up(caller, "Cid").token)
    assert again.status == 401, "an invite works once"


def test_a_guest_sits_down_as_before(caller: Caller) -> None:
    table = table_with(caller, sign_up(caller), [{"me": True}, {}])
    assert join(caller, table, 1, "Ann").status == 201
    assert names(caller, table) == ["Ann", "Ann 2"]
    assert you(caller, table, table.seats[1]) == ("seat", 1)


@pytest.mark.parametrize(
    "body", [{"name": "Eve", "invite": "x"}, {"name": "Eve", "seat": 1}, {}, {"invite": "x"}]
)
def test_a_guest_has_an_invite_and_a_name(body: dict[str, Any]) -> None:
    caller = inside().caller
    table = open_table(caller, seats=[{"name": "Ann"}, {}])
    assert problem(caller.post(f"{table.path}/seats", body, table.invites[1])) == (422, "join_refused")


def test_a_player_has_their_own_name() -> None:
    caller = inside().caller
    table = open_table(caller, seats=[{"name": "Ann"}, {}])
    body = {"name": "Eve", "invite": table.invites[1]}
    assert problem(caller.post(f"{table.path}/seats", body, sign_up(caller).token)) == (422, "join_refused")


def test_what_is_no_invite_seats_nobody() -> None:
    caller = inside().caller
    table, ben = open_table(caller, seats=[{"name": "Ann"}, {}]), sign_up(caller, "Ben")
    for body, status in (
        ({"invite": "x"}, 401),
        ({"invite": table.host}, 403),
        ({}, 403),
        ({"seat": 1}, 403),
    ):
        assert caller.post(f"{table.path}/seats", body, ben.token).status == status
    assert names(caller, table) == ["Ann", None]


# ---------------------------------------------------------------------------------------- open tables


def test_anybody_sits_down_at_an_open_table(caller: Caller) -> None:
    ann, ben, cid = (sign_up(caller, name) for name in ("Ann", "Ben", "Cid"))
    table = table_with(caller, ann, [{"me": True}, {}, {}], visibility="public", joining="anybody")
    path = f"{table.path}/seats"
    assert caller.post(path, {"seat": 2}, ben.token).status == 201
    assert problem(caller.post(path, {"seat": 2}, cid.token)) == (409, "no_seat_open")
    assert problem(caller.post(path, {}, ben.token)) == (409, "already_seated")
    assert caller.post(path, {}, cid.token).json["seat"]["seat"] == 1
    assert names(caller, table) == ["Ann", "Cid", "Ben"]
    late = caller.post(path, {}, sign_up(caller, "Dan").token)
    assert problem(late) == (409, "no_seat_open"), "the game has begun"


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_who_sits_there_already_cannot_join_again_at_any_table(caller: Caller, visibility: str) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, [{"me": True}, {}], visibility=visibility)
    assert problem(caller.post(f"{table.path}/seats", {}, ann.token)) == (409, "already_seated")
    stranger = (404, "game_not_found") if visibility == "private" else (403, "forbidden")
    assert problem(caller.post(f"{table.path}/seats", {}, ben.token)) == stranger


def test_who_leaves_before_the_start_makes_room(caller: Caller) -> None:
    ann, ben, cid = (sign_up(caller, name) for name in ("Ann", "Ben", "Cid"))
    table = table_with(caller, ann, [{"me": True}, {}, {}], visibility="public", joining="anybody")
    path = f"{table.path}/seats"
    caller.post(path, {"seat": 1}, ben.token)
    leave = {"type": "resign", "kind": "nobody"}
    assert caller.post(f"{table.path}/commands", leave, ben.token, ANY).status == 200
    assert you(caller, table, ben.token) == ("player", None)
    assert names(caller, table) == ["Ann", None, None]
    assert caller.post(path, {"seat": 1}, cid.token).status == 201
    assert caller.post(path, {}, ben.token).json["seat"]["seat"] == 2
    assert names(caller, table) == ["Ann", "Cid", "Ben"]
    assert [len(seat["holders"]) for seat in people(caller, table)] == [1, 3, 1]
    assert caller.get(table.path).json.get("phase") != "lobby"


def test_a_private_table_does_not_exist_for_other_players(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, [{"me": True}, {}], visibility="private", joining="anybody")
    assert caller.get(table.path, ann.token).status == 200
    for reply in (caller.get(table.path, ben.token), caller.post(f"{table.path}/seats", {}, ben.token)):
        assert problem(reply) == (404, "game_not_found")
    assert caller.post(f"{table.path}/seats", {"invite": table.invites[1]}, ben.token).status == 201
    assert caller.get(table.path, ben.token).status == 200


def test_a_private_table_is_refused_by_its_facts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay would tell strangers that there is a game, by the time that it takes."""
    service, reading, read = inside(), MemoryStore.read, list[str]()
    ann, ben = sign_up(service.caller), sign_up(service.caller, "Ben")
    table = table_with(service.caller, ann, [{"me": True}, {}], visibility="private")
    elsewhere = table_with(service.caller, ann, [{"me": True}, {}]).invites[1]
    cold = inside(service.store)

    def noted(store: MemoryStore, game: str, *limits: int) -> list[bytes]:
        read.append(game)
        return reading(store, game, *limits)

    monkeypatch.setattr(MemoryStore, "read", noted)
    for body, token in (({}, ben.token), ({"invite": elsewhere}, ben.token), ({"name": "Cid"}, elsewhere)):
        for headers in ({}, {"Idempotency-Key": "again"}):
            assert problem(cold.caller.post(f"{table.path}/seats", body, token, headers)) == (
                404,
                "game_not_found",
            )
    assert table.game not in read


@pytest.mark.parametrize("wrong", [{"name": "Anna"}, {"kind": "bot"}])
def test_a_player_sits_down_under_no_other_name_and_not_as_a_bot(wrong: dict[str, str]) -> None:
    """What would be dropped without a word is refused."""
    caller = inside().caller
    body = {"board": "usa", "seats": [{}, {"me": True, **wrong}]}
    refused = caller.post("/v1/games", body, sign_up(caller).token)
    assert problem(refused) == (400, "malformed_request")
    assert [error["pointer"] for error in refused.json["errors"]] == [f"/seats/1/{next(iter(wrong))}"]


# --------------------------------------------------------------------------------------- several seats


def test_a_player_with_two_seats_names_the_one_that_acts(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, [{"me": True}, {"me": True}, {"name": "Ben"}])
    assert names(caller, table) == ["Ann", "Ann 2", "Ben"]
    path, propose = f"{table.path}/commands", {"type": "propose", "motion": "pause"}
    assert problem(caller.post(path, propose, ann.token, ANY)) == (400, "malformed_request")
    assert caller.post(path, {**propose, "seat": 2}, ann.token, ANY).status == 403
    assert caller.post(path, {**propose, "seat": 0}, ann.token, ANY).json["events"][0]["actor"] == "seat:0"
    agree = {"type": "agree", "motion": "pause", "seat": 1}
    assert caller.post(path, agree, ann.token, ANY).json["events"][0]["actor"] == "seat:1"


# -------------------------------------------------------------------------------------- what others see


def test_a_player_without_a_seat_sees_what_lies_open(caller: Caller) -> None:
    ann, eve = sign_up(caller), sign_up(caller, "Eve")
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}])
    assert you(caller, table, eve.token) == ("player", None)
    seen, open_to_all = (caller.get(f"{table.path}/events", token).json for token in (eve.token, None))
    assert seen == open_to_all
    for path in ("commands", "hand.svg"):
        assert caller.get(f"{table.path}/{path}", eve.token).status == 403
    draw = {"type": "draw_card"}
    assert caller.post(f"{table.path}/commands", draw, eve.token, ANY).status == 403
    assert caller.post(f"{table.path}/seats/1/invite", None, eve.token).status in (400, 403)


def test_a_player_sees_only_their_own_cards(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, [{"me": True}, {}, {"name": "Cid"}])
    caller.post(f"{table.path}/seats", {"invite": table.invites[1]}, ben.token)
    hands = [caller.get(f"{table.path}/hand.svg", token).body for token in (ann.token, ben.token)]
    assert hands[0] != hands[1]
    own, others = (
        [
            event["data"]
            for event in caller.get(f"{table.path}/events?limit=1000", token).json["items"]
            if event["type"] == "tickets_offered"
        ]
        for token in (ann.token, ben.token)
    )
    assert own != others


def test_ids_of_streams_are_never_shown(store: Store) -> None:
    """Others see the handle; the id by which games refer to a player stays inside."""
    caller = in_process(app_over(store, Config(**UNLIMITED)))
    ann = sign_up(caller)
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}], visibility="public")
    inner = next(text for key, text in store.facts(table.game).items() if key.startswith("player:"))
    for token in (None, ann.token, table.seats[1], table.host):
        for path in (table.path, f"{table.path}/events", f"{table.path}/seats", "/v1/games"):
            assert inner.encode() not in caller.get(path, token).body


def test_a_game_names_its_players_by_their_handles(caller: Caller) -> None:
    ann = sign_up(caller)
    seats: list[dict[str, Any]] = [{"me": True}, {"name": "Ben"}, {"kind": "bot"}, {}]
    table = table_with(caller, ann, seats, visibility="public", joining="anybody")
    game = caller.get(table.path).json
    holders = [seat["holder"] for seat in game["seats"]]
    assert [holder and holder["player"] for holder in holders] == [ann.id, None, None, None]
    (listed,) = caller.get("/v1/games").json["items"]
    assert listed["joining"] == game["joining"] == "anybody"
    assert listed["seats"][0]["holder"] == holders[0]
    caller.post(f"{table.path}/commands", {"type": "resign", "kind": "bot:greedy"}, ann.token, ANY)
    assert caller.get(table.path).json["seats"][0]["holder"]["player"] is None
    assert caller.get(f"{table.path}?at=3").json["seats"][0]["holder"]["player"] is None


# ------------------------------------------------------------------------------------- names and erasure


def test_a_new_name_is_shown_in_every_game(caller: Caller) -> None:
    ann = sign_up(caller)
    tables = [table_with(caller, ann, [{"me": True}, {"name": "Ben"}]) for _ in range(2)]
    etag = caller.get(tables[0].path).headers["etag"]
    assert patch(caller, "/v1/me", {"name": "Anna"}, ann.token).status == 200
    assert [names(caller, table) for table in tables] == [["Anna", "Ben"]] * 2
    assert caller.get(tables[0].path, None, {"If-None-Match": etag}).status == 200


def test_names_are_nowhere_beside_games(caller: Caller, store: Store) -> None:
    zoe = sign_up(caller, "Zoë")
    table = table_with(caller, zoe, [{"me": True}, {"name": "Ben"}])
    caller.post(f"{table.path}/commands", {"type": "resign", "kind": "bot:greedy"}, zoe.token, ANY)
    assert names(caller, table) == ["Ada", "Ben"]
    assert [holder["name"] for holder in people(caller, table)[0]["holders"]] == ["Zoë", "Ada"]
    assert "Zoë" not in repr(store.facts(table.game))


def test_an_erased_player_is_nameless_in_every_game_and_hashes_stay(store: Store) -> None:
    app = app_over(store, Config(**UNLIMITED))
    caller, elsewhere = in_process(app), in_process(app_over(store, Config(**UNLIMITED)))
    zoe = sign_up(caller, "Zoë")
    table = table_with(caller, zoe, [{"me": True}, {"name": "Ben"}], visibility="public")
    before, entries = caller.get(table.path).json, store.read(table.game)
    assert delete(caller, "/v1/me", zoe.token).status == 200
    assert names(caller, table) == names(elsewhere, table) == [None, "Ben"]
    after = caller.get(table.path).json
    assert (after["version"], after["head"]) == (before["version"], before["head"])
    assert store.read(table.game) == entries
    assert caller.get(table.path, zoe.token).status == 401
    for path in (table.path, f"{table.path}/seats", f"{table.path}/events", "/v1/games"):
        assert b"Zo" not in caller.get(path).body


def test_a_revoked_token_no_longer_plays(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}])
    other = caller.post("/v1/me/tokens", {}, ann.token).json
    assert you(caller, table, other["token"]) == ("seat", 0)
    delete(caller, f"/v1/me/tokens/{other['id']}", ann.token)
    assert caller.get(table.path, other["token"]).status == 401
    assert you(caller, table, ann.token) == ("seat", 0)


def test_the_seat_of_a_player_has_no_token_to_rotate() -> None:
    caller = inside().caller
    ann = sign_up(caller)
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}])
    assert caller.call("POST", f"{table.path}/seats/0/token", ann.token, None, None).status == 403
    assert caller.call("POST", f"{table.path}/seats/1/token", ann.token, None, None).status == 403
    hook = {"url": "https://example.org/hook", "game": table.game}
    assert caller.post("/v1/webhooks", hook, sign_up(caller, "Eve").token).status == 403


def test_of_two_players_with_one_key_each_has_their_own_game() -> None:
    caller = inside().caller
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    request = {"board": "usa", "seats": [{"me": True}, {}]}
    first, again, other = (caller.post("/v1/games", request, who.token, KEY).json for who in (ann, ann, ben))
    assert first == again
    assert other != first
    assert (
        table_of(caller.post("/v1/games", request, ben.token, KEY)).game
        != table_of(caller.post("/v1/games", request, ann.token, KEY)).game
    )


def test_the_host_erases_the_player_of_a_seat() -> None:
    """As with guests: whose name goes from a table loses the seat with it."""
    server = inside()
    caller, ann = server.caller, sign_up(server.caller)
    table = table_with(caller, ann, [{"me": True}, {"name": "Ben"}])
    assert delete(caller, f"{table.path}/seats/0/person", table.host).status == 200
    assert names(caller, table) == [None, "Ben"]
    assert you(caller, table, ann.token) == ("player", None)
    assert "player:0" not in server.store.facts(table.game)
