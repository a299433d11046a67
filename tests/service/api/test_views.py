"""What was seen of a game: past versions, witnesses, standings and the score."""

import re

import pytest

from tests.support.http.api_calls import Caller, Inside, Reply, Table, inside, open_table, problem
from tests.support.http.api_players import Players

NOBODY = "nobody"

Finished = tuple[Inside, Table, dict[tuple[str, int], Reply]]


@pytest.fixture
def caller() -> Caller:
    return inside().caller


@pytest.fixture(scope="module")
def finished() -> Finished:
    """A whole game, with what everybody saw of it now and then while it was played."""
    service = inside()
    table, seen = open_table(service.caller), dict[tuple[str, int], Reply]()
    for number, move in enumerate(Players(service.caller, table).moves()):
        if number % 12 == 0:
            seen |= {(who, move.version): look(service.caller, table, who) for who in (*table.tokens, NOBODY)}
    service.score(table)
    return service, table, seen


def look(caller: Caller, table: Table, who: str, query: str = "") -> Reply:
    return caller.get(table.path + query, None if who == NOBODY else table.tokens[who])


@pytest.mark.parametrize("who", ["seat:0", "seat:1", "watch", "host", NOBODY])
def test_a_past_version_looks_as_it_did(finished: Finished, who: str) -> None:
    service, table, seen = finished
    replies = {version: reply for (whose, version), reply in seen.items() if whose == who}
    assert len(replies) > 8
    for version, then in replies.items():
        now = look(service.caller, table, who, f"?at={version}")
        assert (now.body, now.headers["etag"]) == (then.body, then.headers["etag"])


def test_times_of_a_game_are_those_of_its_events_in_iso_8601(finished: Finished) -> None:
    service, table, _ = finished
    game = look(service.caller, table, NOBODY).json
    events = service.caller.get(f"{table.path}/events?limit=1").json["items"]
    times = [game[name] for name in ("created_at", "started_at", "ended_at", "moved_at")]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", time) for time in times)
    assert times == sorted(times)
    assert game["created_at"] == events[0]["at"]


def test_auditors_see_everything_after_the_end_and_nothing_more_before(
    finished: Finished,
) -> None:
    service, table, seen = finished
    for (who, version), then in seen.items():
        if who == "audit":
            assert {**then.json, "you": None} == seen[NOBODY, version].json
            now = look(service.caller, table, who, f"?at={version}").json
            assert all(seat["cards"]["hand"] is not None for seat in now["seats"])
            for seat in (0, 1):
                own = seen[f"seat:{seat}", version].json
                assert now["seats"][seat] == own["seats"][seat]


@pytest.mark.parametrize("at", ["0", "-1", "x", "1.5", "", "٣", "99999999999999999999"])
def test_a_version_is_a_number(caller: Caller, at: str) -> None:
    table = open_table(caller)
    assert problem(caller.get(f"{table.path}?at={at}")) == (400, "malformed_request")


def test_a_version_that_is_still_to_come_is_not_there(caller: Caller) -> None:
    table = open_table(caller)
    version = caller.get(table.path).json["version"]
    reply = caller.get(f"{table.path}?at={version + 1}")
    assert problem(reply) == (404, "version_not_reached")
    assert reply.json["facts"] == {"version": version}


def test_the_score_is_there_when_it_was_counted(
    finished: Finished,
) -> None:
    service, table, seen = finished
    sheet = service.caller.get(f"{table.path}/result").json["sheet"]
    assert [seat["seat"] for seat in sheet["seats"]] == [0, 1]
    version = max(version for _, version in seen)
    assert problem(service.caller.get(f"{table.path}/result?at={version}")) == (404, "not_scored_yet")
    assert service.caller.get(table.path).json["status"] == "scored"


def test_standings_tell_what_lies_open(
    finished: Finished,
) -> None:
    service, table, seen = finished
    version = max(version for _, version in seen)
    standings = service.caller.get(f"{table.path}?at={version}&include=standings").json
    view = seen[NOBODY, version].json
    for standing, seat in zip(standings["seats"], view["seats"], strict=True):
        assert {**standing, "longest_path": None} == seat
        assert standing["longest_path"]["length"] > 0
        assert set(standing["longest_path"]["routes"]) <= set(seat["routes"])
