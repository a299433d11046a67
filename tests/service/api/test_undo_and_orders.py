"""Taking back and standing orders over HTTP: who may, what is answered, and what others learn of it."""

from typing import Any

import pytest

from tests.support.http.api_calls import Caller, Inside, Reply, Table, inside, open_table, problem
from tests.support.http.api_players import Players
from tests.support.http.game_bodies import table_of_game
from tests.support.http.twin_games import twin_of
from tests.support.http.viewer_questions import answered_calls, viewer_of
from ttr_core.model.actor import Actor, Role
from ttr_core.rules.by_post.standing_orders.orders import FollowOrders

PLAYERS = 3
DRAW = {"type": "draw_card"}
ORDER = {
    "type": "give_order",
    "alternatives": [[{"type": "claim_route", "route": "montreal--new_york", "with": "blue"}], [DRAW, DRAW]],
    "turns": 3,
    "until": "2036-01-31T18:00:00.000Z",
    "stops": [{"when": "rival_trains_at_most", "count": 5}],
}
# six cars, with four cards
UNPAYABLE = {
    "type": "claim_route",
    "route": "el_paso--los_angeles",
    "with": "black",
}
ORDER_TO_DRAW = {**ORDER, "alternatives": [[UNPAYABLE], [DRAW, DRAW]]}


@pytest.fixture
def service() -> Inside:
    return inside()


@pytest.fixture
def table(service: Inside) -> Table:
    return open_table(service.caller, "usa", PLAYERS)


def say(caller: Caller, table: Table, seat: int, body: Any, **headers: str) -> Reply:
    sent = {name.replace("_", "-"): value for name, value in headers.items()} or {"If-Match": "*"}
    return caller.post(f"{table.path}/commands", body, table.seats[seat], sent)


def types(reply: Reply) -> list[str]:
    assert reply.status == 200, reply.body
    return [event["type"] for event in reply.json["events"]]


def after_a_claim(service: Inside, table: Table) -> tuple[int, int]:
    """Play until somebody has claimed a route; return the seat and the version before the claim."""
    before = 0
    for move in Players(service.caller, table, seed=3).moves():
        kinds = [event["type"] for event in move.events]
        if kinds == ["route_claimed", "turn_started"]:
            return move.seat, before
        before = move.version
    raise AssertionError("nobody claims anything")


# ------------------------------------------------------------------------------------------- undo


def test_a_secret_choice_is_taken_back_at_once(service: Inside, table: Table) -> None:
    Players(service.caller, table).play(1)
    assert types(say(service.caller, table, 0, {"type": "propose_undo"})) == ["choice_taken_back"]
    listed = service.caller.get(f"{table.path}/commands", table.seats[0]).json["moves"]
    assert {command["type"] for command in listed} == {"keep_tickets"}
    assert problem(say(service.caller, table, 0, {"type": "propose_undo"})) == (409, "nothing_to_undo")


def test_a_claim_is_taken_back_when_all_agree(service: Inside, table: Table) -> None:
    seat, version = after_a_claim(service, table)
    before = service.caller.get(f"{table.path}?at={version}").json
    asked_for = say(service.caller, table, seat, {"type": "propose_undo"})
    assert types(asked_for) == ["undo_proposed", "motion_proposed"]
    others = [other for other in range(PLAYERS) if other != seat]
    agree = {"type": "agree", "motion": "undo"}
    assert types(say(service.caller, table, others[0], agree)) == ["motion_agreed"]
    done = types(say(service.caller, table, others[1], agree))
    assert done == ["motion_agreed", "motion_carried", "turn_taken_back"]
    now = service.caller.get(table.path).json
    assert table_of_game(now) == {**table_of_game(before), "turns": before["turns"] + 1}
    events = service.caller.get(f"{table.path}/events?limit=1000").json["items"]
    assert "route_claimed" in [event["type"] for event in events[version:]], "it stays in the log"


def test_everything_else_works_after_an_undo(service: Inside, table: Table) -> None:
    """Time travel, pictures, differences, the audit and the rest of the game."""
    seat, version = after_a_claim(service, table)
    say(service.caller, table, seat, {"type": "propose_undo"})
    for other in range(PLAYERS):
        if other != seat:
            say(service.caller, table, other, {"type": "agree", "motion": "undo"})
    for path in (
        f"?at={version + 1}",
        "/board.svg?since=1",
        "?include=standings",
        "/audit",
        "/export",
        "/events",
    ):
        assert service.caller.get(f"{table.path}{path}", table.seats[0]).status == 200, path
    Players(service.caller, table, seed=9).play()
    service.score(table)
    report = service.caller.get(f"{table.path}/audit", table.auditor).json
    assert report["verified"], report["findings"]


