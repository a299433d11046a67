"""What a player holds during the game can be checked as far as it goes, and fixes what they may not see yet."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.audit.forgery import data_with, first, line_with, with_lines
from tests.support.audit.game_records import BOARDS, record_of, seen_by
from ttr_core.audit import Report, parse_head, verify, verify_bytes
from ttr_core.history.chain import GENESIS, Shown, link_hash
from ttr_core.history.record import Record, decode_record, encode_record
from ttr_core.model.ids import Viewer, Witness

UNTIL_THE_END = {"shuffles", "draws", "moves", "score"}
MIDDLE = 160


def results(report: Report) -> dict[str, str]:
    return {check.name: check.result for check in report.checks}


def hashed_anew(record: Record) -> Record:
    """What a server could show to deceive one player: all hashes made anew, all seals as they were."""
    lines, prev = list[Shown](), GENESIS
    for line in record.events:
        draft = replace(line, prev=prev)
        public = {name: value for name, value in line.data.items() if name not in line.sealed}
        lines.append(replace(draft, hash=link_hash(draft, public, line.sealed)))
        prev = lines[-1].hash
    return replace(with_lines(record, lines), header=replace(record.header, head=prev))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("viewer", [0, 1, Witness.SPECTATOR])
def test_a_log_of_any_moment_verifies_as_far_as_it_goes(board: str, viewer: Viewer) -> None:
    for versions in (1, 12, MIDDLE):
        report = verify(seen_by(board, viewer, versions))
        assert report.verified, report.findings
        assert (report.complete, report.finished, report.events) == (False, False, versions)
        checks = results(report)
        assert {name for name, result in checks.items() if result == "not_checked"} == {
            "seed",
            *UNTIL_THE_END,
        }
        assert checks["chain"] == checks["board"] == checks["commitments"] == "passed"
        assert any("after the end" in limit for limit in report.limits)


@pytest.mark.parametrize("board", BOARDS)
def test_a_log_of_the_whole_game_proves_the_seed(board: str) -> None:
    whole = record_of(board)
    report = verify(seen_by(board, 1, len(whole.events)))
    assert report.verified, report.findings
    assert report.finished
    assert results(report)["seed"] == "passed"


def test_a_log_is_read_back_from_its_file() -> None:
    record = seen_by("usa", 0, MIDDLE)
    assert decode_record(encode_record(record)) == record
    assert verify_bytes(encode_record(record)).verified


def test_a_log_hides_what_it_should_and_fixes_it_nonetheless() -> None:
    mine, whole = seen_by("usa", 0, MIDDLE), record_of("usa")
    hidden = [
        (seen, true)
        for seen, true in zip(mine.events, whole.events, strict=False)
        if seen.sealed and not seen.salts
    ]
    assert hidden
    for seen, true in hidden:
        assert all(seen.data[name] is None for name in seen.sealed)
        assert (seen.sealed, seen.hash) == (true.sealed, true.hash)


def test_the_head_of_a_log_is_a_head_of_the_record() -> None:
    report = verify(seen_by("usa", 1, MIDDLE))
    assert verify(record_of("usa"), parse_head(report.short_head)).verified


# ------------------------------------------------------------------------------------------- changes


@settings(max_examples=60)
@given(data=st.data())
def test_any_other_byte_is_found(data: st.DataObject) -> None:
    file = encode_record(seen_by("usa", 0, MIDDLE))
    place = data.draw(st.integers(0, len(file) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != file[place]))
    report = verify_bytes(file[:place] + bytes([byte]) + file[place + 1 :])
    line = file[:place].count(b"\n")
    viewer = file.index(b'"viewer":"0"') + 10
    assert not report.verified or place == viewer  # whose log it is does not matter to the chain
    assert line in {finding.version for finding in report.findings} or place == viewer


def test_a_card_of_my_own_that_was_changed_later() -> None:
    mine = seen_by("usa", 0, MIDDLE)
    drawn = next(line for line in mine.events if line.type == "card_drawn" and line.salts)
    other = "red" if drawn.data["card"] != "red" else "blue"
    report = verify(data_with(mine, drawn.version, card=other))
    assert (drawn.version, "commitment_differs") in {
        (finding.version, finding.code) for finding in report.findings
    }
    salt = verify(line_with(mine, drawn.version, salts={"card": "0" * 32}))
    assert [(finding.version, finding.code) for finding in salt.findings] == [
        (drawn.version, "commitment_differs")
    ]


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        ("card_turned_up", {"card": "mauve"}, "no 'mauve' cards"),
        ("card_taken", {"card": "mauve"}, "lies at place"),
        ("route_claimed", {"points": 21}, "gives"),
        ("route_claimed", {"trains": 1, "points": 1}, "takes"),
        ("route_claimed", {"route": "nowhere"}, "unknown"),
        ("turn_started", {"seat": 7}, "no seat 7"),
        ("game_started", {"first": 5}, "no seat 5"),
    ],
)
def test_a_table_that_does_not_agree_with_itself(kind: str, change: dict[str, object], reason: str) -> None:
    """The defect shows even if the server recomputes every hash."""
    mine = seen_by("usa", 0, MIDDLE)
    at = first(mine, kind)
    report = verify(hashed_anew(data_with(mine, at, **change)))
    (finding,) = report.findings
    assert (finding.version, finding.code) == (at, "table_differs")
    assert reason in finding.reason


def test_a_route_claimed_twice_and_a_turn_skipped() -> None:
    mine = seen_by("usa", 0, MIDDLE)
    one = first(mine, "route_claimed")
    two = first(mine, "route_claimed", after=one)
    again = hashed_anew(data_with(mine, two, **mine.events[one - 1].data))
    assert [(finding.version, finding.code) for finding in verify(again).findings] == [(two, "table_differs")]
    turn = first(mine, "turn_started", after=one)
    same = mine.events[first(mine, "turn_started") - 1].data["seat"]
    skipped = hashed_anew(data_with(mine, turn, seat=same))
    assert [(finding.version, finding.code) for finding in verify(skipped).findings] == [
        (turn, "table_differs")
    ]


def test_cards_paid_that_i_never_had() -> None:
    mine = seen_by("usa", 0, MIDDLE)
    at = next(line.version for line in mine.events if line.type == "route_claimed" and line.data["seat"] == 0)
    cards = ["locomotive"] * len(mine.events[at - 1].data["cards"])
    report = verify(hashed_anew(data_with(mine, at, cards=cards)))
    assert [(finding.version, finding.check) for finding in report.findings] == [(at, "table")]
    assert "not in your hand" in report.findings[0].reason
