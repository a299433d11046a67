"""Events, commands and logs are read back as written, today's and those of earlier versions."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.boards.every_board import PLAYABLE, Case, player_numbers
from tests.support.checks.score_recount import sheet_of
from tests.support.positions.state_snapshots import digest
from tests.support.whole_games.event_logs import decode_command, decode_event, decode_log, encode, encode_log
from tests.support.whole_games.golden_games import RELEASED, expectations, ruleset_of_log
from tests.support.whole_games.played_games import Plan, play
from ttr_core import Event, redact, replay, score
from ttr_core.history import codec
from ttr_core.history.codec import BrokenLog
from ttr_core.model.commands import ClaimRoute, Command
from ttr_core.model.events import CardTurnedUp, GameCreated, TurnStarted
from ttr_core.model.ids import Card, RouteId, Witness
from ttr_core.model.message import type_name

on_every_board = pytest.mark.parametrize("board", PLAYABLE)

TURNS: tuple[Event, ...] = tuple(TurnStarted(seat=seat) for seat in range(4))


@on_every_board
def test_events_and_commands_of_whole_games_are_read_back(board: str) -> None:
    for players in player_numbers(board)[:: len(player_numbers(board)) - 1]:
        record = play(Plan(Case(board, players), players, ("any", "collects")))
        for step in record.steps:
            assert decode_command(encode(step.command)) == step.command
        for event in record.events:
            assert decode_event(encode(event)) == event
            seen = redact(event, Witness.SPECTATOR)
            assert decode_event(encode(seen)) == seen
        log = encode_log(record.events)
        assert decode_log(log) == record.events
        assert replay(record.ruleset, decode_log(log)) == record.final


def test_every_type_has_a_name_of_its_own() -> None:
    types: tuple[set[type[Command]], set[type[Event]]] = (
        set(codec.command_types()),
        set(codec.event_types()),
    )
    for kinds in types:
        names = [type_name(kind) for kind in kinds]
        assert len(set(names)) == len(names)
        assert all(name.replace("_", "").islower() for name in names)


def test_the_shape_of_a_log_line() -> None:
    """Documented, and read by other programs."""
    assert encode_log(TURNS[:2]) == (
        b'{"version":1,"event":{"type":"turn_started","seat":0}}\n'
        b'{"version":2,"event":{"type":"turn_started","seat":1}}\n'
    )
    claim = ClaimRoute(seat=1, route=RouteId("a--b"), cards=(Card("red"), Card("locomotive")))
    assert encode(claim) == b'{"type":"claim_route","seat":1,"route":"a--b","cards":["red","locomotive"]}'


def test_a_log_may_begin_anywhere() -> None:
    log = encode_log(TURNS, first_version=7)
    assert decode_log(log, first_version=7) == TURNS
    with pytest.raises(BrokenLog, match="line 1 has version 7"):
        decode_log(log)


# ------------------------------------------------------------------------------------------- refusals

BROKEN_EVENTS = {
    "unknown field": {"type": "turn_started", "seat": 0, "mood": "good"},
    "missing field": {"type": "turn_started"},
    "wrong type": {"type": "turn_started", "seat": "0"},
    "no number": {"type": "turn_started", "seat": 1.5},
    "no list": {"type": "market_flushed", "cards": "red"},
    "wrong item": {"type": "market_flushed", "cards": ["red", 1]},
    "unknown event": {"type": "train_derailed", "seat": 0},
    "no type": {"seat": 0},
    "public field hidden": {"type": "card_turned_up", "slot": 0, "card": None},
}
BROKEN_COMMANDS = {
    "unknown field": {"type": "draw_card", "seat": 0, "please": True},
    "missing field": {"type": "claim_route", "seat": 0, "cards": []},
    "wrong type": {"type": "draw_card", "seat": "0"},
    "a truth is no seat": {"type": "draw_card", "seat": True},
    "no list": {"type": "keep_tickets", "seat": 0, "tickets": "a--b"},
    "wrong item": {"type": "claim_route", "seat": 0, "route": "a--b", "cards": [None]},
    "unknown command": {"type": "derail_train", "seat": 0},
    "an event": {"type": "turn_started", "seat": 0},
    "no type": {"seat": 0},
}


@pytest.mark.parametrize("document", BROKEN_EVENTS.values(), ids=BROKEN_EVENTS)
def test_events_that_do_not_fit_are_refused(document: dict[str, Any]) -> None:
    data = msgspec.json.encode(document)
    with pytest.raises(msgspec.ValidationError):
        decode_event(data)
    with pytest.raises(BrokenLog, match=r"^line 2: "):
        decode_log(encode_log(TURNS[:1]) + b'{"version":2,"event":%s}\n' % data)


@pytest.mark.parametrize("document", BROKEN_COMMANDS.values(), ids=BROKEN_COMMANDS)
def test_commands_that_do_not_fit_are_refused(document: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_command(msgspec.json.encode(document))


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"null", b'"draw_card"', b"\xff\xfe", b"{}{}"])
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    for decode in (decode_command, decode_event):
        with pytest.raises(msgspec.DecodeError):
            decode(data)


def test_a_truncated_log_is_refused_with_its_line() -> None:
    log = encode_log(TURNS)
    whole_lines = {sum(map(len, log.splitlines(keepends=True)[:count])) for count in range(5)}
    for cut in range(len(log) - 1):
        if cut not in whole_lines and cut + 1 not in whole_lines:
            with pytest.raises(BrokenLog, match=f"^line {log[:cut].count(10) + 1}: "):
                decode_log(log[:cut])


@pytest.mark.parametrize(
    ("order", "line"), [((1, 0, 2, 3), 1), ((0, 2, 1, 3), 2), ((0, 1, 3), 3), ((0, 1, 1, 2), 3), ((1, 2), 1)]
)
def test_lines_out_of_order_are_refused_with_their_line(order: tuple[int, ...], line: int) -> None:
    lines = encode_log(TURNS).splitlines(keepends=True)
    with pytest.raises(BrokenLog, match=f"^line {line} has version"):
        decode_log(b"".join(lines[number] for number in order))


# ------------------------------------------------------------------------------------ earlier versions


def to_second_schema(document: dict[str, Any]) -> dict[str, Any]:
    """As if the first schema of `turn_started` had called the seat a player."""
    return {"type": document["type"], "seat": document["player"]}


@pytest.fixture
def second_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's `turn_started` is in its second schema, and the first one can still be read."""
    monkeypatch.setattr(TurnStarted, "schema", 2)
    monkeypatch.setitem(codec.SCHEMAS, "turn_started", 2)
    monkeypatch.setitem(codec.UPCASTERS, ("turn_started", 1), to_second_schema)


