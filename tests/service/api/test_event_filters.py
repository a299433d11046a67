"""`GET /v1/games/{game}/events`: filters, pages of what matches, tables, and sentences."""

import csv
import io
import json
from itertools import count
from typing import Any

import pytest

from tests.support.api_tour.tour import play_to_the_end
from tests.support.fixed_secrets import fix_names_and_seeds
from tests.support.http.api_calls import Inside, Table, act, inside, open_table, problem

Played = tuple[Inside, Table]


@pytest.fixture(scope="module")
def played() -> Played:
    server = inside()
    with pytest.MonkeyPatch.context() as patch:
        fix_names_and_seeds(patch, lambda size: "5e" * size)
        table = open_table(server.caller, seats=[{"name": "Ann"}, {"name": "Ben"}])
    play_to_the_end(server.app, table)
    return server, table


def events(played: Played, query: str = "", token: str | None = None) -> list[dict[str, Any]]:
    server, table = played
    reply = server.caller.get(f"{table.path}/events{query}", token, {"Accept": "application/x-ndjson"})
    assert reply.status == 200, reply.body
    return [json.loads(line) for line in reply.body.splitlines()]


@pytest.mark.parametrize("limit", [1, 7, 1000])
@pytest.mark.parametrize(
    "query", ["", "type=route_claimed", "seat=1&type=card_taken", "city=chicago&until=200"]
)
def test_pages_lead_through_all_that_match_and_nothing_else(played: Played, query: str, limit: int) -> None:
    server, table = played
    path, seen = f"{table.path}/events?limit={limit}&{query}", list[dict[str, Any]]()
    for number in count():
        reply = server.caller.get(path)
        seen += reply.json["items"]
        assert len(reply.json["items"]) <= limit
        if reply.json["next"] is None:
            assert "link" not in reply.headers
            break
        path = reply.headers["link"].partition(">")[0].removeprefix("<http://localhost")
        assert f"after={reply.json['next']}" in path
        assert number < 1000
    assert seen == events(played, f"?{query}") != []


def test_filters_select_what_they_say(played: Played) -> None:
    whole = events(played)
    claims = events(played, "?type=route_claimed&seat=1")
    assert claims == [e for e in whole if e["type"] == "route_claimed" and e["data"]["seat"] == 1] != []
    assert events(played, "?after=40&until=60") == whole[40:60]
    assert events(played, "?after=60&until=40") == []


def test_versions_that_the_game_has_not_are_not_reached(played: Played) -> None:
    server, table = played
    assert problem(server.caller.get(f"{table.path}/events?until=99999")) == (404, "version_not_reached")


@pytest.mark.parametrize(
    ("board", "name", "hint"),
    [
        ("usa", "Chicgo", "'chicago'"),
        ("pennsylvania", "Chicgo", None),
        ("usa", "xyzzy", None),
        ("usa", "", None),
    ],
)
def test_only_a_name_that_is_really_close_is_named(board: str, name: str, hint: str | None) -> None:
    caller = inside().caller
    table = open_table(caller, board)
    reply = caller.get(f"{table.path}/events?city={name}")
    assert problem(reply) == (400, "malformed_request")
    assert repr(name) in reply.json["detail"]
    assert (hint in reply.json["detail"]) if hint else ("do you mean" not in reply.json["detail"])


def test_events_come_as_a_table(played: Played) -> None:
    server, table = played
    reply = server.caller.get(f"{table.path}/events?type=route_claimed&format=csv&include=said")
    assert reply.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(reply.body.decode())))
    claims = events(played, "?type=route_claimed&include=said")
    assert [int(row["version"]) for row in rows] == [claim["version"] for claim in claims]
    assert [json.loads(row["data"]) for row in rows] == [claim["data"] for claim in claims]
    assert [row["said"] for row in rows] == [claim["said"] for claim in claims]
    plain = server.caller.get(f"{table.path}/events", None, {"Accept": "text/csv"}).body
    assert plain.startswith(b"version,at,actor,type,data\n")


def test_a_sentence_goes_with_each_event(played: Played) -> None:
    server, table = played
    (claim, *_) = events(played, "?type=route_claimed&include=said")
    assert claim["said"].startswith(("Ann ", "Ben "))
    assert {"said", "news"} == events(played, "?limit=1&include=said")[0].keys() - events(played, "?limit=1")[
        0
    ].keys()
    path = f"{table.path}/events?type=route_claimed&include=said&limit=1"
    in_french = server.caller.get(f"{path}&lang=fr").json["items"][0]["said"]
    assert in_french != claim["said"]
    for accepted, expected in (
        ("fr-CA, en;q=0.5", in_french),
        ("de, fr;q=0.1", in_french),
        ("de", claim["said"]),
        ("en", claim["said"]),
    ):
        reply = server.caller.get(path, None, {"Accept-Language": accepted})
        assert reply.json["items"][0]["said"] == expected
    stronger = server.caller.get(f"{path}&lang=en", None, {"Accept-Language": "fr"})
    assert stronger.json["items"][0]["said"] == claim["said"]
    assert "Accept-Language" in stronger.headers["vary"]


