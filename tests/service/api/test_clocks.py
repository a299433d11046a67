"""Clocks over HTTP: what can be agreed on, what everybody sees of it, and vacations."""

from typing import Any

import pytest

from tests.support.http.api_calls import Caller, Table, inside, problem, table_of

WHOLE = {
    "kind": "per_move",
    "seconds": 86_400,
    "zone": "Europe/Paris",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "weekends_off": True,
    "vacation_days": 14,
    "reminders": [43_200, 3_600],
    "warn_next": True,
    "on_timeout": "skip",
    "bot": "greedy",
}


@pytest.fixture
def caller() -> Caller:
    return inside().caller


def create(caller: Caller, clock: Any) -> Table:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    return table_of(caller.post("/v1/games", {"board": "usa", "seats": seats, "clock": clock, "first": 0}))


def test_the_clock_and_its_deadlines_are_seen_by_everybody(caller: Caller) -> None:
    table = create(caller, WHOLE)
    for token in (None, *table.tokens.values()):
        seen = caller.get(table.path, token).json
        assert seen["clock"].items() >= WHOLE.items()
        assert [seat["clock"]["deadline_at"].endswith("Z") for seat in seen["seats"]] == [True, True]


def test_a_log_need_not_show_deadlines(caller: Caller) -> None:
    """They have their sentence, for those who want it, but a table states them beside the names."""
    table = create(caller, WHOLE)
    vacation(caller, table, 1, {"type": "take_vacation", "days": 3})
    events = caller.get(f"{table.path}/events?include=said", table.seats[0]).json["items"]
    news = {event["type"]: (event["said"], event["news"]) for event in events}
    sentence, is_news = news["deadline_set"]
    assert ("has until" in sentence, is_news) == (True, False)
    assert news["vacation_booked"] == ("Bob takes 3 days of vacation.", True)
    assert news["clock_stopped"] == (None, False)


def test_without_a_clock_nothing_is_said(caller: Caller) -> None:
    table = create(caller, None)
    seen = caller.get(table.path).json
    assert [seen["clock"], *(seat["clock"] for seat in seen["seats"])] == [None] * 3
    types = [event["type"] for event in caller.get(f"{table.path}/events").json["items"]]
    assert "deadline_set" not in types


SHAPELESS = [  # not what the description of the call asks for
    ({}, "kind"),
    ({"kind": "hourglass"}, "kind"),
    ({"kind": "per_move", "seconds": 0}, "seconds"),
    ({"kind": "per_move", "seconds": 61 * 86_400}, "seconds"),
    ({"kind": "daily", "hour": "24:00"}, "hour"),
    ({"kind": "per_move", "reminders": [1, 2, 3, 4, 5, 6]}, "reminders"),
    ({"kind": "per_move", "on_timeout": "shout"}, "on_timeout"),
    ({"kind": "per_move", "colour": "red"}, "colour"),
]
SENSELESS = [  # each part may be, but not all of them together, or not in this world
    ({"kind": "per_move", "zone": "Europe/Atlantis"}, "zone"),
    ({"kind": "per_move", "zone": "../../etc/passwd"}, "zone"),
    ({"kind": "per_move", "hour": "18:00"}, "hour"),
    ({"kind": "daily"}, "hour"),
    ({"kind": "daily", "hour": "23:00", "quiet_from": "22:00", "quiet_until": "07:00"}, "hour"),
    ({"kind": "per_move", "increment": 60}, "increment"),
    ({"kind": "per_move", "quiet_from": "22:00"}, "quiet_until"),
    ({"kind": "per_move", "quiet_from": "10:00", "quiet_until": "07:00"}, "quiet_until"),
    ({"kind": "per_move", "quiet_from": "10:00", "quiet_until": "10:00"}, "quiet_until"),
    ({"kind": "per_move", "bot": "genius"}, "bot"),
]


@pytest.mark.parametrize(("clock", "field"), SHAPELESS)
def test_a_clock_without_shape_is_a_malformed_request(caller: Caller, clock: Any, field: str) -> None:
    reply = asked_for(caller, clock)
    assert problem(reply) == (400, "malformed_request")
    assert {error["pointer"].split("/")[2] for error in reply.json["errors"]} == {field}


@pytest.mark.parametrize(("clock", "field"), SENSELESS)
def test_a_clock_that_cannot_be_meant_is_refused(caller: Caller, clock: Any, field: str) -> None:
    reply = asked_for(caller, clock)
    assert problem(reply) == (422, "clock_defect")
    assert {error["pointer"].split("/")[2] for error in reply.json["errors"]} == {field}


def asked_for(caller: Caller, clock: Any) -> Any:
    seats = [{"name": "Ann"}, {"name": "Bob"}]
    return caller.post("/v1/games", {"board": "usa", "seats": seats, "clock": clock})


def vacation(caller: Caller, table: Table, seat: int, body: Any) -> Any:
    headers = {"Idempotency-Key": "-".join(map(str, body.values()))}
    return caller.post(f"{table.path}/commands", body, table.tokens[f"seat:{seat}"], headers)


def test_the_holder_of_the_seat_takes_and_ends_a_vacation(caller: Caller) -> None:
    table = create(caller, WHOLE)
    taken = vacation(caller, table, 1, {"type": "take_vacation", "days": 3})
    types = [(event["type"], event["actor"]) for event in taken.json["events"]]
    assert types == [("vacation_booked", "seat:1"), ("vacation_taken", "system"), ("clock_stopped", "system")]
    seen = caller.get(table.path).json["seats"][1]["clock"]
    assert (seen["deadline_at"], seen["vacation_days_left"]) == (None, 11)
    assert seen["vacation_until"] > taken.json["events"][0]["at"]
    ended = vacation(caller, table, 1, {"type": "end_vacation"})
    types = [(event["type"], event["actor"]) for event in ended.json["events"]]
    assert types[0] == ("vacation_ended", "seat:1")
    assert ("deadline_set", "system") in types


def test_what_cannot_be_had_of_vacations(caller: Caller) -> None:
    table = create(caller, WHOLE)
    assert problem(vacation(caller, table, 0, {"type": "end_vacation"})) == (422, "not_on_vacation")
    assert problem(vacation(caller, table, 0, {"type": "take_vacation", "days": 15})) == (
        422,
        "vacation_spent",
    )
    assert vacation(caller, table, 0, {"type": "take_vacation", "days": 14}).status == 200
    assert problem(vacation(caller, table, 0, {"type": "take_vacation", "days": 1})) == (409, "on_vacation")
    other = vacation(caller, table, 0, {"type": "end_vacation", "seat": 1})
    assert problem(other) == (403, "forbidden")


@pytest.mark.parametrize(
    "body",
    [
        {"type": "start_clock", "since": "", "deadline": "", "allowed_ms": 0},
        {"type": "run_out_of_time", "deadline": ""},
        {"type": "return_vacation_days", "days": 1},
        {"type": "move_deadlines", "reason": "", "since": "", "until": "", "deadlines": []},
    ],
)
@pytest.mark.parametrize("who", ["seat:0", "host"])
def test_nobody_sets_the_clock_by_hand(caller: Caller, who: str, body: Any) -> None:
    table = create(caller, WHOLE)
    reply = caller.post(f"{table.path}/commands", body, table.tokens[who], {"Idempotency-Key": "k"})
    assert problem(reply) == (400, "malformed_request")
