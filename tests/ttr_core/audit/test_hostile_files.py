"""Whatever a file holds, the audit answers with a report: it neither crashes nor is it fooled."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.audit.game_records import file_of, seen_by
from ttr_core.audit import verify_bytes
from ttr_core.history.record import encode_record

ODD: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        2,
        10**6,
        2**63,
        10**30,
        1.5,
        "",
        "0",
        "red",
        "game_created",
        "seat_taken",
    ),
    *("seed_revealed", "usa", "a" * 200, "\u001b[2J", "\u0000", [], {}, [[]], [None], {"": ""}),
    *(
        {"type": "x"},
        ["red"] * 5,
        [1, 2],
        {"seat": 0},
        "2026-01-01T00:00:00.000Z",
        "0" * 64,
        "host",
        "seat:0",
    ),
)


def written(lines: list[Any]) -> bytes:
    """The lines as the format writes them: their own keys in order, nested keys sorted."""
    texts = (json.dumps(_sorted(line), separators=(",", ":"), ensure_ascii=False) for line in lines)
    return b"".join(text.encode() + b"\n" for text in texts)


def _sorted(line: Any) -> Any:
    if not isinstance(line, dict):
        return line
    return {key: json.loads(json.dumps(value, sort_keys=True)) for key, value in line.items()}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inside: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        inside = list(value.items())
    elif isinstance(value, list):
        inside = list(enumerate(value))
    return [path, *(place for key, item in inside for place in places(item, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    if not path:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], odd)
    return copy


FILES = {
    "complete": lambda: file_of("iberia"),
    "partial": lambda: encode_record(seen_by("europe", 0, 150)),
}


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=50)
@given(data=st.data())
def test_any_value_in_any_place(kind: str, data: st.DataObject) -> None:
    lines = [json.loads(line) for line in FILES[kind]().splitlines()]
    assert written(lines) == FILES[kind]()
    number = data.draw(st.sampled_from([0, 0, 1, 2, *range(len(lines))]))
    path = data.draw(st.sampled_from(places(lines[number])))
    odd = data.draw(st.sampled_from(ODD))
    changed = [*lines]
    changed[number] = replaced(lines[number], path, odd)
    report = verify_bytes(written(changed))
    # whose eyes a log was seen with does not change what is in it
    viewer = number == 0 and path == ("viewer",)
    assert report.verified == (changed == lines and written(changed) == written(lines)) or viewer
    assert all(finding.reason.isprintable() for finding in report.findings)


@settings(max_examples=40)
@given(data=st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    assert not verify_bytes(data).verified
