"""Any single change of a record is found, and the report names the version where it was made."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.audit.forgery import data_with, first, line_with, with_head, with_lines
from tests.support.audit.game_records import file_of, record_of
from tests.support.boards.every_board import MOSTLY_SOAKED
from ttr_core.audit import Report, verify, verify_bytes
from ttr_core.history.record import Record

EACH = settings(max_examples=16)
FEW = settings(max_examples=6)


def versions(report: Report) -> set[int]:
    return {finding.version for finding in report.findings if finding.severity == "error"}


def refused_at(version: int, record: Record) -> Report:
    report = verify(record)
    assert not report.verified
    assert version in versions(report), report.findings
    return report


# ------------------------------------------------------------------------------------------- bytes


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
@EACH
@given(data=st.data())
def test_one_other_byte(board: str, data: st.DataObject) -> None:
    """Change a byte in any line; the header counts as version 0."""
    file = file_of(board)
    place = data.draw(st.integers(0, len(file) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != file[place]))
    report = verify_bytes(file[:place] + bytes([byte]) + file[place + 1 :])
    assert not report.verified
    assert file[:place].count(b"\n") in versions(report)


@pytest.mark.parametrize("board", ["usa", "iberia"])
@EACH
@given(data=st.data())
def test_a_byte_more_or_less(board: str, data: st.DataObject) -> None:
    file = file_of(board)
    place = data.draw(st.integers(0, len(file) - 1))
    byte = data.draw(st.integers(0, 255))
    line = file[:place].count(b"\n")
    shorter = verify_bytes(file[:place] + file[place + 1 :])
    longer = verify_bytes(file[:place] + bytes([byte]) + file[place:])
    assert line in versions(shorter)
    assert line in versions(longer) or byte == file[place - 1] == 10  # an empty line stands before this one
    assert not shorter.verified
    assert not longer.verified


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
@FEW
@given(data=st.data())
def test_a_file_that_breaks_off(board: str, data: st.DataObject) -> None:
    file = file_of(board)
    report = verify_bytes(file[: data.draw(st.integers(0, len(file) - 1))])
    assert not report.verified


# ------------------------------------------------------------------------------------------- lines


@pytest.mark.parametrize("board", MOSTLY_SOAKED)
@FEW
@given(data=st.data())
def test_an_event_dropped_swapped_inserted_or_the_rest_cut_off(board: str, data: st.DataObject) -> None:
    record = record_of(board)
    lines = record.events
    version = data.draw(st.integers(1, len(lines) - 1))
    other = data.draw(st.integers(1, len(lines)).filter(lambda other: other != version))
    low, high = sorted((version, other))
    swapped = list(lines)
    swapped[low - 1], swapped[high - 1] = lines[high - 1], lines[low - 1]
    refused_at(version, with_lines(record, (*lines[: version - 1], *lines[version:])))
    refused_at(low, with_lines(record, swapped))
    inserted = (*lines[:version], lines[other - 1], *lines[version:])
    refused_at(version + 1 + (other == version + 1), with_lines(record, inserted))
    cut = refused_at(version, with_lines(record, lines[:version]))
    assert not cut.finished
    assert "unfinished" in {finding.code for finding in cut.findings}


@pytest.mark.parametrize("board", ["usa", "world-light"])
@EACH
@given(data=st.data())
def test_a_record_that_ends_early_is_found_even_with_a_header_that_agrees(
    board: str, data: st.DataObject
) -> None:
    record = record_of(board)
    count = data.draw(st.integers(0, len(record.events) - 1))
    report = verify(with_head(with_lines(record, record.events[:count])))
    assert not report.verified
    assert not report.finished
    if count:
        assert count in versions(report)


# ------------------------------------------------------------------------------------------ fields


def test_a_time_an_actor_a_type_or_a_number() -> None:
    record = record_of("usa")
    at = first(record, "route_claimed")
    refused_at(at, line_with(record, at, at="2026-01-01T10:00:00.000Z"))
    refused_at(at, line_with(record, at, at="yesterday"))
    refused_at(at, line_with(record, at, actor="host"))
    refused_at(at, line_with(record, at, type="station_built"))
    for schema in (1, record.events[at - 1].schema + 1):
        refused_at(at, line_with(record, at, schema=schema))
    refused_at(at, line_with(record, at, version=at + 1))
    refused_at(at, line_with(record, at, game="another"))
    refused_at(at, line_with(record, at, hash="0" * 64))
    refused_at(at, line_with(record, at, prev="0" * 64))
    refused_at(at, line_with(record, at, sealed={"cards": "0" * 64}))


def test_a_card_a_route_points_or_a_seat() -> None:
    record = record_of("usa")
    at, drawn = first(record, "route_claimed"), first(record, "card_drawn")
    refused_at(at, data_with(record, at, route="atlanta-charleston"))
    refused_at(at, data_with(record, at, points=15))
    refused_at(at, data_with(record, at, cards=["locomotive"]))
    refused_at(at, data_with(record, at, seat=1 - record.events[at - 1].data["seat"]))
    refused_at(at, data_with(record, at, trains=0))
    refused_at(at, data_with(record, at, more=1))
    wrong = "locomotive" if record.events[drawn - 1].data["card"] != "locomotive" else "red"
    refused_at(drawn, data_with(record, drawn, card=wrong))
    refused_at(drawn, data_with(record, drawn, card=None))
    refused_at(drawn, data_with(record, drawn, last=True))


def test_a_seal() -> None:
    record = record_of("usa")
    drawn = first(record, "card_drawn")
    report = refused_at(drawn, line_with(record, drawn, sealed={"card": "0" * 64}))
    assert {finding.code for finding in report.findings} == {"hash_differs", "commitment_differs"}
    refused_at(drawn, line_with(record, drawn, sealed={}))


def test_the_seed_the_entropy_and_the_commitment() -> None:
    record = record_of("usa")
    last, seated = len(record.events), first(record, "seat_taken")
    refused_at(last, data_with(record, last, seed="00" * 32))
    refused_at(last, data_with(record, last, seed="no seed"))
    refused_at(seated, data_with(record, seated, entropy="other words"))
    refused_at(seated, data_with(record, seated, kind="bot:greedy"))
    refused_at(1, data_with(record, 1, commitment="0" * 64))
    refused_at(1, data_with(record, 1, rules_version="1"))
    refused_at(1, data_with(record, 1, options={"edition": "2004"}))


def test_the_header() -> None:
    record = record_of("usa")
    document = record.header.document
    changed: list[dict[str, Any]] = [
        {"game": "0123456789abcdef"},
        {"players": 3},
        {"players": 10**30},
        {"options": {"edition": "2004"}},
        {"options": {}},
        {"rules_version": "0"},
        {"head": "0" * 64},
        {"document": {**document, "trains": 40}},
        {"document": {**document, "name": "usb"}},
        {"document": {}},
    ]
    for change in changed:
        refused_at(0, replace(record, header=replace(record.header, **change)))


def test_a_whole_record_that_calls_itself_a_viewers() -> None:
    """The log of a viewer has salts, so a whole record without them cannot pass as one."""
    record = record_of("usa")
    report = verify(replace(record, header=replace(record.header, partial=True, viewer="0")))
    assert {finding.code for finding in report.findings} == {"commitment_differs"}


def test_an_empty_record() -> None:
    report = verify(with_lines(record_of("usa"), ()))
    assert not report.verified
