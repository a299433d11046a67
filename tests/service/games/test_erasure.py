"""Erasing a person: name and tokens go, in all processes; the game and its hashes stay."""

from collections.abc import Iterator

import pytest

import service.api.events
import service.games.game_cache
from service.app import create_app
from service.games.game_cache import FACTS_SECONDS, GameCache
from tests.support.http.api_calls import Inside, Reply, Table, in_process, inside, join, open_table
from tests.support.http.game_bodies import names, without_names
from tests.support.http.service_games import games_on, start
from tests.support.store.commits import commit
from ttr_core.audit import verify
from ttr_core.history.chain import Envelope
from ttr_core.history.record import partial_record
from ttr_core.model.ids import Witness

NAME = "Zoë Erasable"


@pytest.fixture
def server() -> Inside:
    return inside()


def table_with(server: Inside) -> Table:
    return open_table(server.caller, seats=[{"name": "Ann"}, {"name": NAME}])


def erase(server: Inside, table: Table, token: str | None, seat: int = 1) -> Reply:
    return server.caller.call("DELETE", f"{table.path}/seats/{seat}/person", token, None, None)


def everything(server: Inside, game: str) -> str:
    return f"{dict(server.store.facts(game))} {server.store.read(game)}"


@pytest.mark.parametrize("who", ["seat:1", "host"])
def test_nothing_of_the_person_is_left_and_the_game_is_as_it_was(server: Inside, who: str) -> None:
    table = table_with(server)
    before, entries = server.caller.get(table.path).json, server.store.read(table.game)
    assert NAME in everything(server, table.game)
    reply = erase(server, table, table.tokens[who])
    assert (reply.status, reply.json) == (
        200,
        {"game": table.game, "version": before["version"], "head": before["head"], "seat": 1},
    )
    after = server.caller.get(table.path).json
    assert names(after) == ["Ann", None]
    assert without_names(after) == without_names(before)
    assert server.store.read(table.game) == entries
    assert NAME not in everything(server, table.game)
    assert "seat:1" not in server.store.facts(table.game).values()


def test_the_token_is_revoked_and_those_of_others_are_not(server: Inside) -> None:
    table = table_with(server)
    assert server.caller.get(table.path, table.seats[1]).status == 200
    erase(server, table, table.seats[1])
    for path in ("", "/events", "/commands", "/changes", "/seats"):
        assert server.caller.get(table.path + path, table.seats[1]).status == 401
    move = server.caller.post(
        f"{table.path}/commands", {"type": "draw_card"}, table.seats[1], {"If-Match": "*"}
    )
    assert move.status == 401
    for token in (table.host, table.seats[0], table.spectator, table.auditor):
        assert server.caller.get(table.path, token).status == 200


def test_nobody_else_may_and_nothing_is_touched_then(server: Inside) -> None:
    table = table_with(server)
    facts = dict(server.store.facts(table.game))
    for token, status in ((table.seats[0], 403), (table.spectator, 403), (table.auditor, 403), (None, 401)):
        assert erase(server, table, token).status == status
    for seat, code in ((2, "unknown_seat"), (99, "unknown_seat"), (100, "malformed_request")):
        assert erase(server, table, table.host, seat).code == code
    assert server.store.facts(table.game) == facts


def test_a_picture_of_the_table_that_somebody_kept_is_not_confirmed(server: Inside) -> None:
    table = table_with(server)
    seen = server.caller.get(table.path)
    erase(server, table, table.host)
    again = server.caller.get(table.path, None, {"If-None-Match": seen.headers["etag"]})
    assert (again.status, names(again.json)) == (200, ["Ann", None])


def test_an_erased_guest_does_not_come_back_by_repeating_the_request(server: Inside) -> None:
    table = open_table(server.caller, seats=[{"name": "Ann"}, {}])
    invite, path = table.invites[1], f"{table.path}/seats"
    key = {"Idempotency-Key": '"sit"'}
    token = server.caller.post(path, {"name": NAME}, invite, key).json["seat"]["token"]
    assert erase(server, table, token).status == 200
    server.caller.post(path, {"name": NAME}, invite, key)
    assert server.caller.get(table.path, token).status == 401
    assert join(server.caller, table, 1).status == 401
    assert NAME not in everything(server, table.game)


def test_the_log_that_others_hold_still_holds(server: Inside) -> None:
    """Names are no part of the chain: what was verified before is verified after."""
    table = table_with(server)
    erase(server, table, table.host)
    loaded = server.games.cache.read_latest(table.game)
    envelopes: list[Envelope] = [pair[0] for pair in server.games.cache.read_events(table.game, 0)]
    record = partial_record(loaded.ruleset, loaded.seed, table.game, envelopes, Witness.SPECTATOR)
    report = verify(record)
    assert report.verified, report.findings
    assert record.header.head == loaded.head


# ---------------------------------------------------------------------------------- other processes


def test_other_processes_believe_facts_for_a_stated_time_only() -> None:
    now, home = [0.0], inside()
    games = games_on(home.store)
    game = start(games).game
    home.store.append(commit(game, len(home.store.read(game)), facts={"name:0": NAME}))
    here, there = (GameCache(home.store, lambda: now[0]) for _ in range(2))
    assert here.get_cached(game).facts.name(0) == there.get_cached(game).facts.name(0) == NAME
    home.store.forget(game, ["name:0"])
    now[0] += FACTS_SECONDS
    assert there.get_cached(game).facts.name(0) == NAME
    now[0] += 0.001
    assert there.get_cached(game).facts.name(0) is None
    assert here.read_latest(game).facts.name(0) is None


def test_another_process_refuses_the_token_after_it(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_with(server)
    other = in_process(create_app(store=server.store))
    assert other.get(table.path, table.seats[1]).status == 200
    erase(server, table, table.seats[1])
    monkeypatch.setattr(service.games.game_cache, "FACTS_SECONDS", -1.0)  # the time has passed
    assert other.get(table.path, table.seats[1]).status == 401
    assert names(other.get(table.path).json) == ["Ann", None]


def test_a_stream_that_was_open_ends(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.api.events, "LOOK_AGAIN", 0.01)
    table = table_with(server)
    mine, spectators = (listening(server, table, token) for token in (table.seats[1], table.spectator))
    assert [next(mine)[:6], next(spectators)[:6]] == [b"retry:", b"retry:"]
    assert next(mine).startswith(b"id: 1\n")
    erase(server, table, table.seats[1])
    rest = list(mine)  # what was under way, and then the end
    assert len(rest) <= server.games.cache.read_latest(table.game).version
    assert next(spectators).startswith(b"id: 1\n")


def listening(server: Inside, table: Table, token: str) -> Iterator[bytes]:
    headers = {"Authorization": f"Bearer {token}", "Accept": "text/event-stream"}
    response = server.app.test_client().get(f"{table.path}/events", headers=headers, buffered=False)
    return iter(response.response)  # type: ignore[arg-type]  # of a stream: bytes
