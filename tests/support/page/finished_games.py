"""Finished games for the page to show: played beforehand, and imported like games from elsewhere."""

from hashlib import sha256

from tests.support.audit.game_records import entries_of, plan_of
from tests.support.http.api_calls import Caller
from tests.support.whole_games.played_games import play
from ttr_core.history.record import Record, encode_record, write_down


def import_game(caller: Caller, board: str) -> Record:
    """One game of each board, under an id of its own; a second import changes nothing."""
    played = play(plan_of(board))
    game = sha256(board.encode()).hexdigest()[:16]
    record = write_down(played.ruleset, played.rng.seed, game, entries_of(played))
    headers = {"Content-Type": "application/x-ndjson"}
    reply = caller.call("POST", "/v1/imports", None, encode_record(record), headers)
    assert reply.status in (200, 201), reply.body
    return record
