"""Turns: offered as they come, again if they could not be played, until the game is over."""

import asyncio
import json
from typing import Any

import pytest

import ttr_client
from tests.support.http.faulty_network import CUT, scripted
from ttr_client import AsyncClient, Client, Retries

JSON = {"Content-Type": "application/json"}
PROBLEM = {"Content-Type": "application/problem+json"}
ONCE = Retries(attempts=1, first=0.0)
STALE = (412, PROBLEM, b'{"code": "stale_version", "facts": {"version": 6}}')
AWAY = (503, PROBLEM, b'{"code": "store_unavailable"}')
REFUSED = (422, PROBLEM, b'{"code": "payment_not_accepted"}')
LOST: Any = (CUT, {}, b"")


def game(version: int, *moves: str, decision: int | None = None) -> Any:
    commands = {"decision": decision or version, "moves": [{"type": move} for move in moves]}
    body = {"version": version, "you": {"role": "seat", "seat": 0}, "commands": commands}
    return (200, JSON, json.dumps(body).encode())


def news(*versions: int, end: bool = True) -> Any:
    lines = [f'data: {{"version": {version}}}\n\n' for version in versions]
    text = "".join([*lines, 'event: end\ndata: {"version": 9}\n\n' if end else ""])
    return (200, {"Content-Type": "text/event-stream"}, text.encode())


def done(version: int) -> Any:
    return (200, JSON, json.dumps({"game": "g", "version": version, "events": []}).encode())


def taken(*answers: Any) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """The turns that were offered, each played with its first move, and what was asked of the service."""
    offered: list[tuple[int, list[str]]] = []
    with scripted(*answers) as (url, script), Client(url, "t", retries=ONCE) as ttr:
        for turn in ttr.table("g").turns():
            offered.append((turn.game["version"], [str(move["type"]) for move in turn.moves]))
            turn.play(turn.moves[0])
    return offered, [f"{request.method} {request.path.rpartition('/')[2]}" for request in script.received]


LOOK, LISTEN, PLAY = "GET g?include=commands", "GET events?after=", "POST commands"


def test_turns_are_offered_until_the_game_is_over() -> None:
    offered, asked = taken(
        game(5, "pass"),
        news(5, 6, 7, 8, 9),
        game(5, "pass"),
        done(6),
        game(6),
        game(8, "draw_card", "pass"),  # at version 7: 8 is there already
        done(9),
        game(9),
    )
    assert offered == [(5, ["pass"]), (8, ["draw_card", "pass"])]
    assert asked == [LOOK, LISTEN + "4", LOOK, PLAY, LOOK, LOOK, PLAY, LOOK]


@pytest.mark.parametrize("trouble", [STALE, AWAY, LOST])
def test_a_turn_that_could_not_be_played_is_offered_again(trouble: Any) -> None:
    offered, _ = taken(
        game(5, "pass"), news(5), game(5, "pass"), trouble, game(6, "draw_card"), done(7), game(7)
    )
    assert offered == [(5, ["pass"]), (6, ["draw_card"])]


def test_a_turn_that_somebody_else_has_played_is_not() -> None:
    offered, _ = taken(game(5, "pass"), news(5), game(5, "pass"), STALE, game(6))
    assert offered == [(5, ["pass"])]


@pytest.mark.parametrize("trouble", [AWAY, LOST])
def test_turns_outlast_a_service_that_is_away(trouble: Any) -> None:
    offered, _ = taken(
        *[trouble] * 3, game(5), trouble, news(5, end=False), *[trouble] * 3, game(5), LOST, AWAY,
        news(6), trouble, game(6, "pass"), done(7), game(7),
    )  # fmt: skip
    assert offered == [(6, ["pass"])]


def test_a_move_that_the_rules_forbid_is_the_programs_fault() -> None:
    with pytest.raises(ttr_client.Refused):
        taken(game(5, "pass"), news(5), game(5, "pass"), REFUSED)


def test_a_turn_left_alone_is_offered_again_when_the_game_has_changed() -> None:
    answers = game(5, "pass"), news(5, 6), game(5, "pass"), game(6, "pass", decision=5)
    with scripted(*answers) as (url, script), Client(url, "t", retries=ONCE) as ttr:
        assert [(turn.game["version"], turn.decision) for turn in ttr.table("g").turns()] == [(5, 5), (6, 5)]
        assert len(script.received) == 4


def test_a_move_is_played_for_the_decision_it_was_chosen_at() -> None:
    answers = game(7, "pass", decision=5), news(7), game(7, "pass", decision=5), done(8), game(8)
    with scripted(*answers) as (url, script), Client(url, "t") as ttr:
        for turn in ttr.table("g").turns():
            answer = turn.play(turn.moves[0], key="k")
            assert answer is not None
            assert answer["version"] == 8
        assert script.received[3].headers["If-Match"] == '"d5"'
        assert script.received[3].headers["Idempotency-Key"] == "k"


@pytest.mark.parametrize(
    ("you", "commands"), [(None, None), ({"role": "host", "seat": None}, {"decision": None, "moves": None})]
)
def test_only_a_seat_has_turns(you: Any, commands: Any) -> None:
    body = json.dumps({"version": 5, "you": you, "commands": commands}).encode()
    with (
        scripted((200, JSON, body)) as (url, _),
        Client(url) as ttr,
        pytest.raises(ValueError, match="only a seat has turns"),
    ):
        next(ttr.table("g").turns())


def test_the_game_of_a_token_is_asked_for() -> None:
    token = (200, JSON, b'{"kind": "seat", "game": "g", "seat": 0}')
    with scripted(token) as (url, script), Client(url, "t") as ttr:
        assert ttr.table().id == "g"
        assert ttr.table(token="u").token == "u"
        assert script.requested == ["/v1/token"] * 2
        assert script.received[1].headers["Authorization"] == "Bearer u"
    with (
        scripted((200, JSON, b'{"kind": "admin", "game": null}')) as (url, _),
        Client(url, "t") as ttr,
        pytest.raises(ValueError, match="name one"),
    ):
        ttr.table()


def test_all_of_it_asynchronously() -> None:
    async def take(url: str) -> list[int]:
        offered = []
        async with AsyncClient(url, "t", retries=ONCE) as ttr:
            async for turn in (await ttr.table("g")).turns():
                offered.append(turn.game["version"])
                await turn.play(turn.moves[0])
        return offered

    answers = game(5, "pass"), news(5), game(5, "pass"), STALE, AWAY, game(6, "pass"), done(7), game(7)
    with scripted(*answers) as (url, _):
        assert asyncio.run(take(url)) == [5, 6]
