"""What a look at a game holds for a page besides: the menu, what came of tickets, what rules say."""

from typing import Any

import pytest

from tests.support.http.api_calls import Inside, Table, inside, open_table
from tests.support.http.api_players import Players


@pytest.fixture
def service() -> Inside:
    return inside()


def look(service: Inside, table: Table, include: str, token: str | None, query: str = "") -> dict[str, Any]:
    reply = service.caller.get(f"{table.path}?include={include}{query}", token)
    assert reply.status == 200, reply.body
    return dict(reply.json)


def test_the_menu_is_the_one_of_its_own_call(service: Inside) -> None:
    table = open_table(service.caller, "europe")
    for token in table.seats.values():
        own = service.caller.get(f"{table.path}/menu?lang=fr", token).json
        assert look(service, table, "menu", token, "&lang=fr")["menu"] == own
    assert look(service, table, "menu", table.spectator)["menu"] is None
    assert look(service, table, "menu", table.seats[0], "&at=3")["menu"] is None


def test_tickets_have_a_state_for_their_owner_alone(service: Inside) -> None:
    table = open_table(service.caller, "usa")
    Players(service.caller, table, seed=2).play()
    service.score(table)
    seen = look(service, table, "tickets", table.seats[0])
    kept = seen["seats"][0]["tickets"]["kept"]
    assert sorted(state["ticket"] for state in seen["ticket_states"]) == sorted(kept)
    assert {state["state"] for state in seen["ticket_states"]} <= {"done", "failed"}
    assert look(service, table, "tickets", table.spectator)["ticket_states"] is None
    assert look(service, table, "tickets", None)["ticket_states"] is None


def test_rules_say_what_they_show(service: Inside) -> None:
    table = open_table(service.caller, "pennsylvania")
    topics = {(remark["topic"]) for remark in look(service, table, "remarks", table.seats[0])["remarks"]}
    french = look(service, table, "remarks", table.seats[0], "&lang=fr")["remarks"]
    english = look(service, table, "remarks", table.seats[0], "&lang=en")["remarks"]
    assert topics
    assert [remark["text"] for remark in french] != [remark["text"] for remark in english]
    assert look(service, open_table(service.caller, "usa"), "remarks", None)["remarks"] == []


def test_the_reasons_of_a_score_have_words(service: Inside) -> None:
    table = open_table(service.caller, "usa")
    Players(service.caller, table, seed=2).play()
    service.score(table)
    result = look(service, table, "result", None, "&lang=fr")["result"]
    reasons = {line["reason"] for seat in result["sheet"]["seats"] for line in seat["lines"]}
    assert result["reasons"].keys() == reasons
    assert "_" not in "".join(result["reasons"].values())
    assert service.caller.get(f"{table.path}/result?lang=fr").json == result


def test_the_path_of_each_completed_ticket_connects_its_cities(service: Inside) -> None:
    table = open_table(service.caller, "usa")
    Players(service.caller, table, seed=2).play()
    service.score(table)
    result = look(service, table, "result", None)["result"]
    board = service.caller.get(f"{table.path}/board").json
    routes = {route["id"]: route for route in board["routes"]}
    tickets = {ticket["id"]: ticket for ticket in board["tickets"]}
    completed = [
        (seat["seat"], item["id"])
        for seat in result["sheet"]["seats"]
        for line in seat["lines"]
        if line["reason"] == "tickets"
        for item in line["items"]
        if item["points"] > 0
    ]
    assert completed, "nobody completed a ticket"
    assert [(path["seat"], path["ticket"]) for path in result["ticket_paths"]] == completed
    for path in result["ticket_paths"]:
        ends = [city for route in path["routes"] for city in (routes[route]["a"], routes[route]["b"])]
        odd = {city for city in ends if ends.count(city) % 2}
        assert odd == {tickets[path["ticket"]]["a"], tickets[path["ticket"]]["b"]}
