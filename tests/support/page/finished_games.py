"""Finished games for the page to show: played beforehand, and imported like games from elsewhere."""

from functools import cache
from hashlib import sha256

from tests.support.audit.game_records import entries_of, plan_of
from tests.support.checks.score_recount import sheet_of
from tests.support.http.api_calls import Caller
from tests.support.whole_games.played_games import play
from ttr_core.history.record import Record, encode_record, write_down

SEEDS = range(1, 50)  # far more than any board needs


def import_game(caller: Caller, board: str, seed: int = 1) -> Record:
    """One game of each board and seed, under an id of its own; a second import changes nothing."""
    played = play(plan_of(board, seed))
    game = sha256(f"{board} {seed}".encode()).hexdigest()[:16]
    record = write_down(played.ruleset, played.rng.seed, game, entries_of(played))
    headers = {"Content-Type": "application/x-ndjson"}
    reply = caller.call("POST", "/v1/imports", None, encode_record(record), headers)
    assert reply.status in (200, 201), reply.body
    return record


@cache
def rewarding_seed(board: str) -> int:
    """Of the first game on the board in which somebody completes a ticket."""
    return next(seed for seed in SEEDS if _completes(board, seed))


def _completes(board: str, seed: int) -> bool:
    lines = (line for seat in sheet_of(play(plan_of(board, seed)).events).seats for line in seat.lines)
    return any(item.points > 0 for line in lines if line.reason == "tickets" for item in line.items)
