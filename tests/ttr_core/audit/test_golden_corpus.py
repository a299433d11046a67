"""Recorded games come to the same under the rules of today, and games keep the rules that they began with."""

from functools import partial

import pytest

import service.games.game_cache
from service.app import create_app
from service.games.game_cache import SUPPORTED_RULES
from tests.support.audit.golden_corpus import CORPUS, commands_of, difference, events_of, ruleset_of_game
from tests.support.http.api_calls import Inside, Table, in_process, inside, open_table
from tests.support.whole_games.event_logs import decode_log
from tests.support.whole_games.golden_games import RELEASED
from ttr_core import RULES_VERSION
from ttr_core.model.commands import DrawCard
from ttr_core.model.events import GameCreated
from workers.needs import needs

USA = "usa-2p-whole"

# ---------------------------------------------------------------------------------------- the corpus


@pytest.mark.parametrize("name", CORPUS)
def test_the_same_commands_lead_to_the_same_events(name: str) -> None:
    """After an intended change: raise `RULES_VERSION`, and ask `ruled_since` where the new ruling begins to hold."""
    first_difference = difference(ruleset_of_game(name), commands_of(name), events_of(name))
    assert not first_difference, first_difference


def test_the_corpus_was_recorded_under_rules_that_are_played() -> None:
    logs = [events_of(name) for name in CORPUS]
    logs += [decode_log(path.read_bytes()) for path in sorted(RELEASED.glob("*.ndjson"))]
    created = [log[0] for log in logs]
    assert {first.rules_version for first in created if isinstance(first, GameCreated)} <= SUPPORTED_RULES
    assert RULES_VERSION in SUPPORTED_RULES


def test_other_points_are_reported_with_their_version_and_both_outcomes() -> None:
    ruleset = ruleset_of_game(USA)
    ruleset.points = tuple(points + 1 for points in ruleset.points)
    lines = difference(ruleset, commands_of(USA), events_of(USA)).splitlines()
    claims = [n for n, event in enumerate(events_of(USA), 1) if type(event).__name__ == "RouteClaimed"]
    assert lines[0] == f"version {claims[0]}"
    recorded, now = (line.partition(": ")[2].split() for line in lines[1:])
    assert recorded[:-1] == now[:-1]
    assert int(now[-1]) == int(recorded[-1]) + 1


def test_a_move_that_the_rules_now_refuse_is_reported() -> None:
    commands = (*commands_of(USA)[:4], DrawCard(seat=0), *commands_of(USA)[4:])
    first_difference = difference(ruleset_of_game(USA), commands, events_of(USA))
    assert "refused: not_now" in first_difference


def test_a_game_that_ends_earlier_or_later_is_reported() -> None:
    commands, events = commands_of(USA), events_of(USA)
    assert difference(ruleset_of_game(USA), commands[:-1], events).endswith("now:      nothing")
    without_end = (*events[:-2], events[-1])
    assert "recorded: seed" in difference(ruleset_of_game(USA), commands, without_end)


# ---------------------------------------------------------------------------------- games under way


@pytest.fixture
def other_rules() -> tuple[Inside, Table]:
    """A game that was begun by a program with other rules, on a server with those of today."""
    begun = inside()
    with pytest.MonkeyPatch.context() as patch:
        cache = begun.games.cache
        patch.setattr(cache, "blank", partial(cache.blank, rules_version="0.9"))
        patch.setattr(service.games.game_cache, "SUPPORTED_RULES", frozenset({"0.9"}))
        table = open_table(begun.caller)
    app = create_app(store=begun.store)
    return Inside(app, begun.store, in_process(app)), table


def test_a_game_of_other_rules_is_read_but_not_played(other_rules: tuple[Inside, Table]) -> None:
    server, table = other_rules
    before = server.store.read(table.game)
    waiting = server.caller.get(table.path, table.seats[0]).json["waiting_for"]
    seat = waiting[0]
    for path in ("", "/events", "?include=standings", "/statistics"):
        assert server.caller.get(table.path + path, table.seats[seat]).status == 200
    assert server.caller.get(f"{table.path}/commands", table.seats[seat]).json["moves"] == []
    for query in ("", "?dry_run=true"):
        reply = server.caller.post(
            f"{table.path}/commands{query}", {"type": "draw_card"}, table.seats[seat], {"If-Match": "*"}
        )
        assert (reply.status, reply.code) == (422, "rules_version_unsupported")
        assert reply.json["facts"] == {"rules_version": "0.9", "supported": sorted(SUPPORTED_RULES)}
    assert server.store.read(table.game) == before


def test_nobody_is_asked_to_play_for_a_game_of_other_rules(other_rules: tuple[Inside, Table]) -> None:
    server, table = other_rules
    assert needs(server.games.cache.read_latest(table.game)) == ()


def test_a_game_goes_on_when_its_rules_are_still_supported(
    other_rules: tuple[Inside, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.games.game_cache, "SUPPORTED_RULES", frozenset({RULES_VERSION, "0.9"}))
    server, table = other_rules
    seat = server.caller.get(table.path).json["waiting_for"][0]
    commands = server.caller.get(f"{table.path}/commands", table.seats[seat]).json["moves"]
    reply = server.caller.post(f"{table.path}/commands", commands[0], table.seats[seat], {"If-Match": "*"})
    assert reply.status == 200


def test_what_was_carried_out_under_other_rules_is_answered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    server = inside()
    table = open_table(server.caller)
    seat = server.caller.get(table.path).json["waiting_for"][0]
    command = server.caller.get(f"{table.path}/commands", table.seats[seat]).json["moves"][0]
    key = {"Idempotency-Key": '"once"'}
    path, token = f"{table.path}/commands", table.seats[seat]
    first = server.caller.post(path, command, token, key)
    monkeypatch.setattr(service.games.game_cache, "SUPPORTED_RULES", frozenset({"3"}))
    assert server.caller.post(path, command, token, key).json == first.json
    assert server.caller.post(path, command, token, {"If-Match": "*"}).code == "rules_version_unsupported"


def test_a_fresh_game_is_pinned_to_the_rules_of_today() -> None:
    server = inside()
    table = open_table(server.caller)
    created = server.caller.get(f"{table.path}/events?limit=1").json["items"][0]["data"]
    assert created["rules_version"] == RULES_VERSION