def test_a_sentence_says_no_more_than_the_event(played: Played) -> None:
    """What a card was, only its own seat reads."""
    _, table = played
    for seat in (0, 1):
        drawn = events(played, f"?type=card_drawn&seat={seat}&include=said", table.seats[seat])
        hidden = events(played, f"?type=card_drawn&seat={seat}&include=said", table.seats[1 - seat])
        assert {event["said"] for event in hidden} == {
            events(played, f"?type=card_drawn&seat={seat}&include=said")[0]["said"]
        }
        assert len({event["said"] for event in drawn}) > 1


def test_nobody_is_named_for_what_an_earlier_holder_of_their_seat_did() -> None:
    server = inside()
    table = open_table(server.caller, seats=[{"name": "Ann"}, {"name": "Ben"}], first=0)
    keep = server.caller.get(f"{table.path}/commands", table.seats[1]).json["moves"][0]
    assert act(server.caller, table, keep, table.seats[1]).status == 200
    invite = server.caller.call("POST", f"{table.path}/seats/1/invite", table.seats[1], None, None).json[
        "invite"
    ]
    assert server.caller.post(f"{table.path}/seats", {"name": "Dora"}, invite).status == 201
    (handed,) = events((server, table), "?type=seat_handed_over&include=said")
    assert "Dora" in handed["said"]
    before = events((server, table), f"?seat=1&include=said&until={handed['version'] - 1}")
    said = [event["said"] for event in before if event["said"]]
    assert any("Seat 2" in sentence for sentence in said)
    assert not any("Dora" in sentence for sentence in said)


def test_a_stream_takes_the_same_filters() -> None:
    server = inside()
    table = open_table(server.caller)
    play_to_the_end(server.app, table)
    query = "type=route_claimed&seat=1&include=said"
    headers = {"Accept": "text/event-stream"}
    with server.app.test_client().get(f"{table.path}/events?{query}", headers=headers) as stream:
        blocks = b"".join(stream.iter_encoded()).decode().split("\n\n")
    sent = [json.loads(block.partition("data: ")[2]) for block in blocks if block.startswith("id: ")]
    assert sent == events((server, table), f"?{query}") != []
    assert blocks[-2].startswith("event: end\n")
    refused = server.caller.get(f"{table.path}/events?until=9", None, headers)
    assert problem(refused) == (400, "malformed_request")


@pytest.mark.parametrize("who", ["seat:0", "watch", "audit"])
def test_changes_make_one_game_of_another(played: Played, who: str) -> None:
    """A page that has a game and replaces each value at its path has the later game."""
    server, table = played
    token = table.tokens[who]
    for first, last in ((1, 2), (9, 60), (60, 9), (30, 200)):
        game, later = (
            server.caller.get(f"{table.path}?at={version}", token).json for version in (first, last)
        )
        body = server.caller.get(f"{table.path}/changes?from={first}&to={last}", token).json
        for change in body["changes"]:
            replace(game, change["path"], change["before"], change["after"])
        assert without_nulls(game) == without_nulls(later)


@pytest.mark.parametrize("form", ["json", "ndjson", "csv"])
def test_events_after_a_version_that_is_not_reached_are_refused(played: Played, form: str) -> None:
    """As `at`, `until` and the stream refuse it."""
    server, table = played
    version = server.caller.get(table.path).json["version"]
    path = f"{table.path}/events?format={form}&after="
    assert server.caller.get(f"{path}{version}").status == 200
    refused = server.caller.get(f"{path}{version + 1}")
    assert (problem(refused), refused.json["facts"]) == ((404, "version_not_reached"), {"version": version})


def replace(value: Any, pointer: str, before: Any, after: Any) -> None:
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step in steps[:-1]:
        value = value[int(step)] if isinstance(value, list) else value[step]
    assert value.get(steps[-1]) == before
    value[steps[-1]] = after


def without_nulls(value: Any) -> Any:
    """A key that one of the two lacks is null in a change."""
    if isinstance(value, dict):
        return {key: without_nulls(part) for key, part in value.items() if part is not None}
    return [without_nulls(part) for part in value] if isinstance(value, list) else value
