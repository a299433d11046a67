"""The part of the tour that asks for proofs and takes in games from elsewhere."""

from flask import Flask

from service.errors import StoreUnavailable
from tests.support.api_tour.tour import NOWHERE, ShakyStore, Tourist, play_to_the_end
from tests.support.audit.game_records import entries_of, plan_of
from tests.support.http.api_calls import Reply, open_table
from tests.support.whole_games.played_games import play
from ttr_core.history.record import encode_record, write_down

NDJSON = {"Content-Type": "application/x-ndjson"}
WRONG_TOKEN = "ttr_xx"


def import_record(tourist: Tourist, record: bytes) -> Reply:
    return tourist.post("/v1/imports", record, None, NDJSON)


def record_from_elsewhere(game: str, seed: int = 1) -> bytes:
    """The record of a game that was not played here."""
    played = play(plan_of("usa", seed))
    return encode_record(write_down(played.ruleset, played.rng.seed, game, entries_of(played)))


def proving(tourist: Tourist, app: Flask) -> None:
    table = open_table(tourist)
    for path in (f"{table.path}/audit", f"{table.path}/export"):
        assert tourist.get(path, WRONG_TOKEN).status == 401
        assert tourist.get(path, table.seats[0]).status == 200
    assert tourist.get(f"{table.path}/audit?head=nothing").status == 400
    assert tourist.get(f"{NOWHERE}/audit").status == 404
    assert tourist.get(f"{NOWHERE}/export").status == 404
    play_to_the_end(app, table)
    exported = tourist.get(f"{table.path}/export")
    assert tourist.get(f"{table.path}/audit").json["verified"] is True
    cached = {"If-None-Match": exported.headers["etag"]}
    assert tourist.get(f"{table.path}/export", None, cached).status == 304
    _taking_in(tourist)


def _taking_in(tourist: Tourist) -> None:
    record = record_from_elsewhere("00112233445566aa")
    assert import_record(tourist, record).status == 201
    assert import_record(tourist, record).status == 200
    assert import_record(tourist, record_from_elsewhere("00112233445566aa", seed=2)).code == "game_exists"
    assert import_record(tourist, record[:-100]).code == "record_refused"
    assert import_record(tourist, b" " * (5 << 20)).status == 413
    assert tourist.post("/v1/imports", {}).status == 415
    assert tourist.post("/v1/imports", record, None, {**NDJSON, "Idempotency-Key": 'a " b'}).status == 400


def failing_to_prove(tourist: Tourist, store: ShakyStore) -> None:
    table, record = open_table(tourist), record_from_elsewhere("00112233445566bb")
    for failure, status in ((StoreUnavailable("gone"), 503), (RuntimeError("broken"), 500)):
        store.failure = failure
        assert tourist.get(f"{table.path}/audit").status == status
        assert tourist.get(f"{table.path}/export").status == status
        assert import_record(tourist, record).status == status
    store.failure = None


def proving_in_a_hurry(tourist: Tourist) -> None:
    assert tourist.get(f"{NOWHERE}/audit").status == 404
    for path in ("audit", "export"):
        assert tourist.get(f"{NOWHERE}/{path}").status == 429
    assert import_record(tourist, b"").status == 429
