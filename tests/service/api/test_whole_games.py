"""Whole games over HTTP, against the real server with two API processes: the same as in one process, event by event."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from service.message_types import SEAT_COMMANDS
from tests.support.boards.every_board import PLAYABLE, Case, player_numbers, ruleset_of
from tests.support.http.api_calls import Caller, Table, join, over_http, table_of
from tests.support.http.api_players import Move, Players
from tests.support.http.running_service import Stack
from ttr_client import Client
from ttr_core import Event, Viewer, Witness, redact
from ttr_core.game import start_game
from ttr_core.history.chain import GENESIS, fields, wrap
from ttr_core.model.actor import parse_actor
from ttr_core.model.commands import ScoreGame
from ttr_core.model.message import type_name

WITHOUT_RULES_OF_THEIR_OWN = {"europe", "germany", "lyon", "switzerland", "usa", "world-light"}
BOARDS = [
    pytest.param(board, marks=pytest.mark.soak if board in WITHOUT_RULES_OF_THEIR_OWN else ())
    for board in PLAYABLE
]
ENTROPY = ("", "éß – 東京", "a\tb\n")  # of the seats; those after them add none


def test_no_rule_is_left_to_the_soak() -> None:
    rules = {
        board: {module.name for module in ruleset_of(Case(board, player_numbers(board)[0])).modules}
        for board in PLAYABLE
    }
    played = [rules[board] for board in PLAYABLE if board not in WITHOUT_RULES_OF_THEIR_OWN]
    assert set().union(*played) == set().union(*rules.values())


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_over_http_is_the_same_game_in_process(stack: Stack, board: str) -> None:
    case = Case(board, player_numbers(board)[0])
    with over_http(stack.port) as caller:
        table = seat_everybody(caller, case)
        moves = Players(caller, table).play()
        wait_for_the_score(stack, table, moves[-1].version)
        compare(caller, table, case, moves)


def compare(caller: Caller, table: Table, case: Case, moves: Sequence[Move]) -> None:
    """Compares every answer to anybody with the same commands decided here."""
    lines = history(caller, table, table.auditor)
    events = in_process(case, bytes.fromhex(lines[-1]["data"]["seed"]), moves)
    assert [(line["type"], line["data"]) for line in lines] == redacted(events, Witness.AUDITOR)
    assert [line["version"] for line in lines] == list(range(1, len(events) + 1))
    assert_chained(table, lines, events)
    viewers: list[tuple[Viewer, str]] = [*table.seats.items(), (Witness.SPECTATOR, table.spectator)]
    for viewer, token in viewers:
        seen = history(caller, table, token)
        assert [(line["type"], line["data"]) for line in seen] == redacted(events, viewer)
        assert [line["hash"] for line in seen] == [line["hash"] for line in lines]
    assert_answers_agree(caller, table, moves)
    sheet = caller.get(f"{table.path}/result").json["sheet"]
    assert sheet == lines[-2]["data"]["sheet"]


def seat_everybody(caller: Caller, case: Case) -> Table:
    """The first player creates the game, the others join by invite; the cards are dealt when the last one sits down."""
    seats = [{"name": "Anaïs", "entropy": ENTROPY[0]}, *[{}] * (case.players - 1)]
    table = table_of(caller.post("/v1/games", {"board": case.board, "seats": seats}))
    for seat in range(1, case.players):
        assert join(caller, table, seat, f"Gast {seat}", entropy_of(seat)).status == 201
    return table


def entropy_of(seat: int) -> str:
    return ENTROPY[seat] if seat < len(ENTROPY) else ""


def wait_for_the_score(stack: Stack, table: Table, version: int) -> None:
    """A worker counts the points; the last event opens the seed."""
    with Client(stack.url) as ttr:
        *_, last = ttr.table(table.game).follow(version)
    assert last["type"] == "seed_revealed"


def history(caller: Caller, table: Table, token: str) -> list[dict[str, Any]]:
    reply = caller.get(f"{table.path}/events", token, {"Accept": "application/x-ndjson"})
    return [msgspec.json.decode(line) for line in reply.body.splitlines()]


def in_process(case: Case, seed: bytes, moves: Sequence[Move]) -> list[Event]:
    """The same commands decided here."""
    game = start_game(
        ruleset_of(case),
        seed,
        kinds=["human"] * case.players,
        entropy=[entropy_of(seat) for seat in range(case.players)],
    )
    for move in moves:
        game.do(msgspec.convert(move.command, SEAT_COMMANDS[move.command["type"]]))
    game.do(ScoreGame())
    return game.events


def redacted(events: Sequence[Event], viewer: Viewer) -> list[tuple[str, dict[str, Any]]]:
    seen = [fields(redact(event, viewer)) for event in events]
    return [(type_name(type(event)), as_json(data)) for event, data in zip(events, seen, strict=True)]


def as_json(data: dict[str, Any]) -> dict[str, Any]:
    return msgspec.json.decode(msgspec.json.encode(data), type=dict[str, Any])


def assert_chained(table: Table, lines: Sequence[dict[str, Any]], events: Sequence[Event]) -> None:
    """Every hash follows from the seed, the events and the hash before."""
    seed, head = bytes.fromhex(lines[-1]["data"]["seed"]), GENESIS
    for line, event in zip(lines, events, strict=True):
        link = wrap(seed, table.game, line["version"], head, event, line["at"], parse_actor(line["actor"]))
        assert (line["prev"], line["hash"]) == (head, link.hash)
        head = link.hash


def assert_answers_agree(caller: Caller, table: Table, moves: Sequence[Move]) -> None:
    """Each player's answers agree with the history that they see."""
    seen = {seat: history(caller, table, token) for seat, token in table.seats.items()}
    for move in moves:
        assert move.events == seen[move.seat][move.version - len(move.events) : move.version]
