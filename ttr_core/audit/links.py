"""The chain of a record: hashes, versions, one game, and times that do not run backwards."""

import re
from collections import Counter

from ttr_core.audit.report import Notebook
from ttr_core.chain import GENESIS, Shown, link_hash
from ttr_core.record import Record

MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def check_chain(record: Record, notebook: Notebook) -> None:
    """Each line against the one before it; places are counted by lines, whatever version a line claims."""
    header, before = record.header, None
    (game, _), *_ = Counter(line.game for line in record.events).most_common(1) or [(header.game, 0)]
    for place, line in enumerate(record.events, 1):
        notebook.look("chain")
        _check_place(place, line, before, notebook)
        if line.game != game:
            _broken(notebook, place, "other_game", f"it belongs to game {line.game[:40]!r}")
        _check_hash(place, line, before, notebook)
        _check_time(place, line, before, notebook)
        before = line
    if header.game != game:
        _broken(
            notebook, 0, "other_game", f"the header names game {header.game[:40]!r}, its events {game[:40]!r}"
        )
    last = before.hash if before else GENESIS
    if header.head != last:
        reason = f"the header says that the last hash is {header.head[:16]}..., but it is {last[:16]}..."
        _broken(notebook, 0, "last_hash_differs", reason)


def _broken(notebook: Notebook, place: int, code: str, reason: str) -> None:
    notebook.find(place, "chain", code, reason)


def _check_place(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    """A line that is missing or added is told once, where it happened."""
    expected = before.version + 1 if before else 1
    if line.version != expected:
        _broken(notebook, place, "version_gap", f"version {line.version} stands where {expected} is due")


def _check_hash(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    prev = before.hash if before else GENESIS
    if line.prev != prev:
        _broken(notebook, place, "prev_differs", "it does not carry the hash of the event before it")
    public = {name: value for name, value in line.data.items() if name not in line.sealed}
    if line.hash != link_hash(line, public, line.sealed):
        _broken(notebook, place, "hash_differs", f"its hash is not that of its content ({line.type[:40]})")


def _check_time(place: int, line: Shown, before: Shown | None, notebook: Notebook) -> None:
    if not MOMENT.fullmatch(line.at):
        notebook.find(place, "actors", "bad_time", f"{line.at[:40]!r} is no time in UTC to the millisecond")
    elif before and line.at < before.at:
        notebook.find(place, "actors", "time_backwards", f"it happened at {line.at}, before the one above it")
