"""Records that an earlier program sealed, with events whose shape has changed since: read, verified and finished."""

from functools import cache
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from ttr_core import Event, Game, Ruleset, SeededRandomness, Witness, replay, resolved_ruleset, score
from ttr_core.audit.verification import verify_bytes
from ttr_core.bots.policy import Dice
from ttr_core.by_post import order_problem
from ttr_core.history.chain import show, unwrap
from ttr_core.history.codec import RETIRED, UPCASTERS
from ttr_core.history.record import (
    Record,
    complete_record,
    decode_record,
    encode_record,
    envelopes_of,
    partial_record,
)
from ttr_core.model.commands import ScoreGame
from ttr_core.model.events import GameCreated, GameScored, SeatTaken, SeedRevealed
from ttr_core.model.phases import OpenPayment
from ttr_core.rules.by_post.standing_orders.orders import OrdersChanged

RECORDS = sorted((ROOT / "tests" / "golden" / "records").glob("*.ndjson"))  # never written again
MOST_FINISHED = 6  # games
on_every_record = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])


@cache
def record_of(path: Path) -> Record:
    return decode_record(path.read_bytes())


@cache
def events_of(path: Path) -> tuple[Event, ...]:
    return tuple(unwrap(envelope) for envelope in envelopes_of(record_of(path)))


def ruleset_of(path: Path) -> Ruleset:
    header, created = record_of(path).header, events_of(path)[0]
    assert isinstance(created, GameCreated)
    return resolved_ruleset(header.document, header.players, header.options, created.rules_version)


def seed_of(path: Path) -> bytes:
    last = events_of(path)[-1]
    assert isinstance(last, SeedRevealed)
    return bytes.fromhex(last.seed)


def test_they_hold_all_shapes_that_have_changed() -> None:
    lines = {(line.type, line.schema) for path in RECORDS for line in record_of(path).events}
    assert set(UPCASTERS) <= lines
    assert {name for name, _ in lines} >= RETIRED


@on_every_record
def test_it_is_verified_as_it_was(path: Path) -> None:
    """Hashes are over what was stored; every move is decided again, and comes to the same."""
    report = verify_bytes(path.read_bytes())
    assert report.findings == ()
    assert report.verified
    counted = {check.name for check in report.checks if check.count}
    assert counted >= {"chain", "commitments", "moves", "score"}


@on_every_record
def test_it_is_exported_again_as_it_was(path: Path) -> None:
    """By a server that keeps the game: the bytes are the same."""
    record = record_of(path)
    again = complete_record(ruleset_of(path), seed_of(path), record.header.game, envelopes_of(record))
    assert encode_record(again) == path.read_bytes()


@on_every_record
def test_what_a_viewer_has_of_it_is_verified(path: Path) -> None:
    record = record_of(path)
    for viewer in (0, Witness.SPECTATOR):
        part = partial_record(
            ruleset_of(path), seed_of(path), record.header.game, envelopes_of(record), viewer
        )
        assert verify_bytes(encode_record(part)).findings == ()


@on_every_record
def test_a_viewer_sees_no_more_of_it_than_of_an_event_of_today(path: Path) -> None:
    for envelope in envelopes_of(record_of(path)):
        event = unwrap(envelope)
        data = show(seed_of(path), envelope, event, Witness.SPECTATOR).data
        assert all(data[name] is None for name in show(bytes(32), envelope, event, 0).sealed)


@on_every_record
def test_it_comes_to_its_score(path: Path) -> None:
    ruleset, events = ruleset_of(path), events_of(path)
    (scored,) = (event for event in events if isinstance(event, GameScored))
    assert score(ruleset, replay(ruleset, events)) == scored.sheet


@on_every_record
def test_it_can_be_finished_from_within_any_payment(path: Path) -> None:
    ruleset, events = ruleset_of(path), events_of(path)
    entropy = [event.entropy for event in events if isinstance(event, SeatTaken)]
    state, unfinished, times = ruleset.new_state(), 0, [line.at for line in record_of(path).events]
    for version, event in enumerate(events, 1):
        state = replay(ruleset, [event], state)
        within_command = times[version - 1 : version] == times[version : version + 1]
        if not isinstance(state.phase, OpenPayment) or within_command or unfinished == MOST_FINISHED:
            continue
        unfinished += 1
        game, dice = Game(ruleset, SeededRandomness(seed_of(path), entropy), state, []), Dice(unfinished)
        while waiting := game.state.phase.waiting:
            legal = game.legal(waiting[0])
            game.do(legal[dice.below(len(legal))])
        game.do(ScoreGame())
        assert any(isinstance(event, GameScored) for event in game.events)
    assert unfinished == MOST_FINISHED


@on_every_record
def test_its_orders_name_the_commands_of_today(path: Path) -> None:
    (given,) = (event for event in events_of(path) if isinstance(event, OrdersChanged))
    assert given.alternatives is not None
    assert [step["type"] for step in given.alternatives[0]] == ["begin_payment", "lay_set"]
    ruleset = ruleset_of(path)
    assert order_problem(ruleset, given.seat, given.alternatives, ()) == ""
