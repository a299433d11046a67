"""What a look at a game holds besides, if it is asked for: one call for all that a page needs at first."""

import json

import pytest

from tests.support.http.api_calls import Inside, Table, act, inside, open_table, problem
from tests.support.http.api_players import Players

ALL = "include=commands,standings,said,result"


@pytest.fixture
def service() -> Inside:
    return inside()


@pytest.fixture
def table(service: Inside) -> Table:
    """In the middle of a game."""
    table = open_table(service.caller, seats=[{"name": "Ann"}, {"name": "Ben"}], first=0)
    Players(service.caller, table).play(30)
    return table


def turn_of(service: Inside, table: Table) -> int:
    waiting: list[int] = service.caller.get(table.path).json["waiting_for"]
    return waiting[0]


def test_nothing_is_included_that_nobody_asked_for(service: Inside, table: Table) -> None:
    body = service.caller.get(table.path, table.seats[0]).json
    assert not {"commands", "said", "result"} & body.keys()
    assert [seat["longest_path"] for seat in body["seats"]] == [None, None]
    whole = service.caller.get(f"{table.path}?{ALL}", table.seats[0]).json
    assert {"commands", "said", "result"} == whole.keys() - body.keys()


@pytest.mark.parametrize("query", ["", "&group=route"])
def test_commands_are_those_of_their_own_call(service: Inside, table: Table, query: str) -> None:
    for token in (*table.seats.values(), table.host):
        included = service.caller.get(f"{table.path}?include=commands{query}", token).json["commands"]
        assert included == service.caller.get(f"{table.path}/commands?{query[1:]}", token).json
    token = table.seats[turn_of(service, table)]
    assert service.caller.get(f"{table.path}?include=commands", token).json["commands"]["moves"]


def test_those_who_do_not_act_have_no_commands(service: Inside, table: Table) -> None:
    for token in (None, table.spectator, table.auditor):
        assert service.caller.get(f"{table.path}?include=commands", token).json["commands"] is None
    past = service.caller.get(f"{table.path}?include=commands&at=9", table.seats[0]).json
    assert past["commands"] is None


def test_said_is_what_happened_since_the_viewer_last_acted(service: Inside, table: Table) -> None:
    seat = 1 - turn_of(service, table)
    body = service.caller.get(f"{table.path}?include=said", table.seats[seat]).json
    log = service.caller.get(
        f"{table.path}/events", table.seats[seat], {"Accept": "application/x-ndjson"}
    ).body
    events = [json.loads(line) for line in log.splitlines()]
    last = max(event["version"] for event in events if event["actor"] == f"seat:{seat}")
    versions = [sentence["version"] for sentence in body["said"]]
    assert versions == sorted(versions)
    assert last < versions[0] <= versions[-1] <= body["version"]
    assert all(sentence["text"] for sentence in body["said"])
    earlier = service.caller.get(f"{table.path}?include=said&at={last - 1}", table.seats[seat]).json["said"]
    assert all(sentence["version"] < last for sentence in earlier)


def test_said_is_said_in_the_language_that_was_asked_for(service: Inside, table: Table) -> None:
    path, token = f"{table.path}?include=said", table.seats[0]
    english, french = (service.caller.get(f"{path}&lang={lang}", token) for lang in ("en", "fr"))
    assert english.json["said"] != french.json["said"]
    assert service.caller.get(path, token).json == english.json
    accepted = service.caller.get(path, token, {"Accept-Language": "fr-CA,fr;q=0.9"})
    assert accepted.json == french.json
    assert "Accept-Language" in accepted.headers["vary"]
    kept = {"If-None-Match": english.headers["etag"]}
    assert service.caller.get(path, token, {**kept, "Accept-Language": "fr"}).status == 200
    assert service.caller.get(path, token, kept).status == 304


def test_said_has_no_secret_of_others(service: Inside) -> None:
    table = open_table(service.caller, first=0)
    first = service.caller.get(f"{table.path}/commands", table.seats[0]).json["moves"][0]
    act(service.caller, table, first, table.seats[0])
    said = {
        name: service.caller.get(f"{table.path}?include=said", token).json["said"]
        for name, token in table.tokens.items()
    }
    assert said["host"] == said["watch"] == said["audit"]
    hand = service.caller.get(table.path, table.seats[1]).json["seats"][1]["tickets"]["offer"]["tickets"]
    assert not any(ticket in json.dumps([said["seat:0"], said["host"]]) for ticket in hand)


def test_the_result_is_null_until_there_is_one(service: Inside, table: Table) -> None:
    path = f"{table.path}?include=result"
    assert service.caller.get(path).json["result"] is None
    assert problem(service.caller.get(f"{table.path}/result")) == (404, "not_scored_yet")
    version = service.caller.get(path).json["version"]
    Players(service.caller, table, seed=5).play()
    service.score(table)
    assert service.caller.get(path).json["result"] == service.caller.get(f"{table.path}/result").json
    assert service.caller.get(f"{path}&at={version}").json["result"] is None


@pytest.mark.parametrize("query", ["include=", "include=weather", "include=said,", "group=city", "lang=tlh"])
def test_what_there_is_not_cannot_be_included(service: Inside, table: Table, query: str) -> None:
    status = service.caller.get(f"{table.path}?{query}").status
    assert status == (200 if query == "include=" else 400)
