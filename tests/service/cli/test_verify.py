"""`ttr verify`: reports for people and for machines, folders, heads, and an exit code that scripts can use."""

import gzip
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import service.cli.bench as bench_command
from service.bench.timing import Effort
from service.cli import main
from tests.support.audit.forgery import data_with, first
from tests.support.audit.game_records import file_of, record_of, seen_by
from ttr_core.audit import verify
from ttr_core.history.record import encode_record


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_bytes(file_of("usa"))
    return path


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    path = tmp_path / "altered.ndjson"
    changed = data_with(record_of("usa"), first(record_of("usa"), "route_claimed"), points=99)
    path.write_bytes(encode_record(changed))
    return path


def test_a_good_record(record: Path) -> None:
    result = run(record)
    assert result.exit_code == 0
    assert f"head {verify(record_of('usa')).short_head}\n" in result.output
    assert result.output.endswith("verified: nothing contradicts this record\n")
    assert "failed" not in result.output


def test_an_altered_record(altered: Path) -> None:
    result = run(altered)
    at = first(record_of("usa"), "route_claimed")
    assert result.exit_code == 1
    assert f"error version {at}: its hash is not that of its content (route_claimed)" in result.output
    assert "[moves/outcome_differs]" in result.output
    assert result.output.endswith("this record does not hold\n")


def test_the_report_for_machines(record: Path, altered: Path) -> None:
    (good,) = json.loads(run(record, "--json").output)
    assert good["file"] == str(record)
    assert good["report"]["format"] == "ttr-audit/1"
    assert good["report"]["verified"] is True
    both = run(record, altered, "--json", "--jobs", 1)
    assert both.exit_code == 1
    assert [one["report"]["verified"] for one in json.loads(both.output)] == [True, False]


def test_a_posted_head(record: Path) -> None:
    events = record_of("usa").events
    assert run(record, "--head", f"20:{events[19].hash[:16]}").exit_code == 0
    wrong = run(record, "--head", "20:" + "ab" * 8)
    assert wrong.exit_code == 1
    assert "this is not the game whose head was posted" in wrong.output
    assert "a head is a version" in run(record, "--head", "twenty").output


def test_a_head_is_for_one_record(record: Path, altered: Path) -> None:
    refused = run(record, altered, "--head", "ab" * 8)
    assert refused.exit_code == 2
    assert "--head goes with a single record" in refused.output


def test_a_folder_on_several_cores(record: Path, altered: Path) -> None:
    deeper = record.parent / "more"
    deeper.mkdir()
    (deeper / "packed.ndjson.gz").write_bytes(gzip.compress(file_of("lyon")))
    (deeper / "notes.txt").write_text("not a record")
    result = run(record.parent, "--jobs", 2)
    assert result.exit_code == 1
    assert result.output.endswith("3 records: 2 hold, 1 do not\n")
    assert f"failed {altered}" in result.output
    assert f"passed {deeper / 'packed.ndjson.gz'}" in result.output


def test_what_one_viewer_saw(tmp_path: Path) -> None:
    path = tmp_path / "mine.ndjson"
    path.write_bytes(encode_record(seen_by("usa", 0, 100)))
    result = run(path)
    assert result.exit_code == 0
    assert "not finished, what one viewer saw" in result.output
    assert "not checked  moves" in result.output


@pytest.mark.parametrize(
    "data",
    [b"", b"\x1f\x8bnot gzip", gzip.compress(b"", mtime=0)[:-4], b"\x1b[2J\n", b'{"format":"\\u001b[2J"}\n'],
    ids=["empty", "not gzip", "half of gzip", "escapes", "escapes in JSON"],
)
def test_files_that_are_no_records(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "odd.ndjson"
    path.write_bytes(data)
    result = run(path)
    assert result.exit_code == 1
    assert "error header: line 1: " in result.output
    assert "\x1b" not in result.output


def test_a_folder_without_records_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "no records (*.ndjson" in run(tmp_path).output
    assert run(tmp_path).exit_code == 1
    assert run(tmp_path / "nothing").exit_code == 2


def test_the_benchmark_of_the_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_command, "QUICK", Effort(rounds=1, games=1, patience=0.05))
    monkeypatch.setattr("service.bench.records.FOLDER", 20)
    result = CliRunner().invoke(main, ["bench", "audit", "--quick", "--json"])
    assert result.exit_code == 0, result.output
    measures = json.loads(result.output)["measures"]
    assert len(measures) == bench_command.EXPECTED["audit"]
    assert all(measure["value"] > 0 for measure in measures)
