"""The record file: written in one way only, read without trust."""

import json
from typing import Any

import pytest

from tests.support.audit.game_records import BOARDS, file_of, plan_of, record_of, seen_by
from tests.support.boards.every_board import ruleset_of
from ttr_core.history import record as record_module
from ttr_core.history.chain import unwrap
from ttr_core.history.record import (
    FORMAT,
    LONGEST_LINE,
    BrokenRecord,
    complete_record,
    decode_record,
    encode_record,
    envelopes_of,
)
from ttr_core.model.ids import Witness


@pytest.mark.parametrize("board", BOARDS)
def test_a_record_is_read_back_as_it_was_written(board: str) -> None:
    data = file_of(board)
    assert encode_record(decode_record(data)) == data
    assert decode_record(data) == record_of(board)


def test_the_header_comes_first_and_names_the_format() -> None:
    header, first, *_ = file_of("usa").split(b"\n")
    assert header.startswith(b'{"format":"ttr-record/1","game":"5f0c1d3a9b7e2468","players":2,')
    assert json.loads(first)["type"] == "game_created"
    assert "partial" not in json.loads(header)


def test_a_partial_record_says_whose_it_is() -> None:
    header = seen_by("usa", 1, 40).header
    assert (header.partial, header.viewer) == (True, "1")
    assert seen_by("usa", Witness.SPECTATOR, 40).header.viewer == "spectator"


def test_the_events_of_a_record_can_be_stored_and_exported_again() -> None:
    record = record_of("iberia")
    envelopes = envelopes_of(record)
    assert [unwrap(envelope) for envelope in envelopes]
    last = record.events[-1].data["seed"]
    ruleset = ruleset_of(plan_of("iberia").case)
    again = complete_record(ruleset, bytes.fromhex(last), record.header.game, envelopes)
    assert encode_record(again) == encode_record(record)


def header_of(**changes: Any) -> bytes:
    header = json.loads(file_of("usa").split(b"\n")[0])
    return json.dumps({**header, **changes}, separators=(",", ":"), ensure_ascii=False).encode()


LINE = file_of("usa").split(b"\n")[5]
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("data", "line", "reason"),
    [
        (b"", 1, "middle of a line"),
        (b"\n", 1, "truncated"),
        (b"\xff\xfe\n", 1, ""),
        (b"[]\n", 1, "Expected `object`"),
        (b"{}\n", 1, "missing required field"),
        (header_of(), 1, "middle of a line"),
        (header_of(format="ttr-record/2") + b"\n", 1, "not 'ttr-record/1'"),
        (header_of(players="2") + b"\n", 1, "Expected `int`"),
        (header_of(extra=1) + b"\n", 1, "unknown field"),
        (header_of(partial=False) + b"\n", 1, "written differently"),
        (header_of() + b"\r\n", 1, "written differently"),
        (header_of() + b"\n\n", 2, "truncated"),
        (header_of() + b"\n" + LINE[:-1] + b"\n", 2, "truncated"),
        (header_of() + b"\n" + LINE.replace(b":", b": ", 1) + b"\n", 2, "written differently"),
        (header_of() + b"\n" + LINE.replace(b'"schema":1', b'"schema":1,"schema":1') + b"\n", 2, ""),
        (header_of() + b"\n" + LINE.replace(b'"schema":1', b'"schema":1.0') + b"\n", 2, ""),
        (header_of() + b"\n" + LINE.replace(b'"data":{', b'"data":{"x":1e999,') + b"\n", 2, ""),
        (header_of() + b"\n" + LINE.replace(b'"data":{', b'"data":{"x":' + b"9" * 50 + b",") + b"\n", 2, ""),
        (header_of() + b"\n" + LINE.replace(b'"data":{', b'"data":{"x":' + DEEP + b",") + b"\n", 2, "deeply"),
        (header_of() + b"\n" + DEEP + b"\n", 2, ""),
        (header_of() + b"\n" + b" " * LONGEST_LINE + LINE + b"\n", 2, "more than"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,
)
def test_what_is_no_record_is_refused_with_its_line(data: bytes, line: int, reason: str) -> None:
    with pytest.raises(BrokenRecord) as refused:
        decode_record(data)
    assert refused.value.line == line
    assert reason in refused.value.reason
    assert str(refused.value).startswith(f"line {line}: ")


def test_a_record_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MOST_EVENTS", 10)
    with pytest.raises(BrokenRecord, match="more than 10 events"):
        decode_record(file_of("usa"))
    monkeypatch.setattr(record_module, "LARGEST_RECORD", 1000)
    with pytest.raises(BrokenRecord, match="more than 1000 bytes"):
        decode_record(file_of("usa"))


def test_the_format_is_named_in_its_documentation() -> None:
    assert record_module.__doc__ is not None
    assert FORMAT in record_module.__doc__