def test_a_drawn_card_is_not_taken_back(service: Inside, table: Table) -> None:
    Players(service.caller, table).play(PLAYERS)
    waiting = service.caller.get(table.path).json["waiting_for"][0]
    service.caller.post(f"{table.path}/commands", DRAW, table.seats[waiting], {"If-Match": "*"})
    refused = say(service.caller, table, waiting, {"type": "propose_undo"})
    assert problem(refused) == (409, "undo_past_a_card")


# ----------------------------------------------------------------------------------------- orders


def test_an_order_is_listed_for_its_own_seat_alone(service: Inside, table: Table) -> None:
    reply = say(service.caller, table, 1, ORDER)
    assert types(reply) == ["orders_changed"]
    assert reply.json["events"][0]["data"]["alternatives"] == ORDER["alternatives"]
    for name, token in table.tokens.items():
        rules = service.caller.get(table.path, token).json["rules"]
        assert ("orders" in rules) == (name == "seat:1")
    (own,) = service.caller.get(table.path, table.seats[1]).json["rules"]["orders"]["seats"]
    mine = own["orders"]
    assert [order["number"] for order in mine] == [1]
    assert types(say(service.caller, table, 1, {"type": "cancel_order", "order": 1})) == ["orders_changed"]
    assert problem(say(service.caller, table, 1, {"type": "cancel_order", "order": 1})) == (
        422,
        "no_such_order",
    )


def test_an_order_is_given_once_however_often_it_is_sent(service: Inside, table: Table) -> None:
    first, second = (say(service.caller, table, 1, ORDER, Idempotency_Key='"x"') for _ in range(2))
    assert first.json == second.json
    (own,) = service.caller.get(table.path, table.seats[1]).json["rules"]["orders"]["seats"]
    mine = own["orders"]
    assert len(mine) == 1


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({"alternatives": []}, (422, "order_not_understood")),
        ({"alternatives": [[{"type": "fly"}]]}, (422, "order_not_understood")),
        ({"alternatives": [[{"type": "claim_route", "route": "atlantis"}]]}, (422, "order_not_understood")),
        ({"alternatives": [[{"type": "draw_card", "seat": 10**30}]]}, (422, "order_not_understood")),
        ({"alternatives": [["draw_card"]]}, (400, "malformed_request")),
        ({"alternatives": 7}, (400, "malformed_request")),
        ({"turns": "3"}, (400, "malformed_request")),
        ({"turns": 10**6}, (422, "order_not_understood")),
        ({"until": "tomorrow"}, (400, "malformed_request")),
        ({"stops": [{"when": "bored"}]}, (400, "malformed_request")),
        ({"seat": 0}, (403, "forbidden")),
        ({"type": "follow_orders", "now": ""}, (400, "malformed_request")),
    ],
    ids=str,
)
def test_what_is_no_order_is_refused(
    service: Inside, table: Table, change: dict[str, Any], answer: tuple[int, str]
) -> None:
    body = {**ORDER, **change} if "type" not in change else change
    assert problem(say(service.caller, table, 1, body)) == answer


def test_orders_are_for_those_who_sit_there(service: Inside, table: Table) -> None:
    for token, answer in ((table.host, (403, "forbidden")), (table.spectator, (403, "forbidden"))):
        reply = service.caller.post(f"{table.path}/commands", {**ORDER, "seat": 1}, token, {"If-Match": "*"})
        assert problem(reply) == answer


def test_an_order_changes_nothing_in_the_answers_to_others(service: Inside, table: Table) -> None:
    """Given, cancelled, followed or passed over: but for the commitments, others get the same bytes."""
    caller = service.caller
    Players(caller, table).play(PLAYERS)
    seat = caller.get(table.path).json["waiting_for"][0]
    for body in (ORDER_TO_DRAW, ORDER_TO_DRAW, {"type": "cancel_order", "order": 2}):
        assert say(caller, table, seat, body).status == 200
    for _ in range(2):
        follow = FollowOrders(seat=seat, now="2026-01-31T18:00:00.000Z")
        service.games.perform(service.games.cache.read_latest(table.game), [follow], Actor(Role.ORDER, seat))
    for name in (*table.tokens, "nobody"):
        if name != f"seat:{seat}":
            twin = twin_of(service, table, viewer_of(name), seed=len(name))
            here, there = (list(answered_calls(one, table, name, ["a", "b"])) for one in (service, twin))
            for (what, mine), (_, theirs) in zip(here, there, strict=True):
                assert mine == theirs, f"{name} learns something from {what}"
