"""The player who created a game hosts it with their own token, and one who has two seats looks from either."""

from typing import Any

import pytest

from service.config import Config
from service.store import MemoryStore, Store
from tests.support.http.api_calls import (
    ABANDON,
    START,
    Caller,
    Table,
    app_over,
    in_process,
    inside,
    join,
    table_of,
)
from tests.support.http.api_people import Person, delete, sign_up
from tests.support.http.running_service import UNLIMITED

ANY = {"If-Match": "*"}


@pytest.fixture
def caller(store: Store) -> Caller:
    return in_process(app_over(store, Config(**UNLIMITED)))


def table_with(caller: Caller, creator: Person, *seats: dict[str, Any], **settings: Any) -> Table:
    request = {"board": "usa", "seats": list(seats), "start": "by_host", **settings}
    return table_of(caller.post("/v1/games", request, creator.token))


# ------------------------------------------------------------------------------------------------ hosting


def test_the_creator_starts_the_game_beside_playing_in_it(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, {"me": True}, {"name": "Ben"})
    listed = caller.get(f"{table.path}/commands", ann.token).json
    assert START in listed["table"]
    assert listed == caller.get(f"{table.path}?include=commands", ann.token).json["commands"]
    reply = caller.post(f"{table.path}/commands", START, ann.token, ANY)
    assert reply.status == 200
    assert reply.json["events"][0]["actor"] == "host"
    offer = next(event for event in reply.json["events"] if event["type"] == "tickets_offered")
    assert offer["data"]["tickets"], "they see their own cards, as always"
    assert START not in caller.get(f"{table.path}/commands", ann.token).json["table"]


def test_a_creator_without_a_seat_is_the_host(caller: Caller) -> None:
    ann, eve = sign_up(caller), sign_up(caller, "Eve")
    table = table_with(caller, ann, {"name": "Ben"}, {}, visibility="private")
    assert caller.get(table.path, ann.token).json["you"] == {"role": "host", "seat": None}
    assert caller.get(table.path, eve.token).status == 404
    assert caller.post(f"{table.path}/seats/1/invite", {}, ann.token).status == 201
    assert caller.post(f"{table.path}/commands", ABANDON, ann.token, ANY).status == 200


def test_other_players_host_nothing(caller: Caller) -> None:
    ann, ben = sign_up(caller), sign_up(caller, "Ben")
    table = table_with(caller, ann, {"me": True}, {})
    caller.post(f"{table.path}/seats", {"invite": table.invites[1]}, ben.token)
    assert caller.post(f"{table.path}/commands", START, ben.token, ANY).status == 403
    assert START not in caller.get(f"{table.path}/commands", ben.token).json["table"]
    for path in ("tokens/host", "tokens/watch"):
        assert caller.call("POST", f"{table.path}/{path}", ben.token, None, None).status == 403
    assert delete(caller, f"{table.path}/seats/0/person", ben.token).status == 403


def test_a_token_that_must_not_host_does_not(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, {"me": True}, {"name": "Ben"})
    scopes = {"scopes": ["games:read", "games:play"]}
    bot = caller.post("/v1/me/tokens", {"name": "bot", **scopes}, ann.token).json["token"]
    assert caller.post(f"{table.path}/commands", START, bot, ANY).status == 403
    assert START not in caller.get(f"{table.path}/commands", bot).json["table"]


def test_a_creator_who_has_lost_the_host_token_makes_another(caller: Caller) -> None:
    ann = sign_up(caller)
    table = table_with(caller, ann, {"me": True}, {"name": "Ben"})
    path, key = f"{table.path}/tokens/host", {"Idempotency-Key": "k"}
    reply = caller.call("POST", path, ann.token, None, key)
    assert reply.status == 201
    assert caller.call("POST", path, ann.token, None, key).json == reply.json
    again = caller.call("POST", f"{table.path}/tokens/host", ann.token, None, None)
    assert again.json["token"] != reply.json["token"]
    for old in (table.host, reply.json["token"]):
        assert caller.post(f"{table.path}/commands", START, old, ANY).status == 401
    assert caller.post(f"{table.path}/commands", START, again.json["token"], ANY).status == 200


def test_nothing_of_an_erased_creator_is_left(store: Store) -> None:
    caller = in_process(app_over(store, Config(**UNLIMITED)))
    ann = sign_up(caller)
    table = table_with(caller, ann, {"name": "Ben"}, {})
    assert store.facts(table.game)["creator"]
    exported = caller.get("/v1/me/export", ann.token).json["games"]
    assert [(game["game"], game["seats"]) for game in exported] == [(table.game, [])]
    assert caller.get("/v1/me/games", ann.token).json["items"] == []
    delete(caller, "/v1/me", ann.token)
    assert "creator" not in store.facts(table.game)


# ------------------------------------------------------------------------------------------- lost tokens


