"""Decisions: `If-Match: "d17"` outlasts what others do at the table, and never lets a move be made twice."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from service.games.game_cache import GameCache, moves_of
from tests.support.http.api_calls import Inside, Table, act, inside, open_table, problem
from tests.support.http.service_games import games_on, move, start
from ttr_core.by_post import has_changed
from ttr_core.model.actor import parse_actor

DRAW = {"type": "draw_card"}
PAUSE = {"type": "propose", "motion": "pause"}
AT_ONCE = 6


@pytest.fixture
def service() -> Inside:
    return inside()


def decision(service: Inside, table: Table, seat: int) -> int:
    return int(service.caller.get(f"{table.path}/commands", table.seats[seat]).json["decision"])


def dealt(service: Inside, players: int = 2) -> Table:
    """Everybody has chosen tickets, and seat 0 is to play."""
    table = open_table(service.caller, players=players, first=0)
    for seat, token in table.seats.items():
        keep = service.caller.get(f"{table.path}/commands", token).json["moves"][0]
        assert act(service.caller, table, keep, table.seats[seat]).status == 200
    return table


def test_what_others_do_leaves_a_decision_as_it_is(service: Inside) -> None:
    table = open_table(service.caller, players=3, first=0)
    seen = service.caller.get(f"{table.path}/commands", table.seats[0]).json
    theirs = service.caller.get(f"{table.path}/commands", table.seats[1]).json["moves"][0]
    assert act(service.caller, table, theirs, table.seats[1]).status == 200
    assert act(service.caller, table, PAUSE, table.seats[2]).status == 200
    assert decision(service, table, 0) == seen["decision"]
    stale = {"If-Match": f'"{seen["version"]}"'}
    assert problem(act(service.caller, table, seen["moves"][0], table.seats[0], **stale)) == (
        412,
        "stale_version",
    )
    same = {"If-Match": f'"d{seen["decision"]}"'}
    assert act(service.caller, table, seen["moves"][0], table.seats[0], **same).status == 200
    assert decision(service, table, 0) > seen["version"]


@pytest.mark.parametrize("tag", ['"d{}"', 'W/"d{}"', "d{}"])
def test_a_blind_draw_is_never_repeated(service: Inside, tag: str) -> None:
    table = dealt(service)
    same = {"If-Match": tag.format(decision(service, table, 0))}
    assert act(service.caller, table, DRAW, table.seats[0], **same).status == 200
    assert problem(act(service.caller, table, DRAW, table.seats[0], **same)) == (412, "stale_version")
    dry = service.caller.post(f"{table.path}/commands?dry_run=true", DRAW, table.seats[0], same)
    assert problem(dry) == (412, "stale_version")


def test_a_seat_that_may_do_the_same_again_has_another_decision(
    service: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when nothing but the deck is left to draw from."""
    table = dealt(service)
    monkeypatch.setattr("service.games.game_cache.moves_of", lambda ruleset, state, seat: ())
    same = {"If-Match": f'"d{decision(service, table, 0)}"'}
    assert act(service.caller, table, PAUSE, table.seats[0], **same).status == 200
    assert act(service.caller, table, DRAW, table.seats[0], **same).status == 200
    assert problem(act(service.caller, table, DRAW, table.seats[0], **same)) == (412, "stale_version")


def test_one_of_many_moves_on_the_same_decision_is_made(service: Inside) -> None:
    table = dealt(service)
    same = {"If-Match": f'"d{decision(service, table, 0)}"'}

    def draw(number: int) -> int:
        if number % 2:
            return act(service.caller, table, {**PAUSE, "motion": "end"}, table.seats[1]).status
        return act(service.caller, table, DRAW, table.seats[0], **same).status

    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = list(pool.map(draw, range(AT_ONCE)))
    assert sorted(statuses[::2]) == [200, 412, 412]


def test_words_take_a_decision_too(service: Inside) -> None:
    table = dealt(service)
    same, say = {"If-Match": f'"d{decision(service, table, 0)}"'}, f"{table.path}/say"
    assert act(service.caller, table, PAUSE, table.seats[1]).status == 200
    first = service.caller.post(say, {"text": "draw"}, table.seats[0], {**same, "Idempotency-Key": "k"})
    assert first.json["did"] == "moved"
    again = service.caller.post(say, {"text": "draw"}, table.seats[0], {**same, "Idempotency-Key": "k"})
    assert again.json["events"] == first.json["events"]
    assert problem(service.caller.post(say, {"text": "draw"}, table.seats[0], same)) == (412, "stale_version")


def test_the_host_has_no_decision(service: Inside) -> None:
    table = open_table(service.caller, start="by_host")
    assert service.caller.get(f"{table.path}/commands", table.host).json["decision"] is None
    reply = act(service.caller, table, {"type": "start_game"}, table.host, **{"If-Match": '"d1"'})
    assert problem(reply) == (400, "malformed_request")


@pytest.mark.parametrize("tag", ['"d"', '"d1", "2"', "D1", '"d1.00000000"', "dd1"])
def test_other_decisions_are_malformed(service: Inside, tag: str) -> None:
    table = open_table(service.caller)
    reply = act(service.caller, table, DRAW, table.seats[0], **{"If-Match": tag})
    assert problem(reply) == (400, "malformed_request")


@pytest.mark.parametrize("board", ["usa", "switzerland", "india"])
def test_a_decision_is_as_old_as_its_moves(service: Inside, board: str) -> None:
    """By replaying everything; a process that looked at every version agrees with one that never looked before."""
    games, players = games_on(service.store), 3
    loaded, since = start(games, board, players), dict.fromkeys(range(players), 1)
    versions = [games.cache.replay_to(loaded.game, version) for version in range(1, loaded.version + 1)]
    for _ in range(60):
        seat, version = loaded.state.phase.waiting[0], loaded.version
        loaded = move(games, loaded)
        assert games.cache.decision(loaded, seat) > version
        versions += [
            games.cache.replay_to(loaded.game, v) for v in range(len(versions) + 1, loaded.version + 1)
        ]
        for seat in range(players):
            games.cache.decision(loaded, seat)
    events = games.cache.read_events(loaded.game, 0)
    for before, after in pairwise(versions):
        actor = parse_actor(events[after.version - 1][0].actor)
        for seat in range(players):
            moves = [moves_of(game.ruleset, game.state, seat) for game in (before, after)]
            moved = actor.seat == seat and has_changed(after.state, before.state)
            since[seat] = after.version if moved or moves[0] != moves[1] else since[seat]
    for seat in range(players):
        assert games.cache.decision(loaded, seat) == since[seat]
        assert GameCache(service.store).decision(loaded, seat) == since[seat]
    assert len(set(since.values())) > 1