OLD_LINE = b'{"version":1,"event":{"type":"turn_started","player":3}}\n'


@pytest.mark.usefixtures("second_schema")
def test_an_upcaster_reads_what_an_earlier_version_wrote() -> None:
    assert decode_log(OLD_LINE) == (TurnStarted(seat=3),)
    assert decode_event(b'{"type":"turn_started","player":3}', 1) == TurnStarted(seat=3)
    written = encode_log(TURNS[:1])
    assert written == b'{"version":1,"schema":2,"event":{"type":"turn_started","seat":0}}\n'
    assert decode_log(written) == TURNS[:1]


@pytest.mark.usefixtures("second_schema")
def test_upcasters_are_applied_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third schema needs only the step from the second."""
    monkeypatch.setattr(TurnStarted, "schema", 3)
    monkeypatch.setitem(codec.SCHEMAS, "turn_started", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("turn_started", 2), lambda old: {**old, "seat": old["seat"] + 1})
    assert decode_event(b'{"type":"turn_started","player":3}', 1) == TurnStarted(seat=4)
    assert decode_event(b'{"type":"turn_started","seat":3}', 2) == TurnStarted(seat=4)
    assert decode_event(b'{"type":"turn_started","seat":3}', 3) == TurnStarted(seat=3)


@pytest.mark.usefixtures("second_schema")
def test_other_events_are_read_as_before() -> None:
    event = CardTurnedUp(slot=1, card=Card("red"))
    assert decode_log(encode_log([event])) == (event,)


@pytest.mark.usefixtures("second_schema")
def test_a_missing_upcaster_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(codec.UPCASTERS, ("turn_started", 1))
    with pytest.raises(BrokenLog, match="no upcaster for turn_started of schema 1"):
        decode_log(OLD_LINE)


def test_a_later_schema_is_refused() -> None:
    line = b'{"version":1,"schema":2,"event":{"type":"turn_started","seat":0}}\n'
    with pytest.raises(BrokenLog, match="turn_started has schema 2: written by a later version"):
        decode_log(line)


def test_every_upcaster_belongs_to_an_event_of_a_later_schema() -> None:
    steps = {(name, step) for name, schema in codec.SCHEMAS.items() for step in range(1, schema)}
    assert set(codec.UPCASTERS) == steps | {(name, 1) for name in codec.RETIRED}
    assert not codec.RETIRED & codec.SCHEMAS.keys()


@pytest.mark.parametrize("path", sorted(RELEASED.glob("*.ndjson")), ids=lambda path: path.stem)
def test_released_logs_are_still_read_and_replayed(path: Path) -> None:
    """Their files are never written again; where an event changes its shape an upcaster keeps this test."""
    expected = expectations(RELEASED)[path.stem]
    events = decode_log(path.read_bytes())
    created = events[0]
    assert isinstance(created, GameCreated)
    ruleset = ruleset_of_log(created)
    state = replay(ruleset, events)
    assert digest(ruleset, state) == expected.digest
    assert score(ruleset, state) == sheet_of(events)


def test_there_is_a_released_log() -> None:
    assert (RELEASED / "usa-2p-v1.ndjson").exists()