def test_the_host_invites_anew_for_a_guest_who_has_lost_their_token() -> None:
    """Before the game begins nothing is hidden: until somebody comes with the invite, the seat stays as it is."""
    caller = inside().caller
    ann = sign_up(caller)
    table = table_with(caller, ann, {"me": True}, {"name": "Ben"})
    lost = table.seats[1]
    reply = caller.post(f"{table.path}/seats/1/invite", {}, ann.token)
    assert reply.json["usable"]
    assert caller.get(table.path, lost).json["you"] == {"role": "seat", "seat": 1}
    table.invites[1] = reply.json["invite"]
    assert join(caller, table, 1, "Ben").status == 201
    assert caller.get(table.path, lost).status == 401
    assert caller.get(table.path, table.seats[1]).json["you"] == {"role": "seat", "seat": 1}
    assert caller.post(f"{table.path}/commands", START, ann.token, ANY).status == 200
    again = caller.post(f"{table.path}/seats/1/invite", {}, ann.token).json
    assert not again["usable"], "from now on nobody takes a person's cards without consent"


def test_a_host_at_the_table_agrees_to_their_own_request(caller: Caller) -> None:
    """By asking; all others who are present still have to agree."""
    ann, eve, bot = sign_up(caller), sign_up(caller, "Eve"), {"kind": "bot", "bot": "random"}
    alone = table_with(caller, ann, {"me": True}, bot, start="when_full")
    reply = caller.post(f"{alone.path}/seats/1/invite", {}, ann.token)
    assert reply.json["usable"]
    assert reply.json["version"] == caller.get(alone.path, ann.token).json["version"]
    assert caller.post(f"{alone.path}/seats", {"invite": reply.json["invite"]}, eve.token).status == 201

    with_ben = table_with(caller, ann, {"me": True}, {"name": "Ben"}, bot, start="when_full")
    key = {"Idempotency-Key": "once"}
    reply = caller.post(f"{with_ben.path}/seats/2/invite", {}, ann.token, key)
    assert reply.json["usable"] is False
    motion = {"type": "agree", "motion": "replace:2"}
    again = caller.post(f"{with_ben.path}/commands", motion, ann.token, ANY)
    assert (again.status, again.json["code"]) == (409, "already_agreed")
    assert (
        caller.post(f"{with_ben.path}/seats/2/invite", {}, ann.token, key).json["invite"]
        == reply.json["invite"]
    )
    assert caller.post(f"{with_ben.path}/commands", motion, with_ben.seats[1], ANY).status == 200
    assert caller.post(f"{with_ben.path}/seats", {"invite": reply.json["invite"]}, eve.token).status == 201


# ----------------------------------------------------------------------------------------- several seats


def test_looks_are_from_the_seat_that_is_named() -> None:
    caller = in_process(app_over(MemoryStore(), Config(**UNLIMITED)))
    ann = sign_up(caller)
    table = table_with(caller, ann, {"me": True}, {"me": True}, {"name": "Ben"}, start="when_full", first=0)
    for seat in (0, 1):
        game = caller.get(f"{table.path}?as_seat={seat}&include=commands", ann.token).json
        assert game["you"] == {"role": "seat", "seat": seat}
        assert [bool(one["cards"]["hand"]) for one in game["seats"]] == [
            number == seat for number in range(3)
        ]
        assert {move["seat"] for move in game["commands"]["moves"]} == {seat}
        assert caller.get(f"{table.path}/commands?as_seat={seat}", ann.token).json == game["commands"]
        events = caller.get(f"{table.path}/events?as_seat={seat}&type=tickets_offered", ann.token).json[
            "items"
        ]
        assert [bool(event["data"]["tickets"]) for event in events] == [n == seat for n in range(3)]
    pictures = {caller.get(f"{table.path}/hand.svg?as_seat={seat}", ann.token).body for seat in (0, 1)}
    assert len(pictures) == 2
    hand = {"text": "what is in my hand?"}
    said = {caller.post(f"{table.path}/say?as_seat={seat}", hand, ann.token).json["text"] for seat in (0, 1)}
    assert len(said) == 2


@pytest.mark.parametrize("path", ["", "/commands", "/events", "/hand.svg", "/board.svg", "/changes"])
def test_nobody_looks_from_the_seat_of_another(path: str) -> None:
    caller = inside().caller
    ann, eve = sign_up(caller), sign_up(caller, "Eve")
    table = table_with(caller, ann, {"me": True}, {"name": "Ben"}, start="when_full")
    for token in (ann.token, eve.token, table.host, table.spectator):
        assert caller.get(f"{table.path}{path}?as_seat=1", token).status == 403
    assert caller.get(f"{table.path}{path}?as_seat=1", table.seats[1]).status == 200
    assert caller.get(f"{table.path}{path}?as_seat=1").status in (401, 403)
